//! What implementations of PPO do differently: a clipped or Huber's loss of the critic, the rules
//! that stop at a KL, and what they standardise and measure.
//!
//! A critic without hidden layers that sees one 1 among zeros gives each sample the value that is
//! its weight, so the gradient of its weights is that by each value.

use burn::tensor::Device;
use policy_lab::algos::{columns, slopes};
use policy_lab::config::{Advantage, Algorithm, KlStop, TrainConfig};
use policy_lab::nn::Activation;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::rollout::Minibatch;
use policy_lab::train::kl_stop::{ends_after_epoch, ends_before_step};
use policy_lab::train::update_stats::UpdateStats;
use policy_lab_tensors::oracle::standardise::standardise;

use super::learned::{Learned, Lesson, Pupils, one_step};
use super::network::{Model, Parameter};
use super::section::{Node, Section, told};
use super::tensors::{column, cpu, gradient, numbers};
use super::tolerance::{EXACT, GRADIENTS, VALUES};

/// Half of the square, as the recorded losses have it.
const HALF: f64 = 0.5;

/// Observations of which each has a 1 at a place of its own.
fn one_hot(rows: usize) -> Vec<f32> {
    let places = (0..rows).flat_map(|row| (0..rows).map(move |column| row == column));
    places.map(|is_own| f32::from(u8::from(is_own))).collect()
}

/// Networks of single layers with these weights, `[outputs, rows]` each.
fn single_layers(named: &[(&str, usize, &[f32])]) -> Result<Model, String> {
    Model::new(Activation::Tanh, |name| {
        let found = named.iter().find_map(|(layer, outputs, values)| {
            let (inputs, values) = match name.strip_prefix(layer)? {
                ".weight" => (values.len() / outputs, values.to_vec()),
                ".bias" => (1, vec![0.0; *outputs]),
                "" => (1, values.to_vec()),
                _ => return None,
            };
            Some(Parameter {
                outputs: *outputs,
                inputs,
                values,
            })
        });
        Ok(found)
    })
}

/// Takes a step from values that have these returns, and had `old_values` at the rollout.
async fn step_of_critic(
    [values, old_values, returns]: [&[f32]; 3],
    config: TrainConfig,
    device: &Device,
) -> Result<[(Learned, Vec<f32>); 2], String> {
    let rows = values.len();
    let model = single_layers(&[("policy", 2, &vec![0.0; 2 * rows]), ("value", 1, values)])?;
    let advantages = returns.iter().zip(old_values).map(|(ret, old)| ret - old);
    let lesson = Lesson::new(rows, one_hot(rows), &vec![0; rows])
        .taken_with(vec![-std::f32::consts::LN_2; rows])
        .with_advantages(advantages.collect(), returns);
    let both = Pupils::new(&model, config, device).learn(&lesson).await?;
    let [own, by_oracle] = both.map(|learned| {
        let slopes = model.tensor(&learned.gradient, "value.weight")?;
        Ok::<_, String>((learned, slopes))
    });
    Ok([own?, by_oracle?])
}

pub async fn value_clip(section: &Section, device: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let floats = |key| inputs.at(key)?.floats();
        let (values, old_values, returns) =
            (floats("values")?, floats("old_values")?, floats("returns")?);
        let clip_coef = inputs.at("clip_coef")?.number()?;
        // On the border of the range, and where both losses are equal, PyTorch halves gradients.
        let has_ties = case.at("name")?.text()?.ends_with("ties");
        for (clip_vloss, loss, slopes) in [
            (true, "v_loss", "grad_values"),
            (
                false,
                "v_loss_without_clipping",
                "grad_values_without_clipping",
            ),
        ] {
            let config = TrainConfig {
                clip_coef: Some(clip_coef),
                clip_vloss,
                vf_coef: HALF,
                ..one_step(Algorithm::Ppo, Advantage::Gae)
            };
            let columns = [&values[..], &old_values, &returns];
            for (learned, found) in step_of_critic(columns, config, device).await? {
                let measured = learned.measured(Metric::ValueLoss)?;
                expected.at(loss)?.close(&[measured], VALUES)?;
                if has_ties && clip_vloss {
                    expected.at(slopes)?.left_out()?;
                } else {
                    expected.at(slopes)?.close(&found, GRADIENTS)?;
                }
            }
        }
        each_sample([&values, &old_values, &returns], clip_coef, &expected)?;
    }
    Ok(())
}

