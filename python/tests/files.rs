//! Files of a notebook: those beside a program, those that it writes, and what a cell with an
//! exercise shows and leaves.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::python::protocol::{Answer, Cell, Program};
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
