//! The Python worker: constructors, then requests.

#[cfg(target_arch = "wasm32")]
fn main() {
    policy_lab::device::run_constructors();
    policy_lab_python::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("Python runs in a browser only; build it with scripts/serve");
}
