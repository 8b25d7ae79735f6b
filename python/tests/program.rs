//! Texts that run as programs: what they see, what stays for the next one, and how they end.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::python::protocol::{CellFailure, Program};
use policy_lab_python::cell::{CellOutcome, Python, listen};
use policy_lab_python::screen::{Showing, watched};

use crate::cell_of;

fn program(notebook: &str, source: &str) -> Program {
    Program {
        notebook: notebook.to_owned(),
        file: "train.py".to_owned(),
        source: source.to_owned(),
        ..Program::default()
    }
}

fn run(python: &Python, source: &str) -> CellOutcome {
    python.run_program(&program("a", source))
}

fn printed(python: &Python, notebook: &str, source: &str) -> String {
    let outcome = python.run_program(&program(notebook, source));
    assert_eq!(outcome.failure, None, "{source}");
    outcome.output
}

fn failure(python: &Python, source: &str) -> CellFailure {
    run(python, source).failure.expect("an error")
}

#[test]
fn a_program_is_main_with_a_file_and_arguments() {
    let python = Python::new();
    let source = "import sys\nif __name__ == '__main__':\n    print(__file__, sys.argv, sys.modules['__main__'].sys is sys)\n    print(open(__file__).readline())";
    let outcome = python.run_program(&Program {
        arguments: vec!["--seed".to_owned(), "3".to_owned()],
        ..program("a", source)
    });
    assert_eq!(outcome.failure, None);
    assert_eq!(
        outcome.output,
        "/home/reader/train.py ['train.py', '--seed', '3'] True\nimport sys\n\n"
    );
    // None of the course's names is there without an import.
    assert_eq!(failure(&python, "t.ones(2)").kind, "NameError");
}

#[test]
fn names_stay_for_the_notebooks_next_program_only() {
    let python = Python::new();
    // As the worker does before its first request.
    python.warm_up();
    let before = "import torch, gymnasium, random, math as m\ntorch.extra = 1\nrandom.seed(3)\nclass Kept:\n    pass\nkept = Kept()\nx = 5";
    assert_eq!(printed(&python, "a", before), "");
    let after = "print(x, isinstance(kept, Kept), torch.extra, m.pi > 3, random.random())";
    assert_eq!(
        printed(&python, "a", after),
        "5 True 1 True 0.23796462709189137\n"
    );
    let other = python.run_program(&program("b", "print(x)"));
    assert_eq!(
        other.failure.map(|it| it.message).as_deref(),
        Some("name 'x' is not defined")
    );
    let cell = |source: &str| python.run_cell(&cell_of(source));
    let seen = cell(
        "import sys\nprint('x' in globals(), hasattr(t, 'extra'), '__main__' in sys.modules)\nleft = 1\nt.spoilt = 1",
    );
    assert_eq!(
        (seen.failure, seen.output.as_str()),
        (None, "False False False\n")
    );
    assert_eq!(
        printed(
            &python,
            "a",
            "print(torch.extra, hasattr(torch, 'spoilt'), 'left' in globals())"
        ),
        "1 False False\n"
    );
}

#[test]
fn random_numbers_go_on_and_leave_those_of_cells_alone() {
    let python = Python::new();
    let draw = "import torch\nprint(torch.rand(1).item())";
    let seed =
        "import torch\ntorch.manual_seed(1)\nprint(torch.rand(1).item(), torch.rand(1).item())";
    let both = printed(&python, "a", seed);
    printed(
        &python,
        "b",
        "import torch\ntorch.manual_seed(1)\ntorch.rand(1)",
    );
    let second = printed(&python, "b", draw);
    assert_eq!(both.split_whitespace().nth(1), Some(second.trim()));
    // A notebook begins with its own seed, whatever ran before.
    let [one, other, again] = [(1, "c"), (2, "d"), (1, "e")].map(|(seed, notebook)| {
        let outcome = python.run_program(&Program {
            seed,
            ..program(notebook, draw)
        });
        outcome.output
    });
    assert_eq!(one, again);
    assert_ne!(one, other);
}

