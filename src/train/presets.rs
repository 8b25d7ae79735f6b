//! Named starting points. Each is a whole configuration; the form marks what a reader has changed from it.

use super::config::{Algorithm, TrainConfig};

/// A named configuration.
pub struct Preset {
    /// The name in URLs.
    pub id: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Its hyperparameters.
    pub config: fn() -> TrainConfig,
}

impl Preset {
    /// The preset with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// The preset that an algorithm starts from when none is named.
    pub fn first_for(algorithm: Algorithm) -> &'static Self {
        PRESETS
            .iter()
            .find(|preset| (preset.config)().algorithm == algorithm)
            .unwrap_or(&PRESETS[0])
    }
}

/// All presets; the first is what a newcomer meets.
pub static PRESETS: &[Preset] = &[
    Preset {
        id: "ppo-quick",
        label: "PPO, quick",
        about: "64 worlds, 100 phases of 128 steps: the algorithm that most people use",
        config: ppo_quick,
    },
    Preset {
        id: "vpg-quick",
        label: "VPG, quick",
        about: "32 worlds, 40 updates: the plainest policy gradient that balances",
        config: vpg_quick,
    },
    Preset {
        id: "vpg-args-fast",
        label: "VPG, the course's training run",
        about: "512 worlds of 500 steps, up to 50 million steps (args_fast)",
        config: vpg_args_fast,
    },
    Preset {
        id: "vpg-course",
        label: "VPG, the course's defaults",
        about: "4 worlds, as in VPGArgs, with one correction: its rollout_use_count of 4 breaks its own rule, so update_epochs is 1",
        config: vpg_course,
    },
    Preset {
        id: "ppo-course",
        label: "PPO, the course's defaults",
        about: "4 worlds, 976 phases, as in PPOArgs; the learning rate falls by a sixteenth, as the course's scheduler really does",
        config: ppo_course,
    },
];

/// `PPOArgs` of the course. Its scheduler counts minibatches but is stepped once a phase, so the rate ends at
/// 15/16 of its start; `learning_rate_end` says so.
fn ppo_course() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Ppo,
        seed: 1,
        num_envs: 4,
        num_steps: 128,
        total_timesteps: 500_000,
        learning_rate: 2.5e-4,
        anneal_lr: true,
        learning_rate_end: 2.34375e-4,
        anneal_fraction: 1.0,
        max_grad_norm: Some(0.5),
        gamma: 0.99,
        gae_lambda: 0.95,
        normalize_returns: false,
        norm_adv: true,
        clip_coef: Some(0.2),
        ent_coef: 0.01,
        vf_coef: 0.25,
        use_importance_weights: false,
        update_epochs: 4,
        num_minibatches: 4,
        target_kl: None,
        early_stop: false,
        full_reset: false,
        terminal_reward: 1.0,
    }
}

fn ppo_quick() -> TrainConfig {
    TrainConfig {
        num_envs: 64,
        total_timesteps: 64 * 128 * 100,
        learning_rate: 5e-3,
        anneal_lr: false,
        learning_rate_end: 0.0,
        ..ppo_course()
    }
}

/// `VPGArgs` of the course, made to satisfy its own assertion.
fn vpg_course() -> TrainConfig {
    TrainConfig {
        algorithm: Algorithm::Vpg,
        learning_rate_end: 0.0,
        anneal_lr: false,
        gamma: 1.0,
        normalize_returns: true,
        update_epochs: 1,
        num_minibatches: 1,
        early_stop: true,
        full_reset: true,
        terminal_reward: 0.0,
        ..ppo_course()
    }
}

fn vpg_args_fast() -> TrainConfig {
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
        ..vpg_course()
    }
}

fn vpg_quick() -> TrainConfig {
    TrainConfig {
        seed: 1,
        num_envs: 32,
        total_timesteps: 32 * 500 * 40,
        learning_rate: 1e-2,
        anneal_lr: false,
        ..vpg_args_fast()
    }
}
