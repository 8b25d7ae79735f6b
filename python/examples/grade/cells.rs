//! Cells that run in a process of their own, so that one which never ends, or takes its interpreter
//! with it, costs no other cell.

use std::env;
use std::io;
use std::time::Duration;

use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab_page::marking::Recheck;
use policy_lab_python::cell::Python;

use super::process::{NoAnswer, Process, answer_all, within_memory};

/// The argument with which this program runs cells from its standard input.
pub const RUN_CELLS: &str = "--run-cells";
/// Kilobytes of address space for an interpreter: 1 GiB for cells, as in a tab, and the rest for
/// itself.
const MEMORY_KB: u64 = 1280 << 10;

/// Runs the cells that standard input names, and answers with what came of each.
pub fn run_all() {
    let python = Python::new();
    answer_all(|cell: Cell| python.run_cell(&cell).failure);
}

/// The process that runs cells. It is started when it is first needed, and again after it has
/// ended.
#[derive(Default)]
pub struct Cells {
    process: Option<Process>,
}

impl Cells {
    /// Runs a cell with its checks, for at most `limit_secs` seconds. A cell that ends a process in
    /// which others ran before it runs once more in a new one: what those left in memory may have
    /// been the reason.
    pub fn run(&mut self, cell: &Cell, limit_secs: u64) -> Recheck {
        let was_used = self.process.is_some();
        match self.try_to_run(cell, limit_secs) {
            Err(Trouble::Ended) if was_used => {
                (self.try_to_run(cell, limit_secs)).unwrap_or_else(Recheck::from)
            }
            tried => tried.unwrap_or_else(Recheck::from),
        }
    }

    fn try_to_run(&mut self, cell: &Cell, limit_secs: u64) -> Result<Recheck, Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => start().map_err(Trouble::NotStarted)?,
        };
        let limit = Duration::from_secs(limit_secs);
        let failure: Option<CellFailure> =
            (process.ask(cell, limit)).map_err(|error| match error {
                NoAnswer::Late => Trouble::Late(limit_secs),
                NoAnswer::Ended(_) => Trouble::Ended,
            })?;
        self.process = Some(process);
        Ok(Recheck::from(failure.as_ref()))
    }
}

fn start() -> io::Result<Process> {
    let own = env::current_exe()?;
    Process::start(within_memory(own.as_os_str(), MEMORY_KB).arg(RUN_CELLS))
}

/// The reason why nothing is known of a cell.
enum Trouble {
    NotStarted(io::Error),
    Late(u64),
    Ended,
}

impl From<Trouble> for Recheck {
    fn from(trouble: Trouble) -> Self {
        Self::Ended(match trouble {
            Trouble::NotStarted(error) => format!("Python could not be started: {error}"),
            Trouble::Late(secs) => format!("did not end within {secs} seconds"),
            Trouble::Ended => "it ended Python, perhaps for want of memory".to_owned(),
        })
    }
}
