//! Compares rollouts of this device with the host's, one step at a time, each from the state that
//! the device recorded. A small difference doubles every few steps of a cart that nothing balances,
//! so whole trajectories cannot be compared.

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

use super::margins::{apart, is_at_the_limit, larger};
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
/// Time limit of an episode that does not end otherwise; half of the one that cuts some off.
const SHORT: u32 = 11;

/// Rewards that a reader might write. A device does not compute them, so the rollout of an
/// environment serves for its own reward and for this.
const OWN_REWARDS: [(EnvId, &str); 3] = [
    (EnvId::Spincart, "abs(omega) - x ^ 2"),
    (EnvId::Pendulum, "cos(theta) - torque ^ 2 / 10 + reward"),
    (EnvId::Acrobot, "10 * terminated - abs(omega2) + action"),
];

/// Compares every environment, both kinds of reset, sampled and greedy actions, other forces, and a
/// reader's own reward in each kind of environment that takes one. Each device compiles a kernel
/// for each environment, which takes longer than the steps, so what else is compared is spread over
/// the environments: the only one that is rolled out twice has other forces.
pub async fn rollouts(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    // Bodies are stepped by a program that no device has.
    let all = EnvId::ALL.into_iter().filter(|id| !id.is_of_bodies());
    for (place, id) in all.enumerate() {
        let choice = match id {
            EnvId::Probe5 | EnvId::Probe5Continuous => ActionChoice::Greedy,
            _ => ActionChoice::Sampled,
        };
        let made = Made::make(that_ends(id, place), choice, device).await?;
        made.compare(None, &mut evidence);
        for (_, reward) in OWN_REWARDS.iter().filter(|(of, _)| *of == id) {
            made.compare(Some(reward), &mut evidence);
        }
    }
    let of_reader = walk().map_err(|why| CheckError::Run(why.to_string()))?;
    let of_reader = Env::new(of_reader);
    let made = Made::make(of_reader, ActionChoice::Sampled, device).await?;
    made.compare(None, &mut evidence);
    let strong = Env {
        strengths: Strengths {
            gravity: 1.5,
            force: 2.0,
        },
        max_episode_steps: SHORT,
        ..Env::new(EnvId::Pendulum)
    };
    let made = Made::make(strong, ActionChoice::Sampled, device).await?;
    made.compare(None, &mut evidence);
    Ok(evidence)
}

/// Returns an environment some of whose episodes end within the rollout. Every second one is reset
/// by a step of its own. The time limit cuts off the episodes that do not end otherwise, and some
/// of one kind of cart.
fn that_ends(id: EnvId, place: usize) -> Env {
    let mut env = Env::new(id);
    if place % 2 == 1 {
        env.autoreset = Autoreset::NextStep;
        env.terminal_reward = 0.0;
    }
    if !id.dynamics().ends_episodes() {
        env.max_episode_steps = SHORT;
    } else if id == EnvId::Easycart {
        env.max_episode_steps = 2 * SHORT;
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
    /// True if the host's environments have as many episodes and steps behind them as the device's.
    counts_agree: bool,
}

/// A rollout that a device made.
struct Made {
    env: Env,
    choice: ActionChoice,
    networks: Networks,
    parameters: Vec<f32>,
    /// The environments before it.
    worlds: Worlds,
    /// The record, with the environments after it.
    words: Vec<i32>,
}

impl Made {
    async fn make(env: Env, choice: ActionChoice, device: &Device) -> Result<Self, CheckError> {
        let id = env.id;
        // Carts have one more layer. With more of them a kernel takes longer to compile.
        let hidden: &[usize] = if id.is_cart() { &[20, 9] } else { &[9] };
        let sizes = (id.obs_size(), id.num_outputs());
        let mut networks = Networks::new(sizes, hidden, Activation::Tanh, true);
        if !id.controls().is_empty() {
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
        Ok(Self {
            env,
            choice,
            networks,
            parameters,
            worlds,
            words,
        })
    }

    /// Compares its steps with the host's; the rewards are those of `own` if it is there.
    fn compare(&self, own: Option<&str>, evidence: &mut Evidence) {
        let id = self.env.id;
        let env = Env {
            reward: own.and_then(|text| Expression::parse(text, id).ok()),
            ..self.env.clone()
        };
        let worst = self.worst(&env);
        let how = match (own, self.choice, env.strengths == Strengths::OWN) {
            (Some(_), ..) => ", own reward",
            (None, ActionChoice::Greedy, _) => ", greedy",
            (None, ActionChoice::Sampled, false) => ", other forces",
            (None, ActionChoice::Sampled, true) => "",
        };
        let name = |what: &str| format!("{id:?}: {what}{how}");
        if own.is_some() {
            evidence.holds(&name("the reward is read"), env.reward.is_some());
        }
        if !id.controls().is_empty() {
            evidence.close(&name("actions"), worst.control, 0.0, DRAWN);
        }
        for (what, off) in [
            ("log-probabilities", worst.log_prob),
            ("rewards", worst.reward),
            ("states", worst.state),
        ] {
            evidence.close(&name(what), off, 0.0, TOLERANCE);
        }
        evidence.equal(&name("other actions or ends"), worst.different, 0);
        evidence.holds(&name("some episodes end"), worst.ends > 0);
        evidence.holds(&name("episodes and steps afterwards"), worst.counts_agree);
    }

    /// Takes each step again on the host, from where the device says that the environments were.
    fn worst(&self, env: &Env) -> Worst {
        let (id, row) = (env.id, RowSize::of(env.id));
        let (networks, parameters) = (&self.networks, &self.parameters);
        let samples = NUM_ENVS * NUM_STEPS;
        let (record, after) = self.words.split_at(Recorded::num_words(samples, row));
        let mut recorded = Recorded::from_words(record, samples, row);
        recorded.set_rewards(env);
        let mut worlds = Worlds::new(NUM_ENVS, env.clone(), SEED);
        worlds.set_words(&self.worlds.words());

        let policy = Network {
            sizes: &networks.actor.sizes,
            activation: Activation::Tanh,
            parameters: &parameters[..networks.actor.num_parameters()],
        };
        let choose = Choice {
            choice: self.choice,
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
            for (world, outputs) in outputs.chunks(id.num_outputs()).enumerate() {
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
                let is_close = || is_at_the_limit(env, before, action);
                if bits != taken & !((1 << TERMINATED_BIT) - 1) && !is_close() {
                    worst.different += 1;
                } else {
                    worst.reward = larger(worst.reward, difference.abs() / size);
                }
            }
        }
        let counts = |words: &[i32]| words[row.state * NUM_ENVS..].to_vec();
        worst.counts_agree = counts(after) == counts(&worlds.words());
        worst
    }
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

/// Puts a few of the environments where an episode of the task ends within some steps.
fn near_the_end(task: &Task, worlds: &mut Worlds) {
    let mut words = worlds.words();
    for (plane, number) in words.chunks_mut(NUM_ENVS).zip(task.near_the_end) {
        plane[..4].fill(number.to_bits() as i32);
    }
    worlds.set_words(&words);
}
