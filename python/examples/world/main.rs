//! An environment class of a Python file as a program of the engine's: whether it became one, or
//! why not, and answers to questions about it. `scripts/world` builds and calls it.
//!
//! ```text
//! world [--program] FILE.py
//! world answer FILE.py QUESTIONS.json
//! ```
//!
//! It prints JSON. The first form tells how many operations and ways the program has and where it
//! differs most from the class, or the line and the sentence of the refusal; with `--program` it
//! prints the formulas too. The second answers with what the program computes.

#[cfg(not(target_arch = "wasm32"))]
mod answers;
#[cfg(not(target_arch = "wasm32"))]
mod environment;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match world::run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("world: {why}");
            ExitCode::from(2)
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod world {
    use std::fs;
    use std::path::Path;
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::thread;
    use std::time::Duration;

    use policy_lab_python::cell::Python;
    use serde_json::Value;

    use super::answers::{Answering, Questions};
    use super::environment::ask;

    const USAGE: &str = "usage: world [--program] FILE.py, or world answer FILE.py QUESTIONS.json";
    /// A class that does not come to an end is interrupted after this.
    const LIMIT: Duration = Duration::from_secs(300);

    /// Does what was asked for. Returns true if the class became a program.
    pub fn run(arguments: &[String]) -> Result<bool, String> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match arguments[..] {
            ["answer", file, questions] => answer(file, questions).map(|()| true),
            ["--program", file] => report(file, true),
            [file] if !file.starts_with('-') && file != "answer" => report(file, false),
            _ => Err(USAGE.to_owned()),
        }
    }

    fn report(file: &str, with_program: bool) -> Result<bool, String> {
        let text = read(file)?;
        let mut report: Value = within_limit(|python| ask(python, "report", &[&text, file]))?;
        if !with_program && let Some(parts) = report.as_object_mut() {
            parts.remove("program");
            parts.remove("examples");
        }
        let became = report.get("became_program") == Some(&Value::Bool(true));
        println!("{report}");
        Ok(became)
    }

    fn answer(file: &str, questions: &str) -> Result<(), String> {
        let text = read(file)?;
        let asked = read(questions)?;
        let asked: Questions =
            serde_json::from_str(&asked).map_err(|error| format!("{questions}: {error}"))?;
        let layout = asked.layout.to_string();
        let answering: Answering =
            within_limit(|python| ask(python, "answering", &[&text, file, &layout]))?;
        let answers = answering.answer(&asked)?;
        let answers = serde_json::to_string(&answers).map_err(|error| error.to_string())?;
        println!("{answers}");
        Ok(())
    }

    fn read(file: &str) -> Result<String, String> {
        fs::read_to_string(Path::new(file)).map_err(|error| format!("{file}: {error}"))
    }

    /// Works with an interpreter, which is interrupted when the limit is over.
    fn within_limit<T>(work: impl FnOnce(&Python) -> T) -> T {
        let python = Python::new();
        let interrupter = python.interrupter();
        let (done, end) = channel::<()>();
        let clock = thread::spawn(move || {
            if end.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                interrupter.interrupt();
            }
        });
        let worked = work(&python);
        drop(done);
        // It cannot fail.
        let _ = clock.join();
        worked
    }
}
