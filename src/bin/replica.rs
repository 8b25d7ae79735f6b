//! A replica: trains whole runs on one core of the CPU, several of them beside each other.

#[cfg(target_arch = "wasm32")]
fn main() {
    policy_lab::worker::replica::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("A replica runs in a browser only; build it with scripts/serve");
}
