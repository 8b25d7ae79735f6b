//! The homework's three losses, with the critic attached to the advantage, as in the homework, and
//! detached.

use burn::tensor::{Device, Int, Tensor};
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::nn::Activation;
use policy_lab::protocol::metrics::Metric;
use policy_lab_tensors::oracle::{ppo, reinforce, value, vpg};

use super::learned::{Lesson, Pupils, one_step};
use super::network::Model;
use super::section::{Node, Section};
use super::tensors::{actions, column, cpu, gradient, matrix, numbers};
use super::tolerance::{GRADIENTS, STATED, VALUES};

/// The gradients of a loss with a critic: their key, and true if the policy's loss does not move
/// the critic.
const VARIANTS: [(&str, bool); 2] = [
    ("grads_as_in_seed_advantage_not_detached", false),
    ("grads_advantage_detached", true),
];

pub async fn homework_losses(section: &Section, device: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let expected = case.at("expected")?;
        let Some(weights) = case.find("weights") else {
            lone_reinforce(&case).await?;
            continue;
        };
        let model = Model::read(&weights, Activation::Relu)?;
        let inputs = case.at("inputs")?;
        if expected.find("loss").is_some() {
            // The unit tests record one tensor of log-probabilities: the old ones for PPO, the only
            // ones for VPG.
            let batch = Homework::read(&inputs, "log_probs", &model, device)?;
            let policy = match inputs.find("epsilon") {
                Some(epsilon) => Policy::Ppo(epsilon.number()?),
                None => Policy::VpgOfRecorded,
            };
            batch.check(&model, policy, &expected, &case).await?;
            continue;
        }
        let batch = Homework::read(&inputs, "old_log_probs", &model, device)?;
        if let Some(expected) = expected.find("reinforce") {
            batch.check_reinforce(&model, &expected).await?;
        }
        if let Some(expected) = expected.find("vpg") {
            batch.check(&model, Policy::Vpg, &expected, &case).await?;
        }
        if let Some(expected) = expected.find("ppo") {
            for (name, expected) in expected.entries()? {
                let epsilon = name
                    .strip_prefix("epsilon_")
                    .and_then(|epsilon| epsilon.parse().ok())
                    .ok_or_else(|| expected.fault("names no epsilon"))?;
                batch
                    .check(&model, Policy::Ppo(epsilon), &expected, &case)
                    .await?;
            }
        }
    }
    Ok(())
}

/// Checks REINFORCE on log-probabilities alone.
async fn lone_reinforce(case: &Node<'_>) -> Result<(), String> {
    let device = &cpu();
    let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
    let log_prob = column(&inputs.at("log_probs")?.floats()?, device).require_grad();
    let returns = column(&inputs.at("returns")?.floats()?, device);
    let loss = reinforce::policy_loss(log_prob.clone(), returns);
    expected.compare("loss", loss.clone(), VALUES).await?;
    case.compare("stated_in_seed", loss.clone(), STATED).await?;
    let gradient = gradient(&log_prob, loss)?;
    expected
        .compare("grad_log_probs", gradient, GRADIENTS)
        .await
}

/// The loss that moves the policy.
#[derive(Clone, Copy, Debug)]
pub enum Policy {
    /// VPG on the network's log-probabilities.
    Vpg,
    /// VPG on recorded log-probabilities, which do not depend on the parameters.
    VpgOfRecorded,
    /// PPO with this clip range.
    Ppo(f64),
}

impl Policy {
    /// Returns the settings of a run with this loss; none if the loss does not depend on the
    /// networks.
    pub fn config(self, detach_advantage: bool) -> Option<TrainConfig> {
        let (algorithm, clip_coef) = match self {
            Self::Vpg => (Algorithm::Vpg, None),
            Self::VpgOfRecorded => return None,
            Self::Ppo(epsilon) => (Algorithm::Ppo, Some(epsilon)),
        };
        Some(TrainConfig {
            clip_coef,
            detach_advantage,
            ..one_step(algorithm, Advantage::Value)
        })
    }
}

/// The samples of one update.
pub struct Homework {
    states: Tensor<2>,
    actions: Tensor<1, Int>,
    returns: Tensor<1>,
    recorded_log_prob: Tensor<1>,
    /// The device whose body learns from the samples.
    device: Device,
    lesson: Lesson,
}

/// The parts of one loss.
pub struct Losses {
    pub values: Tensor<1>,
    pub log_prob: Tensor<1>,
    pub ratio: Tensor<1>,
    pub policy_loss: Tensor<1>,
    pub value_loss: Tensor<1>,
    pub loss: Tensor<1>,
}

