//! All native tests of this package, as one program: what it is linked with takes longer than its
//! own code.
#![cfg(not(target_arch = "wasm32"))]

mod bad_input;
mod breakdowns;
mod documents;
mod drafts;
mod fields;
mod foreign;
mod fuzz;
mod health;
mod layering;
mod lints;
mod policy;
mod rewind;
mod rollouts;
mod scripts;
mod session;
mod stages;
mod styles;
mod support;
mod toy_text;
