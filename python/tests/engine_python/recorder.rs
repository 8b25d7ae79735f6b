//! Keeps the rollouts of a run.

use std::cell::RefCell;

use policy_lab::rollout::{Rollout, StepHooks};
use policy_lab::train::hooks::{HookResult, TrainHooks};

/// Hooks that replace nothing and keep the rollouts that they see.
#[derive(Default)]
pub struct Recorder(pub RefCell<Vec<Rollout>>);

impl StepHooks for Recorder {}

impl TrainHooks for Recorder {
    fn returns(&self, rollout: &Rollout) -> Option<HookResult<Vec<f32>>> {
        self.0.borrow_mut().push(rollout.clone());
        None
    }

    fn advantages(&self, rollout: &Rollout, _: &[f32]) -> Option<HookResult<Vec<f32>>> {
        self.returns(rollout)
    }
}
