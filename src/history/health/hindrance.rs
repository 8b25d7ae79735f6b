//! Settings that leave nothing to learn, or no way to learn it. Each is worked out from the run's
//! numbers, so its sentence holds for any run with them.

use super::causes::{CLIP_COEF, ENT_COEF, MAX_GRAD_NORM, VF_COEF, quick};
use super::record::{Record, median};
use super::signs::KL;
use super::{Remedy, RunProblem};
use crate::config::draft::print_number;
use crate::config::{Advantage, Algorithm, TrainConfig};
use crate::protocol::metrics::Metric;

/// Part of the usual step below which a policy hardly moves.
const SHORT: f64 = 0.1;
/// Clip range within which no ratio stays after a gradient step.
const NARROW: f64 = 0.01;
/// Steps within which no pole of CartPole falls from its start, whatever the policy does.
const UPRIGHT: usize = 8;
/// Discount below which what happens ten steps ahead hardly counts.
const SHORT_SIGHTED: f64 = 0.8;
/// `learning_rate * weight_decay` from which on parameters halve within 700 gradient steps.
const FAST_DECAY: f64 = 1e-3;
/// Entropy as a fraction of the largest above which a policy has not decided anything, and the
/// multiple of the usual bonus that may be the reason.
const UNDECIDED: (f64, f64) = (0.95, 10.0);

/// A setting that keeps the policy from learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LearningHindrance {
    /// The schedule has lowered the learning rate to almost nothing.
    Annealed {
        /// The learning rate at that iteration.
        rate: f64,
        /// An iteration in the first half of those done.
        iteration: usize,
    },
    /// Gradients are cut so short that Adam's epsilon outweighs them.
    ShortGradient {
        /// The longest gradient allowed.
        max_grad_norm: f64,
        /// Length of a step, as a multiple of what it is without the limit.
        times: f64,
    },
    /// Adam's epsilon outweighs gradients as they are.
    LargeEpsilon {
        /// The setting.
        adam_eps: f64,
        /// Length of a step, as a multiple of what it is with a small epsilon.
        times: f64,
    },
    /// PPO's clip range is so narrow that every ratio leaves it at the first gradient step.
    NarrowClip {
        /// The setting.
        clip_coef: f64,
    },
    /// The baseline is the mean over one environment: the return itself.
    OneEnvironment,
    /// No cart's pole can fall within a rollout.
    ShortRollout {
        /// The setting.
        num_steps: usize,
        /// True if a critic estimates what follows.
        has_critic: bool,
    },
    /// Later rewards hardly count.
    ShortSighted {
        /// The setting.
        gamma: f64,
    },
    /// PPO stops each update after its first epoch.
    EarlyStop {
        /// The setting.
        target_kl: f64,
    },
    /// The critic learns nothing.
    IdleCritic,
    /// Each gradient step shrinks all parameters by more than it moves them.
    Decay {
        /// Fraction of a parameter that a step takes away.
        fraction: f64,
    },
    /// The entropy bonus outweighs the rewards.
    StrongBonus {
        /// The setting.
        ent_coef: f64,
        /// The newest entropy, in nats.
        entropy: f64,
    },
}

