//! Records learners that differ only in their reward, for the question which recording is which.

use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::config::world::env;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::rollout::{Collector, evaluate};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab::train::setup::networks;
use serde_json::json;

use super::runs::told;

/// Names and rewards.
const REWARDS: [(&str, &str); 3] = [
    ("angle", "1 - abs(theta / 0.2095)"),
    ("position", "1 - abs(x / 2.4)"),
    ("both", "(1 - abs(theta / 0.2095) + 1 - abs(x / 2.4)) / 2"),
];
/// Largest seed to try, starting from 1.
const LAST_SEED: u32 = 20;
/// Mean length from which a learner counts as balancing; an episode has at most 500 steps.
const BALANCES: f64 = 475.0;
/// Episodes over which that mean is taken.
const EVALUATED: usize = 100;
/// The seed of the recording and of the episodes before it, which share no random numbers with the
/// run.
const FILM_SEED: u32 = 1_000_003;
const NUM_CARTS: usize = 4;
/// Numbers of a cart's state.
const OBS_SIZE: usize = 4;
/// The recording is the second half of an episode, because a drifting cart needs time to drift.
const FIRST_STEP: usize = 250;
const NUM_STEPS: usize = 250;
/// Iterations of training. All three learners balance after 16; after many more, the third's pole
/// sways no more than the others'.
const PHASES: usize = 35;

/// Trains a learner for each reward, with the first seed that balances, and writes its recording to
/// `path`.
///
/// # Errors
/// Fails if no seed balances, or if the file cannot be written.
pub fn write(path: &str) -> Result<(), String> {
    let lines: Result<Vec<String>, String> = REWARDS
        .iter()
        .map(|(key, reward)| {
            (1..=LAST_SEED)
                .find_map(|seed| film(key, reward, seed))
                .ok_or_else(|| format!("no seed balances with {reward}"))
        })
        .collect();
    let text = format!("[\n{}\n]\n", lines?.join(",\n"));
    std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

/// Returns the recording of one learner as JSON, if it balances.
fn film(key: &str, reward: &str, seed: u32) -> Option<String> {
    let quick = (Preset::find("ppo-quick")?.config)();
    let config = TrainConfig {
        seed,
        reward: reward.to_owned(),
        total_timesteps: PHASES * quick.batch_size(),
        ..quick
    };
    let (parameters, iteration) = train(&config)?;
    let (networks, env) = (networks(&config), env(&config));
    let worlds = |count| Collector::new(count, env.clone(), networks.clone(), FILM_SEED);
    let episodes = evaluate(worlds(EVALUATED), &parameters);
    let length = episodes.iter().map(|it| f64::from(it.length)).sum::<f64>() / EVALUATED as f64;
    println!("{key}, seed {seed}: episodes of {length:.1} steps");
    let play = |num_carts| {
        let mut carts = worlds(num_carts);
        let mut rollout = carts.rollout(FIRST_STEP + NUM_STEPS);
        carts.advance(&mut rollout, &parameters, FIRST_STEP + NUM_STEPS);
        let seen = rollout.obs.split_off(FIRST_STEP * num_carts * OBS_SIZE);
        println!("  {num_carts} carts: {}", figures(&seen, num_carts));
        (seen, rollout.terminated.contains(&true))
    };
    let (seen, fell) = play(NUM_CARTS);
    play(EVALUATED);
    let poses: Vec<f64> = seen
        .chunks(OBS_SIZE)
        .flat_map(|obs| [rounded(obs[0]), rounded(obs[2])])
        .collect();
    (length >= BALANCES && !fell).then(|| {
        json!({
            "key": key, "reward": reward, "seed": seed, "iteration": iteration,
            "num_carts": NUM_CARTS, "num_steps": NUM_STEPS, "poses": poses,
        })
        .to_string()
    })
}

/// Returns the parameters after the last iteration, and its number.
fn train(config: &TrainConfig) -> Option<(Vec<f32>, usize)> {
    told(Session::new(config.clone(), RunDevice::Cpu).events()).find_map(|event| match event {
        Event::Run(RunEvent::LastGood(checkpoint)) => {
            Some((checkpoint.parameters, checkpoint.iteration))
        }
        _ => None,
    })
}

/// Rounds to a thousandth, without a negative zero.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0 + 0.0
}

/// Describes what gives a recording away: where the carts are, how far they get, how far their
/// poles lean, and how often a cart turns round.
fn figures(seen: &[f32], num_carts: usize) -> String {
    let all = |index: usize| {
        let numbers = seen.iter().skip(index).step_by(OBS_SIZE);
        numbers.map(|number| f64::from(number.abs()))
    };
    let mean = |index| all(index).sum::<f64>() * OBS_SIZE as f64 / seen.len() as f64;
    let most = |index| all(index).fold(0.0_f64, f64::max);
    let last = seen.len() / OBS_SIZE - num_carts;
    let turns: usize = (0..num_carts)
        .map(|cart| turns(seen, cart, num_carts))
        .sum();
    format!(
        "|x| {:.3}, at the end {:.3}, at most {:.2}; |theta| {:.4}, at most {:.3}; |v| {:.3}; turns {:.1}",
        mean(0),
        all(0).skip(last).sum::<f64>() / num_carts as f64,
        most(0),
        mean(2),
        most(2),
        mean(1),
        turns as f64 / num_carts as f64,
    )
}

/// Returns how often a cart turns round. A cart slower than the change of one push counts as
/// standing.
fn turns(seen: &[f32], cart: usize, num_carts: usize) -> usize {
    let speeds = seen.iter().skip(OBS_SIZE * cart + 1);
    let speeds = speeds.step_by(OBS_SIZE * num_carts);
    let mut moving = speeds
        .filter(|v| v.abs() > 0.2)
        .map(|v| *v > 0.0)
        .peekable();
    let mut turns = 0;
    while let Some(now) = moving.next() {
        turns += usize::from(moving.peek().is_some_and(|next| *next != now));
    }
    turns
}
