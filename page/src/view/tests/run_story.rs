//! The sentence about a run, the learning rates to choose from, and the small curve.

use crate::view::rates::{rates, ten_times};
use crate::view::run_story::{RunStand, StoryNumbers, done, solved_stop};
use crate::view::sparkline::path;
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::envs::EnvId;
use policy_lab::history::History;
use policy_lab::history::health::Remedy;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::{Event, IterationReport, RunEvent, RunInfo, StopReason};

fn quick() -> TrainConfig {
    (Preset::find("ppo-quick").expect("a preset").config)()
}

/// Returns the history of a run with these mean lengths; `None` where no episode ended.
fn run(config: TrainConfig, lengths: &[Option<f64>]) -> History {
    let mut history = History::default();
    let size = config.batch_size() as u64;
    history.apply(Event::Run(RunEvent::Started(RunInfo {
        num_iterations: config.num_iterations(),
        config,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 0,
        trained_by: policy_lab::protocol::Body::Host { cores: 1 },
    })));
    for (index, length) in lengths.iter().enumerate() {
        let mut metrics = Metrics::default();
        if let Some(length) = length {
            metrics.set(Metric::EpisodicLength, *length);
            metrics.set(Metric::EpisodicReturn, *length / 4.0);
        }
        history.apply(Event::Run(RunEvent::Iteration(IterationReport {
            iteration: index + 1,
            global_step: (index as u64 + 1) * size,
            elapsed_secs: 1.0,
            steps_per_sec: 1.0,
            metrics,
        })));
    }
    history
}

fn ended(mut history: History, reason: StopReason) -> History {
    history.apply(Event::Run(RunEvent::Stopped(reason)));
    history
}

fn said(history: &History) -> String {
    StoryNumbers::of(history, Some(&quick()), quick().learning_rate).sentence()
}

fn lengths(lengths: &[f64]) -> Vec<Option<f64>> {
    lengths.iter().copied().map(Some).collect()
}

#[test]
fn before_a_run_it_says_what_will_happen() {
    let numbers = StoryNumbers::of(&History::default(), Some(&quick()), 0.005);
    assert_eq!(numbers.stand, RunStand::Before);
    assert!(!numbers.is_over());
    assert!(
        numbers.sentence().starts_with("Press Train: 64 carts push"),
        "{}",
        numbers.sentence()
    );
    let probe = (Preset::find("ppo-probe").expect("a preset").config)();
    let numbers = StoryNumbers::of(&History::default(), Some(&probe), 0.005);
    assert!(
        !numbers.sentence().contains("cart"),
        "{}",
        numbers.sentence()
    );
}

#[test]
fn under_way_it_names_the_iteration_and_compares_with_the_start() {
    assert_eq!(
        said(&run(quick(), &[])),
        "The network knows nothing yet: it pushes at random"
    );
    assert_eq!(
        said(&run(quick(), &[None])),
        "Iteration 1: no episode has ended yet"
    );
    assert_eq!(
        said(&run(quick(), &lengths(&[21.4]))),
        "Iteration 1: the poles stay up 21 steps on average"
    );
    let mut seven = run(
        quick(),
        &lengths(&[21.0, 22.0, 25.0, 28.0, 33.0, 38.0, 43.2]),
    );
    assert_eq!(
        said(&seven),
        "Iteration 7: the poles stay up 43 steps on average, 21 at the start"
    );
    seven.apply(Event::Run(RunEvent::Paused));
    assert!(said(&seven).starts_with("Paused at iteration 7: the poles"));
    let numbers = StoryNumbers {
        is_own: true,
        ..StoryNumbers::of(&seven, None, 0.005)
    };
    let own = numbers.sentence();
    assert!(own.contains("with your code the poles stay up 43"), "{own}");
}

#[test]
fn a_task_has_neither_carts_nor_poles() {
    let task = TrainConfig {
        env_id: EnvId::Acrobot,
        ..quick()
    };
    let before = StoryNumbers::of(&History::default(), Some(&task), 0.005);
    assert!(before.sentence().starts_with("Press Train: a network"));
    assert_eq!(
        said(&run(task.clone(), &[])),
        "The network knows nothing yet: it acts at random"
    );
    let under_way = said(&run(task, &lengths(&[21.4])));
    assert!(
        under_way.starts_with("Iteration 1: an episode returns"),
        "{under_way}"
    );
}

