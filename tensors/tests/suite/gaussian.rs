//! Gaussian policies: the distribution over continuous actions, and PPO's loss and gradient of an
//! actor that computes its means.

use burn::tensor::{Device, Tensor};
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::nn::Activation;
use policy_lab::ops::gaussian as host;
use policy_lab::protocol::metrics::Metric;
use policy_lab::rollout::Minibatch;
use policy_lab::train::learner::Pass;
use policy_lab_tensors::oracle::losses::Columns;
use policy_lab_tensors::oracle::network::Forward as _;
use policy_lab_tensors::oracle::standardise::standardise;
use policy_lab_tensors::oracle::{gaussian, ppo};

use super::learned::{Learned, Lesson, Pupils, one_step};
use super::network::Model;
use super::section::{Node, Section, told};
use super::tensors::{column, cpu, gradient, matrix, numbers};
use super::tolerance::{GRADIENTS, VALUES};

/// PyTorch's name of the logarithms of standard deviations.
const LOG_STDS: &str = "actor_logstd";

pub async fn gaussian_distribution(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let floats = |key| inputs.at(key)?.floats();
        let (means, log_stds) = (floats("mean")?, floats("log_std")?);
        let action = floats("action")?;
        on_the_host(&means, &log_stds, &action, &expected)?;
        by_the_oracle(&means, &log_stds, &action, &expected).await?;
    }
    Ok(())
}

fn on_the_host(
    means: &[f32],
    log_stds: &[f32],
    action: &[f32],
    expected: &Node<'_>,
) -> Result<(), String> {
    let log_prob = host::log_prob_row(means, log_stds, action);
    expected.at("log_prob")?.close(&[log_prob], VALUES)?;
    let each = means.iter().zip(log_stds).zip(action);
    let each: Vec<f32> = each
        .map(|((mean, log_std), number)| host::log_prob_row(&[*mean], &[*log_std], &[*number]))
        .collect();
    expected.at("log_prob_per_dim")?.close(&each, VALUES)?;

    let entropy = host::entropy(log_stds);
    expected.at("entropy")?.close(&[entropy], VALUES)?;
    let each: Vec<f32> = log_stds.iter().map(|it| host::entropy(&[*it])).collect();
    expected.at("entropy_per_dim")?.close(&each, VALUES)?;

    let slopes = |by| {
        let (mut of_means, mut of_log_stds) = (vec![0.0; means.len()], vec![0.0; means.len()]);
        let policy = (means, log_stds);
        host::slopes(policy, action, by, &mut of_means, &mut of_log_stds);
        [of_means, of_log_stds]
    };
    let [of_means, of_log_stds] = slopes((1.0, 0.0));
    let of = |key| expected.at(key);
    of("grad_log_prob_mean")?.close(&of_means, GRADIENTS)?;
    of("grad_log_prob_log_std")?.close(&of_log_stds, GRADIENTS)?;
    let [_, of_log_stds] = slopes((0.0, 1.0));
    of("grad_entropy_log_std")?.close(&of_log_stds, GRADIENTS)
}

async fn by_the_oracle(
    means: &[f32],
    log_stds: &[f32],
    action: &[f32],
    expected: &Node<'_>,
) -> Result<(), String> {
    let device = cpu();
    let leaf = |values| column(values, &device).require_grad();
    let (of_means, of_log_stds) = (leaf(means), leaf(log_stds));
    let log_prob = gaussian::log_prob(
        of_means.clone().reshape([1, means.len()]),
        of_log_stds.clone(),
        matrix(action, action.len(), &device),
    );
    expected
        .compare("log_prob", log_prob.clone(), VALUES)
        .await?;
    let slopes = log_prob.backward();
    for (key, input) in [
        ("grad_log_prob_mean", of_means),
        ("grad_log_prob_log_std", of_log_stds),
    ] {
        let slope = input.grad(&slopes);
        let slope = slope.ok_or_else(|| expected.fault(format!("no {key}")))?;
        expected.compare(key, slope, GRADIENTS).await?;
    }

    let of_log_stds = leaf(log_stds);
    let entropy = gaussian::entropy(of_log_stds.clone());
    expected.compare("entropy", entropy.clone(), VALUES).await?;
    let slope = gradient(&of_log_stds, entropy)?;
    expected
        .compare("grad_entropy_log_std", slope, GRADIENTS)
        .await
}

