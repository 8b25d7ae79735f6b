//! The page's program.

#[cfg(target_arch = "wasm32")]
fn main() {
    policy_lab_page::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("The page runs in a browser only; build it with scripts/serve");
}