/// The returns of these runs are a quarter of what is given.
#[test]
fn a_task_is_solved_by_its_return_and_lost_again_half_of_the_way_back() {
    let pendulum = || TrainConfig {
        env_id: EnvId::Pendulum,
        max_episode_steps: 200,
        // A rollout has one whole episode of each environment.
        num_steps: 200,
        full_reset: false,
        ..quick()
    };
    let returns = |all: &[f64]| {
        let all: Vec<f64> = all.iter().map(|it| 4.0 * it).collect();
        run(pendulum(), &lengths(&all))
    };
    let over = |all: &[f64]| said(&ended(returns(all), StopReason::Finished));
    let solved = over(&[-1_200.0, -190.0, -400.0]);
    assert!(
        solved.starts_with("Solved after 2 iterations and "),
        "{solved}"
    );
    assert!(solved.ends_with("did more of what paid"), "{solved}");
    let lost = over(&[-1_200.0, -190.0, -900.0]);
    let wanted = "It learned to solve the task and lost it again: −190.0 at best, −900.0 now. ";
    assert!(lost.starts_with(wanted), "{lost}");
    let some = over(&[-1_200.0, -800.0]);
    let wanted = "It has learned, but not all of it: an episode returns −800.0 on average, \
                  −1200.0 at the start. ";
    assert!(some.starts_with(wanted), "{some}");
    let nothing = over(&[-1_200.0, -1_100.0]);
    assert!(nothing.starts_with("It has not learned: "), "{nothing}");
    let stopped = ended(returns(&[-1_200.0, -150.0]), StopReason::Requested);
    assert_eq!(solved_stop(&stopped), Some(2));
    // In the first of these rollouts only short episodes could end.
    let short = TrainConfig {
        num_steps: 100,
        ..pendulum()
    };
    let returns = lengths(&[-400.0, -1_200.0, -2_400.0, -3_200.0]);
    let worse = StoryNumbers::of(&run(short.clone(), &returns), None, 0.005);
    assert_eq!((worse.first, worse.now), (Some(-300.0), Some(-800.0)));
    let only = StoryNumbers::of(&run(short, &returns[..1]), None, 0.005);
    assert_eq!(only.first, Some(-100.0));
}

#[test]
fn at_the_end_it_says_what_it_took() {
    let solved = run(quick(), &lengths(&[21.0, 200.0, 480.0, 500.0]));
    let solved = ended(solved, StopReason::Finished);
    let size = quick().batch_size() as u64;
    let steps = crate::view::format::count(3 * size);
    let sentence = said(&solved);
    assert!(
        sentence.starts_with(&format!(
            "Solved after 3 iterations and {steps} steps. Nobody wrote"
        )),
        "{sentence}"
    );
    // A little less is not solved.
    let short = run(quick(), &lengths(&[21.0, 200.0, 474.0]));
    let sentence_of_short = said(&ended(short, StopReason::Finished));
    assert!(sentence_of_short.starts_with("It has learned, but not all of it"));
    // The second iteration has no length, and counts.
    let gap = run(quick(), &[Some(21.0), None, Some(480.0), Some(500.0)]);
    assert_eq!(said(&ended(gap, StopReason::Solved)), sentence);
}

#[test]
fn a_run_that_ended_because_it_was_solved_is_done() {
    let solved = run(quick(), &lengths(&[21.0, 480.0, 490.0]));
    assert_eq!(solved_stop(&solved), None, "it goes on");
    assert!(done(&solved) < 0.1);
    // Stopped while solved: it is over, and not broken off.
    let stopped = ended(solved, StopReason::Requested);
    assert_eq!(solved_stop(&stopped), Some(2));
    assert!((done(&stopped) - 1.0).abs() < 1e-12);
    assert!(said(&stopped).starts_with("Solved after 2 iterations"));
    let all = ended(
        run(quick(), &lengths(&[21.0, 480.0, 500.0])),
        StopReason::Solved,
    );
    assert_eq!(
        solved_stop(&all),
        Some(3),
        "the rollout that everybody survived"
    );
    // Lost again, or never there.
    for lengths in [[21.0, 480.0, 300.0], [21.0, 100.0, 300.0]] {
        let lost = ended(
            run(quick(), &self::lengths(&lengths)),
            StopReason::Requested,
        );
        assert_eq!(solved_stop(&lost), None);
        assert!(said(&lost).starts_with("Stopped at iteration 3"));
        assert!(done(&lost) < 0.1);
    }
}

/// Who survives a limit that everybody survives has learned nothing, and is not blamed for it.
#[test]
fn episodes_that_are_too_short_to_tell_are_called_so() {
    let short = TrainConfig {
        max_episode_steps: 20,
        ..quick()
    };
    for reached in [18.0, 20.0] {
        let over = ended(
            run(short.clone(), &lengths(&[18.0, reached])),
            StopReason::Finished,
        );
        let sentence = said(&over);
        assert!(
            sentence.starts_with("After 2 iterations the poles stay up")
                && sentence.contains("Episodes of 20 steps at most are too short to tell"),
            "{sentence}"
        );
    }
}