#[test]
fn what_registers_itself_stays_registered() {
    let python = Python::new();
    printed(
        &python,
        "a",
        "import logging\nlogging.getLogger('x').setLevel(10)\nimport torch.nn as nn\nnn.kinds = {}\nnn.kinds['a'] = 1",
    );
    assert_eq!(
        printed(
            &python,
            "a",
            "print(logging.getLogger('x').level, nn.kinds)"
        ),
        "10 {'a': 1}\n"
    );
}

/// Scripts of repositories count on folders there, and on a debugger that they seldom call.
#[test]
fn what_a_script_counts_on_is_there() {
    let python = Python::new();
    let source = "import pdb, os\nopen('results/run/a.txt', 'w').write('1')\nprint(os.listdir('results/run'))\nbreakpoint()";
    let output = printed(&python, "a", source);
    assert!(output.starts_with("['a.txt']\n"), "{output}");
    assert!(output.contains("no prompt to debug at"), "{output}");
    let failure = failure(&python, "open('/results/a.txt', 'w')");
    assert_eq!(failure.kind, "FileNotFoundError");
}

#[test]
fn exits_are_quiet() {
    let python = Python::new();
    for (source, output) in [
        ("import sys\nprint(1)\nsys.exit()", "1\n"),
        ("import sys\nsys.exit(2)", ""),
        ("import sys\nsys.exit('no data')", "no data\n"),
        ("exit()", ""),
        ("quit()", ""),
        ("raise SystemExit", ""),
    ] {
        let outcome = run(&python, source);
        assert_eq!(
            (outcome.failure, outcome.output.as_str()),
            (None, output),
            "{source}"
        );
    }
    let wrong = "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--lr', type=float)\nparser.parse_args(['--lr', 'x'])";
    let outcome = run(&python, wrong);
    assert_eq!(outcome.failure, None);
    assert_eq!(
        outcome.output,
        "usage: train.py [-h] [--lr LR]\ntrain.py: error: argument --lr: invalid float value: 'x'\n"
    );
    let left = "import atexit, threading\natexit.register(print, 'bye')\nthreading.Thread(target=print, args=('left',)).start()\nprint('end')";
    assert_eq!(printed(&python, "a", left), "end\nleft\nbye\n");
    assert_eq!(printed(&python, "a", "print('again')"), "again\n");
}

#[test]
fn errors_show_the_readers_lines() {
    let python = Python::new();
    let source = "def f(x):\n    return 1 / x\n\ntry:\n    f(0)\nexcept ZeroDivisionError as error:\n    raise ValueError('né') from error\n";
    let divided = failure(&python, source);
    assert_eq!(
        (divided.kind.as_str(), divided.line),
        ("ValueError", Some(7))
    );
    assert_eq!(
        divided.traceback,
        "Traceback (most recent call last):\n  File \"train.py\", line 5, in <module>\n    f(0)\n  File \"train.py\", line 2, in f\n    return 1 / x\nZeroDivisionError: division by zero\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"train.py\", line 7, in <module>\n    raise ValueError('né') from error\nValueError: né\n"
    );
    let missing = failure(&python, "\nopen('nope.txt')\n");
    assert_eq!(missing.line, Some(2));
    assert_eq!(
        missing.traceback,
        "Traceback (most recent call last):\n  File \"train.py\", line 2, in <module>\n    open('nope.txt')\nFileNotFoundError: [Errno 2] No such file or directory: 'nope.txt'\n"
    );
    let syntax = failure(&python, "x = 1\nprint(x\n");
    assert_eq!(
        (syntax.kind.as_str(), syntax.line),
        ("SyntaxError", Some(2))
    );
    assert!(
        syntax.traceback.contains("    print(x\n"),
        "{}",
        syntax.traceback
    );
    assert_eq!(
        failure(&python, "raise KeyboardInterrupt").kind,
        "KeyboardInterrupt"
    );
    // What a program has defined before its error stays, as in a notebook.
    failure(&python, "seen = 3\n1 / 0");
    assert_eq!(printed(&python, "a", "print(seen)"), "3\n");
    let own = "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    print(traceback.format_exc())";
    assert!(printed(&python, "a", own).contains("line 3, in <module>\n    1 / 0\n"));
}

