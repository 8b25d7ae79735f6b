//! The differences between the algorithms, decided in one place. Each algorithm is the previous one
//! with a few changes.

use super::{Advantage, Algorithm, KlStop, TrainConfig};

/// The part of a configuration that its algorithm uses to learn from a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningPlan {
    /// The policy's loss.
    pub loss: PolicyLoss,
    /// The advantage estimate; `None` where the return itself weights the action.
    pub advantage: Option<Advantage>,
    /// The quantity that is standardised before it enters the loss.
    pub standardise: Standardise,
    /// The unit of which a minibatch is made.
    pub minibatches: MinibatchOf,
    /// Minibatches into which a rollout is split.
    pub num_minibatches: usize,
    /// Passes of gradient steps over each rollout.
    pub update_epochs: usize,
    /// Half-width of the range around the critic's value of the rollout within which its new value
    /// is held.
    pub value_clip: Option<f64>,
    /// Error of the critic from which its loss grows in proportion.
    pub huber_delta: Option<f64>,
    /// KL divergence at which learning from a rollout ends.
    pub target_kl: Option<f64>,
    /// The rule by which it does.
    pub kl_stop: KlStop,
    /// True if a rollout ends once every environment has finished an episode.
    pub early_stop: bool,
}

/// The policy's loss. Each is a function in `algos`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PolicyLoss {
    /// `-mean(log_prob * G)`.
    Reinforce,
    /// `-mean(weight * log_prob * A)`.
    Vpg {
        /// True if the weights are the detached probability ratio, false if all are 1.
        use_importance_weights: bool,
        /// Half-width of the range to which the weights are clamped.
        clip_coef: Option<f64>,
    },
    /// `-mean(min(ratio * A, clip(ratio) * A))`.
    Ppo {
        /// Half-width of the range to which the ratio is clipped.
        clip_coef: Option<f64>,
    },
}

/// The quantity that is shifted and scaled to mean 0 and standard deviation 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standardise {
    /// Nothing.
    Nothing,
    /// Returns, before the baseline is subtracted.
    Returns,
    /// Advantages, within each minibatch.
    Advantages,
}

/// The unit of which a minibatch is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinibatchOf {
    /// Whole environments, each with all its steps.
    Worlds,
    /// Single samples, in shuffled order.
    Samples,
}

impl LearningPlan {
    /// Returns the plan of a configuration.
    pub fn new(config: &TrainConfig) -> Self {
        let reinforce = Self {
            loss: PolicyLoss::Reinforce,
            advantage: None,
            standardise: Standardise::Nothing,
            minibatches: MinibatchOf::Worlds,
            num_minibatches: 1,
            update_epochs: 1,
            value_clip: None,
            huber_delta: None,
            target_kl: None,
            kl_stop: config.kl_stop,
            early_stop: false,
        };
        // VPG adds a baseline, and may use a rollout several times if its samples carry importance
        // weights.
        let vpg = Self {
            loss: PolicyLoss::Vpg {
                use_importance_weights: config.use_importance_weights,
                clip_coef: config.clip_coef,
            },
            advantage: Some(config.advantage),
            standardise: match config.normalize_returns {
                true => Standardise::Returns,
                false => Standardise::Nothing,
            },
            num_minibatches: config.num_minibatches,
            update_epochs: config.update_epochs,
            huber_delta: config.huber_delta,
            early_stop: config.early_stop,
            ..reinforce
        };
        // PPO keeps the ratio in the gradient, clips it there, and shuffles the samples.
        let ppo = Self {
            loss: PolicyLoss::Ppo {
                clip_coef: config.clip_coef,
            },
            standardise: match config.norm_adv {
                true => Standardise::Advantages,
                false => Standardise::Nothing,
            },
            minibatches: MinibatchOf::Samples,
            value_clip: (config.clip_coef)
                .filter(|_| config.clip_vloss && config.advantage == Advantage::Gae),
            target_kl: config.target_kl,
            early_stop: false,
            ..vpg
        };
        match config.algorithm {
            Algorithm::Reinforce => reinforce,
            Algorithm::Vpg => vpg,
            Algorithm::Ppo => ppo,
        }
    }

