//! The hand-ins of a folder as a table, with their checks run again. `scripts/grade` builds and
//! calls it. Files, points and table are those of the page (`marking`).
//!
//! An example of this package, because it needs both the interpreter and the course, and no library
//! may know both.

#[cfg(not(target_arch = "wasm32"))]
mod cells;
#[cfg(not(target_arch = "wasm32"))]
mod process;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == [cells::RUN_CELLS] {
        cells::run_all();
        return std::process::ExitCode::SUCCESS;
    }
    match grade::grade(arguments) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("grade: {why}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod grade {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use policy_lab_page::course::Exercise;
    use policy_lab_page::marking::{
        ClassTable, FileNews, Recheck, cell_of, csv, json, limit_secs, text, too_large,
    };
    use policy_lab_page::view::format::plural;

    use super::cells::Cells;

    const USAGE: &str = "usage: grade FOLDER [--csv FILE] [--json FILE] [--as-reported]";

    /// What was asked for.
    #[derive(Default)]
    struct Asked {
        folder: PathBuf,
        csv: Option<PathBuf>,
        json: Option<PathBuf>,
        is_as_reported: bool,
    }

    /// Reads the hand-ins, runs their checks unless only the report is wanted, and prints and
    /// writes the table.
    pub fn grade(arguments: Vec<String>) -> Result<(), String> {
        let asked = asked(arguments)?;
        let mut table = ClassTable::default();
        for path in files(&asked.folder)? {
            let news = add(&mut table, &path);
            if news.is_refused {
                eprintln!("left out: {}", news.text);
            }
        }
        if table.rows().is_empty() {
            return Err(format!("{} holds no hand-ins", asked.folder.display()));
        }
        if !asked.is_as_reported {
            table = check(table);
        }
        print!("{}", text(&table));
        for (file, write) in [
            (&asked.csv, csv as fn(&ClassTable) -> String),
            (&asked.json, json),
        ] {
            if let Some(file) = file {
                let said = |error| format!("{}: {error}", file.display());
                fs::write(file, write(&table)).map_err(said)?;
            }
        }
        Ok(())
    }

    fn asked(arguments: Vec<String>) -> Result<Asked, String> {
        let mut asked = Asked::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let mut file = || arguments.next().map(PathBuf::from).ok_or(USAGE);
            match argument.as_str() {
                "--csv" => asked.csv = Some(file()?),
                "--json" => asked.json = Some(file()?),
                "--as-reported" => asked.is_as_reported = true,
                option if option.starts_with('-') => {
                    return Err(format!("unknown option {option}; {USAGE}"));
                }
                folder if asked.folder.as_os_str().is_empty() => asked.folder = folder.into(),
                _ => return Err(USAGE.to_owned()),
            }
        }
        match asked.folder.as_os_str().is_empty() {
            true => Err(USAGE.to_owned()),
            false => Ok(asked),
        }
    }

    /// Returns the JSON files of a folder, by name.
    fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
        let said = |error| format!("{}: {error}", folder.display());
        let entries = fs::read_dir(folder).map_err(said)?;
        let paths = entries.flatten().map(|entry| entry.path());
        let is_json = |path: &PathBuf| path.extension().is_some_and(|it| it == "json");
        let mut paths: Vec<PathBuf> = paths.filter(is_json).collect();
        paths.sort();
        Ok(paths)
    }

    fn add(table: &mut ClassTable, path: &Path) -> FileNews {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = fs::metadata(path).map_or(0, |it| it.len());
        if let Some(why) = too_large(&name, bytes as f64) {
            return FileNews::refused(why);
        }
        match fs::read(path) {
            Ok(bytes) => table.add(&name, &bytes),
            Err(error) => FileNews::refused(format!("{name} could not be read: {error}")),
        }
    }

    /// Runs the checks of all hand-ins again, a student on each core.
    fn check(table: ClassTable) -> ClassTable {
        let mut students: Vec<(usize, Vec<&'static Exercise>)> = Vec::new();
        for (id, exercise) in table.to_check() {
            match students.last_mut() {
                Some((last, exercises)) if *last == id => exercises.push(exercise),
                _ => students.push((id, vec![exercise])),
            }
        }
        let next = AtomicUsize::new(0);
        let table = Mutex::new(table);
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        std::thread::scope(|scope| {
            for _ in 0..cores.min(students.len()) {
                scope.spawn(|| {
                    let mut cells = Cells::default();
                    while let Some((id, exercises)) =
                        students.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        check_one(&table, *id, exercises, &mut cells);
                    }
                });
            }
        });
        table
            .into_inner()
            .unwrap_or_else(|table| table.into_inner())
    }

    fn check_one(
        table: &Mutex<ClassTable>,
        id: usize,
        exercises: &[&'static Exercise],
        cells: &mut Cells,
    ) {
        let with_table = |work: &mut dyn FnMut(&mut ClassTable)| {
            work(&mut table.lock().unwrap_or_else(|table| table.into_inner()));
        };
        let mut name = String::new();
        for &exercise in exercises {
            let mut cell = None;
            with_table(&mut |table| {
                if let Some(row) = table.find(id) {
                    row.name().clone_into(&mut name);
                    cell = Some(cell_of(row, exercise));
                }
            });
            let Some(cell) = cell else { return };
            let outcome: Recheck = cells.run(&cell, limit_secs(exercise));
            with_table(&mut |table| table.record(id, exercise, outcome.clone()));
        }
        eprintln!("{name}: {}", plural(exercises.len(), "cell"));
    }
}
