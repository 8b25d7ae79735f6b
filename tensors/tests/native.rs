//! All native tests of this package, as one program: what it is linked with takes longer than its
//! own code.
#![cfg(not(target_arch = "wasm32"))]

#[macro_use]
mod suite;

mod checks;
mod fixtures;
mod gradient_steps;
mod learning;
mod oracle;
mod rollouts;
mod support;
mod workgroups;
