//! Compares rollouts of this device with the host's, one step at a time, each from the state that
//! the device recorded. A small difference doubles every few steps of a cart that nothing balances,
//! so whole trajectories cannot be compared.

use std::f64::consts::{PI, TAU};

use burn::tensor::{Device, Tensor};
use policy_lab::envs::cartpole::X_LIMIT;
use policy_lab::envs::spec::MAX_CONTROLS;
use policy_lab::envs::{Actions, Autoreset, Env, EnvId, Expression, Strengths, Task, Worlds};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::gaussian;
use policy_lab::ops::rollout::{
    ActionChoice, RESET_BIT, Recorded, RolloutPlan, RowSize, RunWorlds, TERMINATED_BIT,
    TRUNCATED_BIT, action_of,
};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::random::{Purpose, Stream};

use super::outcome::{CheckError, CheckOutcome};
use super::own_world::walk;
use super::reference::{Network, log_density, log_softmax};
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
/// Largest allowed difference of a continuous action. A device draws normal numbers in single
/// precision, where the logarithm of a number near 1 has few digits.
const DRAWN: f64 = 1e-4;
/// Time limit of an episode that does not end otherwise, and of one that is cut short.
const SHORT: u32 = 11;

/// Compares every environment, both kinds of reset, sampled and greedy actions, and a reader's own
/// reward in each kind of environment that takes one.
pub async fn rollouts(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    // Bodies are stepped by a program that no device has.
    for id in EnvId::ALL.into_iter().filter(|id| !id.is_of_bodies()) {
        compare(that_ends(id), ActionChoice::Sampled, device, &mut evidence).await?;
    }
    let of_reader = walk().map_err(|why| CheckError::Run(why.to_string()))?;
    let of_reader = Env::new(of_reader);
    compare(of_reader, ActionChoice::Sampled, device, &mut evidence).await?;
    let cut_short = Env {
        max_episode_steps: SHORT,
        terminal_reward: 0.0,
        autoreset: Autoreset::NextStep,
        ..Env::new(EnvId::Cartpole)
    };
    compare(cut_short, ActionChoice::Greedy, device, &mut evidence).await?;
    let by_means = Env {
        autoreset: Autoreset::NextStep,
        ..Env::new(EnvId::MountaincarContinuous)
    };
    compare(by_means, ActionChoice::Greedy, device, &mut evidence).await?;
    let strong = Env {
        strengths: Strengths {
            gravity: 1.5,
            force: 2.0,
        },
        max_episode_steps: SHORT,
        ..Env::new(EnvId::Pendulum)
    };
    compare(strong, ActionChoice::Sampled, device, &mut evidence).await?;
    let own = Env {
        reward: Expression::parse("abs(omega) - x ^ 2", EnvId::Spincart).ok(),
        autoreset: Autoreset::NextStep,
        ..Env::new(EnvId::Spincart)
    };
    compare(own, ActionChoice::Sampled, device, &mut evidence).await?;
    for (id, reward) in [
        (EnvId::Pendulum, "cos(theta) - torque ^ 2 / 10 + reward"),
        (EnvId::Acrobot, "10 * terminated - abs(omega2) + action"),
    ] {
        let own = Env {
            reward: Expression::parse(reward, id).ok(),
            ..that_ends(id)
        };
        compare(own, ActionChoice::Sampled, device, &mut evidence).await?;
    }
    Ok(evidence)
}

/// Returns an environment some of whose episodes end within the rollout.
fn that_ends(id: EnvId) -> Env {
    let mut env = Env::new(id);
    if !id.dynamics().ends_episodes() {
        env.max_episode_steps = SHORT;
    }
    env
}

/// The largest differences found in a rollout.
#[derive(Default)]
struct Worst {
    /// Of the numbers of continuous actions.
    control: f64,
    log_prob: f64,
    reward: f64,
    state: f64,
    /// Number of samples whose action, end or reset differs.
    different: usize,
    /// Number of episodes that terminated; of those that only the time limit ends, that were
    /// truncated.
    ends: usize,
}

