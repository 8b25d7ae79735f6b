//! A first run of every kernel that a training run will use, compared with the same operation on
//! the host. A shader that fails in a browser is skipped and leaves old numbers behind, so only a
//! comparison can tell.

use burn::tensor::{Device, Tensor};
use policy_lab::config::TrainConfig;
use policy_lab::config::world::env;
use policy_lab::device::{DeviceKind, ReadError};
use policy_lab::envs::{Mover, Worlds};
use policy_lab::nn::Networks;
use policy_lab::nn::categorical::log_softmax_row;
use policy_lab::ops::gaussian;
use policy_lab::ops::mlp::Mlp;
use policy_lab::ops::mlp::host::{Packed, Scratch};
use policy_lab::ops::rollout::{
    ActionChoice, Recorded, RolloutPlan, RowSize, RunWorlds, SAMPLE_WORDS, action_of,
};
use policy_lab::random::{Purpose, Stream};
use policy_lab::rollout::Rollout;
use policy_lab::train::Clock;
use policy_lab::train::gpu::Operation;
use policy_lab::train::learner::{Learner, StepSize};
use policy_lab::train::setup::{first_parameters, networks, optimiser};
use policy_lab::train::targets::Targets;

use super::run_device;
use crate::device::{Refusals, kind, read_words};
use crate::ops::gpu_layout::Layout;
use crate::ops::rollout::rollout;

/// Rows of the self-test: more than one workgroup handles, and not a multiple of a workgroup.
const ROWS: usize = 37;
/// Environments that may draw another action. In single precision that happens to one in a million.
const FEW: usize = 2;
/// Environments of a long rollout.
const LONG: usize = 2;
/// Largest difference, for numbers of about 1.
const TOLERANCE: f32 = 1e-3;

/// Tests the operations that `config` needs on `device`, and returns those that it refuses or
/// computes wrongly.
pub async fn self_test(config: &TrainConfig, device: &Device) -> Vec<Operation> {
    if kind(device) == DeviceKind::Cpu {
        return Vec::new();
    }
    let networks = networks(config);
    let parameters = first_parameters(config, &networks);
    let passes = async |operation| {
        let refusals = Refusals::count();
        let here = attempt(operation, config, &networks, &parameters, device).await;
        let host = attempt(operation, config, &networks, &parameters, &Device::flex()).await;
        let (0, Ok(here), Ok(host)) = (refusals.take(), here, host) else {
            return false;
        };
        match operation {
            Operation::Learning => agree(&here, &host),
            Operation::Rollout => {
                let row = RowSize::of(config.env_id);
                agree_where_actions_do(&here, &host, row.state + row.controls + SAMPLE_WORDS)
            }
        }
    };
    let mut distrusted = Vec::new();
    // What the host does anyway needs no test.
    if config.is_rolled_out_on_device() {
        let begins = passes(Operation::Rollout).await;
        if !(begins && reaches_the_end(config, &networks, &parameters, device).await) {
            distrusted.push(Operation::Rollout);
        }
    }
    if !passes(Operation::Learning).await {
        distrusted.push(Operation::Learning);
    }
    distrusted
}

/// Returns true if all numbers are close. NaN must fail, so the comparison is written with `<=`.
fn agree(here: &[f32], host: &[f32]) -> bool {
    here.len() == host.len()
        && (here.iter().zip(host))
            .all(|(here, host)| (here - host).abs() <= TOLERANCE * (1.0 + host.abs()))
}

/// Returns true if the rows with the same action are close. Where a draw falls on the probability,
/// rounding decides the action, so a few rows may differ in it.
fn agree_where_actions_do(here: &[f32], host: &[f32], numbers: usize) -> bool {
    let pairs = here.chunks(numbers).zip(host.chunks(numbers));
    let same: Vec<_> = pairs.filter(|(here, host)| here[0] == host[0]).collect();
    here.len() == host.len()
        && same.len() + FEW >= ROWS
        && same.iter().all(|(here, host)| agree(here, host))
}

