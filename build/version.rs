//! The version of the messages between the page and its workers.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// The folders whose sources define the messages.
const SOURCES: &[&str] = &["src/protocol", "src/config", "src/python", "src/device"];

/// Returns a number that changes with every source of the messages, because a version that somebody
/// has to raise is forgotten.
pub fn of_protocol() -> u32 {
    let mut files = Vec::new();
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
        sources(Path::new(folder), &mut files);
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    hasher.finish() as u32
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
