//! Runs a Python file as the page runs a program, natively.
//!
//! ```text
//! script [--lib FOLDER]... [--seed SEED] FILE.py [ARGUMENTS]
//! ```
//!
//! It prints what the file prints while it runs, and at the end the traceback of its error; then it
//! exits with 1. `--lib` compiles the modules of a folder when the program starts, and they take
//! the place of those with the same names that are frozen into it:
//! `script --lib python/lib FILE.py` tries a change there without a build. What later folders hold
//! takes the place of what earlier ones hold.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("script: {why}");
            ExitCode::from(2)
        }
    }
}

/// Runs the file. Returns true if it ran to its end.
#[cfg(not(target_arch = "wasm32"))]
fn run() -> Result<bool, String> {
    use std::fs;
    use std::io::Write as _;
    use std::path::Path;

    use policy_lab::python::protocol::Program;
    use policy_lab_python::cell::{Python, listen};
    use policy_lab_python::modules::Module;

    const USAGE: &str = "usage: script [--lib FOLDER]... [--seed SEED] FILE.py [ARGUMENTS]";
    let (mut modules, mut seed) = (Vec::new(), 0);
    let mut arguments = std::env::args().skip(1);
    let file = loop {
        match arguments.next().ok_or(USAGE)?.as_str() {
            "--lib" => {
                let folder = arguments.next().ok_or(USAGE)?;
                let found = Module::of_folder(Path::new(&folder));
                modules.extend(found.map_err(|why| why.to_string())?);
            }
            "--seed" => {
                let given = arguments.next().ok_or(USAGE)?;
                seed = given.parse().map_err(|_| USAGE)?;
            }
            option if option.starts_with("--") => {
                return Err(format!("there is no option {option}; {USAGE}"));
            }
            file => break file.to_owned(),
        }
    };
    let source = fs::read_to_string(&file).map_err(|why| format!("{file}: {why}"))?;
    listen(|text| {
        print!("{text}");
        // Whoever closes the pipe wants no more of it.
        let _ = std::io::stdout().flush();
    });
    let python = Python::with_modules(modules);
    let outcome = python.run_program(&Program {
        file,
        source,
        arguments: arguments.collect(),
        seed,
        ..Program::default()
    });
    match outcome.failure {
        Some(failure) => {
            eprint!("{}", failure.traceback);
            if let Some(hint) = failure.hint {
                eprintln!("{hint}");
            }
            Ok(false)
        }
        None => Ok(true),
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}