impl LearningHindrance {
    /// Returns the settings that explain a problem, the plainest first.
    pub fn all(record: &Record<'_>, problem: &RunProblem) -> Vec<Self> {
        let config = record.config;
        match problem {
            RunProblem::NeverLearnt { .. } => {
                let (moves, signals) = (steps(record), signals(config));
                moves
                    .into_iter()
                    .chain(signals)
                    .chain(bonus(record))
                    .collect()
            }
            RunProblem::Collapsed(_) | RunProblem::Deterministic { .. } => signals(config),
            RunProblem::ClipFights { .. } => narrow_clip(config).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the setting to change, if the rest of the settings leaves one value to name.
    pub fn remedy(self, config: &TrainConfig) -> Option<Remedy> {
        let usual = quick(config.algorithm);
        let samples = |num_envs: usize, num_steps: usize| {
            let all = num_envs * num_steps * config.rollouts_per_iteration;
            all <= config.total_timesteps
        };
        let (key, text) = match self {
            Self::Annealed { .. } => ("anneal_lr", "false".to_owned()),
            Self::ShortGradient { .. } => ("max_grad_norm", print_number(MAX_GRAD_NORM)),
            Self::LargeEpsilon { .. } => ("adam_eps", print_number(usual.adam_eps)),
            Self::NarrowClip { .. } => ("clip_coef", print_number(CLIP_COEF)),
            Self::OneEnvironment if samples(usual.num_envs, config.num_steps) => {
                ("num_envs", usual.num_envs.to_string())
            }
            Self::OneEnvironment => ("advantage", "value".to_owned()),
            Self::ShortRollout { .. } => {
                let fits = samples(config.num_envs, usual.num_steps);
                ("num_steps", fits.then(|| usual.num_steps.to_string())?)
            }
            Self::ShortSighted { .. } => ("gamma", print_number(usual.gamma)),
            Self::EarlyStop { .. } => ("target_kl", print_number(KL.0)),
            Self::IdleCritic => ("vf_coef", print_number(VF_COEF)),
            Self::Decay { .. } => ("weight_decay", print_number(0.0)),
            Self::StrongBonus { .. } => ("ent_coef", print_number(ENT_COEF)),
        };
        Some(Remedy { key, text })
    }
}

/// Returns why the optimiser hardly moves anything, apart from a small `learning_rate`.
///
/// Adam moves a parameter by `rate * m / (sqrt(v) + eps)`. With gradients of a typical size g that
/// is `rate * g / (g + eps)`, so a gradient that is cut below eps is a shorter step.
fn steps(record: &Record<'_>) -> Vec<LearningHindrance> {
    let config = record.config;
    let mut found = Vec::new();
    let iteration = record.iteration / 2;
    let rate = config.learning_rate_at(iteration, 0);
    if rate < SHORT * config.learning_rate {
        found.push(LearningHindrance::Annealed { rate, iteration });
    }
    let norms: Vec<f64> = record.all(Metric::GradNorm).iter().map(|it| it.1).collect();
    if !norms.is_empty() && record.num_parameters > 0 {
        let share = |norm: f64| {
            let gradient = norm / (record.num_parameters as f64).sqrt();
            gradient / (gradient + config.adam_eps)
        };
        let whole = share(median(&norms));
        // Gradients of 0 have other reasons.
        let is_large = config.adam_eps > quick(config.algorithm).adam_eps;
        match config.max_grad_norm {
            _ if is_large && whole < SHORT => found.push(LearningHindrance::LargeEpsilon {
                adam_eps: config.adam_eps,
                times: whole,
            }),
            Some(limit) if limit < median(&norms) && share(limit) < SHORT => {
                found.push(LearningHindrance::ShortGradient {
                    max_grad_norm: limit,
                    times: share(limit) / whole,
                });
            }
            _ => {}
        }
    }
    let fraction = config.learning_rate * config.weight_decay;
    if fraction >= FAST_DECAY {
        found.push(LearningHindrance::Decay { fraction });
    }
    found
}

/// Returns why the samples hardly say which action was better.
fn signals(config: &TrainConfig) -> Vec<LearningHindrance> {
    let is_ppo = config.algorithm == Algorithm::Ppo;
    let mut found: Vec<_> = narrow_clip(config).into_iter().collect();
    if config.plan().advantage == Some(Advantage::WorldMean) && config.num_envs == 1 {
        found.push(LearningHindrance::OneEnvironment);
    }
    let is_short = config.num_steps < UPRIGHT && !config.whole_episodes;
    if is_short && config.env_id.is_cart() {
        found.push(LearningHindrance::ShortRollout {
            num_steps: config.num_steps,
            has_critic: config.has_gae(),
        });
    }
    if config.gamma < SHORT_SIGHTED {
        found.push(LearningHindrance::ShortSighted {
            gamma: config.gamma,
        });
    }
    // An epoch that moves the policy less than a hundredth of a calm update is no update.
    let target_kl = config.target_kl.filter(|_| is_ppo);
    if let Some(target_kl) = target_kl.filter(|it| *it < 0.01 * KL.0) {
        found.push(LearningHindrance::EarlyStop { target_kl });
    }
    if config.has_critic() && config.vf_coef == 0.0 {
        found.push(LearningHindrance::IdleCritic);
    }
    found
}

fn narrow_clip(config: &TrainConfig) -> Option<LearningHindrance> {
    let clip_coef = config.clip_coef?;
    let is_narrow = config.algorithm == Algorithm::Ppo && clip_coef <= NARROW;
    is_narrow.then_some(LearningHindrance::NarrowClip { clip_coef })
}

fn bonus(record: &Record<'_>) -> Option<LearningHindrance> {
    let (config, entropy) = (record.config, record.newest(Metric::Entropy, 1)?[0]);
    let most = record.most_entropy()?;
    let is_strong = config.ent_coef >= UNDECIDED.1 * ENT_COEF;
    (is_strong && entropy > UNDECIDED.0 * most).then_some(LearningHindrance::StrongBonus {
        ent_coef: config.ent_coef,
        entropy,
    })
}
