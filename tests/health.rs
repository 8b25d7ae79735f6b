//! The health panel on real runs: the run that collapses is named, with when and why, and no other
//! is.
//!
//! Recorded natively on the CPU device of one machine, PPO's quick preset, seeds 1 to 5, mean
//! episode length at its best and over the last ten iterations. Another processor rounds otherwise,
//! and other seeds fall; in the page, on the CPU, every browser computes the same. Runs are of 60
//! iterations; of 100 with the clip at 0.005, at 0.05, and at 0.02 for seeds 1 to 3.
//!
//! | settings | without a clip | clip_coef 0.2 |
//! |---|---|---|
//! | learning_rate 0.005, the preset's | 500, 500, 500, 500, 500; 186, 168, 176, 119, 9 | all reach 500 by iteration 22 and end there; lowest after that 321 |
//! | learning_rate 0.01 | 102, 457, 253, 431, 500; 9, 129, 126, 88, 97 | all reach 500 by iteration 18 and end there; lowest after that 429 |
//! | learning_rate 0.01, in the page | 102, 312, 500, 500, 370; 9, 9, 346, 211, 288 | all reach 500 by iteration 17 and end there; lowest after that 447 |
//! | learning_rate 0.02 | 348, 328, 283, 500, 152; 107, 9, 9, 261, 9 | all reach 500 by iteration 14 and end there; lowest after that 89, once |
//! | learning_rate 0.05, seeds 1 to 3 | 363, 500, 207; 9, 381, 9 | 500 each; 475, 395, 499 |

use std::ops::RangeInclusive;

use crate::support::runs::preset;
use futures::StreamExt as _;
use policy_lab::config::TrainConfig;
use policy_lab::history::health::{Cause, Finding, Level, RunProblem, Verdict};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

/// Without a clip, the outcome of a single seed depends on how the processor rounds its last digit.
/// So there are several seeds.
const SEEDS: RangeInclusive<u32> = 1..=5;
const ITERATIONS: usize = 48;

/// Returns PPO at twice the preset's learning rate.
fn fast(seed: u32, clip_coef: Option<f64>) -> TrainConfig {
    let config = TrainConfig {
        seed,
        learning_rate: 0.01,
        clip_coef,
        ..preset("ppo-quick")
    };
    TrainConfig {
        total_timesteps: config.batch_size() * ITERATIONS,
        ..config
    }
}

/// Continues until the run is over or `is_enough`, and returns every verdict on the way.
fn go_on(
    history: &mut History,
    config: TrainConfig,
    from: Option<Checkpoint>,
    is_enough: impl Fn(&Verdict) -> bool,
) -> Vec<Verdict> {
    let mut session = Box::pin(
        Session {
            checkpoint: from,
            ..Session::new(config, RunDevice::Cpu)
        }
        .events(),
    );
    let mut verdicts = Vec::new();
    while let Some(event) = pollster::block_on(session.next()) {
        let is_iteration = matches!(event, Event::Run(RunEvent::Iteration(_)));
        history.apply(event);
        if is_iteration {
            verdicts.push(Verdict::of(history));
        }
        if verdicts.last().is_some_and(&is_enough) {
            break;
        }
    }
    verdicts
}

fn collapse(verdict: &Verdict) -> Option<&Finding> {
    let finding = verdict.grave();
    finding.filter(|it| matches!(it.problem, RunProblem::Collapsed(_)))
}

/// Returns the mean over the last five iterations in which episodes ended.
fn at_the_end(history: &History) -> f64 {
    let newest = history
        .run
        .series(Metric::EpisodicLength)
        .iter()
        .rev()
        .take(5);
    newest.map(|it| it.1).sum::<f64>() / 5.0
}

/// Returns the mean length that was known after this many iterations.
fn length(history: &History, iteration: usize) -> f64 {
    let steps = (iteration * fast(0, None).batch_size()) as f64;
    let mut points = history.run.series(Metric::EpisodicLength).iter().rev();
    points.find(|it| it.0 <= steps).map_or(0.0, |it| it.1)
}

#[test]
fn without_a_clip_runs_collapse_by_name_and_with_one_put_back_they_recover() {
    let (mut collapsed, mut recovered) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        let mut history = History::default();
        let config = fast(seed, None);
        let verdicts = go_on(&mut history, config, None, |it| collapse(it).is_some());
        let verdict = verdicts.last().expect("an iteration");
        if let Some(finding) = collapse(verdict) {
            check(&history, finding);
            collapsed.push((seed, finding.iteration));
            recovered.push(mend(&mut history, seed, finding.back_to.expect("one")));
        }
    }
    println!("seed and iteration without a clip: {collapsed:?}; the end with one: {recovered:?}");
    assert!(collapsed.len() >= 3, "{collapsed:?}");
    let is_well = |length: &f64| *length > 250.0;
    assert!(recovered.iter().all(is_well), "{recovered:?}");
}

