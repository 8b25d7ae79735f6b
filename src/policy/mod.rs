//! The page's uses of a policy beside the run that trains it: playing it, drawing the effect of
//! PPO's clip on its samples, comparing estimators of its gradient, and saving it. Plain numbers,
//! no tensors.

pub mod clip;
pub mod host_policy;
pub mod play;
pub mod variance;
pub mod weights;
