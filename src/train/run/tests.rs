use super::*;
use crate::config::presets::Preset;
use crate::config::{Advantage, Algorithm};
use crate::ops::rollout::host::ChosenActions;
use crate::rollout::{Minibatch, StepHooks};
use crate::train::hooks::HookResult;

/// A run of 32 samples an iteration.
fn small() -> TrainConfig {
    TrainConfig {
        num_envs: 4,
        num_steps: 8,
        ..(Preset::first_for(Algorithm::Ppo).config)()
    }
}

#[test]
fn numbers_that_are_not_finite_end_the_run_and_name_the_iteration() {
    let mut run = Run::new(small(), &RunDevice::Cpu);
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

/// What an iteration measures comes before its last step.
#[test]
fn a_last_step_that_is_too_large_ends_the_run() {
    let config = TrainConfig {
        num_minibatches: 1,
        update_epochs: 1,
        learning_rate: 1e39,
        ..small()
    };
    let mut run = Run::new(config, &RunDevice::Cpu);
    let failure = pollster::block_on(run.iterate()).err();
    assert!(
        failure
            .as_ref()
            .is_some_and(|failure| failure.kind == FailureKind::NotFinite
                && failure.message.contains("At iteration 1 a parameter was")),
        "{failure:?}"
    );
}

#[test]
fn a_run_counts_its_steps_and_its_seconds() {
    let observer = Rc::new(Observer::default());
    let mut run = Run::new(small(), &RunDevice::Cpu).observed_by(Rc::clone(&observer));
    assert_eq!(run.spent(), (0, 0.0));
    for iteration in 1..=3 {
        let done = pollster::block_on(run.iterate()).expect("an iteration");
        let (steps, secs) = run.spent();
        assert_eq!(steps, 32 * iteration as u64);
        assert!(secs > 0.0);
        let report = &done.report;
        assert_eq!((report.global_step, report.elapsed_secs), (steps, secs));
        // The next one is under way.
        let at = observer.position().map(|position| position.iteration);
        assert_eq!(at, Some(iteration + 1));
    }
}

/// A critic that knows what it is taught explains all of it, whether returns are taught as they are
/// or standardised.
#[test]
fn a_perfect_critic_explains_all_variance() {
    for (normalize_returns, num_minibatches) in [(false, 2), (true, 1), (true, 2)] {
        let config = TrainConfig {
            num_envs: 4,
            num_steps: 8,
            // So the return of a step is its reward.
            gamma: 0.0,
            reward: "100 * theta".to_owned(),
            advantage: Advantage::Value,
            normalize_returns,
            use_importance_weights: true,
            num_minibatches,
            ..(Preset::find("vpg-quick").expect("a preset").config)()
        };
        let explained = |of: &dyn Fn(&[f32], usize) -> f32| {
            let mut run = Run::new(config.clone(), &RunDevice::Cpu);
            let mut gathered = IterationStats::default();
            let rollout = pollster::block_on(run.collect(&mut gathered));
            let mut rollout = rollout.expect("a rollout");
            let rewards = rollout.rewards.clone();
            rollout.values = (0..rewards.len()).map(|at| of(&rewards, at)).collect();
            let progress = RunProgress {
                iterations: 0,
                updates: 0,
                shuffles: &run.shuffles,
                epochs_done: &mut run.epochs_done,
                hooks: None,
                observer: &run.observer,
            };
            let learned = learn(&mut run.learner, &rollout, &config, progress);
            let learned = pollster::block_on(learned).expect("a phase");
            learned.explained_variance.expect("a critic")
        };
        // Each minibatch has some environments with all their steps.
        let of_minibatch = 4 / num_minibatches;
        let taught = |returns: &[f32], at: usize| {
            if !normalize_returns {
                return returns[at];
            }
            let minibatch = |at: usize| at % 4 / of_minibatch;
            let own = (0..returns.len()).filter(|other| minibatch(*other) == minibatch(at));
            let own: Vec<f64> = own.map(|other| f64::from(returns[other])).collect();
            let count = own.len() as f64;
            let mean = own.iter().sum::<f64>() / count;
            let squares: f64 = own.iter().map(|it| (it - mean).powi(2)).sum();
            ((f64::from(returns[at]) - mean) / (squares / (count - 1.0)).sqrt()) as f32
        };
        let perfect = explained(&taught);
        assert!(
            (perfect - 1.0).abs() < 1e-5,
            "{normalize_returns}: {perfect}"
        );
        let ignorant = explained(&|_, _| 3.0);
        assert!(ignorant.abs() < 1e-9, "{normalize_returns}: {ignorant}");
    }
}

/// A reader's functions that answer with too little, or with what points at nothing.
struct Short(&'static str);

impl StepHooks for Short {
    fn act(&self, _: &[f32], _: &[f32]) -> Option<HookResult<ChosenActions>> {
        let (actions, controls, known) = match self.0 {
            "actions" => (vec![0], Vec::new(), 1),
            "action" => (vec![0, 0, 0, 2], Vec::new(), 4),
            "log-probabilities" => (vec![0; 4], Vec::new(), 3),
            "numbers" => (vec![0; 4], vec![0.5; 3], 4),
            _ => return None,
        };
        Some(Ok(ChosenActions {
            actions,
            controls,
            log_prob: vec![-0.7; known],
        }))
    }

    fn rewards(&self, _: &[f32], _: &[u32]) -> Option<HookResult<Vec<(f32, Option<bool>)>>> {
        (self.0 == "rewards").then(|| Ok(vec![(1.0, None)]))
    }
}

impl TrainHooks for Short {
    fn returns(&self, _: &Rollout) -> Option<HookResult<Vec<f32>>> {
        (self.0 == "returns").then(|| Ok(vec![1.0]))
    }

    fn advantages(&self, _: &Rollout, _: &[f32]) -> Option<HookResult<Vec<f32>>> {
        (self.0 == "advantages").then(|| Ok(vec![1.0]))
    }

    fn indices(&self, batch: usize, size: usize) -> Option<HookResult<Vec<Vec<usize>>>> {
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

    fn gradient(
        &self,
        parameters: &[f32],
        _: &Minibatch,
        _: usize,
    ) -> HookResult<(Vec<f32>, Vec<f32>)> {
        match self.0 {
            "slopes" => Ok((vec![0.0], Vec::new())),
            _ => Ok((vec![0.0; parameters.len()], vec![0.0])),
        }
    }

    fn has_rules(&self) -> bool {
        [
            "actions",
            "action",
            "log-probabilities",
            "numbers",
            "rewards",
        ]
        .contains(&self.0)
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
        (
            "log-probabilities",
            "a function gave 3 log-probabilities, and 4 are needed",
        ),
        (
            "numbers",
            "a function gave 3 numbers of actions, and 0 are needed",
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
        let run = Run::new(config, &RunDevice::Cpu);
        let mut run = run.with_hooks(Some(Rc::new(Short(what))));
        let failure = pollster::block_on(run.iterate()).err();
        let told = failure.map(|failure| failure.message);
        assert_eq!(told, Some(format!("At iteration 1: {message}")));
    }
}
