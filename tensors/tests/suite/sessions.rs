//! `train_on_session` of the first notebook: REINFORCE with an entropy bonus, and one step of Adam.

use burn::tensor::{Device, activation};
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::nn::Activation;
use policy_lab::ops::adam::{Adam, AdamSettings};
use policy_lab::protocol::metrics::Metric;
use policy_lab::rollout::discounted_returns;
use policy_lab_tensors::oracle::reinforce;

use super::learned::{Lesson, Pupils, one_step};
use super::network::Model;
use super::section::{Node, Section, told};
use super::tensors::{actions, column, cpu, gradient, matrix, numbers};
use super::tolerance::{GRADIENTS, RECURSIONS, VALUES, weights_after};

/// PyTorch's default epsilon of Adam.
const EPSILON: f64 = 1e-8;

pub async fn sessions(section: &Section, plain: &Device) -> Result<(), String> {
    let device = cpu();
    for session in section.cases()? {
        let (inputs, expected) = (session.at("inputs")?, session.at("expected")?);
        let model = Model::read(&session.at("weights")?, Activation::Relu)?;
        let parameters = column(&model.parameters, &device).require_grad();
        let states = matrix(&inputs.at("states")?.floats()?, model.obs_size(), &device);
        let taken = actions(&inputs.at("actions")?.actions()?, &device);
        let (logits, log_prob, entropy) = model.act(&parameters, &states, &taken);
        let rewards = inputs.at("rewards")?.floats()?;
        let returns = discounted_returns(
            &rewards,
            &vec![false; rewards.len()],
            1,
            inputs.at("gamma")?.number()?,
        )
        .map_err(told)?;
        let entropy = entropy.mean();
        let loss = reinforce::policy_loss(log_prob.clone(), column(&returns, &device))
            - entropy.clone() * inputs.at("entropy_coef")?.number()?;

        let log_probs = activation::log_softmax(logits, 1);
        expected
            .compare("probs", log_probs.clone().exp(), VALUES)
            .await?;
        expected.compare("log_probs", log_probs, VALUES).await?;
        expected
            .compare("log_probs_for_actions", log_prob, VALUES)
            .await?;
        expected
            .at("cumulative_returns")?
            .close(&returns, RECURSIONS)?;
        expected.compare("entropy_mean", entropy, VALUES).await?;
        expected.compare("loss", loss.clone(), VALUES).await?;
        let gradient = numbers(gradient(&parameters, loss)?).await?;
        model.gradient_close(&expected.at("grads")?, &gradient, GRADIENTS)?;

        for (key, weights) in expected.entries()? {
            let Some(rate) = key.strip_prefix("weights_after_one_adam_step_lr") else {
                continue;
            };
            let rate: f64 = rate
                .replace('_', "-")
                .parse()
                .map_err(|_| weights.fault("names no learning rate"))?;
            trained(&session, &model, (&weights, rate), plain).await?;
            let settings = AdamSettings {
                epsilon: EPSILON,
                weight_decay: 0.0,
            };
            let mut after = model.parameters.clone();
            Adam::new(after.len(), settings).step(&mut after, &gradient, rate);
            model.close(&weights, &after, weights_after(rate))?;
        }
    }
    Ok(())
}

/// Checks what a run measures and descends in its own gradient step, and the weights that this step
/// leads to.
async fn trained(
    session: &Node<'_>,
    model: &Model,
    (weights, learning_rate): (&Node<'_>, f64),
    device: &Device,
) -> Result<(), String> {
    let (inputs, expected) = (session.at("inputs")?, session.at("expected")?);
    let rewards = inputs.at("rewards")?.floats()?;
    let ended = vec![false; rewards.len()];
    let taken = inputs.at("actions")?.actions()?;
    let lesson = Lesson::new(1, inputs.at("states")?.floats()?, &taken).paid(rewards, ended);
    let config = TrainConfig {
        learning_rate,
        adam_eps: EPSILON,
        gamma: inputs.at("gamma")?.number()?,
        ent_coef: inputs.at("entropy_coef")?.number()?,
        ..one_step(Algorithm::Reinforce, Advantage::WorldMean)
    };
    for learned in Pupils::new(model, config, device).learn(&lesson).await? {
        learned.compare(&expected, &[("entropy_mean", Metric::Entropy, 1.0)], VALUES)?;
        model.gradient_close(&expected.at("grads")?, &learned.gradient, GRADIENTS)?;
        model.close(weights, &learned.parameters, weights_after(learning_rate))?;
    }
    Ok(())
}