/// Checks when it happened, after what, and what to change.
fn check(history: &History, finding: &Finding) {
    let RunProblem::Collapsed(fall) = finding.problem else {
        unreachable!();
    };
    // Below the middle between the start, some 65 steps, and the best.
    assert!(fall.best > 50.0 && fall.now < 0.65 * fall.best, "{fall:?}");
    assert!(finding.iteration > fall.best_at, "{finding:?}");
    assert!(finding.back_to.is_some_and(|it| it < finding.iteration));
    assert!(length(history, finding.iteration) < length(history, fall.best_at));
    let Some(Cause::LargeUpdate {
        kl,
        iteration,
        is_clipped: false,
    }) = finding.causes.first()
    else {
        panic!("{:?}", finding.causes);
    };
    // The limit is 0.1; which seed goes how far beyond it is chance.
    assert!(*kl > 0.3 && *iteration < finding.iteration, "{finding:?}");
    let remedy = finding.remedies.first();
    let remedy = remedy.map(|it| (it.key, it.text.as_str()));
    assert_eq!(remedy, Some(("clip_coef", "0.2")));
}

/// Goes back to before the fall, sets a clip and trains to the end, where nothing may be found any
/// more. Returns the mean length there.
fn mend(history: &mut History, seed: u32, back_to: usize) -> f64 {
    let from = history.run.checkpoint(back_to).cloned();
    let verdicts = go_on(history, fast(seed, Some(0.2)), from, |_| false);
    assert_eq!(verdicts.len(), ITERATIONS - back_to);
    assert_eq!(history.phase, Phase::Stopped(StopReason::Finished));
    assert_eq!(history.run.series(Metric::GradNorm).len(), ITERATIONS);
    let verdict = Verdict::of(history);
    assert!(verdict.is_calm(), "seed {seed}: {verdict:?}");
    at_the_end(history)
}

#[test]
fn with_its_clip_none_of_the_same_runs_has_a_finding() {
    for seed in SEEDS {
        let mut history = History::default();
        let verdicts = go_on(&mut history, fast(seed, Some(0.2)), None, |_| false);
        assert_eq!(verdicts.len(), ITERATIONS);
        for (done, verdict) in verdicts.iter().enumerate() {
            assert!(verdict.is_calm(), "{seed}, {}: {verdict:?}", done + 1);
            assert_eq!(verdict.signs.len(), 5);
            let mut levels = verdict.signs.iter().map(|it| it.level);
            assert!(
                levels.all(|it| it < Level::Alarming),
                "{seed}, {}",
                done + 1
            );
        }
        let mean = at_the_end(&history);
        assert!(mean > 490.0, "seed {seed}: {mean}");
    }
}

#[test]
fn the_quick_presets_raise_no_alarm() {
    // On this seed REINFORCE temporarily falls from 427 to 171.
    for (id, seed) in [("vpg-quick", 1), ("reinforce-quick", 2)] {
        let config = TrainConfig { seed, ..preset(id) };
        let mut history = History::default();
        let verdicts = go_on(&mut history, config, None, |it| !it.is_calm());
        assert!(
            verdicts.len() > 10 && verdicts.iter().all(Verdict::is_calm),
            "{id}: {:?}",
            verdicts.last()
        );
    }
}

#[test]
fn a_run_whose_numbers_overflow_is_named_with_what_limits_them() {
    let config = TrainConfig {
        reward: "1e30 * (1 + x)".to_owned(),
        learning_rate: 1.0,
        learning_rate_end: 1.0,
        max_grad_norm: None,
        weight_decay: 1.0,
        ..crate::support::runs::small("ppo-homework", 20)
    };
    let mut history = History::default();
    go_on(&mut history, config, None, |_| false);
    let verdict = Verdict::of(&history);
    let done = history.run.last.as_ref().map_or(0, |last| last.iteration);
    if done == 0 {
        assert_eq!(verdict, Verdict::default());
        return;
    }
    let finding = verdict.grave().expect("a finding");
    assert_eq!(finding.problem, RunProblem::BrokeOff);
    assert_eq!(finding.iteration, done + 1);
    assert!(finding.remedies.iter().any(|it| it.key == "max_grad_norm"));
}
