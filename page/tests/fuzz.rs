//! What the page keeps and what readers give it is read, or refused with a sentence: never a panic,
//! never more work or memory than its size explains. `tests/fuzz/cases.rs` says how many cases
//! there are, and how to ask for more.

#[path = "../../tests/fuzz/cases.rs"]
mod cases;
mod code;
mod curves;
#[path = "../../tests/fuzz/documents.rs"]
mod documents;
#[path = "../../tests/fuzz/drawn.rs"]
mod drawn;
mod kept;
#[path = "../../tests/fuzz/memory.rs"]
mod memory;
mod place;
mod progress;
#[path = "../../tests/fuzz/results.rs"]
mod results;
mod scratch;
