//! What training does in worlds whose right answers are known ([`policy_lab::envs::exact`]).

use burn::tensor::{Device, activation};
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::envs::exact::{Model, Solution};
use policy_lab::envs::{Actions, Env, EnvId, Worlds};
use policy_lab::ops::rollout::ActionChoice;
use policy_lab::ops::rollout::host::{Policy, Steps};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::rollout::discounted_returns;
use policy_lab::train::setup::{first_parameters, networks};

use super::outcome::{CheckError, CheckOutcome};
use super::probes::train;
use super::step::{StepSamples, StepStart, step};
use super::tensors::gradient;
use crate::device::read;
use crate::oracle::network::Forward as _;
use crate::oracle::{column, rows_of};

/// Batches of episodes, each of which estimates the gradient once.
const BATCHES: usize = 16;
/// Episodes of a batch.
const EPISODES: usize = 128;
/// How many standard errors an estimate may be away from the truth.
const ERRORS: f64 = 4.0;

/// Returns the probabilities of a softmax policy in each state of a model.
async fn probabilities(
    config: &TrainConfig,
    parameters: &[f32],
    model: &Model,
) -> Result<Vec<f64>, CheckError> {
    let obs = rows_of(&model.obs, config.env_id.obs_size());
    let logits = networks(config).actor.forward(&column(parameters), obs);
    let rows = read(activation::softmax(logits, 1)).await?;
    Ok(rows.into_iter().map(f64::from).collect())
}

fn unknown(id: EnvId) -> CheckError {
    CheckError::Unknown(id.spec().key.to_owned())
}

fn model_of(id: EnvId) -> Result<Model, CheckError> {
    Model::new(&Env::new(id)).ok_or_else(|| unknown(id))
}

fn solve(model: &Model, policy: &[f64], config: &TrainConfig) -> Result<Solution, CheckError> {
    let solution = model.solve(policy, config.gamma);
    solution.ok_or_else(|| unknown(config.env_id))
}

/// Estimates the gradient of the expected return from whole episodes, as REINFORCE does, with steps
/// that this device takes, and compares the mean with the true gradient: along the true gradient,
/// and by each of the last layer's offsets.
pub async fn gradients(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for id in [EnvId::Bandit, EnvId::Corridor] {
        let config = TrainConfig {
            env_id: id,
            algorithm: Algorithm::Reinforce,
            advantage: Advantage::WorldMean,
            hidden_sizes: vec![8],
            gamma: 1.0,
            ent_coef: 0.0,
            normalize_returns: false,
            norm_adv: false,
            max_grad_norm: None,
            orthogonal_init: false,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        };
        let model = model_of(id)?;
        let networks = networks(&config);
        let parameters = first_parameters(&config, &networks);
        let truth = true_gradient(&config, &parameters, &model).await?;
        let length = truth.iter().map(|it| it * it).sum::<f64>().sqrt();
        let start = StepStart::new(&networks, &parameters);
        let policy = Policy::new(&networks.actor, 0, &parameters);
        // Along the true gradient, then by the offsets of the last layer.
        let offsets = truth.len() - id.num_actions();
        let mut found = vec![Vec::new(); 1 + id.num_actions()];
        for batch in 0..BATCHES {
            let samples = episodes(id, &policy, batch as u32);
            // The loss is a mean over steps, and J one over episodes; its sign is the other one.
            let each = -(samples.actions.len() as f64) / EPISODES as f64;
            let reached = step(device, &start, &config, &samples).await?.gradient;
            let estimate: Vec<f64> = reached.iter().map(|it| f64::from(*it) * each).collect();
            let pairs = estimate.iter().zip(&truth);
            found[0].push(pairs.map(|(one, other)| one * other).sum::<f64>() / length);
            for (place, found) in found[1..].iter_mut().enumerate() {
                found.push(estimate[offsets + place]);
            }
        }
        for (place, estimates) in found.iter().enumerate() {
            let (what, expected) = match place {
                0 => ("along the true gradient".to_owned(), length),
                at => (format!("by offset {}", at - 1), truth[offsets + at - 1]),
            };
            let mean = estimates.iter().sum::<f64>() / BATCHES as f64;
            let squares = estimates.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
            let error = (squares / (BATCHES * (BATCHES - 1)) as f64).sqrt();
            let name = format!("{}: {what}", id.spec().name());
            evidence.close(&name, mean, expected, ERRORS * error);
            evidence.between(
                &format!("{name}, its standard error"),
                error,
                (0.0, 0.2 * length),
            );
        }
    }
    Ok(evidence)
}

