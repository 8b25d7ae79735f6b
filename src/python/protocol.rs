//! The requests of the page to the Python worker, and its answers: plain data, for a page without
//! an interpreter.

use serde::{Deserialize, Serialize};

use super::part::Part;
use crate::config::TrainConfig;
use crate::protocol::arrival::Arrival;
use crate::protocol::{Command, Event};

/// A message from the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PythonRequest {
    /// Runs a cell, and then the checks of its definitions.
    Run(Cell),
    /// Runs a text as a program. The answers are those to `Run`.
    RunProgram(Program),
    /// Trains with functions from cells in place of the run's own.
    Train {
        /// The cells that define the functions.
        cells: Vec<Cell>,
        /// The parts that they replace.
        parts: Vec<Part>,
        /// The settings.
        config: Box<TrainConfig>,
    },
    /// Trains with a loop that a cell defines.
    TrainLoop {
        /// The cell.
        cell: Cell,
        /// The Python expression that creates the loop: a generator that yields after each
        /// iteration.
        expression: String,
        /// The Python expression of the loop's own names that says how many iterations it has.
        iterations: String,
        /// The settings of the page's own run beside it or, without one, those that are nearest;
        /// and the seed.
        config: Box<TrainConfig>,
    },
    /// Drives the run under way: pause, resume, step, stop.
    Drive(Command),
}

/// A text to run. It sees the course's names, with the reader's passed answers in place of the
/// reference's, and nothing that another text has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The reader's text, and the names that it must define.
    pub answer: Answer,
    /// The reader's answers to other exercises that have passed their checks, in the order of the
    /// course.
    pub passed: Vec<Answer>,
    /// The code to run after the text, if the text ran.
    pub check: Option<String>,
    /// Seed of the random numbers that the text and the check draw.
    pub seed: u32,
}

/// A text to run as `python FILE ARGUMENTS` would, with `__name__ == "__main__"`. It sees what
/// earlier programs of its notebook have defined, until the worker ends. What it prints may hold
/// `\r`: [`Output`](super::output::Output) shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The notebook that it belongs to, by any name.
    pub notebook: String,
    /// The name of its file, such as `scratch-1.py`: tracebacks show it, and `sys.argv[0]` is it.
    pub file: String,
    /// The reader's text.
    pub source: String,
    /// The names and texts of the files beside it, which it can import.
    pub beside: Vec<(String, String)>,
    /// The paths and contents of all further files that lie beside it from now on, such as those of
    /// a folder; `None` if they are those of the notebook's last program.
    pub files: Option<Vec<(String, Vec<u8>)>>,
    /// The further entries of `sys.argv`.
    pub arguments: Vec<String>,
    /// Seed of the random numbers that the notebook's first program draws; later ones go on with
    /// them.
    pub seed: u32,
}

/// An answer to an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The reader's text.
    pub source: String,
    /// The names that it defines for other exercises and for the check.
    pub names: Vec<String>,
    /// The name by which other exercises know the first of them, if that is another one.
    pub known_as: Option<String>,
}

/// A message to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PythonAnswer {
    /// The program is on its way.
    Arriving(Arrival),
    /// The worker is ready for requests.
    Ready,
    /// Further output of the cell.
    Printed(String),
    /// A figure that the program has drawn, as SVG.
    Figure(String),
    /// HTML that the program shows: safe tags, and nothing that runs or loads.
    Markup(String),
    /// What the program has printed, drawn and shown so far is to be seen no more.
    Cleared,
    /// What an environment looks like now, which was made with `render_mode="human"`.
    Pose(Pose),
    /// A file that the program has written, as it is now. It may come several times.
    Written(WrittenFile),
    /// The cell has run; the error, if there was one.
    Ran(Option<CellFailure>),
    /// An event of the run under way.
    Run(Box<Event>),
    /// The worker ended: the reason in a sentence.
    Ended(String),
}

/// What there is to draw of an environment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The environment, such as `CartPole`.
    pub environment: String,
    /// Quantities by name, such as the place of the cart in metres and the angle of the pole in
    /// radians.
    pub quantities: Vec<(String, f64)>,
    /// Its state, as the picture of that environment reads it; empty where it has no picture.
    pub state: Vec<f32>,
}

/// A file of the folder in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFile {
    /// Its path from the reader's folder, such as `runs/model.pt`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// An error in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellFailure {
    /// The class of the exception, such as `ValueError`.
    pub kind: String,
    /// The exception's message.
    pub message: String,
    /// The line of the cell that led to it, from 1.
    pub line: Option<usize>,
    /// The whole traceback, as Python prints it.
    pub traceback: String,
    /// The result of the check, if it was a check that failed.
    pub finding: Option<Box<CellFinding>>,
    /// The likely cause in a sentence, if there is one to name and no finding says it.
    pub hint: Option<String>,
}

/// The reason why a check failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellFinding {
    /// The purpose of the function.
    pub idea: String,
    /// The names and values of its arguments.
    pub inputs: Vec<(String, String)>,
    /// The value that it should return.
    pub expected: Option<String>,
    /// The value that it returned.
    pub got: Option<String>,
    /// The likely mistake.
    pub likely: Option<String>,
}