#[test]
fn a_run_that_did_not_learn_says_so_and_what_to_try() {
    let over = |config, all: &[f64]| said(&ended(run(config, &lengths(all)), StopReason::Finished));
    let sentence = over(quick(), &[21.0, 22.0, 24.0]);
    assert!(
        sentence.starts_with("It has not learned: the poles stay up 24 steps")
            && sentence.ends_with("Try another seed, or a smaller learning_rate"),
        "{sentence}"
    );
    let fast = TrainConfig {
        learning_rate: 0.05,
        ..quick()
    };
    let sentence = over(fast, &[21.0, 490.0, 12.0]);
    assert_eq!(
        sentence,
        "It learned to balance and lost it again: 490 steps at best, 12 now. Put learning_rate back, and train again"
    );
    // Below the preset's rate a smaller one is no advice.
    for learning_rate in [0.0, 1e-6, 0.001] {
        let slow = TrainConfig {
            learning_rate,
            ..quick()
        };
        let sentence = over(slow, &[21.0, 22.0, 21.0]);
        assert!(
            sentence.ends_with("Put learning_rate back, and train again"),
            "{sentence}"
        );
    }
    let unclipped = ended(
        run(quick(), &lengths(&[21.0, 490.0, 12.0])),
        StopReason::Finished,
    );
    let remedy = Remedy {
        key: "clip_coef",
        text: "0.2".to_owned(),
    };
    let sentence = StoryNumbers {
        remedy: Some(remedy),
        ..StoryNumbers::of(&unclipped, None, 0.005)
    }
    .sentence();
    assert!(
        sentence.ends_with("Set clip_coef to 0.2, and train again"),
        "{sentence}"
    );
    let sentence = over(quick(), &[21.0, 100.0, 210.0]);
    assert!(
        sentence.starts_with("It has learned, but not all"),
        "{sentence}"
    );
    let stopped = ended(run(quick(), &lengths(&[21.0, 30.0])), StopReason::Requested);
    assert!(said(&stopped).starts_with("Stopped at iteration 2: the poles stay up 30"));
    let at_once = ended(run(quick(), &[]), StopReason::Requested);
    assert!(said(&at_once).starts_with("Stopped before the first"));
}

#[test]
fn with_another_reward_the_return_counts() {
    let own = TrainConfig {
        reward: "1 - abs(theta)".to_owned(),
        ..quick()
    };
    let running = run(own, &lengths(&[20.0, 400.0]));
    assert_eq!(
        said(&running),
        "Iteration 2: an episode returns 100.0 on average, 5 at the start"
    );
    assert_eq!(
        said(&ended(running, StopReason::Finished)),
        "After 2 iterations an episode returns 100.0 on average, 5 at the start"
    );
}

#[test]
fn rates_are_multiples_as_one_writes_them() {
    let texts = |preset, current| -> Vec<String> {
        let all = rates(preset, current).into_iter();
        all.map(|choice| choice.text).collect()
    };
    assert_eq!(
        texts("0.005", "0.005"),
        ["5e-4", "0.0015", "0.005", "0.015", "0.05"]
    );
    // 3e-4 * 3 is not 9e-4 in floating-point numbers.
    assert_eq!(texts("3e-4", "3e-4")[3], "9e-4");
    assert_eq!(texts("0.005", "fast").last().expect("one"), "fast");
    // The form accepts none above 1.
    assert_eq!(texts("0.2", "0.2").len(), 4);
    assert_eq!(ten_times("0.005").as_deref(), Some("0.05"));
    assert_eq!((ten_times("0.2"), ten_times("")), (None, None));
}

#[test]
fn a_small_curve_keeps_its_newest_point() {
    assert_eq!(path(&[]), "");
    assert_eq!(path(&[(100.0, 3.0)]), "");
    assert_eq!(
        path(&[(100.0, 0.0), (200.0, 10.0), (300.0, 5.0)]),
        "M100.0 10.0L50.0 0.0L0.0 20.0"
    );
    assert_eq!(
        path(&[(100.0, -10.0), (200.0, -5.0), (300.0, -2.5)]),
        "M100.0 5.0L50.0 10.0L0.0 20.0"
    );
    let long: Vec<(f64, f64)> = (0..1000).map(|it| (f64::from(it), f64::from(it))).collect();
    let long = path(&long);
    assert!(long.starts_with("M100.0 0.0L"), "{long}");
    assert_eq!(long.matches(['M', 'L']).count(), 50);
}
