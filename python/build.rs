//! Compiles the modules of Python that are part of the binary, with the checks of the course's
//! exercises among them, gathers Python's own library for the page's folder, and sets link
//! arguments for the worker's binary.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, io};

#[path = "../page/build/course/checks.rs"]
mod checks;
#[path = "build/freeze.rs"]
mod freeze;
#[path = "build/library.rs"]
mod library;
#[path = "../build/link.rs"]
mod link;

/// The modules of Python that are part of the binary.
const LIB: &str = "lib";
/// The folders of the course's exercises.
const EXERCISES: &str = "../course/exercises";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../build/link.rs");
    println!("cargo::rerun-if-changed=../page/build/course/checks.rs");
    // Whoever adds an exercise adds its id to that file. The folder itself is not watched, because
    // every change of the course's texts would rebuild the interpreter.
    println!("cargo::rerun-if-changed=../page/tests/course.rs");
    println!("cargo::rerun-if-changed={LIB}");
    println!("cargo::rerun-if-changed=build/freeze.rs");
    println!("cargo::rerun-if-changed=build/library.rs");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(error) = gather(Path::new(&out)) {
        println!("cargo::error=the exercises of {EXERCISES}: {error}");
    }
    if let Err(error) = freeze(Path::new(&out)) {
        println!("cargo::error=the modules of Python: {error}");
    }
    if let Err(error) = library::gather(Path::new(rustpython_pylib::LIB_PATH), Path::new(&out)) {
        println!("cargo::error=Python's library: {error}");
    }
    if link::is_wasm() {
        link::without_names();
        // A cell that allocates without bound takes no more than this of the reader's memory.
        println!("cargo::rustc-link-arg-bins=--max-memory={}", 1_usize << 30);
        // What nests on further stacks of the engine's uses this one all the same: `src/stack.rs`.
        println!("cargo::rustc-link-arg-bins=-zstack-size={}", 8_usize << 20);
        println!("cargo::rustc-link-arg-bins=--wrap=rust_psm_stack_pointer");
    }
}

/// Compiles the modules of `lib` and the checks into `frozen.bin`.
fn freeze(out: &Path) -> io::Result<()> {
    let mut modules = Vec::new();
    library::add_all(Path::new(LIB), "", &mut modules)?;
    library::add_all(&out.join("checks"), "", &mut modules)?;
    fs::write(out.join("frozen.bin"), freeze::frozen(&modules)?)
}

/// Copies `S2-E1c/test.py` to the module `tests.S2_E1c`, and so on, writes `tests.exercises`, which
/// imports all tests, and `solutions`, which holds our answers.
fn gather(out: &Path) -> io::Result<()> {
    let modules = out.join("checks/tests");
    if modules.exists() {
        fs::remove_dir_all(&modules)?;
    }
    fs::create_dir_all(&modules)?;
    let mut imports = Vec::new();
    let mut solutions = BTreeMap::new();
    for entry in fs::read_dir(EXERCISES)? {
        let entry = entry?;
        let file = entry.path().join("test.py");
        // A bug in another exercise's code is checked by the tests of that exercise.
        if !file.exists() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", file.display());
        let source = fs::read_to_string(&file)?;
        solutions.insert(entry.file_name(), solution(&entry.path())?);
        let module = entry.file_name().to_string_lossy().replace('-', "_");
        for (test, _) in checks::tests_of(&source) {
            imports.push(format!("from tests.{module} import {test}\n"));
        }
        fs::write(modules.join(format!("{module}.py")), source)?;
    }
    imports.sort();
    fs::write(modules.join("exercises.py"), imports.concat())?;
    let solutions: String = solutions.into_values().collect();
    let solutions = format!(
        "\"\"\"Our answers to the exercises, for those that the reader has not solved.\"\"\"\n\nfrom course import *\n\n{solutions}"
    );
    fs::write(out.join("checks/solutions.py"), solutions)
}

/// Returns our answer to an exercise, and after it the name that other exercises know it by, if
/// that is another one. An exercise that trains is built of the others, and nothing is built of it.
fn solution(folder: &Path) -> io::Result<String> {
    let [solution, text] = ["solution.py", "text.md"].map(|file| folder.join(file));
    println!("cargo::rerun-if-changed={}", solution.display());
    let mut source = fs::read_to_string(&solution)?;
    let text = fs::read_to_string(text)?;
    if text.lines().any(|line| line.starts_with("trains: ")) {
        return Ok(String::new());
    }
    let known_as = text
        .lines()
        .find_map(|line| line.strip_prefix("known_as: "));
    if let Some(alias) = known_as {
        let class = source.lines().find_map(|line| line.strip_prefix("class "));
        let class = class.and_then(|line| line.split(['(', ':']).next());
        let class = class.ok_or_else(|| io::Error::other("`known_as` without a class"))?;
        source = format!("{source}\n\n{alias} = {class}\n");
    }
    Ok(format!("{source}\n\n"))
}
