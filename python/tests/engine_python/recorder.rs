//! Keeps the rollouts of a run.

use std::cell::RefCell;

use policy_lab::envs::cartpole::State;
use policy_lab::rollout::{HookError, Minibatch, Rollout, StepHooks};
use policy_lab::train::hooks::{HookResult, TrainHooks};

/// Hooks that replace nothing and keep the rollouts that they see.
#[derive(Default)]
pub struct Recorder(pub RefCell<Vec<Rollout>>);

impl StepHooks for Recorder {
    fn act(&self, _: &[f32], _: &[f32]) -> Option<HookResult<Vec<(u32, f32)>>> {
        None
    }

    fn rewards(&self, _: &[State], _: &[u32]) -> Option<HookResult<Vec<(f32, Option<bool>)>>> {
        None
    }
}

impl TrainHooks for Recorder {
    fn returns(&self, rollout: &Rollout) -> Option<HookResult<Vec<f32>>> {
        self.0.borrow_mut().push(rollout.clone());
        None
    }

    fn advantages(&self, rollout: &Rollout, _: &[f32]) -> Option<HookResult<Vec<f32>>> {
        self.returns(rollout)
    }

    fn indices(&self, _: usize, _: usize) -> Option<HookResult<Vec<Vec<usize>>>> {
        None
    }

    fn has_loss(&self) -> bool {
        false
    }

    fn gradient(&self, _: &[f32], _: &Minibatch, _: usize) -> HookResult<(Vec<f32>, Vec<f32>)> {
        Err(HookError::Missing)
    }

    fn has_rules(&self) -> bool {
        false
    }
}
