//! Examines a script that does not learn, natively. `scripts/doctor` builds and calls it.
//!
//! ```text
//! doctor [--json] [--no-trial] FILE.py
//! ```
//!
//! It prints what was found as text. `--json` prints the list of findings instead, by weight: each
//! with `kind`, `line` (from 1), `said`, `sure`, `evidence` and `tried`; the list is empty where
//! nothing was found. `--no-trial` leaves out the second run with a mended line. The script is
//! watched for 15 s, and all of it takes less than a minute.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    match doctor::run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("doctor: {why}");
            ExitCode::from(2)
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod examined;

#[cfg(not(target_arch = "wasm32"))]
mod doctor {
    use std::fs;
    use std::path::Path;

    use policy_lab_python::cell::Python;

    use super::examined::{Examination, examine};

    const USAGE: &str = "usage: doctor [--json] [--no-trial] FILE.py";

    /// Prints what is found in the file.
    pub fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
        let (mut is_json, mut tries, mut file) = (false, true, None);
        for word in arguments {
            match word.as_str() {
                "--json" => is_json = true,
                "--no-trial" => tries = false,
                word if word.starts_with("--") => {
                    return Err(format!("there is no option {word}; {USAGE}"));
                }
                _ if file.is_none() => file = Some(word),
                _ => return Err(USAGE.to_owned()),
            }
        }
        let file = file.ok_or(USAGE)?;
        let bytes = fs::read(Path::new(&file)).map_err(|why| format!("{file}: {why}"))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| format!("{file} is no text in UTF-8: give a script of Python"))?;
        let Examination { findings, text } = examine(&Python::new(), &text, tries)?;
        if is_json {
            println!("{findings}");
        } else {
            print!("{text}");
        }
        Ok(())
    }
}
