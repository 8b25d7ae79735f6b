//! The operations on which speed depends, each with a plain Rust body: the CPU path today, and the oracle for a
//! device kernel.

pub mod adam;
pub mod forward;
pub mod reverse_scan;
