//! Checks: comparisons that run in the page and in the test suite, on any device. This half of the
//! room lists them, for whoever shows them; `tensors/src/checks` computes them.

pub mod list;
