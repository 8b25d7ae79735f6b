//! Our side of the benchmark in a browser: functions that its worker calls. `scripts/bench` builds
//! it.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod iterations;
#[cfg(target_arch = "wasm32")]
mod peak;
#[cfg(target_arch = "wasm32")]
mod stages;
#[cfg(target_arch = "wasm32")]
mod workloads;

#[cfg(target_arch = "wasm32")]
fn main() {
    policy_lab::device::run_constructors();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "This part of the benchmark runs in a browser, by scripts/bench; natively there is cargo bench"
    );
}
