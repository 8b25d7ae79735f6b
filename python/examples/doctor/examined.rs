//! Asks the interpreter's `doctor` why a script does not learn: for the native command and for
//! tests. The page calls the Python module itself.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use policy_lab::python::protocol::Program;
use policy_lab_python::cell::Python;
use policy_lab_python::screen::{Showing, watched};
use serde_json::Value;

/// The file in which Python leaves its answer, because what it prints is cut off.
const ANSWER: &str = "answer.json";
/// A script that never calls anything is interrupted after the first of these, and what still goes
/// on after the second.
const LIMITS: [Duration; 2] = [Duration::from_secs(34), Duration::from_secs(22)];

/// What was found.
#[derive(Debug)]
pub struct Examination {
    /// The findings by weight, a list of JSON.
    pub findings: Value,
    /// All of it as plain text.
    pub text: String,
}

/// Examines a script. If `tries`, a mended line is run as well.
///
/// # Errors
/// Python's traceback, or why its answer cannot be read.
pub fn examine(python: &Python, text: &str, tries: bool) -> Result<Examination, String> {
    let interrupter = python.interrupter();
    let (done, end) = channel::<()>();
    let clock = thread::spawn(move || {
        for limit in LIMITS {
            if end.recv_timeout(limit) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            interrupter.interrupt();
        }
    });
    let examined = ask(python, text, tries);
    drop(done);
    // It cannot fail.
    let _ = clock.join();
    examined
}

fn ask(python: &Python, text: &str, tries: bool) -> Result<Examination, String> {
    let tries = if tries { "True" } else { "False" };
    // A string of JSON is one of Python too.
    let source = format!(
        "import json\n\
         import doctor\n\
         report = doctor.examine({}, tries={tries})\n\
         with open(\"{ANSWER}\", \"w\") as file:\n    json.dump(report, file)\n",
        Value::from(text)
    );
    let program = Program {
        notebook: "doctor".to_owned(),
        file: "examine.py".to_owned(),
        source,
        ..Program::default()
    };
    let answer = Rc::new(RefCell::new(Vec::new()));
    let kept = Rc::clone(&answer);
    let outcome = watched(
        move |showing| {
            if let Showing::Written(file) = showing
                && file.path == ANSWER
            {
                kept.replace(file.bytes);
            }
        },
        || python.run_program(&program),
    );
    if let Some(failure) = outcome.failure {
        return Err(failure.traceback);
    }
    let mut report: Value =
        serde_json::from_slice(&answer.take()).map_err(|error| error.to_string())?;
    let said = report["text"].as_str().unwrap_or_default().to_owned();
    Ok(Examination {
        findings: report["findings"].take(),
        text: said,
    })
}
