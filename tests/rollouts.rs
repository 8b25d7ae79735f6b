//! How a run collects: where its rollouts begin and end, and when it stops. What is looked at are
//! its events.

mod ends;
mod own_class;

use std::rc::Rc;

use crate::support::runs::{events, preset, small};
use futures::StreamExt as _;
use policy_lab::config::options::Chosen as _;
use policy_lab::config::world::{env, step_reward};
use policy_lab::config::{KlStop, TrainConfig, validate};
use policy_lab::envs::{Autoreset, Env, EnvId};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::mlp::host::{Packed, Scratch};
use policy_lab::ops::rollout::host::ChosenActions;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::stages::Detail;
use policy_lab::protocol::{Event, Frame, IterationReport, POSE, RunEvent, StopReason};
use policy_lab::rollout::{Collector, StepHooks, by_worlds};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::hooks::{HookResult, TrainHooks};
use policy_lab::train::session::Session;

fn frames(events: &[Event]) -> Vec<&Frame> {
    let frames = events.iter().filter_map(|event| match event {
        Event::Run(RunEvent::Frame(frame)) => Some(frame),
        _ => None,
    });
    frames.collect()
}

fn reports(events: &[Event]) -> Vec<&IterationReport> {
    let reports = events.iter().filter_map(|event| match event {
        Event::Run(RunEvent::Iteration(report)) => Some(report),
        _ => None,
    });
    reports.collect()
}

/// The largest number of a pose among the carts at the first step.
fn farthest_at_the_start(frame: &Frame) -> f32 {
    let poses = frame.poses.chunks(POSE).take(frame.num_carts);
    let numbers = poses.flat_map(|pose| &pose[..POSE - 1]);
    numbers.fold(0.0, |most, number| most.max(number.abs()))
}

/// Gymnasium draws the four numbers of a fresh cart from ±0.05.
#[test]
fn a_full_reset_begins_every_rollout_with_fresh_episodes() {
    let run = |full_reset| {
        events(TrainConfig {
            full_reset,
            stop_when_solved: false,
            early_stop: false,
            ..small("vpg-quick", 6)
        })
    };
    let fresh = run(true);
    for frame in frames(&fresh) {
        assert!(farthest_at_the_start(frame) <= 0.05);
    }
    // An episode that went on from the rollout before could be longer than this one.
    let mut ended = 0.0;
    for report in reports(&fresh) {
        ended += report.metrics.get(Metric::EpisodesFinished).unwrap_or(0.0);
        let mean = report.metrics.get(Metric::EpisodicReturn);
        assert!(mean.is_none_or(|mean| mean <= 32.0), "{mean:?}");
    }
    assert!(ended > 0.0, "no pole fell");

    let going_on = run(false);
    let later = &frames(&going_on)[1..];
    assert!(later.iter().all(|it| farthest_at_the_start(it) > 0.05));
}

/// Actions that balance the pole: a push to the side to which it leans and turns.
struct Balances;

impl StepHooks for Balances {
    fn act(&self, _: &[f32], obs: &[f32]) -> Option<HookResult<ChosenActions>> {
        let push = |obs: &[f32]| u32::from(obs[2] + 0.5 * obs[3] > 0.0);
        let actions: Vec<u32> = obs.chunks(4).map(push).collect();
        Some(Ok(ChosenActions {
            log_prob: vec![-0.7; actions.len()],
            actions,
            controls: Vec::new(),
        }))
    }
}

impl TrainHooks for Balances {
    fn has_rules(&self) -> bool {
        true
    }
}