async fn compare(
    env: Env,
    choice: ActionChoice,
    device: &Device,
    evidence: &mut Evidence,
) -> Result<(), CheckError> {
    let (id, row) = (env.id, RowSize::of(env.id));
    let sizes = (id.obs_size(), id.num_outputs());
    let mut networks = Networks::new(sizes, &[20, 9], Activation::Tanh, true);
    if row.controls > 0 {
        networks = networks.gaussian();
    }
    let mut parameters = networks.initial_parameters(2, Init::UniformFanIn);
    for (number, log_std) in parameters[networks.log_stds()].iter_mut().enumerate() {
        *log_std = -0.3 - 0.2 * number as f32;
    }
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
        Some(task) => near_the_end(task, &mut worlds),
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
    let (record, after) = words.split_at(Recorded::num_words(samples, row));
    let mut recorded = Recorded::from_words(record, samples, row);
    recorded.set_rewards(&env);

    let policy = Network {
        sizes: &networks.actor.sizes,
        activation: Activation::Tanh,
        parameters: &parameters[..networks.actor.num_parameters()],
    };
    let choose = Choice {
        choice,
        draws: Stream::new(SEED, Purpose::Action),
        log_stds: &parameters[networks.log_stds()],
    };
    let mut worst = Worst::default();
    for step in 0..NUM_STEPS {
        // Start each step from the states that the device recorded.
        let start = step * NUM_ENVS;
        let mut seen = worlds.words();
        for coordinate in 0..row.state {
            for world in 0..NUM_ENVS {
                let value = recorded.states[(start + world) * row.state + coordinate];
                let word = &mut seen[coordinate * NUM_ENVS + world];
                let away = apart(id, value, f32::from_bits(*word as u32));
                worst.state = larger(worst.state, away);
                *word = value.to_bits() as i32;
            }
        }
        worlds.set_words(&seen);
        let mut obs = Vec::new();
        worlds.observe_now(&mut obs);
        let outputs: Vec<f32> = policy.outputs(&obs).iter().map(|x| *x as f32).collect();
        for (world, outputs) in outputs.chunks(sizes.1).enumerate() {
            let sample = start + world;
            let taken = recorded.taken[sample];
            let counter = [world as u32, FIRST_STEP + step as u32];
            let number = [action_of(taken)];
            let (action, log_prob) = match row.controls {
                0 => (
                    Actions::Discrete(&number),
                    choose.one(outputs, counter, number[0], &mut worst),
                ),
                width => {
                    let drawn = &recorded.controls[sample * width..][..width];
                    worst.different += usize::from(number != [0]);
                    (
                        Actions::Continuous(drawn),
                        choose.numbers(outputs, counter, drawn, &mut worst),
                    )
                }
            };
            let difference = (f64::from(recorded.log_prob[sample]) - log_prob).abs();
            worst.log_prob = larger(worst.log_prob, difference);
            let moved = worlds.step_by(world, action);
            worst.ends += usize::from(match id.dynamics().ends_episodes() {
                true => moved.terminated,
                false => moved.truncated,
            });
            let size = f64::from(moved.reward.abs()).max(1.0);
            let difference = f64::from(recorded.rewards[sample]) - f64::from(moved.reward);
            let bits = u32::from(moved.terminated) << TERMINATED_BIT
                | u32::from(moved.truncated) << TRUNCATED_BIT
                | u32::from(moved.was_reset) << RESET_BIT;
            let before = &recorded.states[sample * row.state..][..row.state];
            let is_close = || is_at_the_limit(&env, before, action);
            if bits != taken & !((1 << TERMINATED_BIT) - 1) && !is_close() {
                worst.different += 1;
            } else {
                worst.reward = larger(worst.reward, difference.abs() / size);
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
    let strong = match env.strengths == Strengths::OWN {
        true => "",
        false => ", other forces",
    };
    let name = format!("{id:?}{how}{own}{strong}");
    if row.controls > 0 {
        evidence.close(&format!("{name}: actions"), worst.control, 0.0, DRAWN);
    }
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
    let counts = |words: &[i32]| words[row.state * NUM_ENVS..].to_vec();
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

/// How a policy chooses, with the random numbers for it.
struct Choice<'a> {
    choice: ActionChoice,
    draws: Stream,
    /// Logarithms of standard deviations; none for discrete actions.
    log_stds: &'a [f32],
}

impl Choice<'_> {
    /// Compares the discrete action that a device took with the one that logits lead to. Returns
    /// its log-probability.
    fn one(&self, logits: &[f32], counter: [u32; 2], taken: u32, worst: &mut Worst) -> f64 {
        let log_probs = log_softmax(logits, logits.len());
        let chosen = match self.choice {
            ActionChoice::Sampled => drawn(&log_probs, self.draws.uniforms(counter)[0].into()),
            ActionChoice::Greedy => likeliest(&log_probs),
        };
        worst.different += usize::from(chosen.is_some_and(|chosen| chosen != taken));
        log_probs.get(taken as usize).copied().unwrap_or(f64::NAN)
    }

    /// Compares the continuous action that a device took with the one that means lead to. Returns
    /// its log-probability.
    fn numbers(
        &self,
        means: &[f32],
        [world, step]: [u32; 2],
        taken: &[f32],
        worst: &mut Worst,
    ) -> f64 {
        let normals = match self.choice {
            ActionChoice::Sampled => self.draws.normals_at([world, step]),
            ActionChoice::Greedy => [0.0; MAX_CONTROLS],
        };
        let chosen = gaussian::sample(means, self.log_stds, &normals);
        for (taken, chosen) in taken.iter().zip(chosen) {
            let difference = f64::from(taken - chosen).abs();
            worst.control = larger(worst.control, difference);
        }
        log_density(means, self.log_stds, taken)
    }
}

/// Returns the larger number; NaN is larger than any.
fn larger(one: f64, other: f64) -> f64 {
    match other.is_nan() || one.is_nan() {
        true => f64::NAN,
        false => one.max(other),
    }
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
fn near_the_end(task: &Task, worlds: &mut Worlds) {
    let mut words = worlds.words();
    for (plane, number) in words.chunks_mut(NUM_ENVS).zip(task.near_the_end) {
        plane[..4].fill(number.to_bits() as i32);
    }
    worlds.set_words(&words);
}

/// Returns true if rounding may decide whether a step ends its episode: from a state as good as the
/// same it would have gone the other way. A cell is one or another.
fn is_at_the_limit(env: &Env, before: &[f32], action: Actions<'_>) -> bool {
    if env.id.task().is_some_and(|task| task.table.is_some()) {
        return false;
    }
    let ends = |state: &[f32]| env.transition_by(state, action).terminated;
    let as_it_was = ends(before);
    (0..before.len()).any(|number| {
        [-1e-4, 1e-4].into_iter().any(|by| {
            let mut moved = before.to_vec();
            moved[number] += by * moved[number].abs().max(1.0);
            ends(&moved) != as_it_was
        })
    })
}
