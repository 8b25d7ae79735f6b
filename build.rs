//! Link arguments for the wasm binaries, and the version of the protocol.

#[path = "build/link.rs"]
mod link;
#[path = "build/version.rs"]
mod version;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!(
        "cargo::rustc-env=POLICY_LAB_PROTOCOL={}",
        version::of_protocol()
    );
    if link::is_wasm() {
        link::without_names();
    }
}