/// A KL above the limit ends the epochs. A rule that looks at epochs keeps the one that exceeded it
/// whole, and one that looks before a step leaves that step out, but for the first of a rollout.
#[test]
fn a_kl_above_its_limit_ends_the_epochs_of_a_rollout() {
    let adam_steps = |kl_stop, target_kl| {
        let config = TrainConfig {
            update_epochs: 5,
            num_minibatches: 4,
            kl_stop,
            target_kl,
            ..small("ppo-quick", 1)
        };
        let steps = events(config).iter().find_map(|event| match event {
            Event::Run(RunEvent::LastGood(checkpoint)) => Some(checkpoint.adam_steps),
            _ => None,
        });
        steps.expect("networks at the end")
    };
    for rule in KlStop::all() {
        assert_eq!(adam_steps(rule, None), 20, "{rule:?}");
        assert_eq!(adam_steps(rule, Some(10.0)), 20, "{rule:?}");
        let least = match rule {
            KlStop::EpochMean | KlStop::Cleanrl => 4..5,
            KlStop::StableBaselines3 => 1..2,
            // Its measure may be negative, so it can miss the first minibatches.
            KlStop::SpinningUp => 1..20,
        };
        let steps = adam_steps(rule, Some(1e-6));
        assert!(least.contains(&steps), "{rule:?}: {steps}");
    }
}

/// The last number of a pose says how its step ended: 1 where the pole fell, 2 where the time limit
/// came.
#[test]
fn a_frame_shows_where_episodes_ended() {
    for (max_episode_steps, shown) in [(500, 1.0), (7, 2.0)] {
        let config = TrainConfig {
            max_episode_steps,
            ..small("ppo-quick", 1)
        };
        let events = events(config);
        let frame = frames(&events)[0];
        let endings: Vec<f32> = (frame.poses.chunks(POSE))
            .map(|pose| pose[POSE - 1])
            .filter(|ending| *ending != 0.0)
            .collect();
        assert!(endings.iter().all(|ending| *ending == shown), "{endings:?}");
        let ended = reports(&events)[0].metrics.get(Metric::EpisodesFinished);
        assert_eq!(ended, Some(endings.len() as f64));
    }
}

#[test]
fn environments_that_do_not_divide_into_minibatches_are_refused() {
    assert!(by_worlds(8, 2, 0).is_err());
    assert!(by_worlds(8, 2, 3).is_err());
    let halves = by_worlds(4, 2, 2).expect("two halves");
    assert_eq!(halves, [[0, 1, 4, 5], [2, 3, 6, 7]]);
}

/// A rollout of one episode ends where the time limit ends that.
#[test]
fn a_whole_episode_ends_with_its_time_limit() {
    let config = TrainConfig {
        num_envs: 1,
        num_steps: 100,
        whole_episodes: true,
        max_episode_steps: 5,
        rollouts_per_iteration: 3,
        total_timesteps: 300,
        ..preset("reinforce-episodes")
    };
    assert_eq!(reports(&events(config))[0].global_step, 15);
}

/// A critic's values are computed 16,384 rows at a time.
#[test]
fn a_large_rollout_has_the_value_of_every_observation() {
    let networks = Networks::new((4, 2), &[4], Activation::Tanh, true);
    let parameters = networks.initial_parameters(1, Init::UniformFanIn);
    let mut collector = Collector::new(200, Env::new(EnvId::Cartpole), networks.clone(), 1);
    let mut rollout = collector.rollout(100);
    collector.advance(&mut rollout, &parameters, 100);
    collector.finish(&mut rollout, &parameters);
    assert_eq!(rollout.values.len(), 20_000);
    let critic = Packed::new(networks.critic.as_ref().expect("a critic"), &parameters);
    for row in [0, 16_383, 16_384, 19_999] {
        let obs = &rollout.obs[row * 4..(row + 1) * 4];
        let mut value = Vec::new();
        critic.forward(obs, &mut Scratch::default(), None, &mut value);
        assert_eq!(rollout.values[row], value[0], "row {row}");
    }
}