impl Homework {
    /// Reads a case's inputs; `log_probs` is the key of the recorded log-probabilities.
    pub fn read(
        inputs: &Node<'_>,
        log_probs: &str,
        model: &Model,
        device: &Device,
    ) -> Result<Self, String> {
        let floats = |key: &str| inputs.at(key)?.floats();
        let taken = inputs.at("actions")?.actions()?;
        let (states, returns) = (floats("states")?, floats("returns")?);
        let log_prob = floats(log_probs)?;
        let (on, device) = (device, &cpu());
        Ok(Self {
            states: matrix(&states, model.obs_size(), device),
            actions: actions(&taken, device),
            returns: column(&returns, device),
            recorded_log_prob: column(&log_prob, device),
            device: on.clone(),
            lesson: Lesson::new(1, states, &taken)
                .taken_with(log_prob)
                .with_returns(returns),
        })
    }

    /// Returns the samples as a rollout of a run.
    pub fn into_lesson(self) -> Lesson {
        self.lesson
    }

    /// Returns the loss of policy and critic.
    pub fn losses(
        &self,
        model: &Model,
        parameters: &Tensor<1>,
        policy: Policy,
        is_detached: bool,
    ) -> Result<Losses, String> {
        let values = model.values(parameters, &self.states)?;
        let (_, log_prob, _) = model.act(parameters, &self.states, &self.actions);
        let ratio = ppo::ratio(log_prob.clone(), self.recorded_log_prob.clone());
        let mut advantages = value::advantage(self.returns.clone(), values.clone());
        if is_detached {
            advantages = advantages.detach();
        }
        let weights = self.returns.ones_like();
        let policy_loss = match policy {
            Policy::Vpg => vpg::policy_loss(log_prob.clone(), advantages, weights),
            Policy::VpgOfRecorded => {
                vpg::policy_loss(self.recorded_log_prob.clone(), advantages, weights)
            }
            Policy::Ppo(epsilon) => {
                ppo::clipped_surrogate_loss(ratio.clone(), advantages, Some(epsilon))
            }
        };
        let value_loss = value::value_loss(values.clone(), self.returns.clone());
        Ok(Losses {
            values,
            log_prob,
            ratio,
            loss: policy_loss.clone() + value_loss.clone(),
            policy_loss,
            value_loss,
        })
    }

    async fn check(
        &self,
        model: &Model,
        policy: Policy,
        expected: &Node<'_>,
        case: &Node<'_>,
    ) -> Result<(), String> {
        for (key, is_detached) in VARIANTS {
            let parameters = column(&model.parameters, &cpu()).require_grad();
            let losses = self.losses(model, &parameters, policy, is_detached)?;
            for (name, actual) in [
                ("loss", &losses.loss),
                ("policy_loss", &losses.policy_loss),
                ("value_loss", &losses.value_loss),
                ("values", &losses.values),
                ("new_log_probs", &losses.log_prob),
                ("ratio", &losses.ratio),
            ] {
                expected.compare(name, actual.clone(), VALUES).await?;
            }
            case.compare("stated_in_seed", losses.loss.clone(), STATED)
                .await?;
            let Some(gradients) = expected.find(key) else {
                continue;
            };
            let gradient = gradient(&parameters, losses.loss)?;
            model.gradient_close(&gradients, &numbers(gradient).await?, GRADIENTS)?;
            if let Some(config) = policy.config(is_detached) {
                let mut pupils = Pupils::new(model, config, &self.device);
                for learned in pupils.learn(&self.lesson).await? {
                    let measures = [
                        ("policy_loss", Metric::PolicyLoss, 1.0),
                        ("value_loss", Metric::ValueLoss, 1.0),
                    ];
                    learned.compare(expected, &measures, VALUES)?;
                    model.gradient_close(&gradients, &learned.gradient, GRADIENTS)?;
                }
            }
        }
        Ok(())
    }

    async fn check_reinforce(&self, model: &Model, expected: &Node<'_>) -> Result<(), String> {
        let parameters = column(&model.parameters, &cpu()).require_grad();
        let (_, log_prob, entropy) = model.act(&parameters, &self.states, &self.actions);
        let loss = reinforce::policy_loss(log_prob.clone(), self.returns.clone());
        expected.compare("log_probs", log_prob, VALUES).await?;
        expected.compare("entropy", entropy, VALUES).await?;
        expected.compare("loss", loss.clone(), VALUES).await?;
        let Some(gradients) = expected.find("grads") else {
            return Ok(());
        };
        let gradient = gradient(&parameters, loss)?;
        model.gradient_close(&gradients, &numbers(gradient).await?, GRADIENTS)?;
        let config = one_step(Algorithm::Reinforce, Advantage::WorldMean);
        let mut pupils = Pupils::new(model, config, &self.device);
        for learned in pupils.learn(&self.lesson).await? {
            learned.compare(expected, &[("loss", Metric::PolicyLoss, 1.0)], VALUES)?;
            model.gradient_close(&gradients, &learned.gradient, GRADIENTS)?;
        }
        Ok(())
    }
}
