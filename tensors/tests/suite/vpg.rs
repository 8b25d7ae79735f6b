//! VPG's networks, importance weights and losses, and the gradient of each.

use burn::tensor::Device;
use policy_lab::nn::Activation;
use policy_lab::protocol::metrics::Metric;
use policy_lab_tensors::oracle::standardise::standardise;
use policy_lab_tensors::oracle::vpg;

use super::learned::{Lesson, Pupils};
use super::network::Model;
use super::objectives::{VpgArgs, VpgBatch};
use super::section::{Node, Section, told};
use super::tensors::{column, cpu, gradient, numbers};
use super::tolerance::{GRADIENTS, VALUES};

pub async fn vpg_networks(section: &Section, plain: &Device) -> Result<(), String> {
    let device = cpu();
    for case in section.cases()? {
        let model = Model::read(&case.at("weights")?, Activation::Relu)?;
        let inputs = case.at("inputs")?;
        let batch = VpgBatch::read(&inputs, &device)?;
        parts(&model, &batch, &inputs, &case.at("expected")?, &device).await?;
        let lesson = Lesson::of_vpg(&inputs, model.obs_size())?;
        for loss in case.at("compute_loss")?.items()? {
            let (args, expected) = (VpgArgs::read(&loss.at("args")?)?, loss.at("expected")?);
            compute_loss(&model, &batch, args, &expected, &device).await?;
            trained(&model, &lesson, args, &expected, plain).await?;
        }
    }
    Ok(())
}

/// Checks the parts of the objective one by one.
async fn parts(
    model: &Model,
    batch: &VpgBatch,
    inputs: &Node<'_>,
    expected: &Node<'_>,
    device: &Device,
) -> Result<(), String> {
    let parameters = column(&model.parameters, device);
    let (logits, log_prob, entropy) = model.act(&parameters, &batch.obs, &batch.actions);
    let num_actions = logits.dims()[1];
    let logits = logits
        .reshape([batch.num_steps, batch.num_envs, num_actions])
        .swap_dims(0, 1);
    expected.compare("logits", logits, VALUES).await?;
    let by_world = |column| batch.by_world(column);
    expected
        .compare("logprobs_taken", by_world(log_prob.clone()), VALUES)
        .await?;
    expected
        .compare("entropy", by_world(entropy), VALUES)
        .await?;

    let old = batch.old_log_prob.clone().ok_or("no old_logprobs")?;
    let weights = |clip_coef| vpg::importance_weights(log_prob.clone(), old.clone(), clip_coef);
    let returns = batch.column(&inputs.at("returns_for_normalize")?)?;
    let joy = |weights| {
        batch
            .policy_loss(log_prob.clone(), returns.clone(), weights)
            .neg()
    };
    for (key, node) in expected.entries()? {
        let actual = if let Some(clip) = key.strip_prefix("importance_weights_") {
            by_world(weights(clip_coef(clip, &node)?))
        } else if let Some(clip) = key.strip_prefix("reinforce_loss_iw_") {
            joy(weights(clip_coef(clip, &node)?)).reshape([1, 1])
        } else {
            continue;
        };
        node.close(&numbers(actual).await?, VALUES)?;
    }
    let ones = log_prob.ones_like();
    expected
        .compare("reinforce_loss_iw1", joy(ones.clone()), VALUES)
        .await?;
    let normalised = standardise(returns.clone()).map_err(told)?;
    expected
        .compare("normalize_returns", by_world(normalised.clone()), VALUES)
        .await?;
    let loss = batch.policy_loss(log_prob.clone(), normalised, ones);
    expected
        .compare("reinforce_loss_of_normalized", loss.neg(), VALUES)
        .await
}

/// Returns the clip coefficient of a case: `clip_0_1` is 0.1, `no_clip` is `None`.
fn clip_coef(name: &str, node: &Node<'_>) -> Result<Option<f64>, String> {
    if name == "no_clip" {
        return Ok(None);
    }
    name.strip_prefix("clip_")
        .and_then(|number| number.replace('_', ".").parse().ok())
        .map(Some)
        .ok_or_else(|| node.fault("names no clip range"))
}

async fn compute_loss(
    model: &Model,
    batch: &VpgBatch,
    args: VpgArgs,
    expected: &Node<'_>,
    device: &Device,
) -> Result<(), String> {
    let parameters = column(&model.parameters, device).require_grad();
    let terms = batch.joy(model, &parameters, args)?;
    expected.compare("r_joy", terms.r_joy, VALUES).await?;
    expected.compare("entropy", terms.entropy, VALUES).await?;
    expected
        .compare("iw_mean", terms.weights.mean(), VALUES)
        .await?;
    expected
        .compare("returns", batch.by_world(terms.returns), VALUES)
        .await?;
    for key in ["joy", "joy_float64"] {
        expected.compare(key, terms.joy.clone(), VALUES).await?;
    }
    let gradient = numbers(gradient(&parameters, terms.joy)?).await?;
    model.gradient_close(&expected.at("grads_of_joy")?, &gradient, GRADIENTS)
}

/// Checks what a run measures and descends in its own gradient step.
async fn trained(
    model: &Model,
    lesson: &Lesson,
    args: VpgArgs,
    expected: &Node<'_>,
    device: &Device,
) -> Result<(), String> {
    let mut pupils = Pupils::new(model, args.config(), device);
    for learned in pupils.learn(lesson).await? {
        let measures = [
            ("r_joy", Metric::PolicyLoss, -1.0),
            ("entropy", Metric::Entropy, 1.0),
            ("iw_mean", Metric::ImportanceWeight, 1.0),
        ];
        learned.compare(expected, &measures, VALUES)?;
        model.gradient_close(&expected.at("grads_of_joy")?, &learned.ascent(), GRADIENTS)?;
    }
    Ok(())
}
