//! What the page is made of: its own version and build, and the versions of its engines.

/// The parts that train and run the reader's code, each with its version in `Cargo.lock`. The build
/// script writes them.
pub const PARTS: [(&str, &str); 5] = include!(concat!(env!("OUT_DIR"), "/versions.rs"));
/// The version of the language that cells are written in.
pub const LANGUAGE: &str = "3.14";

/// Says which page this is. `build` is what files of the reader name, and `commit` that of the
/// page's source code, with its day; either may be empty.
pub fn own(build: &str, commit: &str) -> String {
    let mut said = format!("Policy Lab {}", env!("CARGO_PKG_VERSION"));
    if !build.is_empty() {
        said += &format!(" ({build})");
    }
    if !commit.is_empty() {
        said += &format!(", commit {commit}");
    }
    said
}

/// Says which versions of its parts are in it.
pub fn parts() -> String {
    let parts = PARTS.map(|(name, version)| format!("{name} {version}"));
    format!("{}, for Python {LANGUAGE}", parts.join(", "))
}