/// Checks the host's term of each sample.
fn each_sample(
    [values, old_values, returns]: [&[f32]; 3],
    clip_coef: f64,
    expected: &Node<'_>,
) -> Result<(), String> {
    let rows = || values.iter().zip(returns);
    let free = rows().map(|(value, ret)| slopes::value(*value, *ret, f32::INFINITY).0);
    let free: Vec<f32> = free.collect();
    (expected.at("per_sample_unclipped")?).close(&free, VALUES)?;
    let with = (clip_coef as f32, f32::INFINITY);
    let terms: Vec<(f32, f32)> = (rows().zip(old_values))
        .map(|((value, ret), old)| slopes::clipped_value(*value, *old, *ret, with))
        .collect();
    let clipped = expected.at("per_sample_clipped")?.numbers()?;
    for ((term, _), (free, clipped)) in terms.iter().zip(free.iter().zip(clipped)) {
        let larger = f64::from(*free).max(clipped);
        if (f64::from(*term) - larger).abs() > VALUES.allows(larger, larger) {
            return Err(expected.fault(format!("{term} instead of {larger}")));
        }
    }
    let counts = expected.at("counts")?;
    let still = terms.iter().filter(|(_, slope)| *slope == 0.0).count();
    (counts.at("outside_clipped_larger")?).close(&[still as f64], EXACT)?;
    // The rest describes the fixture.
    for key in ["inside", "outside_unclipped_larger", "outside_equal"] {
        counts.at(key)?.left_out()?;
    }
    expected.at("v_clipped")?.left_out()
}

pub async fn huber_loss(section: &Section, device: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let values = inputs.at("predictions")?.floats()?;
        let returns = inputs.at("returns")?.floats()?;
        let delta = inputs.at("delta")?.number()?;
        for (key, huber_delta, vf_coef) in [
            ("huber", Some(delta), HALF),
            ("smooth_l1", Some(delta), HALF / delta),
            ("mse", None, 1.0),
            ("half_mse", None, HALF),
        ] {
            let config = TrainConfig {
                huber_delta,
                vf_coef,
                ..one_step(Algorithm::Ppo, Advantage::Gae)
            };
            let columns = [&values[..], &values, &returns];
            let of = expected.at(key)?;
            for (learned, slopes) in step_of_critic(columns, config, device).await? {
                let measured = learned.measured(Metric::ValueLoss)?;
                of.at("loss")?.close(&[measured], VALUES)?;
                of.at("grad")?.close(&slopes, GRADIENTS)?;
            }
        }
        let each = values.iter().zip(&returns);
        let each: Vec<f64> = each
            .map(|(value, ret)| HALF * f64::from(slopes::value(*value, *ret, delta as f32).0))
            .collect();
        expected.at("huber_per_sample")?.close(&each, VALUES)?;
    }
    Ok(())
}

