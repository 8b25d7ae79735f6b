//! The course's own settings. Values that a document leaves to its library's defaults are written
//! out.

use crate::config::{
    Activation, Advantage, Algorithm, AnnealPer, Autoreset, EnvId, KlStop, TrainConfig,
};

/// `PPOArgs`. Its scheduler expects one step per gradient step but makes one per phase, so the rate
/// ends at 15/16 of its start instead of 0; `anneal_per` reproduces that.
pub fn ppo() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Ppo,
        env_id: EnvId::Cartpole,
        reward: String::new(),
        terminal_reward: 1.0,
        gravity: 1.0,
        force: 1.0,
        max_episode_steps: 500,
        autoreset: Autoreset::SameStep,
        seed: 1,
        num_envs: 4,
        num_steps: 128,
        total_timesteps: 500_000,
        whole_episodes: false,
        rollouts_per_iteration: 1,
        hidden_sizes: vec![64, 64],
        activation: Activation::Tanh,
        norm_obs: false,
        orthogonal_init: true,
        learning_rate: 2.5e-4,
        anneal_lr: true,
        learning_rate_end: 0.0,
        anneal_fraction: 1.0,
        anneal_per: AnnealPer::Course,
        adam_eps: 1e-5,
        weight_decay: 0.0,
        max_grad_norm: Some(0.5),
        gamma: 0.99,
        norm_reward: false,
        advantage: Advantage::Gae,
        gae_lambda: 0.95,
        detach_advantage: true,
        normalize_returns: false,
        norm_adv: true,
        clip_coef: Some(0.2),
        ent_coef: 0.01,
        vf_coef: 0.25,
        clip_vloss: false,
        huber_delta: None,
        use_importance_weights: false,
        update_epochs: 4,
        num_minibatches: 4,
        target_kl: None,
        kl_stop: KlStop::EpochMean,
        early_stop: false,
        full_reset: false,
        stop_when_solved: false,
    }
}

pub fn ppo_easycart() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Easycart,
        ..ppo()
    }
}

pub fn ppo_spincart() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Spincart,
        ..ppo()
    }
}

/// `test_probe` of the PPO day, with the schedule that it intends: down to 0, one step per phase.
pub fn ppo_probe() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Probe1,
        num_envs: 256,
        num_steps: 8,
        total_timesteps: 30_000,
        learning_rate: 1e-2,
        anneal_per: AnnealPer::Iteration,
        ..ppo()
    }
}

/// `VPGArgs`, with one change so that it passes its own assertion: without importance weights a
/// rollout is used once.
pub fn vpg() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Vpg,
        terminal_reward: 0.0,
        hidden_sizes: vec![120, 84],
        activation: Activation::Relu,
        orthogonal_init: false,
        anneal_lr: false,
        anneal_per: AnnealPer::Iteration,
        gamma: 1.0,
        advantage: Advantage::WorldMean,
        normalize_returns: true,
        update_epochs: 1,
        num_minibatches: 1,
        early_stop: true,
        full_reset: true,
        stop_when_solved: true,
        ..ppo()
    }
}

pub fn vpg_args_fast() -> TrainConfig {
    TrainConfig {
        seed: 1337,
        num_envs: 512,
        num_steps: 500,
        total_timesteps: 50_000_000,
        learning_rate: 1e-3,
        anneal_lr: true,
        learning_rate_end: 1e-3,
        anneal_fraction: 0.6,
        max_grad_norm: Some(1.0),
        gamma: 0.99,
        normalize_returns: false,
        clip_coef: Some(0.1),
        ent_coef: 0.0,
        ..vpg()
    }
}

/// `test_probe` of the VPG day, without early stop: every environment finishes after one step, so
/// each rollout would be cut after 16 steps, and 64 samples are too few for probe 5.
pub fn vpg_probe() -> TrainConfig {
    TrainConfig {
        env_id: EnvId::Probe4,
        total_timesteps: 10_000,
        learning_rate: 5e-3,
        ent_coef: 0.0,
        clip_coef: None,
        normalize_returns: false,
        early_stop: false,
        stop_when_solved: false,
        ..vpg()
    }
}

/// The homework's settings: every rollout starts from fresh episodes, and nothing is added for
/// rewards after its last step.
pub fn homework_reinforce() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Reinforce,
        terminal_reward: 1.0,
        autoreset: Autoreset::NextStep,
        num_envs: 64,
        num_steps: 256,
        total_timesteps: 64 * 256 * 250,
        hidden_sizes: vec![128],
        learning_rate: 1e-3,
        adam_eps: 1e-8,
        max_grad_norm: None,
        gamma: 0.99,
        advantage: Advantage::Value,
        detach_advantage: false,
        normalize_returns: false,
        norm_adv: false,
        clip_coef: Some(0.1),
        ent_coef: 0.0,
        vf_coef: 1.0,
        early_stop: false,
        stop_when_solved: false,
        ..vpg()
    }
}

pub fn homework_vpg() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Vpg,
        ..homework_reinforce()
    }
}

pub fn homework_ppo() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Ppo,
        update_epochs: 10,
        ..homework_reinforce()
    }
}

/// The extra credit, corrected: the ratio carries gradient, the critic gives the advantages, the
/// targets are A + V, and the value of the last state stands in for later rewards.
pub fn homework_gae() -> TrainConfig {
    TrainConfig {
        hidden_sizes: vec![64, 64],
        activation: Activation::Tanh,
        total_timesteps: 64 * 256 * 60,
        advantage: Advantage::Gae,
        detach_advantage: true,
        ..homework_ppo()
    }
}

/// The first notebook: one session after the other, each followed by its own update.
pub fn reinforce_episodes() -> TrainConfig {
    TrainConfig {
        num_envs: 1,
        num_steps: 1_000,
        max_episode_steps: 1_000,
        total_timesteps: 1_000 * 100 * 100,
        whole_episodes: true,
        rollouts_per_iteration: 100,
        hidden_sizes: vec![64],
        autoreset: Autoreset::SameStep,
        ent_coef: 1e-2,
        ..homework_reinforce()
    }
}
