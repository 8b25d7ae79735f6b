use super::*;
use crate::config::presets::Preset;
use crate::config::{Advantage, Algorithm};
use crate::envs::cartpole::State;
use crate::rollout::{Minibatch, StepHooks};
use crate::train::hooks::Given;

#[test]
fn numbers_that_are_not_finite_end_the_run_and_name_the_iteration() {
    let config = TrainConfig {
        num_envs: 4,
        num_steps: 8,
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    let mut run = Run::new(config, &Device::flex());
    assert!(pollster::block_on(run.iterate()).is_ok());
    run.learner.host_parameters.fill(f32::NAN);
    let failure = pollster::block_on(run.iterate()).err();
    assert!(
        failure
            .as_ref()
            .is_some_and(|failure| failure.kind == FailureKind::Run
                && failure.message.contains("At iteration 2")),
        "{failure:?}"
    );
    let last_good = pollster::block_on(run.take_last_good()).expect("networks");
    assert_eq!(last_good.iteration, 1);
    assert!(last_good.parameters.iter().all(|value| value.is_finite()));
}

/// A reader's functions that answer with too little, or with what points at nothing.
struct Short(&'static str);

impl StepHooks for Short {
    fn act(&self, _: &[f32], _: &[f32]) -> Option<Given<Vec<(u32, f32)>>> {
        match self.0 {
            "actions" => Some(Ok(vec![(0, -0.7)])),
            "action" => Some(Ok(vec![(0, -0.7), (0, -0.7), (0, -0.7), (2, -0.7)])),
            _ => None,
        }
    }

    fn rewards(&self, _: &[State], _: &[u32]) -> Option<Given<Vec<(f32, Option<bool>)>>> {
        (self.0 == "rewards").then(|| Ok(vec![(1.0, None)]))
    }
}

impl TrainHooks for Short {
    fn returns(&self, _: &Rollout) -> Option<Given<Vec<f32>>> {
        (self.0 == "returns").then(|| Ok(vec![1.0]))
    }

    fn advantages(&self, _: &Rollout, _: &[f32]) -> Option<Given<Vec<f32>>> {
        (self.0 == "advantages").then(|| Ok(vec![1.0]))
    }

    fn indices(&self, batch: usize, size: usize) -> Option<Given<Vec<Vec<usize>>>> {
        match self.0 {
            "minibatches" => Some(Ok(vec![vec![0; size]])),
            "indices" => Some(Ok(vec![vec![0]; batch / size])),
            "index" => Some(Ok(vec![vec![batch; size]; batch / size])),
            _ => None,
        }
    }

    fn has_loss(&self) -> bool {
        ["slopes", "measures"].contains(&self.0)
    }

    fn gradient(&self, parameters: &[f32], _: &Minibatch, _: usize) -> Given<(Vec<f32>, Vec<f32>)> {
        match self.0 {
            "slopes" => Ok((vec![0.0], Vec::new())),
            _ => Ok((vec![0.0; parameters.len()], vec![0.0])),
        }
    }

    fn has_rules(&self) -> bool {
        ["actions", "action", "rewards"].contains(&self.0)
    }
}

#[test]
fn functions_that_give_too_little_end_the_run_with_words() {
    for (what, message) in [
        ("actions", "a function gave 1 actions, and 4 are needed"),
        (
            "action",
            "a function gave action 2, which is outside 0 to 1",
        ),
        ("rewards", "a function gave 1 rewards, and 4 are needed"),
        ("returns", "a function gave 1 returns, and 32 are needed"),
        (
            "advantages",
            "a function gave 1 advantages, and 32 are needed",
        ),
        (
            "minibatches",
            "a function gave 1 minibatches, and 4 are needed",
        ),
        ("indices", "a function gave 1 indices, and 8 are needed"),
        (
            "index",
            "a function gave index 32, which is outside 0 to 31",
        ),
        ("slopes", "a function gave 1 slopes, and 9155 are needed"),
        ("measures", "a function gave 1 measures, and 7 are needed"),
    ] {
        let mut config = TrainConfig {
            num_envs: 4,
            num_steps: 8,
            num_minibatches: 4,
            ..(Preset::find("ppo-quick").expect("a preset").config)()
        };
        if what == "returns" {
            config.advantage = Advantage::Value;
        }
        let run = Run::new(config, &Device::flex());
        let mut run = run.with_hooks(Some(Rc::new(Short(what))));
        let failure = pollster::block_on(run.iterate()).err();
        let told = failure.map(|failure| failure.message);
        assert_eq!(told, Some(format!("At iteration 1: {message}")));
    }
}
