//! What trains on the CPU, in two workers: the training worker of the page, and replicas, which
//! train whole runs beside others or compute shares of one. Which it is, the script says that loads
//! this program.

/// Serves the page: the run on show and the clip lab.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn serve_page() {
    policy_lab::worker::host::start();
}

/// Serves as a replica.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn serve_as_replica() {
    policy_lab::worker::replica::start();
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This runs in a browser only; build it with scripts/serve");
}