/// Returns the numbers that an operation computes on a device.
async fn attempt(
    operation: Operation,
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> Result<Vec<f32>, ReadError> {
    match operation {
        Operation::Learning => learning_phase(config, networks, parameters, device).await,
        Operation::Rollout => {
            // One step and the state that it leads to, so that rounding errors have no time to
            // grow.
            let row = RowSize::of(config.env_id);
            let tensor = Tensor::<1>::from_floats(parameters, device);
            let recorded = record(config, &networks.actor, &tensor, (ROWS, 2)).await?;
            let led_to = recorded.states[ROWS * row.state..].chunks(row.state);
            let world = |(index, led_to): (usize, &[f32])| {
                let figures = [recorded.log_prob[index], recorded.rewards[index]];
                let controls = &recorded.controls[index * row.controls..][..row.controls];
                let taken = [recorded.taken[index] as f32];
                [&taken[..], &figures, controls, led_to].concat()
            };
            Ok(led_to.enumerate().flat_map(world).collect())
        }
    }
}

/// Returns true if a rollout with as many steps as the run takes at once is recorded to its last
/// step: the probabilities of the last actions are those of the states in which they were taken.
///
/// A driver may end a long loop early, without a word (llvmpipe after 65,535 turns of all loops of
/// a thread).
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
    let (samples, row) = (num_envs * num_steps, RowSize::of(env.id));
    let plan = RolloutPlan {
        policy: policy.clone(),
        env,
        choice: ActionChoice::Sampled,
        num_envs,
        num_steps,
        first_step: 0,
    };
    let words = read_words(rollout(parameters, &[run], plan)).await?;
    let record = &words[..Recorded::num_words(samples, row)];
    Ok(Recorded::from_words(record, samples, row))
}

/// Returns the log-probabilities that the device recorded in the last step of a rollout, and those
/// of the recorded states and actions.
async fn last_log_probs(
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> Result<(Vec<f32>, Vec<f32>), ReadError> {
    let actor = &networks.actor;
    let most =
        Layout::of_adapter().steps_at_once(actor, RowSize::of(config.env_id), config.num_envs);
    let num_steps = most.min(config.num_steps);
    let on_device = Tensor::<1>::from_floats(parameters, device);
    let recorded = record(config, actor, &on_device, (LONG, num_steps)).await?;
    let row = RowSize::of(config.env_id);
    let last = LONG * (num_steps - 1);
    let (mut obs, mut outputs) = (Vec::new(), Vec::new());
    Mover::new(&env(config)).observe(&recorded.states[last * row.state..], &mut obs);
    let policy = Packed::new(actor, parameters);
    policy.forward(&obs, &mut Scratch::default(), None, &mut outputs);
    let log_stds = &parameters[networks.log_stds()];
    let expected = outputs.chunks_mut(actor.num_outputs()).enumerate();
    let expected = expected.map(|(world, outputs)| {
        let sample = last + world;
        if !log_stds.is_empty() {
            let action = &recorded.controls[sample * row.controls..][..row.controls];
            return gaussian::log_prob_row(outputs, log_stds, action);
        }
        log_softmax_row(outputs);
        let action = action_of(recorded.taken[sample]) as usize;
        outputs.get(action).copied().unwrap_or(f32::NAN)
    });
    Ok((recorded.log_prob[last..].to_vec(), expected.collect()))
}

/// The parameters, the moments and the figures after one step on [`ROWS`] samples that were never
/// collected.
///
/// Moments are in units of the largest, because a gradient may be small. Parameters move a little
/// only, because a first step of Adam moves those whose gradient is rounding as far as any.
async fn learning_phase(
    config: &TrainConfig,
    networks: &Networks,
    parameters: &[f32],
    device: &Device,
) -> Result<Vec<f32>, ReadError> {
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
    let row = RowSize::of(config.env_id);
    let states = (0..ROWS * row.state).map(|at| normal(at, 0)).collect();
    // Of continuous actions there are none to choose from.
    let num_actions = config.env_id.num_actions().max(1);
    let rollout = Rollout {
        actions: (0..ROWS).map(|at| (at % num_actions) as u32).collect(),
        controls: (0..ROWS * row.controls).map(|at| normal(at, 4)).collect(),
        log_prob: (0..ROWS).map(|at| -0.7 + 0.1 * normal(at, 1)).collect(),
        rewards: vec![1.0; ROWS],
        ..Rollout::of_states(&env(&config), ROWS, states)
    };
    let targets = Targets {
        advantages: (0..ROWS).map(|at| normal(at, 2)).collect(),
        returns: (0..ROWS).map(|at| normal(at, 3)).collect(),
    };
    let mut learner = Learner::new(
        networks.clone(),
        parameters.to_vec(),
        optimiser(&config),
        &run_device(device),
    );
    let mut phase = (learner.phase(&rollout, &targets, &config)).expect("there are many samples");
    let step_size = |_| StepSize {
        learning_rate: config.learning_rate,
        max_grad_norm: config.max_grad_norm,
    };
    let (all, clock) = ([(0..ROWS).collect()], Clock::default());
    let update = phase.update((&rollout, &targets), &all, ROWS, step_size, &clock);
    update.await.expect("there are many samples");
    let measured = learner.adopt(&mut phase).await?;
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
    Ok(all.concat())
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

    #[test]
    fn the_host_needs_no_trial() {
        let config = (policy_lab::config::presets::PRESETS[0].config)();
        let wrong = pollster::block_on(self_test(&config, &Device::flex()));
        assert_eq!(wrong, Vec::new());
    }
}
