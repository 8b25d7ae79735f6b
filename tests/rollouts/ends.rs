//! When episodes and rollouts end, and when a task counts as solved.

use super::*;

/// A policy that balances solves the task where an episode can last long enough to tell, up to the
/// time limit or to the end of the rollout. One that pushes at random solves it nowhere, however
/// short the limit or the rollout.
#[test]
fn a_run_is_solved_by_who_balances_and_not_by_a_short_rollout() {
    let ends_in = |env_id, balances: bool, stop_when_solved, (num_steps, max_episode_steps)| {
        let config = TrainConfig {
            env_id,
            num_steps,
            max_episode_steps,
            full_reset: true,
            stop_when_solved,
            early_stop: false,
            ..small("vpg-quick", 1)
        };
        let config = TrainConfig {
            total_timesteps: 2 * config.batch_size(),
            ..config
        };
        let hooks = balances.then(|| Rc::new(Balances) as Rc<dyn TrainHooks>);
        let session = Session {
            hooks,
            ..Session::new(config, RunDevice::Cpu)
        };
        let events: Vec<Event> = pollster::block_on(session.events().collect());
        (events.last().cloned(), reports(&events).len())
    };
    let ends = |balances, stop_when_solved, num_steps, limit| {
        ends_in(
            EnvId::Cartpole,
            balances,
            stop_when_solved,
            (num_steps, limit),
        )
    };
    let solved = (Some(RunEvent::Stopped(StopReason::Solved).into()), 1);
    let finished = (Some(RunEvent::Stopped(StopReason::Finished).into()), 2);
    for (num_steps, limit) in [(1, 500), (10, 500), (99, 500), (40, 1), (40, 20), (120, 99)] {
        for balances in [true, false] {
            let found = ends(balances, true, num_steps, limit);
            assert_eq!(found, finished, "{num_steps} steps, limit {limit}");
        }
    }
    for (num_steps, limit) in [(100, 500), (120, 500), (150, 100), (150, 150)] {
        assert_eq!(
            ends(true, true, num_steps, limit),
            solved,
            "{num_steps}, {limit}"
        );
        assert_eq!(ends(true, false, num_steps, limit), finished);
        assert_eq!(ends(false, true, num_steps, limit), finished);
    }
    // Where no pole falls, whoever pushes at random survives, and the task is another.
    assert_eq!(ends_in(EnvId::Spincart, true, true, (100, 500)), finished);
    assert_eq!(ends_in(EnvId::Spincart, false, true, (100, 500)), finished);
}

/// Whatever resets an environment, and whether rollouts are shorter or longer than the limit, no
/// length is above it.
#[test]
fn no_episode_is_longer_than_its_time_limit() {
    for id in [
        "vpg-quick",
        "reinforce-quick",
        "ppo-quick",
        "reinforce-episodes",
    ] {
        for autoreset in [Autoreset::SameStep, Autoreset::NextStep] {
            for full_reset in [true, false] {
                for (num_steps, limit) in [(70, 1), (70, 20), (7, 20), (20, 20), (7, 500)] {
                    let config = TrainConfig {
                        autoreset,
                        full_reset,
                        num_steps,
                        max_episode_steps: limit,
                        rollouts_per_iteration: 2,
                        num_envs: if id == "reinforce-episodes" { 1 } else { 8 },
                        num_minibatches: 1,
                        ..preset(id)
                    };
                    let size = config.batch_size() * config.rollouts_per_iteration;
                    let name = format!("{id}, {autoreset:?}, {full_reset}, {num_steps}, {limit}");
                    for report in reports(&events(TrainConfig {
                        total_timesteps: 3 * size,
                        ..config
                    })) {
                        for metric in [
                            Metric::EpisodicLength,
                            Metric::EpisodicLengthMax,
                            Metric::EpisodicLengthMin,
                        ] {
                            let length = report.metrics.get(metric).unwrap_or(0.0);
                            assert!(length <= limit as f64, "{name}: {} {length}", metric.key());
                        }
                    }
                }
            }
        }
    }
}

/// An episode that is cut off is over, as one is whose pole has fallen.
#[test]
fn an_early_stop_does_not_wait_for_poles_that_cannot_fall_any_more() {
    let config = TrainConfig {
        num_steps: 200,
        max_episode_steps: 5,
        total_timesteps: 8 * 200,
        early_stop: true,
        full_reset: true,
        ..small("vpg-quick", 1)
    };
    assert_eq!(reports(&events(config))[0].global_step, 8 * 16);
}

/// The run looks every 16 steps, so the last cart fell within the last 16.
#[test]
fn an_early_stop_comes_at_the_next_look_after_the_last_fall() {
    let config = |seed, num_steps| TrainConfig {
        seed,
        num_steps,
        total_timesteps: 8 * num_steps,
        early_stop: true,
        full_reset: true,
        stop_when_solved: false,
        ..small("vpg-quick", 1)
    };
    // Jumps of 63 steps and, in the shorter rollout, of 13, which lead past the looks.
    for (seed, num_steps) in (1..=5).flat_map(|seed| [(seed, 500), (seed, 100)]) {
        let events = events(config(seed, num_steps));
        let report = reports(&events)[0];
        // The step on which a pole falls is not counted.
        let last_fall = report.metrics.get(Metric::EpisodicLengthMax);
        let last_fall = last_fall.expect("lengths") as u64 + 1;
        let steps = report.global_step / 8;
        assert_eq!(steps, last_fall.next_multiple_of(16), "seed {seed}");
        assert!(steps < num_steps as u64, "seed {seed}: a cart survives");

        // Whoever watches the steps sees the same.
        for detail in [Detail::Steps, Detail::Jumps] {
            let session = Session::new(config(seed, num_steps), RunDevice::Cpu);
            session.observer.look(detail);
            let watched: Vec<Event> = pollster::block_on(session.events().collect());
            assert_eq!(reports(&watched)[0].global_step, report.global_step);
        }
    }
}
