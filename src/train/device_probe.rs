//! A first run of every kernel that a training run will use, compared with the same operation on the host. A shader
//! that fails in a browser is skipped and leaves old numbers behind, so only a comparison can tell.

use burn::tensor::{Device, Tensor, TensorData};

#[cfg(feature = "gpu")]
use super::learner::RunSteps;
use super::learner::{Learner, LearningPhase, StepSize};
use super::setup::{first_parameters, networks, optimiser};
use super::targets::Targets;
use crate::config::TrainConfig;
use crate::config::world::env;
use crate::device::{DeviceKind, ReadError, Refusals, kind, read, read_words};
use crate::envs::Worlds;
use crate::nn::Networks;
use crate::nn::categorical::log_softmax_row;
use crate::ops::adam::{Adam, clip_by_global_norm};
use crate::ops::gpu_layout::Layout;
use crate::ops::mlp::Mlp;
use crate::ops::rollout::{ActionChoice, Recorded, RolloutPlan, RunWorlds, action_of, rollout};
use crate::random::{Purpose, Stream};
use crate::rollout::{Minibatch, Rollout};

/// Rows of the self-test: more than one workgroup handles, and not a multiple of a workgroup.
const ROWS: usize = 37;
/// Environments that may draw another action. In single precision that happens to one in a million.
const FEW: usize = 2;
/// Environments of a long rollout.
const LONG: usize = 2;
/// Largest difference, for numbers of about 1.
const TOLERANCE: f32 = 1e-3;

/// An operation that is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Learning phases.
    Learning,
    /// The networks and their gradients.
    Networks,
    /// Gradient clipping and Adam's step.
    Optimiser,
    /// Rollouts.
    Rollout,
}

impl Operation {
    /// Returns the reader's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Learning => "learning",
            Self::Networks => "networks",
            Self::Optimiser => "optimiser",
            Self::Rollout => "rollouts",
        }
    }

    /// Returns true if a device cannot train without it. Losses can be recorded instead of learned in whole phases, and the host can
    /// make rollouts for a device, at the cost of one copy of the parameters per rollout.
    pub fn is_essential(self) -> bool {
        !matches!(self, Self::Learning | Self::Rollout)
    }

    /// Returns what the run does without it, for one that it can do without.
    pub fn instead(self) -> &'static str {
        match self {
            Self::Learning => "it takes smaller steps, which take longer",
            Self::Rollout => "the CPU makes them",
            Self::Networks | Self::Optimiser => "the CPU trains",
        }
    }
}

/// Tests the operations that `config` needs on `device`, and returns those that it refuses or computes wrongly.
pub async fn self_test(config: &TrainConfig, device: &Device) -> Vec<Operation> {
    if kind(device) == DeviceKind::Cpu {
        return Vec::new();
    }
    let networks = networks(config);
    let parameters = first_parameters(config, &networks);
    let test = async |operation| {
        let refusals = Refusals::count();
        let here = attempt(operation, config, &networks, &parameters, device).await;
        let host = attempt(operation, config, &networks, &parameters, &Device::flex()).await;
        match refusals.take() {
            0 => Finding::of(operation, here, host, 3 + networks.actor.sizes[0]),
            _ => Finding::Wrong,
        }
    };
    let mut distrusted = Vec::new();
    let begins = test(Operation::Rollout).await == Finding::Right;
    let ends = begins && reaches_the_end(config, &networks, &parameters, device).await;
    if !ends {
        distrusted.push(Operation::Rollout);
    }
    let learning = test(Operation::Learning).await;
    if learning == Finding::Wrong {
        distrusted.push(Operation::Learning);
    }
    // What learns by itself needs no graph, and what records graphs needs these.
    if learning != Finding::Right {
        for operation in [Operation::Networks, Operation::Optimiser] {
            if test(operation).await != Finding::Right {
                distrusted.push(operation);
            }
        }
    }
    distrusted
}

/// What a test of an operation has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    /// The device computes what the host computes.
    Right,
    /// It does not.
    Wrong,
    /// The device has no such operation for these settings, so the run does not use it.
    Unused,
}

impl Finding {
    /// Compares the numbers of a device with those of the host. The device has none where it has no such operation. In rollouts a row
    /// is `of_row` numbers.
    fn of(
        operation: Operation,
        here: Result<Option<Vec<f32>>, ReadError>,
        host: Result<Option<Vec<f32>>, ReadError>,
        of_row: usize,
    ) -> Self {
        let is_right = match (here, host) {
            (Ok(None), Ok(_)) => return Self::Unused,
            (Ok(Some(here)), Ok(Some(host))) => match operation {
                Operation::Rollout => agree_where_actions_do(&here, &host, of_row),
                _ => agree(&here, &host),
            },
            _ => false,
        };
        match is_right {
            true => Self::Right,
            false => Self::Wrong,
        }
    }
}

/// Returns true if all numbers are close. NaN must fail, so the comparison is written with `<=`.
fn agree(here: &[f32], host: &[f32]) -> bool {
    here.len() == host.len()
        && (here.iter().zip(host))
            .all(|(here, host)| (here - host).abs() <= TOLERANCE * (1.0 + host.abs()))
}

