//! Which runs a GPU trains side by side, each of its dispatches a step of all of them.

use super::{Advantage, Standardise, TrainConfig};

impl TrainConfig {
    /// Returns true if a GPU can make the rollouts: each ends after a number of steps, what acts is
    /// what learns, and the environment is formulas. The running moments of observations are folded
    /// into the parameters that act, which a GPU does not have, and bodies are stepped by a program
    /// that it does not have, so the host makes such rollouts.
    pub fn is_rolled_out_on_device(&self) -> bool {
        !self.whole_episodes && !self.norm_obs && !self.env_id.is_of_bodies()
    }

    /// Returns true if a GPU makes the rollouts and learns from them without the host: nothing of
    /// the reader's takes part, nothing of what is learned is computed within minibatches of
    /// environments, no step is decided on, and nothing is normalised by running moments.
    pub fn is_all_on_device(&self) -> bool {
        let plan = self.plan();
        self.is_rolled_out_on_device()
            && !plan.early_stop
            && !plan.stops_before_a_step()
            && !self.norm_reward
            && !self.has_own_reward()
            && plan.standardise != Standardise::Returns
            && plan.advantage != Some(Advantage::WorldMean)
    }

    /// Returns true if a GPU can train such a run beside others of the same [shape](Self::shape):
    /// in that case no epoch decides whether there is another.
    pub fn runs_in_lockstep(&self) -> bool {
        self.is_all_on_device() && self.plan().target_kl.is_none()
    }

    /// Returns the settings without those in which runs may differ that are trained side by side:
    /// what is drawn, and what a step is told.
    pub fn shape(&self) -> Self {
        let usual = Self::default();
        Self {
            seed: usual.seed,
            terminal_reward: usual.terminal_reward,
            orthogonal_init: usual.orthogonal_init,
            learning_rate: usual.learning_rate,
            anneal_lr: usual.anneal_lr,
            learning_rate_end: usual.learning_rate_end,
            anneal_fraction: usual.anneal_fraction,
            anneal_per: usual.anneal_per,
            adam_eps: usual.adam_eps,
            weight_decay: usual.weight_decay,
            max_grad_norm: usual.max_grad_norm,
            gamma: usual.gamma,
            gae_lambda: usual.gae_lambda,
            clip_coef: usual.clip_coef,
            ent_coef: usual.ent_coef,
            vf_coef: usual.vf_coef,
            huber_delta: usual.huber_delta,
            full_reset: usual.full_reset,
            stop_when_solved: usual.stop_when_solved,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::{PRESETS, Preset};
    use crate::config::{Algorithm, AnnealPer, KlStop, LearningPlan};

    fn ppo() -> TrainConfig {
        (Preset::first_for(Algorithm::Ppo).config)()
    }

    /// Each is moved from what is usual, so none of them can be forgotten.
    #[test]
    fn what_a_step_is_told_does_not_change_the_shape() {
        let usual = TrainConfig::default();
        let told = TrainConfig {
            seed: usual.seed + 1,
            terminal_reward: 7.0,
            orthogonal_init: !usual.orthogonal_init,
            learning_rate: 0.5,
            anneal_lr: !usual.anneal_lr,
            learning_rate_end: 0.25,
            anneal_fraction: 0.125,
            anneal_per: AnnealPer::Minibatch,
            adam_eps: 0.5,
            weight_decay: 0.5,
            max_grad_norm: Some(9.0),
            gamma: 0.5,
            gae_lambda: 0.5,
            clip_coef: Some(0.75),
            ent_coef: 0.5,
            vf_coef: 0.75,
            huber_delta: Some(3.0),
            full_reset: !usual.full_reset,
            stop_when_solved: !usual.stop_when_solved,
            ..usual.clone()
        };
        assert_ne!(told.anneal_per, usual.anneal_per);
        assert_eq!(told.shape(), usual.shape());
    }

    #[test]
    fn runs_of_one_shape_differ_in_numbers_alone() {
        let one = ppo();
        let other = TrainConfig {
            seed: 9,
            learning_rate: 0.5,
            clip_coef: None,
            gamma: 0.5,
            ..ppo()
        };
        assert_eq!(one.shape(), other.shape());
        for changed in [
            TrainConfig {
                num_envs: 8,
                ..ppo()
            },
            TrainConfig {
                hidden_sizes: vec![8],
                ..ppo()
            },
            TrainConfig {
                norm_adv: false,
                ..ppo()
            },
            TrainConfig {
                clip_vloss: true,
                ..ppo()
            },
            TrainConfig {
                max_episode_steps: 7,
                ..ppo()
            },
        ] {
            assert_ne!(one.shape(), changed.shape());
        }
        let LearningPlan {
            loss, advantage, ..
        } = other.plan();
        assert!(loss != one.plan().loss && advantage == one.plan().advantage);
    }

    #[test]
    fn what_the_host_must_see_is_not_trained_side_by_side() {
        assert!(ppo().runs_in_lockstep());
        for alone in [
            TrainConfig {
                target_kl: Some(0.01),
                ..ppo()
            },
            TrainConfig {
                reward: "1".to_owned(),
                ..ppo()
            },
            TrainConfig {
                whole_episodes: true,
                ..ppo()
            },
            TrainConfig {
                advantage: Advantage::WorldMean,
                ..ppo()
            },
        ] {
            assert!(!alone.runs_in_lockstep(), "{alone:?}");
        }
        let epoch_decides = TrainConfig {
            target_kl: Some(0.01),
            ..ppo()
        };
        assert!(epoch_decides.is_all_on_device());
        let step_decides = TrainConfig {
            kl_stop: KlStop::StableBaselines3,
            ..epoch_decides
        };
        assert!(!step_decides.is_all_on_device());
        let normalised = TrainConfig {
            norm_obs: true,
            ..ppo()
        };
        assert!(!normalised.is_all_on_device());
        let scaled = TrainConfig {
            norm_reward: true,
            ..ppo()
        };
        assert!(!scaled.is_all_on_device());
    }

    /// Scaled rewards change what is learned, and a limit of the KL how much of it; neither changes
    /// who acts.
    #[test]
    fn the_host_makes_rollouts_with_moments_of_observations_and_of_whole_episodes() {
        let with = |norm_obs, whole_episodes| TrainConfig {
            norm_obs,
            norm_reward: true,
            target_kl: Some(0.01),
            whole_episodes,
            ..ppo()
        };
        for (config, on_device) in [
            (with(false, false), true),
            (with(true, false), false),
            (with(false, true), false),
        ] {
            assert_eq!(config.is_rolled_out_on_device(), on_device, "{config:?}");
        }
        let by_host = PRESETS
            .iter()
            .filter(|it| !(it.config)().is_rolled_out_on_device());
        assert_eq!(
            by_host.map(|preset| preset.id).collect::<Vec<_>>(),
            [
                "ppo-pendulum",
                "ppo-mountaincar-norm",
                "ppo-mountaincar-continuous",
                "ppo-lunar-lander",
                "ppo-lunar-lander-continuous",
                "reinforce-episodes",
            ]
        );
    }
}