/// The policy is a Gaussian of a fixed deviation whose means give the log-probabilities: its
/// densities can be above 1, as some of the recorded ones are.
pub async fn kl_estimates(section: &Section, device: &Device) -> Result<(), String> {
    const LOG_STD: f32 = -2.0;
    let largest = -LOG_STD - 0.5 * std::f32::consts::TAU.ln();
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let log_prob = inputs.at("new_logprobs")?.floats()?;
        let rows = log_prob.len();
        let means = log_prob
            .iter()
            .map(|it| LOG_STD.exp() * (2.0 * (largest - it)).sqrt());
        let model = single_layers(&[
            ("actor_mean", 1, &means.collect::<Vec<_>>()),
            ("actor_logstd", 1, &[LOG_STD]),
            ("critic", 1, &vec![0.0; rows]),
        ])?;
        let lesson = Lesson::of_continuous(&Minibatch {
            obs: one_hot(rows),
            actions: vec![0; rows],
            controls: vec![0.0; rows],
            old_log_prob: inputs.at("old_logprobs")?.floats()?,
            advantages: vec![0.0; rows],
            returns: vec![0.0; rows],
            ..Minibatch::default()
        });
        let config = TrainConfig {
            clip_coef: Some(inputs.at("clip_coef")?.number()?),
            ..one_step(Algorithm::Ppo, Advantage::Gae)
        };
        for learned in Pupils::new(&model, config, device).learn(&lesson).await? {
            let measures = [
                ("approx_kl_k3", Metric::ApproxKl, 1.0),
                ("approx_kl_k3_float64", Metric::ApproxKl, 1.0),
                ("old_approx_kl_k1", Metric::OldApproxKl, 1.0),
                ("clipfrac", Metric::ClipFraction, 1.0),
            ];
            learned.compare(&expected, &measures, VALUES)?;
        }
        // No loss has these.
        for key in ["k2", "grad_k1", "grad_k2", "grad_k3"] {
            expected.at(key)?.left_out()?;
        }
    }
    Ok(())
}

/// What an epoch's minibatches measure: `[minibatches]` of `approx_kl` and `old_approx_kl`.
type Epoch = Vec<[f64; 2]>;

fn mean_kl(log_ratios: &[f32]) -> [f64; 2] {
    let rows = log_ratios.iter().map(|it| columns::kl_row(*it, it.exp()));
    let sums = rows.fold([0.0; 2], |[one, other], [low_variance, plain]| {
        [one + f64::from(low_variance), other + f64::from(plain)]
    });
    sums.map(|sum| sum / log_ratios.len() as f64)
}

pub async fn kl_stops(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let expected = case.at("expected")?;
        let (mut epochs, mut batches) = (Vec::<Epoch>::new(), Vec::new());
        for epoch in case.at("inputs")?.at("logratio")?.items()? {
            let minibatches = epoch.items()?;
            let each = minibatches.iter().map(|it| Ok(mean_kl(&it.floats()?)));
            epochs.push(each.collect::<Result<_, String>>()?);
            batches.push(mean_kl(&epoch.floats()?)[1]);
        }
        let measured =
            |column: usize| -> Vec<f64> { epochs.iter().flatten().map(|it| it[column]).collect() };
        expected
            .at("k3_per_minibatch")?
            .close(&measured(0), VALUES)?;
        expected
            .at("k1_per_minibatch")?
            .close(&measured(1), VALUES)?;
        (expected.at("k1_full_batch_per_epoch")?).close(&batches, VALUES)?;
        for decision in expected.at("decisions")?.items()? {
            let target_kl = decision
                .find("target_kl")
                .map(|it| it.number())
                .transpose()?;
            let plan = |kl_stop| {
                let config = TrainConfig {
                    target_kl,
                    kl_stop,
                    ..one_step(Algorithm::Ppo, Advantage::Gae)
                };
                config.plan()
            };
            let is = |node: &Node<'_>, key, at: Option<usize>| match (node.find(key), at) {
                (None, None) => Ok(()),
                (Some(expected), Some(at)) => expected.close(&[at as f64], EXACT),
                _ => Err(node.fault(format!("{key}: stopped at {at:?}"))),
            };
            let steps_of = epochs[0].len();

            let after = plan(KlStop::Cleanrl);
            let stop = epochs.iter().position(|epoch| {
                let measured = UpdateStats {
                    metrics: vec![Metric::ApproxKl],
                    rows: epoch.iter().map(|it| vec![it[0] as f32]).collect(),
                };
                ends_after_epoch(&after, &measured)
            });
            let taken = stop.map_or(epochs.len(), |epoch| epoch + 1);
            let cleanrl = decision.at("cleanrl")?;
            is(&cleanrl, "stop_after_epoch", stop)?;
            is(&cleanrl, "epochs_run", Some(taken))?;
            is(&cleanrl, "optimiser_steps", Some(taken * steps_of))?;

            let ends = |kl_stop, metric, moved: f64| {
                let mut measured = Metrics::default();
                measured.set(metric, moved);
                ends_before_step(&plan(kl_stop), &measured)
            };
            let stop = (measured(0).into_iter())
                .position(|moved| ends(KlStop::StableBaselines3, Metric::ApproxKl, moved));
            let of_sb3 = decision.at("stable_baselines3")?;
            is(&of_sb3, "stop_at_epoch", stop.map(|step| step / steps_of))?;
            is(
                &of_sb3,
                "stop_at_minibatch",
                stop.map(|step| step % steps_of),
            )?;
            let taken = stop.unwrap_or(epochs.len() * steps_of);
            is(&of_sb3, "optimiser_steps", Some(taken))?;

            let stop = (batches.iter())
                .position(|moved| ends(KlStop::SpinningUp, Metric::OldApproxKl, *moved));
            let spinning_up = decision.at("spinning_up_full_batch_k1")?;
            is(&spinning_up, "stop_at_iteration", stop)?;
            let taken = stop.unwrap_or(batches.len());
            is(&spinning_up, "optimiser_steps", Some(taken))?;
        }
    }
    Ok(())
}

