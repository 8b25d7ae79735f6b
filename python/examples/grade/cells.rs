//! Cells that run in a process of their own, so that one which never ends, or takes its interpreter with it, costs no other cell.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab_page::marking::Recheck;
use policy_lab_python::cell::Python;

/// The argument with which this program runs cells from its standard input.
pub const RUN_CELLS: &str = "--run-cells";
/// What stands before an answer, to tell it from all else that a process may print.
const ANSWER: &str = "answer: ";

/// Runs the cells that standard input names, one a line, and prints what came of each.
pub fn run_all() {
    let python = Python::new();
    for line in io::stdin().lines().map_while(Result::ok) {
        let Ok(cell) = serde_json::from_str::<Cell>(&line) else {
            return;
        };
        let failure: Option<CellFailure> = python.run_cell(&cell).failure;
        let answer = serde_json::to_string(&failure).unwrap_or_default();
        println!("{ANSWER}{answer}");
    }
}

/// The process that runs cells. It is started when it is first needed, and again after it has ended.
#[derive(Default)]
pub struct Cells {
    process: Option<Process>,
}

struct Process {
    child: Child,
    cells: ChildStdin,
    answers: Receiver<String>,
}

impl Cells {
    /// Runs a cell with its checks, for at most `limit_secs` seconds.
    pub fn run(&mut self, cell: &Cell, limit_secs: u64) -> Recheck {
        let process = match self.process.take() {
            Some(process) => Ok(process),
            None => Process::start(),
        };
        let mut process = match process {
            Ok(process) => process,
            Err(error) => return Recheck::Ended(format!("Python could not be started: {error}")),
        };
        let line = serde_json::to_string(cell).unwrap_or_default();
        let is_sent = writeln!(process.cells, "{line}").is_ok();
        let answer = match is_sent {
            true => (process.answers).recv_timeout(Duration::from_secs(limit_secs)),
            false => Err(RecvTimeoutError::Disconnected),
        };
        match answer {
            Ok(answer) => {
                self.process = Some(process);
                match serde_json::from_str::<Option<CellFailure>>(&answer) {
                    Ok(failure) => Recheck::from(failure.as_ref()),
                    Err(error) => Recheck::Ended(format!("Python’s answer is damaged: {error}")),
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                Recheck::Ended(format!("did not end within {limit_secs} seconds"))
            }
            Err(RecvTimeoutError::Disconnected) => {
                Recheck::Ended("it ended Python, perhaps for want of memory".to_owned())
            }
        }
    }
}

impl Process {
    fn start() -> io::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(RUN_CELLS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || io::Error::other("it has no input or output");
        let cells = child.stdin.take().ok_or_else(missing)?;
        let printed = child.stdout.take().ok_or_else(missing)?;
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(printed).lines().map_while(Result::ok) {
                let answer = line.strip_prefix(ANSWER).map(str::to_owned);
                if answer.is_some_and(|answer| send.send(answer).is_err()) {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            cells,
            answers,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It fails only if the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
