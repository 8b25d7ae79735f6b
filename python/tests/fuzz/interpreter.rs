//! An interpreter in a process of its own, which can be ended from outside, as the page ends its worker.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use std::{env, io, thread};

use policy_lab::python::protocol::{Answer, Cell, Program};
use policy_lab_python::cell::{CellOutcome, Python};

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
/// The beginning of a line with an answer; what else is printed is not for us.
const MARK: &str = "\u{1}answer ";
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
    process: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    cells: usize,
}

impl Interpreter {
    /// Starts a process.
    pub fn start() -> Self {
        let own = env::current_exe().expect("this program");
        let mut process = Command::new("/bin/sh")
            .args(["-c", &format!("ulimit -v {MEMORY_KB}; exec \"$0\" \"$@\"")])
            .arg(own)
            .args([
                "--exact",
                "interpreter_of_the_other_tests",
                "--ignored",
                "--nocapture",
            ])
            .env(CHILD, "yes")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("an interpreter");
        let input = process.stdin.take().expect("its input");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let (sender, answers) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let answer = line.split_once(MARK).map(|(_, answer)| answer.to_owned());
                if answer.is_some_and(|answer| sender.send(answer).is_err()) {
                    break;
                }
            }
        });
        let mut interpreter = Self {
            process,
            input,
            answers,
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
        let source = serde_json::to_string(source).expect("JSON");
        if writeln!(self.input, "{source}").is_err() {
            return self.broken();
        }
        match self.answers.recv_timeout(limit) {
            Ok(answer) => match serde_json::from_str(&answer).expect("an answer") {
                (None, None) => Ended::Printed,
                (Some(said), None) => Ended::Raised(said),
                (_, Some(next)) => Ended::Broken(next),
            },
            Err(RecvTimeoutError::Timeout) => Ended::OutOfTime,
            Err(RecvTimeoutError::Disconnected) => self.broken(),
        }
    }

    /// Says how the process ended.
    fn broken(&mut self) -> Ended {
        let mut said = String::new();
        if let Some(errors) = &mut self.process.stderr {
            // What cannot be read is not said.
            let _ = errors.read_to_string(&mut said);
        }
        let status = self.process.wait();
        match said.contains("memory allocation of") {
            true => Ended::OutOfMemory,
            false => Ended::Broken(format!("The interpreter ended with {status:?}: {said}")),
        }
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the cells that come in, a line of JSON each, and answers each with a line: its traceback, and what was wrong with the next cell.
pub fn serve() {
    let served = thread::Builder::new().stack_size(STACK).spawn(|| {
        let python = Python::new();
        python.warm_up();
        for line in io::stdin().lock().lines() {
            let source: String = serde_json::from_str(&line.expect("a line")).expect("a cell");
            let outcome = run(&python, &source);
            let said = outcome.failure.map(|failure| failure.traceback);
            let next = python.run_cell(&cell(NEXT));
            let is_well = next.failure.is_none() && next.output == PRINTED;
            let wrong = (!is_well).then(|| format!("The next cell did not work: {next:?}"));
            let answer = serde_json::to_string(&(said, wrong)).expect("JSON");
            println!("{MARK}{answer}");
        }
    });
    served.expect("a thread").join().expect("no panic");
}

/// Runs a text as a cell of an exercise, and every other one as a program of the scratchpad.
fn run(python: &Python, source: &str) -> CellOutcome {
    match source.len() % 2 {
        0 => python.run_cell(&cell(source)),
        _ => python.run_program(&Program {
            notebook: "fuzz".to_owned(),
            file: "scratch-1.py".to_owned(),
            source: source.to_owned(),
            ..Program::default()
        }),
    }
}

fn cell(source: &str) -> Cell {
    Cell {
        answer: Answer {
            source: source.to_owned(),
            ..Answer::default()
        },
        ..Cell::default()
    }
}