pub async fn advantage_norm(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let advantages = inputs.at("advantages")?.floats()?;
        if let Some(minibatches) = inputs.find("minibatch_indices") {
            let mut each = Vec::new();
            for indices in minibatches.items()? {
                let indices = indices.numbers()?;
                let rows = indices.iter().map(|index| advantages[*index as usize]);
                let mut rows: Vec<f32> = rows.collect();
                columns::standardise_column(&mut rows).map_err(told)?;
                each.extend(rows);
            }
            expected.at("per_minibatch_ddof1")?.close(&each, VALUES)?;
            standardised(&advantages, &expected.at("whole_batch_ddof1")?).await?;
            continue;
        }
        let own = expected.at("ddof1")?;
        match own.find("normalised") {
            Some(expected) => standardised(&advantages, &expected).await?,
            None if columns::standardise_column(&mut advantages.clone()).is_err() => {}
            None => return Err(own.fault("a single sample is standardised")),
        }
        if let Some(expected) = own.find("grad_of_weighted_sum") {
            let leaf = column(&advantages, &cpu()).require_grad();
            let weights = column(&inputs.at("weights")?.floats()?, &cpu());
            let sum = (standardise(leaf.clone()).map_err(told)? * weights).sum();
            let slopes = numbers(gradient(&leaf, sum)?).await?;
            expected.close(&slopes, GRADIENTS)?;
        }
        // What the numbers above are divided by, and numpy's way to divide.
        own.find("std").map_or(Ok(()), |std| std.left_out())?;
        for (_, number) in expected.at("ddof0")?.entries()? {
            number.left_out()?;
        }
    }
    Ok(())
}

/// Checks standardised numbers on the host and by the oracle.
async fn standardised(values: &[f32], expected: &Node<'_>) -> Result<(), String> {
    let mut plain = values.to_vec();
    columns::standardise_column(&mut plain).map_err(told)?;
    expected.close(&plain, VALUES)?;
    let by_oracle = standardise(column(values, &cpu())).map_err(told)?;
    expected.close(&numbers(by_oracle).await?, VALUES)
}

pub async fn explained_variance(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let inputs = case.at("inputs")?;
        let (values, returns) = (
            inputs.at("values")?.floats()?,
            inputs.at("returns")?.floats()?,
        );
        let explained = columns::explained_variance(&values, &returns);
        let expected = case.at("expected")?;
        match (expected.find("explained_variance"), explained) {
            (Some(expected), Some(explained)) => expected.close(&[explained], VALUES)?,
            (None, None) => {}
            (_, explained) => return Err(expected.fault(format!("{explained:?}"))),
        }
    }
    Ok(())
}