/// What a run learns from is the reader's reward of each step, also where the policy does not see
/// the state as it is and actions are continuous.
#[test]
fn a_rollout_has_the_readers_rewards_in_every_task() {
    for (env_id, reward) in [
        (EnvId::Pendulum, "3 * omega - torque"),
        (EnvId::Mountaincar, "position + 2 * action"),
        (EnvId::MountaincarContinuous, "velocity - force"),
        (EnvId::Acrobot, "omega1 - 0.5 * omega2 + action"),
    ] {
        let config = TrainConfig {
            env_id,
            reward: reward.to_owned(),
            max_episode_steps: 9,
            ..preset("ppo-quick")
        };
        assert_eq!(validate::problems(&config), []);
        let (controls, obs_size) = (env_id.controls(), env_id.obs_size());
        let networks = Networks::new(
            (obs_size, env_id.num_outputs()),
            &[8],
            Activation::Tanh,
            true,
        );
        let networks = match controls {
            [] => networks,
            _ => networks.gaussian(),
        };
        let parameters = networks.initial_parameters(2, Init::UniformFanIn);
        let num_envs = 5;
        let mut collector = Collector::new(num_envs, env(&config), networks, 7);
        let mut rollout = collector.rollout(20);
        collector.advance(&mut rollout, &parameters, 20);
        let mut differing = 0;
        for sample in 0..rollout.len() - num_envs {
            let ended = rollout.final_samples.iter().position(|at| *at == sample);
            let led_to = match ended {
                Some(place) => &rollout.final_obs[place * obs_size..],
                None => &rollout.obs[(sample + num_envs) * obs_size..],
            };
            let action = match controls {
                [] => rollout.actions[sample] as f32,
                [control, ..] => rollout.controls[sample].clamp(control.low, control.high),
            };
            let expected = match env_id {
                EnvId::Pendulum => 3.0 * led_to[2] - action,
                EnvId::Mountaincar => led_to[0] + 2.0 * action,
                EnvId::MountaincarContinuous => led_to[1] - action,
                _ => led_to[4] - 0.5 * led_to[5] + action,
            };
            let reward = rollout.rewards[sample];
            assert!(
                (reward - expected).abs() < 1e-4,
                "{env_id:?}: {reward} for {expected}"
            );
            differing += usize::from(reward != rollout.rewards[0]);
        }
        assert!(
            differing > 0 && !rollout.final_samples.is_empty(),
            "{env_id:?}"
        );
        // And so does a run: with a reward of 1 the return is the length.
        let ones = TrainConfig {
            env_id,
            reward: "1".to_owned(),
            max_episode_steps: 9,
            ..small("ppo-quick", 1)
        };
        let run = events(ones);
        let told = reports(&run);
        let metrics = &told[0].metrics;
        let length = metrics.get(Metric::EpisodicLength);
        assert_eq!(length, Some(9.0), "{env_id:?}");
        assert_eq!(metrics.get(Metric::EpisodicReturn), length, "{env_id:?}");
    }
}

/// The page asks for the reward of a state by the run's rules.
#[test]
fn a_steps_reward_is_that_of_the_environment() {
    let reward = |config: &TrainConfig, state| step_reward(config).map(|reward| reward(state));
    let own = TrainConfig {
        reward: "x + 2 * v".to_owned(),
        ..preset("ppo-quick")
    };
    assert_eq!(reward(&own, [0.5, 0.25, 0.0, 0.0]), Some(1.0));
    let falling = TrainConfig {
        terminal_reward: -3.0,
        ..preset("ppo-quick")
    };
    assert_eq!(reward(&falling, [0.0; 4]), Some(1.0));
    assert_eq!(reward(&falling, [0.0, 0.0, 1.0, 0.0]), Some(-3.0));
    let asks_for_actions = TrainConfig {
        reward: "x + action".to_owned(),
        ..own
    };
    assert_eq!(reward(&asks_for_actions, [0.0; 4]), None);
    let probe = TrainConfig {
        env_id: EnvId::Probe1,
        ..falling
    };
    assert_eq!(reward(&probe, [0.0; 4]), None);
}
