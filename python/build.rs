//! Collects the checks of the course's exercises for the interpreter, and sets link arguments for the worker's binary.

use std::path::Path;
use std::{env, fs, io};

#[path = "../page/build/course/checks.rs"]
mod checks;
#[path = "../build/link.rs"]
mod link;

/// The folders of the course's exercises.
const EXERCISES: &str = "../page/src/course/exercises";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../build/link.rs");
    println!("cargo::rerun-if-changed=../page/build/course/checks.rs");
    // Whoever adds an exercise adds its id to that file. The folder itself is not watched, because every change of the
    // course's texts would rebuild the interpreter.
    println!("cargo::rerun-if-changed=../page/tests/course.rs");
    // A macro freezes this folder into the library, and cargo does not see that it reads it.
    println!("cargo::rerun-if-changed=lib");
    if let Err(error) = gather_checks() {
        println!("cargo::error=the checks of {EXERCISES}: {error}");
    }
    if link::is_wasm() {
        link::without_names();
        // A cell that allocates without bound takes no more than this of the reader's memory.
        println!("cargo::rustc-link-arg-bins=--max-memory={}", 1_usize << 30);
    }
}

/// Copies `S2-E1c/test.py` to the module `tests.S2_E1c`, and so on, and writes `tests.exercises`, which imports all
/// tests.
fn gather_checks() -> io::Result<()> {
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo names no folder"))?;
    let out = Path::new(&out);
    let modules = out.join("checks/tests");
    if modules.exists() {
        fs::remove_dir_all(&modules)?;
    }
    fs::create_dir_all(&modules)?;
    let mut imports = Vec::new();
    for entry in fs::read_dir(EXERCISES)? {
        let entry = entry?;
        let file = entry.path().join("test.py");
        // A bug in another exercise's code is checked by the tests of that exercise.
        if !file.exists() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", file.display());
        let source = fs::read_to_string(&file)?;
        let module = entry.file_name().to_string_lossy().replace('-', "_");
        for (test, _) in checks::tests_of(&source) {
            imports.push(format!("from tests.{module} import {test}\n"));
        }
        fs::write(modules.join(format!("{module}.py")), source)?;
    }
    imports.sort();
    fs::write(modules.join("exercises.py"), imports.concat())?;
    // The macro looks for the folder beside the file that calls it.
    let freeze = "rustpython_vm::py_freeze!(dir = \"checks\", crate_name = \"rustpython_vm\")\n";
    fs::write(out.join("checks.rs"), freeze)
}
