//! An interpreter in a process of its own, which can be ended from outside, as the page ends its
//! worker.

use std::time::Duration;
use std::{env, thread};

use policy_lab::python::protocol::Program;
use policy_lab_python::cell::{CellOutcome, Python};

use crate::cell_of;
use crate::process::{NoAnswer, Process, answer_all, within_memory};

/// The variable that tells a process that it is such an interpreter.
pub const CHILD: &str = "POLICY_LAB_FUZZ_INTERPRETER";
/// The time after which a cell is ended. The page gives it longer.
const LIMIT: Duration = Duration::from_secs(1);
/// Kilobytes of memory that the process may take.
const MEMORY_KB: u64 = 4 << 20;
/// Bytes of stack, as a tab gives its workers about.
const STACK: usize = 64 << 20;
/// Cells after which another process begins: what cells leave behind is not what is tested here.
const CELLS: usize = 400;
/// What the cell after each one prints, with the names that cells use most.
const NEXT: &str = "print(sum([1, 2]), t.arange(3).sum().item(), np.ones(2).sum(), len('abc'))";
const PRINTED: &str = "3 3 2.0 3\n";

/// How a cell ended.
pub enum Ended {
    /// It ran to its end.
    Printed,
    /// It raised an exception: the traceback.
    Raised(String),
    /// It was ended after its time.
    OutOfTime,
    /// It wanted more memory than there is.
    OutOfMemory,
    /// It took the interpreter with it, or broke it for the next cell: how.
    Broken(String),
}

/// The process.
pub struct Interpreter {
    process: Process,
    cells: usize,
}

impl Interpreter {
    /// Starts a process.
    pub fn start() -> Self {
        let own = env::current_exe().expect("this program");
        let mut program = within_memory(own.as_os_str(), MEMORY_KB);
        program
            .args([
                "--exact",
                "fuzz::interpreter_of_the_other_tests",
                "--ignored",
                "--nocapture",
            ])
            .env(CHILD, "yes")
            .env("RUST_BACKTRACE", "0");
        let mut interpreter = Self {
            process: Process::start(&mut program).expect("an interpreter"),
            cells: 0,
        };
        // Its start is none of a cell's time.
        assert!(matches!(
            interpreter.ask("", Duration::from_secs(120)),
            Ended::Printed
        ));
        interpreter
    }

    /// Runs a cell.
    pub fn run(&mut self, source: &str) -> Ended {
        if self.cells == CELLS {
            *self = Self::start();
        }
        self.cells += 1;
        let ended = self.ask(source, LIMIT);
        if !matches!(ended, Ended::Printed | Ended::Raised(_)) {
            *self = Self::start();
        }
        ended
    }

    fn ask(&mut self, source: &str, limit: Duration) -> Ended {
        match self.process.ask::<Answered>(&source, limit) {
            Ok((None, None)) => Ended::Printed,
            Ok((Some(said), None)) => Ended::Raised(said),
            Ok((_, Some(next))) => Ended::Broken(next),
            Err(NoAnswer::Late) => Ended::OutOfTime,
            Err(NoAnswer::Ended(how)) if how.contains("memory allocation of") => Ended::OutOfMemory,
            Err(NoAnswer::Ended(how)) => Ended::Broken(format!("The interpreter ended: {how}")),
        }
    }
}

/// The traceback of a cell, and what was wrong with the next one.
type Answered = (Option<String>, Option<String>);

/// Runs the cells that come in, and the next cell after each.
pub fn serve() {
    let served = thread::Builder::new().stack_size(STACK).spawn(|| {
        let python = Python::new();
        python.warm_up();
        answer_all(|source: String| -> Answered {
            let outcome = run(&python, &source);
            let said = outcome.failure.map(|failure| failure.traceback);
            let next = python.run_cell(&cell_of(NEXT));
            let is_well = next.failure.is_none() && next.output == PRINTED;
            let wrong = (!is_well).then(|| format!("The next cell did not work: {next:?}"));
            (said, wrong)
        });
    });
    served.expect("a thread").join().expect("no panic");
}

/// Runs a text as a cell of an exercise, and every other one as a program of the scratchpad.
fn run(python: &Python, source: &str) -> CellOutcome {
    match source.len() % 2 {
        0 => python.run_cell(&cell_of(source)),
        _ => python.run_program(&Program {
            notebook: "fuzz".to_owned(),
            file: "scratch-1.py".to_owned(),
            source: source.to_owned(),
            ..Program::default()
        }),
    }
}
