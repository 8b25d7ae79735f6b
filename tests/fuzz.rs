//! What comes from outside is read, or refused with a sentence: never a panic, never more work or memory than its size explains.
//! `tests/fuzz/cases.rs` says how many cases there are, and how to ask for more.
#![cfg(not(target_arch = "wasm32"))]

#[path = "fuzz/address.rs"]
mod address;
#[path = "fuzz/cases.rs"]
mod cases;
#[path = "fuzz/documents.rs"]
mod documents;
#[path = "fuzz/drawn.rs"]
mod drawn;
#[path = "fuzz/memory.rs"]
mod memory;
#[path = "fuzz/messages.rs"]
mod messages;
#[path = "fuzz/networks.rs"]
mod networks;
#[path = "fuzz/results.rs"]
mod results;
#[path = "fuzz/rewards.rs"]
mod rewards;
#[path = "fuzz/runs.rs"]
mod runs;
mod support;
