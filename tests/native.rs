//! All native tests of this package, as one program: what it is linked with takes longer than its own code.
#![cfg(not(target_arch = "wasm32"))]

#[macro_use]
mod suite;

mod bad_input;
mod breakdowns;
mod checks;
mod documents;
mod drafts;
mod fields;
mod fixtures;
mod fuzz;
mod gradient_steps;
mod health;
mod layering;
mod learning;
mod oracle;
mod policy;
mod rewind;
mod rollouts;
mod scripts;
mod session;
mod stages;
mod styles;
mod support;
