//! Link arguments for the wasm binaries, and the folder of the tests' fixtures.

use std::env;
use std::path::{PathBuf, absolute};

#[path = "../build/link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../build/link.rs");
    fixtures();
    if link::is_wasm() {
        link::without_names();
    }
}

/// Sets the folder of the fixtures. Tests in a browser cannot read a folder, so they embed the
/// fixtures found there.
fn fixtures() {
    println!("cargo::rerun-if-env-changed=POLICY_LAB_FIXTURES");
    let given = env::var_os("POLICY_LAB_FIXTURES");
    let folder = given.map_or_else(|| PathBuf::from("../tests/fixtures"), Into::into);
    // Build scripts run in the package's folder, as tests do. This one may have been compiled in
    // another checkout.
    let folder = absolute(&folder).unwrap_or(folder);
    // Where another checkout has built into the same target folder and is gone, this is to run
    // again.
    println!("cargo::rerun-if-changed={}", folder.display());
    println!(
        "cargo::rustc-env=POLICY_LAB_FIXTURES_DIR={}",
        folder.display()
    );
}