/// Returns the gradient of the expected return by the actor's parameters, from the one by its
/// logits.
async fn true_gradient(
    config: &TrainConfig,
    parameters: &[f32],
    model: &Model,
) -> Result<Vec<f64>, CheckError> {
    let policy = probabilities(config, parameters, model).await?;
    let by_logits = model.gradient(&policy, &solve(model, &policy, config)?);
    let slopes: Vec<f32> = by_logits.iter().map(|it| *it as f32).collect();
    let obs = rows_of(&model.obs, config.env_id.obs_size());
    let parameters = column(parameters).require_grad();
    let logits = networks(config).actor.forward(&parameters, obs);
    let product = (logits * rows_of(&slopes, model.num_actions)).sum();
    let found = gradient(product, &parameters).await?;
    Ok(found.into_iter().map(f64::from).collect())
}

/// Returns whole episodes, one of each environment, one after the other.
fn episodes(id: EnvId, policy: &Policy, seed: u32) -> StepSamples {
    let mut worlds = Worlds::new(EPISODES, Env::new(id), 1 + seed);
    let mut steps = Steps::new(ActionChoice::Sampled, 1 + seed);
    let mut episodes = vec![StepSamples::default(); EPISODES];
    let mut rewards = vec![Vec::new(); EPISODES];
    let mut is_over = [false; EPISODES];
    for step in 0.. {
        if is_over.iter().all(|over| *over) {
            break;
        }
        let mut obs = Vec::new();
        worlds.observe_now(&mut obs);
        let chosen = steps.choose(policy, &obs, (0, step)).clone();
        worlds.step_all(Actions::Discrete(&chosen.actions), |world, moved| {
            if is_over[world] {
                return;
            }
            let episode = &mut episodes[world];
            let size = id.obs_size();
            episode.obs.extend(&obs[world * size..][..size]);
            episode.actions.push(chosen.actions[world]);
            episode.old_log_prob.push(chosen.log_prob[world]);
            rewards[world].push(moved.reward);
            is_over[world] = moved.terminated || moved.truncated;
        });
    }
    let mut all = StepSamples {
        num_envs: 1,
        ..StepSamples::default()
    };
    for (episode, rewards) in episodes.into_iter().zip(rewards) {
        let mut ended = vec![false; rewards.len()];
        *ended.last_mut().expect("an episode has a step") = true;
        let returns = discounted_returns(&rewards, &ended, 1, 1.0).expect("a column");
        all.obs.extend(episode.obs);
        all.actions.extend(episode.actions);
        all.old_log_prob.extend(episode.old_log_prob);
        all.advantages.extend(&returns);
        all.returns.extend(returns);
    }
    all
}

/// Trains with PPO where the best policy and the value of each are known, and says how far the
/// learner is from both.
pub async fn values(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for id in [EnvId::Bandit, EnvId::Corridor] {
        let config = TrainConfig {
            env_id: id,
            num_envs: 64,
            num_steps: 32,
            total_timesteps: 64 * 32 * 30,
            hidden_sizes: vec![16],
            learning_rate: 1e-2,
            gamma: 0.9,
            ent_coef: 0.0,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        };
        let model = model_of(id)?;
        let parameters = train(config.clone(), device).await?;
        let policy = probabilities(&config, &parameters, &model).await?;
        let solution = solve(&model, &policy, &config)?;
        let best = model.best_values(config.gamma);
        let best = best.ok_or_else(|| unknown(id))?[model.start];
        let name = id.spec().name();
        evidence.close(
            &format!("{name}: expected return, the best for expected"),
            solution.objective,
            best,
            0.03 * best.abs(),
        );
        let critic = networks(&config).critic.ok_or_else(|| unknown(id))?;
        let obs = rows_of(&model.obs, id.obs_size());
        let learned = read(critic.forward(&column(&parameters), obs)).await?;
        let all: f64 = solution.visits.iter().sum();
        let off = (learned.iter().zip(&solution.values))
            .map(|(learned, value)| (f64::from(*learned) - value).abs())
            .zip(&solution.visits);
        let off: f64 = off.map(|(off, visits)| off * visits / all).sum();
        evidence.between(
            &format!("{name}: mean error of the critic, by visits"),
            off,
            (0.0, 0.05),
        );
    }
    Ok(evidence)
}
