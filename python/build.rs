//! Link arguments for the worker's binary.

#[path = "../build/link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../build/link.rs");
    // Frozen into the library by a macro, which cargo does not see reading them.
    println!("cargo::rerun-if-changed=lib");
    if link::is_wasm() {
        link::without_names();
        // A cell that allocates without bound takes no more than this of the reader's machine.
        println!("cargo::rustc-link-arg-bins=--max-memory={}", 1_usize << 30);
    }
}
