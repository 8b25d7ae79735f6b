//! All native tests of this package, as one program: what it is linked with takes longer than its
//! own code.
#![cfg(not(target_arch = "wasm32"))]

mod claims;
mod comparisons;
mod course;
mod course_build;
mod first;
mod fuzz;
mod recordings;
