//! What the page and a training run know of the reader's own Python: requests and answers, and which part of a run a
//! function of theirs can play. The interpreter is a package of its own, `python/`.

pub mod part;
pub mod protocol;