#[test]
fn progress_lines_are_written_over() {
    let python = Python::new();
    let heard = Rc::new(RefCell::new(String::new()));
    let hears = Rc::clone(&heard);
    listen(move |text| hears.borrow_mut().push_str(text));
    let source = "import sys\nfor i in range(3):\n    print('\\rEpisode', i, end='', flush=True)\nsys.stdout.write('\\ndone\\n')\nprint('err', file=sys.stderr)";
    assert_eq!(printed(&python, "a", source), "Episode 2\ndone\nerr\n");
    // Whoever shows it as it comes is sent it as it is printed.
    assert!(
        heard
            .borrow()
            .starts_with("\rEpisode 0\rEpisode 1\rEpisode 2\n")
    );
    // A bar of ten thousand turns is one line: it takes no room from what follows.
    let bar = "for i in range(10_000):\n    print(f'\\r{i:>50}', end='')\nprint('\\nend')";
    assert!(printed(&python, "a", bar).ends_with("9999\nend\n"));
}

#[test]
fn figures_poses_and_files_reach_who_listens() {
    let python = Python::new();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let listener = {
        let seen = Rc::clone(&seen);
        move |shown| seen.borrow_mut().push(shown)
    };
    let source = "import matplotlib.pyplot as plt, gymnasium as gym, torch
env = gym.make('CartPole-v1', render_mode='human')
env.reset(seed=1)
plt.plot([1, 3, 2])
plt.show()
torch.save({'weights': torch.ones(2)}, 'runs/model.pt')
with open('log.csv', 'w') as log:
    log.write('step,return\\n')
open('/tmp/elsewhere.txt', 'w').write('not for the reader');
";
    let outcome = watched(listener, || python.run_program(&program("shown", source)));
    assert_eq!((outcome.failure, outcome.output.as_str()), (None, ""));
    let mut seen = seen.take();
    let files: Vec<_> = (seen.iter())
        .filter_map(|shown| match shown {
            Showing::Written(file) => Some((file.path.as_str(), file.bytes.len())),
            _ => None,
        })
        .collect();
    // The first file that was closed came at once, the other at the end of the program.
    assert_eq!(files.len(), 2, "{files:?}");
    assert!(
        files.contains(&("log.csv", "step,return\n".len())),
        "{files:?}"
    );
    assert!(
        files
            .iter()
            .any(|(path, size)| *path == "runs/model.pt" && *size > 8)
    );
    seen.retain(|shown| !matches!(shown, Showing::Written(_)));
    let [Showing::Pose(pose), Showing::Figure(svg)] = &seen[..] else {
        panic!("{seen:?}");
    };
    assert_eq!(pose.environment, "CartPole");
    let names: Vec<_> = pose
        .quantities
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert!(
        names.contains(&"theta") && pose.quantities.iter().all(|(_, it)| it.abs() < 0.05),
        "{pose:?}"
    );
    assert!(
        svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
        "{svg}"
    );

    // Nothing comes twice, and without a listener a figure is named in the output.
    let again = Rc::new(RefCell::new(Vec::new()));
    let listener = {
        let again = Rc::clone(&again);
        move |shown| again.borrow_mut().push(shown)
    };
    watched(listener, || {
        python.run_program(&program("shown", "print(open('log.csv').read())"))
    });
    assert_eq!(again.take(), []);
    let unseen = python.run_program(&program(
        "shown",
        "plt.plot([1]); plt.title('returns'); plt.show()",
    ));
    assert_eq!(unseen.output, "[a figure: returns]\n");
}

#[test]
fn parts_of_packages_import_by_the_names_of_their_files() {
    let source = "import torch.backends.cudnn as cudnn\nimport torch\n\
                  from torch.utils.tensorboard.writer import SummaryWriter\n\
                  from gymnasium.spaces.box import Box\nfrom gym.wrappers.time_limit import TimeLimit\n\
                  import gym, gymnasium\ncudnn.benchmark = True\n\
                  print(torch.backends.cudnn.benchmark, Box is gymnasium.spaces.Box is gym.spaces.box.Box)";
    assert_eq!(printed(&Python::new(), "a", source), "True True\n");
}
