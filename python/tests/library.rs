//! Python's own library: each module is imported and used, and gives what CPython 3.11 gave for the
//! same lines.

use policy_lab::python::protocol::{CellFailure, Program};
use policy_lab_python::cell::{CellOutcome, Python};
use policy_lab_python::library::{built, fetch_with};

use crate::{cell_of, printed, run};

mod expected;

/// Scripts, and what CPython 3.11 prints for them.
const PRINTED: &str = include_str!("library/printed.txt");

fn failure(python: &Python, source: &str) -> CellFailure {
    let outcome = run(python, source);
    outcome
        .failure
        .unwrap_or_else(|| panic!("nothing was raised by\n{source}"))
}

fn cell(python: &Python, source: &str) -> CellOutcome {
    python.run_cell(&cell_of(source))
}

#[test]
fn modules_give_what_cpython_gives() {
    let python = Python::new();
    let cases = PRINTED.split_terminator("===\n");
    let mut count = 0;
    for case in cases {
        let (source, expected) = case
            .split_once("--- prints\n")
            .expect("a script and what it prints");
        assert_eq!(printed(&python, source), expected, "{source}");
        count += 1;
    }
    assert!(count >= 30, "{count} scripts");
}

/// A notebook draws by its seed, also from generators that have none of their own.
#[test]
fn generators_without_a_seed_take_that_of_the_notebook() {
    let python = Python::new();
    let drawn = |notebook: &str, seed| {
        let outcome = python.run_program(&Program {
            notebook: notebook.to_owned(),
            file: "draw.py".to_owned(),
            source: "import random\nprint(random.Random().random(), random.Random().random(), random.Random(3).random())".to_owned(),
            seed,
            ..Program::default()
        });
        assert_eq!(outcome.failure, None);
        let numbers: Vec<String> = outcome
            .output
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        <[String; 3]>::try_from(numbers).expect("three numbers")
    };
    let (first, again, other) = (drawn("a", 1), drawn("b", 1), drawn("c", 2));
    assert_eq!(first, again);
    assert_ne!(first[0], first[1]);
    assert!(first[0] != other[0] && first[1] != other[1] && first[2] == other[2]);
}

#[test]
fn every_module_of_the_list_can_be_imported() {
    let python = Python::new();
    for name in expected::IMPORTED.split_whitespace() {
        printed(&python, &format!("import {name}\n"));
    }
}

#[test]
fn what_a_tab_cannot_do_raises_a_sentence() {
    let python = Python::new();
    for (source, kind, part) in expected::REFUSED {
        let failure = failure(&python, source);
        assert_eq!(failure.kind, *kind, "{source}: {}", failure.message);
        assert!(
            failure.message.contains(part),
            "{source}: {}",
            failure.message
        );
    }
}

#[test]
fn a_file_that_does_not_come_is_said() {
    let python = Python::new();
    fetch_with(|_| Err("the network did not answer".to_owned()));
    let missing = failure(&python, "import argparse");
    assert_eq!(missing.kind, "ModuleNotFoundError");
    for part in [
        "`argparse`",
        "the network did not answer",
        "Check the connection",
    ] {
        assert!(missing.message.contains(part), "{}", missing.message);
    }
    // What the page has a small version of is there all the same, and what nobody has is not called
    // a matter of the network.
    assert_eq!(
        printed(
            &python,
            "from collections import Counter\nprint(Counter('aab')['a'])"
        ),
        "2\n"
    );
    assert_eq!(
        failure(&python, "import sklearn").message,
        "No module named 'sklearn': numpy and torch are here"
    );
    let missing = failure(&python, "import torch\ntorch.sort(torch.zeros(2))");
    for part in [
        "`torch._",
        "a part of this page's Python",
        "the network did not answer",
    ] {
        assert!(missing.message.contains(part), "{}", missing.message);
    }
    fetch_with(|_| Ok("no library at all".to_owned()));
    assert!(
        failure(&python, "import argparse")
            .message
            .contains("is not what the build has made")
    );
    fetch_with(built);
    assert_eq!(
        printed(
            &python,
            "import torch\nprint(torch.sort(torch.tensor([2, 1]))[0].tolist())"
        ),
        "[1, 2]\n"
    );
    assert_eq!(
        printed(&python, "import argparse\nprint(argparse.__name__)"),
        "argparse\n"
    );
}

#[test]
fn cells_keep_their_small_versions() {
    let python = Python::new();
    let is_small = "import types, random, collections\nprint(hasattr(types, '__file__'), hasattr(random, '_stream'), hasattr(collections, 'UserDict'))";
    let before = cell(&python, is_small);
    assert_eq!(before.output, "False True False\n");
    let used = cell(
        &python,
        "import json\nimport collections\nprint(json.dumps([1]), collections.UserDict({1: 2}))",
    );
    assert_eq!((used.failure, used.output.as_str()), (None, "[1] {1: 2}\n"));
    assert_eq!(cell(&python, is_small), before);
    // With the same seed a cell draws the same, also where nobody has given the library a seed.
    let drawn = "import statistics, random\nprint(random.random())";
    assert_eq!(cell(&python, drawn), cell(&python, drawn));
}

/// `worlds` is part of the program as bytecode, and its text comes when it is asked for.
#[test]
fn the_source_of_the_courses_cartpole_is_that_of_its_file() {
    let worlds = include_str!("../lib/worlds.py");
    let from = |begin: &str, end: &str| {
        let at = worlds.find(begin).expect("its beginning");
        let code = worlds[at..].split(end).next().expect("its end");
        format!("{}\n", code.trim_end())
    };
    let class = from("class CartPole(World):", "\n\n\n");
    let method = from("    def reward_function(", "\n\n");
    let asked = "import inspect\nprint(inspect.getsource(CartPole), inspect.getsource(CartPole.reward_function), sep='', end='')";
    let python = Python::new();
    let in_cell = cell(&python, asked);
    assert_eq!(in_cell.failure, None);
    assert_eq!(in_cell.output, format!("{class}{method}"));
    // Also in a program, and where another cell has asked before.
    let program = format!("from worlds import CartPole\n{asked}");
    assert_eq!(printed(&python, &program), in_cell.output);
    assert_eq!(cell(&python, asked), in_cell);
    // Without its file Python says what it says of any text that it cannot read.
    fetch_with(|_| Err("the network did not answer".to_owned()));
    let missing = cell(&python, asked);
    fetch_with(built);
    let failure = missing.failure.expect("no text");
    assert_eq!(
        (failure.kind.as_str(), failure.message.as_str()),
        ("OSError", "could not get source code")
    );
}

#[test]
fn a_cell_begins_with_an_empty_folder() {
    let python = Python::new();
    printed(&python, "open('kept.txt', 'w').write('kept')");
    let writes =
        "import os\nprint(os.listdir())\nopen('mine.txt', 'w').write('mine')\nprint(os.listdir())";
    for _ in 0..2 {
        let outcome = cell(&python, writes);
        assert_eq!(
            (outcome.failure, outcome.output.as_str()),
            (None, "[]\n['mine.txt']\n")
        );
    }
    assert_eq!(printed(&python, "print(open('kept.txt').read())"), "kept\n");
}

#[test]
fn cells_speak_the_python_that_the_page_names() {
    let python = Python::new();
    let asked = "import sys\nprint('%d.%d' % sys.version_info[:2])";
    let language = policy_lab_page::view::versions::LANGUAGE;
    assert_eq!(printed(&python, asked), format!("{language}\n"));
}
