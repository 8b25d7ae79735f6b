//! What trained networks do: carts that they steer, in numbers.

use std::collections::BTreeMap;

use policy_lab::config::TrainConfig;
use policy_lab::config::world::env;
use policy_lab::rollout::{Collector, evaluate};
use policy_lab::train::setup::networks;

use super::measure::rounded;

/// Carts that play, and steps: ten seconds.
const NUM_CARTS: usize = 32;
const NUM_STEPS: usize = 500;
/// Episodes over which a mean length is taken.
const NUM_EPISODES: usize = 100;
/// The seed of what is played, which shares no random numbers with the run.
const SEED: u32 = 1_000_003;
/// How far beyond the middle a cart must come out to have changed sides, in metres.
const BEYOND_M: f32 = 0.05;
const DIGITS: usize = 4;

/// Plays by sampled actions. Returns the mean `length` of episodes in steps; of 32 carts in 500
/// steps the means of |x| (`abs_x`, m), |v| (`abs_v`, m/s), |θ| (`abs_theta`, rad) and |ω|
/// (`abs_omega`, rad/s), the largest |x| (`max_x`, m), and how often a cart comes out on the other
/// side of the middle (`sides`).
pub fn play(config: &TrainConfig, parameters: &[f32]) -> BTreeMap<String, f64> {
    let worlds = |count| Collector::new(count, env(config), networks(config), SEED);
    let episodes = evaluate(worlds(NUM_EPISODES), parameters);
    let length = episodes.iter().map(|it| f64::from(it.length)).sum::<f64>();
    let mut carts = worlds(NUM_CARTS);
    let mut rollout = carts.rollout(NUM_STEPS);
    carts.advance(&mut rollout, parameters, NUM_STEPS);
    let of = |index: usize| rollout.obs.iter().skip(index).step_by(rollout.obs_size);
    let mean = |index| {
        let sum: f64 = of(index).map(|number| f64::from(number.abs())).sum();
        sum / rollout.len() as f64
    };
    let most = of(0).fold(0.0_f32, |most, x| most.max(x.abs()));
    let sides: usize = (0..NUM_CARTS)
        .map(|cart| sides(of(0).skip(cart).step_by(NUM_CARTS)))
        .sum();
    [
        ("length", length / NUM_EPISODES as f64),
        ("abs_x", mean(0)),
        ("abs_v", mean(1)),
        ("abs_theta", mean(2)),
        ("abs_omega", mean(3)),
        ("max_x", f64::from(most)),
        ("sides", sides as f64 / NUM_CARTS as f64),
    ]
    .map(|(name, number)| (name.to_owned(), rounded(number, DIGITS)))
    .into()
}

/// Returns how often a cart comes out on the other side than the one before.
fn sides<'a>(places: impl Iterator<Item = &'a f32>) -> usize {
    let outside = places.filter(|x| x.abs() > BEYOND_M).map(|x| *x > 0.0);
    let outside: Vec<bool> = outside.collect();
    outside.windows(2).filter(|it| it[0] != it[1]).count()
}
