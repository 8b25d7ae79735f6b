//! Cells of any text end with a message or with what they printed, and the next cell works: none
//! panics, none takes the interpreter with it. What goes on for ever, or takes all memory, is ended
//! from outside, as the page ends it. `tests/fuzz/cases.rs` says how many cases there are, and how
//! to ask for more: each costs some milliseconds, so there are fewer than of anything else.
#![cfg(target_os = "linux")]

#[path = "../../tests/fuzz/cases.rs"]
mod cases;
#[path = "../../tests/fuzz/documents.rs"]
mod documents;
mod interpreter;
#[path = "../../tests/fuzz/memory.rs"]
mod memory;

use std::cell::RefCell;
use std::path::Path;
use std::{env, fs};

use cases::Target;
use interpreter::{Ended, Interpreter};
use policy_lab_python::cell::Python;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The course's solutions and starters, and the scratchpad's example.
fn programs() -> Vec<Vec<u8>> {
    let course = root().join("../course/exercises");
    let mut files: Vec<_> = (fs::read_dir(course).expect("the exercises").flatten())
        .flat_map(|folder| ["solution.py", "starter.py"].map(|name| folder.path().join(name)))
        .filter(|file| file.exists())
        .collect();
    files.sort();
    files.push(root().join("../page/src/view/scratch/example.py"));
    files
        .iter()
        .map(|file| fs::read(file).expect("a program"))
        .collect()
}

/// Names of PyTorch and numpy that readers use, and what Python does with them.
fn words() -> Vec<String> {
    let names = fs::read_to_string(root().join("tests/names/used.tsv")).expect("the names");
    let names = names
        .lines()
        .filter_map(|line| line.split('\t').next().map(str::to_owned));
    let own = [
        "import torch\n",
        "import numpy as np\n",
        "x = torch.arange(6.).reshape(2, 3)\n",
        "print(x)\n",
        "x.",
        "np.",
        "torch.",
        "(x)",
        "(-1)",
        "(2, 3)",
        "[0]",
        "[:, None]",
        "[::-1]",
        "dim=-7",
        "shape=(0, 3)",
        " @ ",
        " ** ",
        " // 0",
        " << 4000",
        "\n",
        "for i in range(9):\n    ",
        "while x is not None:\n    ",
        "def f(n): return f(n + 1)\n",
        "f(1)\n",
        "class A: pass\n",
        "try:\n    ",
        "except Exception as e:\n    ",
        "raise ",
        "lambda *a, **k: ",
        "yield ",
        "del ",
        "global x\n",
        "with ",
        "exec('1')\n",
        "eval('1')\n",
        "__import__('os')\n",
        "().__class__.__mro__",
        "setattr(torch, 'relu', 3)\n",
        "f'{x!r:>9}'",
        "'%s' % ",
        "b'\\xff'.decode()\n",
        "int('9' * 5000)\n",
        "float('nan')",
        "complex(1, 2)",
        "match x:\n    case _: pass\n",
        "sorted(",
        "zip(*",
        "print(end='\\r')\n",
        "x.sum().backward()\n",
        "requires_grad=True",
        "'a' * 10 ** 9",
        "[0] * 10 ** 11",
    ];
    names.chain(own.map(str::to_owned)).collect()
}

#[test]
fn any_cell_ends_and_the_next_one_works() {
    let target = Target {
        name: "cells",
        valid: programs(),
        words: words(),
        few: 60,
        share: 200,
        cost: 10_000,
    };
    let interpreter = RefCell::new(Interpreter::start());
    let ended = RefCell::new([0; 4]);
    target.holds(|bytes| {
        let source = String::from_utf8_lossy(bytes);
        let outcome = interpreter.borrow_mut().run(&source);
        let (kind, is_useful) = match outcome {
            Ended::Printed => (0, true),
            Ended::Raised(said) => {
                assert!(
                    said.contains('\n') && said.len() > 10,
                    "no traceback: {said:?}"
                );
                (1, true)
            }
            Ended::OutOfTime => (2, true),
            Ended::OutOfMemory => (3, true),
            Ended::Broken(why) => panic!("{why}\n{source}"),
        };
        ended.borrow_mut()[kind] += 1;
        is_useful
    });
    let [printed, raised, late, large] = *ended.borrow();
    println!(
        "{printed} ran, {raised} raised an exception, {late} went on for ever, {large} took all memory"
    );
    assert!(printed > 0 && raised > 0);
}

/// RustPython breaks off at a string that is not closed and ends in a letter of several bytes:
/// `python/src/source.rs`.
#[test]
fn a_string_that_nobody_closes_is_an_error_wherever_it_is_compiled() {
    let python = Python::new();
    let sources = [
        "x = \"é",
        "# é\nx = f'{1}é",
        "exec('x = \"é')",
        "eval('\"é')",
        "compile('\"é', 'a.py', 'exec')",
    ];
    for source in sources {
        let failure = python.run(source).failure;
        let kind = failure.map(|failure| failure.kind);
        assert_eq!(kind.as_deref(), Some("SyntaxError"), "{source}");
    }
    // What is no module may be an expression.
    let well = "x = 'é'\nexec('y = \"é\"')\nprint(x == y, eval('  \"é\" + x', {'x': 'a'}), eval(compile('x', 'é', 'eval')))";
    let outcome = python.run(well);
    assert_eq!(
        (outcome.output.as_str(), outcome.failure),
        ("True éa é\n", None)
    );
}

/// Not a test of its own: the process in which the cells above run.
#[test]
#[ignore = "runs cells for the others"]
fn interpreter_of_the_other_tests() {
    if env::var_os(interpreter::CHILD).is_some() {
        interpreter::serve();
    }
}
