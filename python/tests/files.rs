//! Files of a notebook: those beside a program, those that it writes, and what a cell with an
//! exercise shows and leaves.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::python::protocol::{Answer, Cell, Program};
use policy_lab_page::view::scratch::shown::picture_of;
use policy_lab_python::cell::Python;
use policy_lab_python::screen::{Showing, watched};

use crate::cell_of;

#[test]
fn a_cell_of_an_exercise_shows_figures_and_files_too() {
    let python = Python::new();
    python.warm_up();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let listener = {
        let seen = Rc::clone(&seen);
        move |shown| seen.borrow_mut().push(shown)
    };
    let answer = Answer {
        source: "import matplotlib.pyplot as plt
plt.plot([1, 2, 4]); plt.show()
for name in ('first.txt', 'second.txt'):
    with open(name, 'w') as file:
        file.write(name)
"
        .to_owned(),
        ..Answer::default()
    };
    let cell = Cell {
        answer,
        ..Cell::default()
    };
    let ran = watched(listener, || python.run_cell(&cell));
    assert_eq!((ran.failure, ran.output.as_str()), (None, ""));
    let seen = seen.take();
    let [
        Showing::Figure(_),
        Showing::Written(first),
        Showing::Written(second),
    ] = &seen[..]
    else {
        panic!("{seen:?}");
    };
    assert_eq!(
        (first.path.as_str(), second.bytes.as_slice()),
        ("first.txt", "second.txt".as_bytes())
    );
}

#[test]
fn an_environment_to_watch_sends_the_state_that_its_picture_is_drawn_of() {
    let source = "import gymnasium as gym
for name in ('MountainCar-v0', 'MountainCarContinuous-v0', 'Acrobot-v1', 'Pendulum-v1', 'LunarLander-v3', 'FrozenLake-v1', 'CliffWalking-v1'):
    gym.make(name, render_mode='human').reset(seed=1)
gym.make('FrozenLake-v1', map_name='8x8', render_mode='human').reset(seed=1)
";
    let seen = Rc::new(RefCell::new(Vec::new()));
    let kept = Rc::clone(&seen);
    let program = Program {
        source: source.to_owned(),
        ..Program::default()
    };
    let ran = watched(
        move |shown| {
            if let Showing::Pose(pose) = shown {
                kept.borrow_mut().push(pose);
            }
        },
        || Python::new().run_program(&program),
    );
    assert_eq!(ran.failure, None);
    let mut poses = seen.take();
    let other_map = poses.pop().expect("poses");
    assert_eq!(other_map.state, Vec::<f32>::new());
    assert_eq!(poses.len(), 7);
    for pose in poses {
        let (sketch, count) = picture_of(&pose.environment).expect(&pose.environment);
        assert_eq!(pose.state.len(), count, "{}", pose.environment);
        let mut points = sketch.points(&pose.state).into_iter().flatten();
        assert!(points.all(f32::is_finite), "{}", pose.environment);
    }
}

#[test]
fn a_program_imports_the_files_beside_it() {
    let python = Python::new();
    python.warm_up();
    let run = |model: &str, source: &str| {
        let beside = [("training.py", model), ("nets/small.py", "SIZE = 3")];
        let beside = beside.map(|(file, text)| (file.to_owned(), text.to_owned()));
        python.run_program(&Program {
            beside: beside.to_vec(),
            notebook: "a".to_owned(),
            file: "train.py".to_owned(),
            source: source.to_owned(),
            ..Program::default()
        })
    };
    // A name that the page's own Python has too, a folder, and a file that the program writes.
    let source = "import torch, training\nfrom nets.small import SIZE\nfrom nets import small\n\
                  open('late.py', 'w').write('x = 7')\nimport late\n\
                  print(training.act(), SIZE, small.__file__, late.x, training.__name__)";
    let told = run("def act():\n    return 'left'", source);
    assert_eq!(told.failure, None);
    assert_eq!(
        told.output,
        "left 3 /home/reader/nets/small.py 7 training\n"
    );
    // As a new process would, the next program sees what has changed.
    let told = run(
        "def act():\n    return 1 / 0",
        "import training\ntraining.act()",
    );
    let failure = told.failure.expect("an error");
    assert_eq!(failure.line, Some(2));
    assert_eq!(
        failure.traceback,
        "Traceback (most recent call last):\n  File \"train.py\", line 2, in <module>\n    training.act()\n  \
         File \"training.py\", line 2, in act\n    return 1 / 0\nZeroDivisionError: division by zero\n"
    );
    // Cells with exercises know nothing of them, and have the page's own.
    let cell = |source: &str| {
        let told = python.run_cell(&cell_of(source));
        (
            told.output,
            told.failure.map(|it| it.message).unwrap_or_default(),
        )
    };
    let (output, _) = cell("import training\nprint(getattr(training, '__file__', 'ours'))");
    assert_eq!(output, "ours\n");
    let (_, why) = cell("import late");
    assert!(
        why.starts_with("No module named 'late': a page cannot install packages"),
        "{why}"
    );
    let (_, why) = cell("import polars as pl");
    assert!(why.contains("numpy arrays hold what is logged"), "{why}");
}

