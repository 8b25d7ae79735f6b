//! What `.cargo/config.toml` has cargo do with our own packages.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The flags of this repository have clippy compile what is ours, so no stage runs `cargo clippy`.
#[test]
fn what_is_built_is_linted() {
    let folder = std::env::temp_dir().join(format!("policy-lab-linted-{}", std::process::id()));
    fs::create_dir_all(folder.join(".cargo")).expect("a folder");
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = ".cargo/config.toml";
    fs::copy(root.join(config), folder.join(config)).expect("a copy");
    let manifest = "[package]\nname = \"linted\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    let source = "pub fn has_nothing(list: &[u8]) -> bool { list.len() == 0 }\n";
    fs::write(folder.join("src/lib.rs"), source).expect("a file");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .expect("cargo");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("length comparison to zero"), "{said}");
    assert!(said.contains("generated 1 warning"), "{said}");
    fs::remove_dir_all(folder).expect("a folder of our own");
}
