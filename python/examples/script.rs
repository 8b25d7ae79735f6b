//! Runs a Python file or a notebook as the page runs it, natively.
//!
//! ```text
//! script [--lib FOLDER]... [--seed SEED] [--in FOLDER] [--limit SECS] [--report TABLE]
//!        FILE [ARGUMENTS]
//! ```
//!
//! It prints what the file prints while it runs, and the traceback of an error; then it exits with
//! 1. Cells of a notebook run one after the other, also after one that fails.
//!
//! `--lib` compiles the modules of a folder when the program starts, and they take the place of
//! those with the same names that are frozen into it: `script --lib python/lib FILE.py` tries a
//! change there without a build. What later folders hold takes the place of what earlier ones hold.
//! With `--in` FILE is a path in that folder, all files of which lie beside it, as a folder that is
//! dropped on the page. `--limit` interrupts a cell that takes longer, as who presses Jupyter's
//! "Interrupt" does, and goes on with the next one. `--report` writes a table with tabs: the number
//! of cells, then for each cell `ran`, `stopped` or `failed`, its seconds, and its error.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    match script::run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("script: {why}");
            ExitCode::from(2)
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod script {
    use std::fs::{self, File};
    use std::io::Write as _;
    use std::path::{Path, PathBuf};
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    use policy_lab::python::protocol::{CellFailure, Program};
    use policy_lab_page::view::scratch::opened::{self, NewCell};
    use policy_lab_page::view::scratch::shown::base_name;
    use policy_lab_python::cell::{Python, listen};
    use policy_lab_python::interrupt::Interrupter;
    use policy_lab_python::modules::Module;
    use policy_lab_python::screen;

    const USAGE: &str = "usage: script [--lib FOLDER]... [--seed SEED] [--in FOLDER] \
                         [--limit SECS] [--report TABLE] FILE [ARGUMENTS]";
    /// How often is looked whether a limit is over.
    const LOOK_EVERY: Duration = Duration::from_millis(100);
    /// The limits of `page/folder.js` for what lies beside the cells.
    const MOST_FILES: usize = 2000;
    const MOST_BYTES: u64 = 16_000_000;
    /// Folders that the page leaves out, besides those that begin with a dot.
    const LEFT_OUT: [&str; 5] = [
        "__pycache__",
        "__MACOSX",
        "node_modules",
        "venv",
        "site-packages",
    ];

    /// What was asked for.
    #[derive(Default)]
    struct Asked {
        modules: Vec<Module>,
        seed: u32,
        folder: Option<PathBuf>,
        limit: Option<Duration>,
        report: Option<PathBuf>,
        file: String,
        arguments: Vec<String>,
    }

    /// Runs the file. Returns true if it ran to its end.
    pub fn run(arguments: impl Iterator<Item = String>) -> Result<bool, String> {
        let asked = asked(arguments)?;
        let folder = asked.folder.as_deref();
        let path = folder.unwrap_or(Path::new("")).join(&asked.file);
        let bytes = fs::read(&path).map_err(|why| told(&path, &why))?;
        let name = match folder {
            Some(_) => asked.file.as_str(),
            None => base_name(&asked.file),
        };
        let cells = opened::read(name, &bytes, &[])?.cells;
        let mut files = folder.map(files_of).transpose()?;
        let created = |path: &Path| File::create(path).map_err(|why| told(path, &why));
        let mut report = asked.report.as_deref().map(created).transpose()?;
        let mut write = move |line: String| match &mut report {
            Some(report) => writeln!(report, "{line}").map_err(|why| why.to_string()),
            None => Ok(()),
        };
        write(format!("cells\t{}", cells.len()))?;
        listen(|text| {
            print!("{text}");
            // Whoever closes the pipe wants no more of it.
            let _ = std::io::stdout().flush();
        });
        // Figures are drawn as for the page.
        screen::listen(drop);
        let python = Python::with_modules(asked.modules);
        let mut has_run = true;
        for (place, cell) in cells.iter().enumerate() {
            let program = Program {
                notebook: "script".to_owned(),
                file: cell.file.clone(),
                source: cell.text.clone(),
                beside: beside(&cells, place),
                files: files.take(),
                arguments: asked.arguments.clone(),
                seed: asked.seed,
            };
            let began = processor_time();
            let outcome = within(asked.limit, python.interrupter(), || {
                python.run_program(&program)
            });
            let (result, error) = match &outcome.failure {
                None => ("ran", String::new()),
                Some(failure) if failure.kind == "KeyboardInterrupt" => ("stopped", String::new()),
                Some(failure) => ("failed", first_line(failure)),
            };
            let secs = processor_time().saturating_sub(began).as_secs_f64();
            write(format!("{result}\t{secs:.1}\t{error}"))?;
            if let Some(failure) = outcome.failure {
                has_run = false;
                eprint!("{}", failure.traceback);
                if let Some(hint) = failure.hint {
                    eprintln!("{hint}");
                }
            }
        }
        Ok(has_run)
    }

    fn asked(mut arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
        let mut asked = Asked::default();
        loop {
            let word = arguments.next().ok_or(USAGE)?;
            if !word.starts_with("--") {
                asked.file = word;
                asked.arguments = arguments.collect();
                return Ok(asked);
            }
            let value = arguments.next().ok_or(USAGE)?;
            match word.as_str() {
                "--lib" => {
                    let found = Module::of_folder(Path::new(&value));
                    asked.modules.extend(found.map_err(|why| why.to_string())?);
                }
                "--seed" => asked.seed = value.parse().map_err(|_| USAGE)?,
                "--in" => asked.folder = Some(value.into()),
                "--limit" => {
                    let secs = value.parse().map_err(|_| USAGE)?;
                    asked.limit = Some(Duration::from_secs(secs));
                }
                "--report" => asked.report = Some(value.into()),
                _ => return Err(format!("there is no option {word}; {USAGE}")),
            }
        }
    }

    fn told(path: &Path, why: &std::io::Error) -> String {
        format!("{}: {why}", path.display())
    }

    /// Returns the names and texts of the other cells.
    fn beside(cells: &[NewCell], place: usize) -> Vec<(String, String)> {
        let others = cells
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let file = |(_, cell): (usize, &NewCell)| (cell.file.clone(), cell.text.clone());
        others.map(file).collect()
    }

    /// Returns the error's class and the first line of its message.
    fn first_line(failure: &CellFailure) -> String {
        let message = failure.message.lines().next().unwrap_or_default();
        format!("{}: {}", failure.kind, message.replace('\t', " "))
    }

    /// Works, and interrupts Python whenever another `limit` of processor time is over before the
    /// work is, or ten times as long by the clock: then it waits.
    fn within<T>(limit: Option<Duration>, interrupter: Interrupter, work: impl FnOnce() -> T) -> T {
        let Some(limit) = limit else {
            return work();
        };
        let (done, end) = channel::<()>();
        let clock = thread::spawn(move || {
            let mut began = (processor_time(), Instant::now());
            while end.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                let worked = processor_time().saturating_sub(began.0);
                if worked >= limit || began.1.elapsed() >= 10 * limit {
                    interrupter.interrupt();
                    began = (processor_time(), Instant::now());
                }
            }
        });
        let worked = work();
        drop(done);
        // It cannot fail.
        let _ = clock.join();
        worked
    }

    /// Returns the time that this process has had a processor; zero where the system does not say.
    fn processor_time() -> Duration {
        let said = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The name, in parentheses, may have spaces; the 12th and 13th numbers after it are times
        // in the user's code and in the system's, in hundredths of a second.
        let after = said.rsplit(')').next().unwrap_or_default();
        let numbers = after.split_whitespace().skip(11).take(2);
        let hundredths: u64 = numbers
            .filter_map(|number| number.parse::<u64>().ok())
            .sum();
        Duration::from_millis(10 * hundredths)
    }

    /// Returns the paths and contents of a folder's files that the page would take.
    fn files_of(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
        let mut found = Vec::new();
        walk(folder, "", &mut found)?;
        if found.len() > MOST_FILES {
            return Err(format!(
                "{} has more than {MOST_FILES} files, which the page does not open",
                folder.display()
            ));
        }
        // Programs first, and then whatever is smallest.
        found.sort_by_key(|(path, size)| (!opened::is_program(path), *size));
        let (mut files, mut room) = (Vec::new(), MOST_BYTES);
        for (path, size) in found {
            if let Some(left) = room.checked_sub(size) {
                room = left;
                let bytes = fs::read(folder.join(&path));
                let bytes = bytes.map_err(|why| told(Path::new(&path), &why))?;
                files.push((path, bytes));
            }
        }
        Ok(files)
    }

    /// Adds the paths of a folder's files, from `root`, and their sizes.
    fn walk(root: &Path, inner: &str, found: &mut Vec<(String, u64)>) -> Result<(), String> {
        let folder = root.join(inner);
        let entries = fs::read_dir(&folder).map_err(|why| told(&folder, &why))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || LEFT_OUT.contains(&name.as_str()) {
                continue;
            }
            let path = match inner {
                "" => name,
                inner => format!("{inner}/{name}"),
            };
            let kind = entry.metadata().map_err(|why| told(&entry.path(), &why))?;
            if kind.is_dir() {
                walk(root, &path, found)?;
            } else if kind.is_file() {
                found.push((path, kind.len()));
            }
        }
        Ok(())
    }
}