/// A program of a folder, and the folder's other files.
fn of_folder(file: &str, source: &str, files: Option<&[(&str, &[u8])]>) -> Program {
    let owned = |(path, content): &(&str, &[u8])| ((*path).to_owned(), content.to_vec());
    Program {
        notebook: "folder".to_owned(),
        file: file.to_owned(),
        source: source.to_owned(),
        files: files.map(|files| files.iter().map(owned).collect()),
        ..Program::default()
    }
}

#[test]
fn a_folder_keeps_its_layout() {
    let python = Python::new();
    let files: [(&str, &[u8]); 7] = [
        (
            "common/multiprocessing_env.py",
            b"from . import spaces\nclass SubprocVecEnv:\n    size = spaces.SIZE",
        ),
        (
            "common/spaces.py",
            b"from .deep.inner import TWO\nSIZE = TWO + 1",
        ),
        ("common/deep/__init__.py", b""),
        ("common/deep/inner.py", b"TWO = 2"),
        ("data/x.csv", b"a,b\n1,2\n"),
        ("src/model.py", b"def fail():\n    return 1 / 0"),
        ("data/q.bin", b"\xff\x00\xfe"),
    ];
    // Folders with and without `__init__.py`, relative imports, a text and bytes.
    let source = "from common.multiprocessing_env import SubprocVecEnv\n\
                  print(SubprocVecEnv.size, open('data/x.csv').read().split(), open('data/q.bin', 'rb').read())";
    let told = python.run_program(&of_folder("main.py", source, Some(&files)));
    assert_eq!(told.failure, None);
    assert_eq!(told.output, "3 ['a,b', '1,2'] b'\\xff\\x00\\xfe'\n");
    // They stay for the next program. One in a folder begins there, and finds what lies beside it
    // and above.
    let source = "import os\nimport model, common.spaces\n\
                  print(os.getcwd(), os.path.relpath(model.__file__), len(open('../data/x.csv').read()))";
    let told = python.run_program(&of_folder("src/train.py", source, None));
    assert_eq!(told.failure, None);
    assert_eq!(told.output, "/home/reader/src model.py 8\n");
    // Tracebacks show the lines of files that came before.
    let told = python.run_program(&of_folder(
        "src/train.py",
        "import model\nmodel.fail()",
        None,
    ));
    let traceback = told.failure.expect("an error").traceback;
    assert!(
        traceback.contains("  File \"src/model.py\", line 2, in fail\n    return 1 / 0\n"),
        "{traceback}"
    );
    // What is missing has its path, also where a name of another package is nowhere.
    let missing = |source: &str| {
        let told = python.run_program(&of_folder("main.py", source, None));
        told.failure.expect("an error").message
    };
    let why = missing("from common.no_such import X");
    assert!(
        why.contains("no common/no_such.py beside this one"),
        "{why}"
    );
    let why = missing("open('data/y.csv')");
    assert!(why.contains("data/y.csv"), "{why}");
    let why = missing("import sys\nsys.path.append('lib')\nimport nowhere.deep as it\nit()");
    assert!(why.contains("open nowhere/deep.py"), "{why}");
    // What is taken away is gone, and its modules with it.
    let told = python.run_program(&of_folder("main.py", "print(1)", Some(&files[3..5])));
    assert_eq!(told.output, "1\n");
    let why = missing("import common.spaces");
    assert!(why.contains("no common/spaces.py"), "{why}");
    let why = missing("open('data/q.bin')");
    assert!(why.contains("No such file"), "{why}");
}

#[test]
fn a_file_that_comes_later_takes_the_place_of_a_stand_in() {
    let python = Python::new();
    let own: (&str, &[u8]) = ("own.py", b"import later\ndef f():\n    return later.x");
    let source = "import own\nprint(own.f())";
    let told = python.run_program(&of_folder("main.py", source, Some(&[own])));
    let failure = told.failure.expect("an error");
    assert!(
        failure.message.contains("open later.py"),
        "{}",
        failure.message
    );
    let later: (&str, &[u8]) = ("later.py", b"x = 3");
    let told = python.run_program(&of_folder("main.py", source, Some(&[own, later])));
    assert_eq!((told.failure, told.output.as_str()), (None, "3\n"));
}

#[test]
fn a_package_that_imports_itself_ends_in_a_sentence() {
    let python = Python::new();
    let files: [(&str, &[u8]); 3] = [
        (
            "same/__init__.py",
            b"import same\nfrom same import other\nfrom same import Nothing",
        ),
        ("same/other.py", b"import same.other"),
        ("torch/__init__.py", b"raise ValueError('never')"),
    ];
    // The page's own torch is not taken for the folder of that name.
    let source = "import torch\nprint(torch.ones(1).item())\nimport same";
    let told = python.run_program(&of_folder("main.py", source, Some(&files)));
    assert_eq!(told.output, "1.0\n");
    let failure = told.failure.expect("an error");
    assert_eq!(failure.kind, "ImportError");
    assert!(failure.message.contains("'Nothing'"), "{}", failure.message);
}
