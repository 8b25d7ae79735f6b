//! Compares rollouts of this device with the host's, one step at a time, each from the state that
//! the device recorded. A small difference doubles every few steps of a cart that nothing balances,
//! so whole trajectories cannot be compared.

use std::f64::consts::{PI, TAU};

use burn::tensor::{Device, Tensor};
use policy_lab::envs::cartpole::{THETA_LIMIT_RAD, X_LIMIT};
use policy_lab::envs::{Autoreset, Env, EnvId, Expression, Worlds};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::rollout::{
    ActionChoice, RESET_BIT, Recorded, RolloutPlan, RunWorlds, TERMINATED_BIT, TRUNCATED_BIT,
    action_of,
};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::random::{Purpose, Stream};

use super::outcome::CheckOutcome;
use super::reference::{Network, log_softmax};
use crate::device::read_words;
use crate::ops::rollout::rollout;

const NUM_ENVS: usize = 37;
const NUM_STEPS: usize = 40;
const SEED: u32 = 5;
/// Number of the first step, as if the environments had run before.
const FIRST_STEP: u32 = 1_000;
/// Distance from the boundary between two actions within which a random number may select either.
const EDGE: f64 = 1e-5;
/// Largest allowed difference of a recorded number.
const TOLERANCE: f64 = 2e-5;

/// Compares every environment, both kinds of reset, sampled and greedy actions, and a reader's own
/// reward.
pub async fn rollouts(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for id in EnvId::ALL {
        compare(Env::new(id), ActionChoice::Sampled, device, &mut evidence).await?;
    }
    let cut_short = Env {
        max_episode_steps: 11,
        terminal_reward: 0.0,
        autoreset: Autoreset::NextStep,
        ..Env::new(EnvId::Cartpole)
    };
    compare(cut_short, ActionChoice::Greedy, device, &mut evidence).await?;
    let own = Env {
        reward: Expression::parse("abs(omega) - x ^ 2").ok(),
        autoreset: Autoreset::NextStep,
        ..Env::new(EnvId::Spincart)
    };
    compare(own, ActionChoice::Sampled, device, &mut evidence).await?;
    Ok(evidence)
}

/// The largest differences found in a rollout.
#[derive(Default)]
struct Worst {
    log_prob: f64,
    reward: f64,
    state: f64,
    /// Number of samples whose action, end or reset differs.
    different: usize,
    /// Number of episodes that terminated.
    ends: usize,
}

async fn compare(
    env: Env,
    choice: ActionChoice,
    device: &Device,
    evidence: &mut Evidence,
) -> Result<(), super::outcome::CheckError> {
    let (id, state_size) = (env.id, env.id.state_size());
    let sizes = (id.obs_size(), id.num_actions());
    let networks = Networks::new(sizes, &[20, 9], Activation::Tanh, true);
    let parameters = networks.initial_parameters(2, Init::UniformFanIn);
    let plan = RolloutPlan {
        policy: networks.actor.clone(),
        env: env.clone(),
        choice,
        num_envs: NUM_ENVS,
        num_steps: NUM_STEPS,
        first_step: FIRST_STEP,
    };
    let mut worlds = Worlds::new(NUM_ENVS, env.clone(), SEED);
    match id.task() {
        Some(_) => near_the_goal(id, &mut worlds),
        None if id.is_cart() => spread_over_the_track(&mut worlds),
        None => {}
    }
    let run = RunWorlds {
        worlds: &worlds,
        seed: SEED,
    };
    let on_device = Tensor::<1>::from_floats(parameters.as_slice(), device);
    let words = read_words(rollout(&on_device, &[run], plan)).await?;
    let samples = NUM_ENVS * NUM_STEPS;
    let (record, after) = words.split_at(Recorded::num_words(samples, state_size));
    let mut recorded = Recorded::from_words(record, samples, state_size);
    recorded.set_rewards(&env);

    let policy = Network {
        sizes: &networks.actor.sizes,
        activation: Activation::Tanh,
        parameters: &parameters[..networks.actor.num_parameters()],
    };
    let draws = Stream::new(SEED, Purpose::Action);
    let mut worst = Worst::default();
    for step in 0..NUM_STEPS {
        // Start each step from the states that the device recorded.
        let start = step * NUM_ENVS;
        let mut seen = worlds.words();
        for coordinate in 0..state_size {
            for world in 0..NUM_ENVS {
                let value = recorded.states[(start + world) * state_size + coordinate];
                let word = &mut seen[coordinate * NUM_ENVS + world];
                worst.state = worst
                    .state
                    .max(apart(id, value, f32::from_bits(*word as u32)));
                *word = value.to_bits() as i32;
            }
        }
        worlds.set_words(&seen);
        let mut obs = Vec::new();
        worlds.observe_now(&mut obs);
        let logits: Vec<f32> = policy.outputs(&obs).iter().map(|x| *x as f32).collect();
        let log_probs = log_softmax(&logits, sizes.1);
        for (world, log_probs) in log_probs.chunks(sizes.1).enumerate() {
            let sample = start + world;
            let taken = recorded.taken[sample];
            let action = action_of(taken);
            let draw = draws.uniforms([world as u32, FIRST_STEP + step as u32])[0];
            let chosen = match choice {
                ActionChoice::Sampled => drawn(log_probs, f64::from(draw)),
                ActionChoice::Greedy => likeliest(log_probs),
            };
            if let Some(chosen) = chosen
                && chosen != action
            {
                worst.different += 1;
            }
            let log_prob = log_probs.get(action as usize).copied().unwrap_or(f64::NAN);
            let difference = (f64::from(recorded.log_prob[sample]) - log_prob).abs();
            worst.log_prob = worst.log_prob.max(difference);
            let moved = worlds.step(world, action);
            worst.ends += usize::from(moved.terminated);
            let difference = f64::from(recorded.rewards[sample]) - f64::from(moved.reward);
            let bits = u32::from(moved.terminated) << TERMINATED_BIT
                | u32::from(moved.truncated) << TRUNCATED_BIT
                | u32::from(moved.was_reset) << RESET_BIT;
            let before = &recorded.states[sample * state_size..][..state_size];
            let is_close = || at_the_limit(id, &env.transition(before, action).state);
            if bits != taken & !((1 << TERMINATED_BIT) - 1) && !is_close() {
                worst.different += 1;
            } else {
                worst.reward = worst.reward.max(difference.abs());
            }
        }
    }
    let own = if env.reward.is_some() {
        ", own reward"
    } else {
        ""
    };
    let how = match choice {
        ActionChoice::Sampled => "",
        ActionChoice::Greedy => ", greedy",
    };
    let name = format!("{id:?}{how}{own}");
    evidence.close(
        &format!("{name}: log-probabilities"),
        worst.log_prob,
        0.0,
        TOLERANCE,
    );
    evidence.close(&format!("{name}: rewards"), worst.reward, 0.0, TOLERANCE);
    evidence.close(&format!("{name}: states"), worst.state, 0.0, TOLERANCE);
    evidence.equal(
        &format!("{name}: other actions or ends"),
        worst.different,
        0,
    );
    evidence.holds(&format!("{name}: some episodes end"), worst.ends > 0);
    let counts = |words: &[i32]| words[state_size * NUM_ENVS..].to_vec();
    evidence.holds(
        &format!("{name}: episodes and steps afterwards"),
        counts(after) == counts(&worlds.words()),
    );
    Ok(())
}

