//! What comes from outside is read, or refused with a sentence: never a panic, never more work or
//! memory than its size explains. `tests/fuzz/cases.rs` says how many cases there are, and how to
//! ask for more.

mod address;
mod cases;
mod documents;
mod drawn;
mod memory;
mod messages;
mod networks;
mod results;
mod rewards;
mod runs;