pub async fn gaussian_policies(section: &Section, plain: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let model = Model::read(&case.at("weights")?, Activation::Tanh)?;
        let samples = samples(&case.at("inputs")?)?;
        let expected = case.at("expected")?;
        outputs(&model, &samples, &expected).await?;
        for run in case.at("runs")?.items()? {
            let args = Args::read(&run.at("args")?)?;
            let of_run = run.at("expected")?;
            parts(&model, &samples, args, &of_run).await?;
            let learn = async |samples: &Minibatch| {
                let lesson = Lesson::of_continuous(samples);
                let mut pupils = Pupils::new(&model, args.config(), plain);
                pupils.learn(&lesson).await
            };
            // A run's advantages are its returns less the critic's values of the rollout. The
            // recorded ones are not, so the policy learns from them, and the critic from its own.
            let pairs = samples.returns.iter().zip(&samples.old_values);
            let around = Minibatch {
                advantages: pairs.map(|(ret, value)| ret - value).collect(),
                ..samples.clone()
            };
            let of_critic = learn(&around).await?;
            for (learned, of_critic) in learn(&samples).await?.into_iter().zip(of_critic) {
                let measures = [
                    ("approx_kl_k3", Metric::ApproxKl, 1.0),
                    ("old_approx_kl_k1", Metric::OldApproxKl, 1.0),
                    ("clipfrac", Metric::ClipFraction, 1.0),
                ];
                learned.compare(&expected, &measures, VALUES)?;
                trained(&model, (&learned, &of_critic), args, &of_run)?;
                branches(&learned, samples.len(), &of_run.at("branches")?)?;
            }
        }
    }
    Ok(())
}

/// Reads the inputs of a case.
fn samples(inputs: &Node<'_>) -> Result<Minibatch, String> {
    let floats = |key| inputs.at(key)?.floats();
    let returns = floats("returns")?;
    Ok(Minibatch {
        obs: floats("obs")?,
        actions: vec![0; returns.len()],
        controls: floats("actions")?,
        old_log_prob: floats("logprobs")?,
        advantages: floats("advantages")?,
        old_values: floats("values")?,
        returns,
    })
}

/// The arguments of PPO's loss.
#[derive(Clone, Copy)]
struct Args {
    clip_coef: f64,
    norm_adv: bool,
    clip_vloss: bool,
    ent_coef: f64,
    /// Weight of the critic's loss, which is recorded with a half.
    vf_coef: f64,
}

impl Args {
    fn read(args: &Node<'_>) -> Result<Self, String> {
        Ok(Self {
            clip_coef: args.at("clip_coef")?.number()?,
            norm_adv: args.at("norm_adv")?.is_true()?,
            clip_vloss: args.at("clip_vloss")?.is_true()?,
            ent_coef: args.at("ent_coef")?.number()?,
            vf_coef: args.at("vf_coef")?.number()?,
        })
    }

    fn config(self) -> TrainConfig {
        TrainConfig {
            clip_coef: Some(self.clip_coef),
            norm_adv: self.norm_adv,
            ent_coef: self.ent_coef,
            vf_coef: 0.5 * self.vf_coef,
            clip_vloss: self.clip_vloss,
            ..one_step(Algorithm::Ppo, Advantage::Gae)
        }
    }
}

/// The oracle's numbers of each sample.
struct Terms {
    means: Tensor<2>,
    log_prob: Tensor<1>,
    ratio: Tensor<1>,
    entropy: Tensor<1>,
}

fn terms(model: &Model, parameters: &Tensor<1>, columns: &Columns) -> Result<Terms, String> {
    let means = model.policy.forward(parameters, columns.obs.clone());
    let log_stds = parameters.clone().slice(model.networks().log_stds());
    let actions = columns.controls.clone().ok_or("no continuous actions")?;
    let log_prob = gaussian::log_prob(means.clone(), log_stds.clone(), actions);
    Ok(Terms {
        means,
        ratio: ppo::ratio(log_prob.clone(), columns.old_log_prob.clone()),
        log_prob,
        entropy: gaussian::entropy(log_stds),
    })
}

