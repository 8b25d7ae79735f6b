//! The versions of the page's parts, as `Cargo.lock` holds them.

use std::fs;

pub const LOCK: &str = "../Cargo.lock";
/// The parts, by their names for readers and for cargo.
const PARTS: [(&str, &str); 5] = [
    ("burn", "burn"),
    ("CubeCL", "cubecl"),
    ("wgpu", "wgpu"),
    ("Leptos", "leptos"),
    ("RustPython", "rustpython-vm"),
];

/// Returns the parts with their versions as a constant of Rust.
pub fn of_parts() -> Result<String, String> {
    let lock = fs::read_to_string(LOCK).map_err(|why| format!("{LOCK}: {why}"))?;
    let mut found = Vec::new();
    for (name, package) in PARTS {
        let head = format!("\nname = \"{package}\"\nversion = \"");
        let version = lock.split(&head).nth(1).and_then(|it| it.split('"').next());
        let version = version.ok_or_else(|| format!("{LOCK} names no {package}"))?;
        found.push((name, version));
    }
    Ok(format!("{found:?}"))
}
