//! Functions that several test files share.

pub mod runs;