/// Checks what the networks and the distribution give for each sample.
async fn outputs(model: &Model, samples: &Minibatch, expected: &Node<'_>) -> Result<(), String> {
    let parameters = column(&model.parameters, &cpu());
    let columns = Columns::of(samples);
    let terms = terms(model, &parameters, &columns)?;
    let values = model.values(&parameters, &columns.obs)?;
    expected.compare("mean", terms.means, VALUES).await?;
    for (key, actual) in [
        ("new_logprobs", terms.log_prob),
        ("ratio", terms.ratio),
        ("entropy", terms.entropy.repeat_dim(0, samples.len())),
        ("values", values),
    ] {
        expected.compare(key, actual, VALUES).await?;
    }

    let log_stds = &model.parameters[model.networks().log_stds()];
    let (nothing, ones) = (vec![0.0; log_stds.len()], vec![1.0; log_stds.len()]);
    let stds: Vec<f32> = host::sample(&nothing, log_stds, &ones).collect();
    expected.at("std")?.close(&stds, VALUES)?;
    let config = one_step(Algorithm::Ppo, Advantage::Gae);
    let mut pass = Pass::new(&model.networks(), &model.parameters, &config);
    expected
        .at("new_logprobs")?
        .close(&pass.log_probs(samples), VALUES)?;
    // It describes the fixture.
    expected.at("values_farther_than_clip_from_old")?.left_out()
}

/// Checks the gradients of the policy's loss and of the entropy apart, as the oracle has them.
async fn parts(
    model: &Model,
    samples: &Minibatch,
    args: Args,
    expected: &Node<'_>,
) -> Result<(), String> {
    let columns = Columns::of(samples);
    let mut advantages = columns.advantages.clone();
    if args.norm_adv {
        advantages = standardise(advantages).map_err(told)?;
    }
    // A backward pass consumes its graph, so each gradient has its own.
    let forward = || {
        let parameters = column(&model.parameters, &cpu()).require_grad();
        Ok::<_, String>((terms(model, &parameters, &columns)?, parameters))
    };
    let (found, parameters) = forward()?;
    let loss = ppo::clipped_surrogate_loss(found.ratio, advantages, Some(args.clip_coef));
    let slopes = numbers(gradient(&parameters, loss)?).await?;
    let of_log_stds = model.tensor(&slopes, LOG_STDS)?;
    (expected.at("grad_logstd_of_pg_loss")?).close(&of_log_stds, GRADIENTS)?;
    let (found, parameters) = forward()?;
    let slopes = numbers(gradient(&parameters, found.entropy)?).await?;
    let of_log_stds = model.tensor(&slopes, LOG_STDS)?;
    (expected.at("grad_logstd_of_entropy_loss")?).close(&of_log_stds, GRADIENTS)
}

/// Checks what a run measures and descends in its own gradient step, and what it does so for its
/// critic.
fn trained(
    model: &Model,
    (learned, of_critic): (&Learned, &Learned),
    args: Args,
    expected: &Node<'_>,
) -> Result<(), String> {
    let measures = [
        ("pg_loss", Metric::PolicyLoss, 1.0),
        ("entropy_loss", Metric::Entropy, 1.0),
    ];
    learned.compare(expected, &measures, VALUES)?;
    let value_loss = of_critic.measured(Metric::ValueLoss)?;
    (expected.at("v_loss")?).close(&[value_loss / args.vf_coef], VALUES)?;
    let policy_loss = learned.measured(Metric::PolicyLoss)?;
    let bonus = args.ent_coef * learned.measured(Metric::Entropy)?;
    (expected.at("loss")?).close(&[policy_loss + value_loss - bonus], VALUES)?;
    let mut squares = 0.0;
    for (name, slopes) in expected.at("grads")?.entries()? {
        let gradient = match name.starts_with("critic.") {
            true => &of_critic.gradient,
            false => &learned.gradient,
        };
        let found = model.tensor(gradient, name)?;
        squares += found.iter().map(|it| f64::from(*it).powi(2)).sum::<f64>();
        slopes.close(&found, GRADIENTS)?;
    }
    let norm = expected.at("grad_norm")?;
    norm.close(&[squares.sqrt()], GRADIENTS)?;
    if args.clip_vloss {
        return Ok(());
    }
    norm.close(&[learned.measured(Metric::GradNorm)?], GRADIENTS)
}

/// Checks on which side of the clip's range samples lie, by the two fractions that a run measures.
fn branches(learned: &Learned, samples: usize, expected: &Node<'_>) -> Result<(), String> {
    let count = |metric| Ok::<_, String>(samples as f64 * learned.measured(metric)?);
    let (outside, flat) = (
        count(Metric::ClipFraction)?,
        count(Metric::ZeroGradientFraction)?,
    );
    let of = |key| expected.at(key);
    let below = of("ratio_low_adv_negative_clipped")?.number()?;
    of("ratio_high_adv_positive_clipped")?.close(&[flat - below], VALUES)?;
    let below = of("ratio_low_adv_positive_not_clipped")?.number()?;
    of("ratio_high_adv_negative_not_clipped")?.close(&[outside - flat - below], VALUES)?;
    of("inside")?.close(&[samples as f64 - outside], VALUES)
}
