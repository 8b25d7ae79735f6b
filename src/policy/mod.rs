//! What the page does with a policy beside the run that trains it: playing it, drawing what the clip makes of it, saving it. Plain
//! numbers, no tensor.

pub mod clip;
pub mod host_policy;
pub mod play;
pub mod weights;