    /// Returns true if the advantage needs a critic.
    pub fn has_critic(&self) -> bool {
        matches!(self.advantage, Some(Advantage::Value | Advantage::Gae))
    }

    /// Returns true if what a minibatch measures decides about the step on it.
    pub fn stops_before_a_step(&self) -> bool {
        self.target_kl.is_some() && self.kl_stop.is_before_a_step()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::Preset;

    /// Returns the plan of an algorithm whose configuration switches on everything that it can.
    fn plan(algorithm: Algorithm) -> LearningPlan {
        LearningPlan::new(&TrainConfig {
            algorithm,
            advantage: Advantage::Gae,
            normalize_returns: true,
            norm_adv: true,
            clip_coef: Some(0.3),
            clip_vloss: true,
            huber_delta: Some(2.0),
            kl_stop: KlStop::SpinningUp,
            use_importance_weights: true,
            update_epochs: 5,
            num_minibatches: 4,
            target_kl: Some(0.01),
            early_stop: true,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        })
    }

    #[test]
    fn settings_of_another_algorithm_are_ignored() {
        let reinforce = plan(Algorithm::Reinforce);
        assert_eq!(reinforce.loss, PolicyLoss::Reinforce);
        assert_eq!((reinforce.update_epochs, reinforce.num_minibatches), (1, 1));
        assert_eq!(reinforce.standardise, Standardise::Nothing);
        assert_eq!(reinforce.minibatches, MinibatchOf::Worlds);
        assert_eq!((reinforce.advantage, reinforce.target_kl), (None, None));
        assert_eq!((reinforce.value_clip, reinforce.huber_delta), (None, None));
        assert!(!reinforce.has_critic() && !reinforce.early_stop);

        let vpg = plan(Algorithm::Vpg);
        let weighted = PolicyLoss::Vpg {
            use_importance_weights: true,
            clip_coef: Some(0.3),
        };
        assert_eq!(vpg.loss, weighted);
        assert_eq!((vpg.update_epochs, vpg.num_minibatches), (5, 4));
        assert_eq!(vpg.standardise, Standardise::Returns);
        assert_eq!(vpg.minibatches, MinibatchOf::Worlds);
        assert_eq!((vpg.value_clip, vpg.huber_delta), (None, Some(2.0)));
        assert_eq!(vpg.target_kl, None);
        assert!(vpg.has_critic() && vpg.early_stop && !vpg.stops_before_a_step());

        let ppo = plan(Algorithm::Ppo);
        let clip_coef = Some(0.3);
        assert_eq!(ppo.loss, PolicyLoss::Ppo { clip_coef });
        assert_eq!((ppo.update_epochs, ppo.num_minibatches), (5, 4));
        assert_eq!(ppo.standardise, Standardise::Advantages);
        assert_eq!(ppo.minibatches, MinibatchOf::Samples);
        assert_eq!((ppo.value_clip, ppo.huber_delta), (Some(0.3), Some(2.0)));
        assert_eq!(ppo.target_kl, Some(0.01));
        assert!(ppo.has_critic() && !ppo.early_stop && ppo.stops_before_a_step());
    }

    /// The course's scheduler expects 15,616 steps and makes one per phase; the preset documents
    /// where that ends.
    #[test]
    fn the_ppo_course_preset_ends_where_the_courses_scheduler_does() {
        let config = (Preset::find("ppo-course").expect("a preset").config)();
        let phases = config.num_iterations() as f64;
        let updates = config.num_iterations() * config.updates_per_iteration();
        assert_eq!((phases, updates), (976.0, 15_616));
        let end = 2.5e-4 * (1.0 - phases / 15_616.0);
        assert!((config.learning_rate_at(976, 0) - end).abs() < 1e-15);
    }
}
