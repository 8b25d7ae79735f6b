//! What the page keeps and what readers give it is read, or refused with a sentence: never a panic, never more work or memory than its
//! size explains. `tests/fuzz/cases.rs` says how many cases there are, and how to ask for more.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../../tests/fuzz/cases.rs"]
mod cases;
#[path = "fuzz/code.rs"]
mod code;
#[path = "fuzz/curves.rs"]
mod curves;
#[path = "../../tests/fuzz/documents.rs"]
mod documents;
#[path = "../../tests/fuzz/drawn.rs"]
mod drawn;
#[path = "fuzz/kept.rs"]
mod kept;
#[path = "../../tests/fuzz/memory.rs"]
mod memory;
#[path = "fuzz/place.rs"]
mod place;
#[path = "fuzz/progress.rs"]
mod progress;
#[path = "../../tests/fuzz/results.rs"]
mod results;
#[path = "fuzz/scratch.rs"]
mod scratch;