/// Returns true if the rows with the same action are close. Where a draw falls on the probability, rounding decides the
/// action, so a few rows may differ in it.
fn agree_where_actions_do(here: &[f32], host: &[f32], numbers: usize) -> bool {
    let pairs = here.chunks(numbers).zip(host.chunks(numbers));
    let same: Vec<_> = pairs.filter(|(here, host)| here[0] == host[0]).collect();
    here.len() == host.len()
        && same.len() + FEW >= ROWS
        && same.iter().all(|(here, host)| agree(here, host))
}

/// Returns the numbers that an operation computes on a device; none if the device has no such operation.
async fn attempt(
    operation: Operation,
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> Result<Option<Vec<f32>>, ReadError> {
    let random = Stream::new(config.seed, Purpose::Check);
    let tensor = Tensor::<1>::from_floats(parameters, device);
    match operation {
        Operation::Learning => return learning_phase(config, networks, parameters, device).await,
        Operation::Networks => {
            let obs_size = networks.actor.sizes[0];
            let obs: Vec<f32> = (0..(ROWS * obs_size) as u32)
                .map(|index| random.normals([index, 0])[0] as f32)
                .collect();
            let obs = Tensor::<2>::from_data(TensorData::new(obs, [ROWS, obs_size]), device);
            let mut parts = Vec::new();
            for mlp in networks.all() {
                let (output, gradient) = mlp.forward_and_back(&tensor, obs.clone());
                let count = output.dims()[0] * output.dims()[1];
                parts.extend([output.reshape([count]), gradient]);
            }
            Ok(Some(read(Tensor::cat(parts, 0)).await?))
        }
        Operation::Optimiser => {
            let (clipped, norm) = clip_by_global_norm(tensor.clone(), Some(0.5));
            let mut adam = Adam::new(&tensor, optimiser(config));
            let after = adam.step(tensor, clipped, 0.01);
            let all = vec![after, norm, adam.first_moment, adam.second_moment];
            Ok(Some(read(Tensor::cat(all, 0)).await?))
        }
        Operation::Rollout => {
            // One step and the state that it leads to, so that rounding errors have no time to grow.
            let obs_size = networks.actor.sizes[0];
            let recorded = record(config, &networks.actor, &tensor, (ROWS, 2)).await?;
            let led_to = recorded.obs[ROWS * obs_size..].chunks(obs_size);
            let world = |(index, led_to): (usize, &[f32])| {
                let figures = [recorded.log_prob[index], recorded.rewards[index]];
                [&[recorded.taken[index] as f32], &figures[..], led_to].concat()
            };
            Ok(Some(led_to.enumerate().flat_map(world).collect()))
        }
    }
}

/// Returns true if a rollout with as many steps as the run takes at once is recorded to its last step: the probabilities of the last
/// actions are those of the states in which they were taken.
///
/// A driver may end a long loop early, without a word (llvmpipe after 65,535 turns of all loops of a thread).
async fn reaches_the_end(
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> bool {
    let refusals = Refusals::count();
    let last = last_log_probs(config, networks, parameters, device).await;
    refusals.take() == 0 && last.is_ok_and(|(recorded, expected)| agree(&recorded, &expected))
}

/// Takes `num_steps` steps of `num_envs` environments, on the device of the parameters.
async fn record(
    config: &TrainConfig,
    policy: &Mlp,
    parameters: &Tensor<1>,
    (num_envs, num_steps): (usize, usize),
) -> Result<Recorded, ReadError> {
    let env = env(config);
    let worlds = Worlds::new(num_envs, env.clone(), config.seed);
    let run = RunWorlds {
        worlds: &worlds,
        seed: config.seed,
    };
    let (samples, obs_size) = (num_envs * num_steps, env.id.obs_size());
    let plan = RolloutPlan {
        policy: policy.clone(),
        env,
        choice: ActionChoice::Sampled,
        num_envs,
        num_steps,
        first_step: 0,
    };
    let words = read_words(rollout(parameters, &[run], plan)).await?;
    let record = &words[..Recorded::num_words(samples, obs_size)];
    Ok(Recorded::from_words(record, samples, obs_size))
}

/// Returns the log-probabilities that the device recorded in the last step of a rollout, and those of the recorded states and actions.
async fn last_log_probs(
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> Result<(Vec<f32>, Vec<f32>), ReadError> {
    let actor = &networks.actor;
    let most = Layout::of_adapter().steps_at_once(actor, config.num_envs);
    let num_steps = most.min(config.num_steps);
    let on_device = Tensor::<1>::from_floats(parameters, device);
    let recorded = record(config, actor, &on_device, (LONG, num_steps)).await?;
    let (obs_size, num_actions) = (actor.sizes[0], actor.num_outputs());
    let last = LONG * (num_steps - 1);
    let obs = TensorData::new(recorded.obs[last * obs_size..].to_vec(), [LONG, obs_size]);
    let host = Device::flex();
    let on_host = Tensor::<1>::from_floats(parameters, &host);
    let logits = actor.forward(&on_host, Tensor::from_data(obs, &host));
    let mut log_probs = read(logits.reshape([LONG * num_actions])).await?;
    let expected = log_probs.chunks_mut(num_actions).enumerate();
    let expected = expected.map(|(world, row)| {
        log_softmax_row(row);
        let action = action_of(recorded.taken[last + world]) as usize;
        row.get(action).copied().unwrap_or(f32::NAN)
    });
    Ok((recorded.log_prob[last..].to_vec(), expected.collect()))
}

/// The parameters, the moments and the figures after one step on [`ROWS`] samples that were never collected. None if the device has no
/// operation for such a loss, which is then recorded as a graph.
///
/// Moments are in units of the largest, because a gradient may be small. Parameters move a little only, because a first step of Adam
/// moves those whose gradient is rounding as far as any.
async fn learning_phase(
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> Result<Option<Vec<f32>>, ReadError> {
    let config = TrainConfig {
        num_envs: ROWS,
        num_steps: 1,
        num_minibatches: 1,
        update_epochs: 1,
        target_kl: None,
        learning_rate: 1e-4,
        anneal_lr: false,
        ..config.clone()
    };
    let random = Stream::new(config.seed, Purpose::Check);
    let normal = |index: usize, kind: u32| random.normals([index as u32, kind])[0] as f32;
    let obs_size = networks.actor.sizes[0];
    let num_actions = networks.actor.num_outputs();
    let rollout = Rollout {
        num_envs: ROWS,
        num_steps: 1,
        obs_size,
        obs: (0..ROWS * obs_size).map(|at| normal(at, 0)).collect(),
        actions: (0..ROWS).map(|at| (at % num_actions) as u32).collect(),
        log_prob: (0..ROWS).map(|at| -0.7 + 0.1 * normal(at, 1)).collect(),
        rewards: vec![1.0; ROWS],
        ..Rollout::default()
    };
    let targets = Targets {
        advantages: (0..ROWS).map(|at| normal(at, 2)).collect(),
        returns: (0..ROWS).map(|at| normal(at, 3)).collect(),
    };
    let mut learner = Learner::new(
        networks.clone(),
        parameters.to_vec(),
        optimiser(&config),
        device,
    );
    let Ok(Some(mut phase)) = learner.phase(&rollout, &targets, &config) else {
        return Ok(None);
    };
    let step_size = StepSize {
        learning_rate: config.learning_rate,
        max_grad_norm: config.max_grad_norm,
    };
    let all: Vec<usize> = (0..ROWS).collect();
    match &mut phase {
        LearningPhase::Host(phase) => {
            let minibatch = Minibatch::pick(&rollout, &targets.advantages, &targets.returns, &all);
            let update = phase.update(minibatch, ROWS, step_size, &learner.clock);
            update.await.expect("there are many samples");
        }
        #[cfg(feature = "gpu")]
        LearningPhase::Device(phase) => phase.update(&[RunSteps {
            minibatches: vec![all],
            sizes: vec![step_size],
        }]),
    }
    let measured = learner.take_over(&mut phase).await?;
    let after = learner.snapshot().read(1, 0).await?;
    let largest = |values: &[f32]| values.iter().fold(0.0, |most: f32, it| most.max(it.abs()));
    let in_units = |values: &[f32]| {
        // Without a gradient all of them are 0.
        let unit = largest(values).max(f32::MIN_POSITIVE);
        values.iter().map(|it| it / unit).collect::<Vec<f32>>()
    };
    let all = [
        &after.parameters[..],
        &in_units(&after.first_moment),
        &in_units(&after.second_moment),
        &measured.rows.concat(),
    ];
    Ok(Some(all.concat()))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_wrong_missing_or_not_numbers_do_not_agree() {
        assert!(agree(&[1.0, 100.0], &[1.0005, 100.05]));
        assert!(!agree(&[1.0], &[1.01]));
        assert!(!agree(&[f32::NAN], &[1.0]));
        assert!(!agree(&[1.0], &[1.0, 2.0]));
    }

    /// `advantage=value` with `norm_adv` has no learning phase on a GPU: nothing is wrong with one that has none.
    #[test]
    fn an_operation_that_a_device_does_not_have_is_not_held_against_it() {
        let of = |here, host| Finding::of(Operation::Learning, here, host, 1);
        let numbers = || Ok(Some(vec![1.0]));
        assert_eq!(of(Ok(None), numbers()), Finding::Unused);
        assert_eq!(of(numbers(), numbers()), Finding::Right);
        assert_eq!(of(Ok(Some(vec![2.0])), numbers()), Finding::Wrong);
        assert_eq!(of(Ok(Some(Vec::new())), numbers()), Finding::Wrong);
    }

    #[test]
    fn the_host_needs_no_trial() {
        let config = (crate::config::presets::PRESETS[0].config)();
        let wrong = pollster::block_on(self_test(&config, &Device::flex()));
        assert_eq!(wrong, Vec::new());
    }
}
