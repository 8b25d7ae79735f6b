//! What trains on a GPU and runs the checks: constructors, then commands.

#[cfg(target_arch = "wasm32")]
fn main() {
    policy_lab::device::run_constructors();
    policy_lab_tensors::worker::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This runs in a browser only; build it with scripts/serve");
}
