//! The interface between the reader's Python and the page or a training run: requests and answers,
//! and the parts of a run that the reader's functions can replace. The interpreter is a package of
//! its own, `python/`.

pub mod output;
pub mod part;
pub mod protocol;