/// Places the carts side by side from one end of the track to the other, so that some leave it
/// within a rollout.
fn spread_over_the_track(worlds: &mut Worlds) {
    let mut words = worlds.words();
    for (world, x) in words[..NUM_ENVS].iter_mut().enumerate() {
        let place = world as f32 / (NUM_ENVS - 1) as f32;
        *x = ((2.0 * place - 1.0) * 0.999 * X_LIMIT).to_bits() as i32;
    }
    worlds.set_words(&words);
}

/// Returns the action that the random number selects, or `None` if it is too near to a boundary.
fn drawn(log_probs: &[f64], draw: f64) -> Option<u32> {
    let mut below = 0.0;
    for (action, log_prob) in log_probs.iter().enumerate() {
        below += log_prob.exp();
        if (draw - below).abs() < EDGE && action + 1 < log_probs.len() {
            return None;
        }
        if draw < below {
            return Some(action as u32);
        }
    }
    Some(log_probs.len() as u32 - 1)
}

/// Returns the likeliest action, or `None` if two are about equally likely.
fn likeliest(log_probs: &[f64]) -> Option<u32> {
    let best = (0..log_probs.len()).max_by(|a, b| log_probs[*a].total_cmp(&log_probs[*b]))?;
    let rivals = log_probs
        .iter()
        .filter(|log_prob| log_probs[best] - **log_prob < EDGE)
        .count();
    (rivals == 1).then_some(best as u32)
}

/// Returns how far apart two numbers of a state are, by their size above 1. An angle of Acrobot's
/// that is half a turn may be the one or the other.
fn apart(id: EnvId, one: f32, other: f32) -> f64 {
    let (one, other) = (f64::from(one), f64::from(other));
    let away = (one - other).abs();
    let is_turned = id == EnvId::Acrobot && (one.abs() - PI).abs() < 1e-4;
    let away = if is_turned {
        away.min((away - TAU).abs())
    } else {
        away
    };
    away / one.abs().max(1.0)
}

/// Puts a few of the environments where an episode of the task ends within some steps.
fn near_the_goal(id: EnvId, worlds: &mut Worlds) {
    let state: &[f32] = match id {
        EnvId::Mountaincar => &[0.4, 0.05],
        EnvId::Acrobot => &[2.5, 0.0, 1.0, 0.0],
        _ => return,
    };
    let mut words = worlds.words();
    for (plane, number) in words.chunks_mut(NUM_ENVS).zip(state) {
        plane[..4].fill(number.to_bits() as i32);
    }
    worlds.set_words(&words);
}

/// Returns true if a state is so near to where an episode ends that rounding decides.
fn at_the_limit(id: EnvId, state: &[f32]) -> bool {
    let near = |number: f32, limit: f32| (number - limit).abs() < 1e-4;
    match (id, state) {
        (EnvId::Mountaincar, [position, velocity]) => near(*position, 0.5) || near(*velocity, 0.0),
        (EnvId::Acrobot, [theta1, theta2, ..]) => {
            near(-theta1.cos() - (theta1 + theta2).cos(), 1.0)
        }
        (_, [x, _, theta, _]) => near(x.abs(), X_LIMIT) || near(theta.abs(), THETA_LIMIT_RAD),
        _ => false,
    }
}
