//! What the page asks of the Python worker, and what it answers: plain data, for a page without an interpreter.

use serde::{Deserialize, Serialize};

use super::part::Part;
use crate::config::TrainConfig;
use crate::protocol::{Command, Event};

/// From the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PythonRequest {
    /// Runs a cell, and then the checks of what it defines.
    Run(Cell),
    /// Trains with functions of cells in place of the run's own.
    Train {
        /// The cells that define them.
        cells: Vec<Cell>,
        /// Which take part.
        parts: Vec<Part>,
        /// The settings.
        config: Box<TrainConfig>,
    },
    /// Drives the run under way: pause, resume, step, stop.
    Drive(Command),
}

/// A text to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The reader's text.
    pub source: String,
    /// Names that only this text may define: what an earlier text left under them is forgotten first.
    pub names: Vec<String>,
    /// What to run after it, if it ran.
    pub check: Option<String>,
}

/// To the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PythonAnswer {
    /// `scripts/serve` has not built Python yet: it will be loaded as soon as it is there.
    Building,
    /// How much of the program has arrived, in bytes after unpacking, and of how many, if that is known.
    Loading {
        /// So far.
        loaded: f64,
        /// Altogether.
        total: Option<f64>,
    },
    /// It listens.
    Ready,
    /// More of what the cell prints.
    Printed(String),
    /// The cell is done; what went wrong, if something did.
    Ran(Option<CellFailure>),
    /// From the run under way.
    Run(Event),
    /// The worker ended, and with it all that cells had defined: a sentence.
    Ended(String),
}

/// What the script that loads the worker tells, as JSON, before there is a program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LoaderNews {
    /// As [`PythonAnswer::Building`].
    Building,
    /// As [`PythonAnswer::Loading`].
    Loading {
        /// So far.
        loaded: f64,
        /// Altogether.
        total: Option<f64>,
    },
    /// As [`PythonAnswer::Ended`].
    Ended(String),
}

impl From<LoaderNews> for PythonAnswer {
    fn from(news: LoaderNews) -> Self {
        match news {
            LoaderNews::Building => Self::Building,
            LoaderNews::Loading { loaded, total } => Self::Loading { loaded, total },
            LoaderNews::Ended(why) => Self::Ended(why),
        }
    }
}

/// What went wrong in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellFailure {
    /// The class of the exception, `ValueError` say.
    pub kind: String,
    /// What it says.
    pub message: String,
    /// The line of the cell that led to it, from 1.
    pub line: Option<usize>,
    /// The whole trace, as Python prints it.
    pub traceback: String,
    /// What a check found, if it was a check that failed.
    pub finding: Option<Box<CellFinding>>,
}

/// Why a check failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellFinding {
    /// What the function should do.
    pub idea: String,
    /// What it was given: names and values.
    pub inputs: Vec<(String, String)>,
    /// What it should have given.
    pub expected: Option<String>,
    /// What it gave.
    pub got: Option<String>,
    /// The likely mistake.
    pub likely: Option<String>,
}
