//! The runs whose learning phases are compared with the oracle's.

use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, Autoreset, EnvId, KlStop, TrainConfig};
use policy_lab::nn::Activation;

/// Iterations with rollouts, which a GPU makes and learns from without the host. In the first the
/// time limit cuts episodes off.
pub fn iterations() -> Vec<(&'static str, TrainConfig)> {
    let small = |algorithm: Algorithm| TrainConfig {
        num_envs: 6,
        num_steps: 25,
        total_timesteps: 6 * 25,
        num_minibatches: 3,
        update_epochs: 2,
        hidden_sizes: vec![12],
        learning_rate: 1e-3,
        ..(Preset::first_for(algorithm).config)()
    };
    vec![
        (
            "An iteration of PPO",
            TrainConfig {
                max_episode_steps: 9,
                ..small(Algorithm::Ppo)
            },
        ),
        (
            "An iteration of PPO with returns",
            TrainConfig {
                advantage: Advantage::Value,
                norm_adv: false,
                gamma: 0.9,
                autoreset: Autoreset::NextStep,
                max_episode_steps: 12,
                ..small(Algorithm::Ppo)
            },
        ),
        (
            "An iteration of PPO with returns less values, standardised",
            TrainConfig {
                advantage: Advantage::Value,
                norm_adv: true,
                ..small(Algorithm::Ppo)
            },
        ),
        // The record comes with the first epoch, and each epoch decides whether there is another.
        (
            "An iteration of PPO up to a KL",
            TrainConfig {
                target_kl: Some(10.0),
                ..small(Algorithm::Ppo)
            },
        ),
        ("An iteration of REINFORCE", small(Algorithm::Reinforce)),
        // A step costs about 10, so a small discount keeps the figures small.
        (
            "An iteration of PPO with continuous actions",
            TrainConfig {
                env_id: EnvId::Pendulum,
                max_episode_steps: 9,
                gamma: 0.5,
                ..small(Algorithm::Ppo)
            },
        ),
        (
            "Two iterations of PPO with running moments",
            TrainConfig {
                env_id: EnvId::Pendulum,
                max_episode_steps: 9,
                gamma: 0.5,
                norm_obs: true,
                norm_reward: true,
                total_timesteps: 2 * 6 * 25,
                ..small(Algorithm::Ppo)
            },
        ),
        (
            "An iteration of REINFORCE with continuous actions",
            TrainConfig {
                env_id: EnvId::MountaincarContinuous,
                ..small(Algorithm::Reinforce)
            },
        ),
    ]
}

/// Small runs that reach each part of the losses, and networks narrower and wider than a workgroup.
pub fn configs() -> Vec<(&'static str, TrainConfig)> {
    let small = |algorithm: Algorithm, hidden_sizes: &[usize]| TrainConfig {
        num_envs: 6,
        num_steps: 25,
        num_minibatches: 1,
        hidden_sizes: hidden_sizes.to_vec(),
        learning_rate: 1e-3,
        ..(Preset::first_for(algorithm).config)()
    };
    vec![
        (
            "REINFORCE",
            TrainConfig {
                activation: Activation::Relu,
                ..small(Algorithm::Reinforce, &[12])
            },
        ),
        (
            "VPG, the mean of all environments",
            TrainConfig {
                normalize_returns: true,
                ent_coef: 0.01,
                ..small(Algorithm::Vpg, &[70, 11])
            },
        ),
        (
            "VPG, weights and a critic",
            TrainConfig {
                use_importance_weights: true,
                clip_coef: Some(0.05),
                update_epochs: 2,
                num_minibatches: 2,
                advantage: Advantage::Value,
                detach_advantage: false,
                ..small(Algorithm::Vpg, &[9, 5])
            },
        ),
        (
            "PPO",
            TrainConfig {
                num_minibatches: 3,
                max_grad_norm: Some(0.05),
                weight_decay: 0.1,
                ..small(Algorithm::Ppo, &[33, 20])
            },
        ),
        (
            "PPO, a narrow clip and a return less a value",
            TrainConfig {
                advantage: Advantage::Value,
                norm_adv: false,
                clip_coef: Some(0.001),
                max_grad_norm: None,
                ..small(Algorithm::Ppo, &[7, 6, 5])
            },
        ),
        (
            "PPO, a return less a value, standardised",
            TrainConfig {
                advantage: Advantage::Value,
                norm_adv: true,
                num_minibatches: 3,
                ..small(Algorithm::Ppo, &[20, 9])
            },
        ),
        // A step is far longer than the range, so the second epoch finds values outside of it.
        (
            "PPO, clipped values",
            TrainConfig {
                clip_coef: Some(0.01),
                clip_vloss: true,
                huber_delta: Some(3.0),
                update_epochs: 2,
                num_minibatches: 3,
                ..small(Algorithm::Ppo, &[20, 9])
            },
        ),
        (
            "PPO, normalised observations of a hidden state",
            TrainConfig {
                env_id: EnvId::Acrobot,
                norm_obs: true,
                norm_reward: true,
                num_minibatches: 3,
                ..small(Algorithm::Ppo, &[20])
            },
        ),
        (
            "PPO up to a KL before a step",
            TrainConfig {
                target_kl: Some(1e-4),
                kl_stop: KlStop::StableBaselines3,
                num_minibatches: 3,
                update_epochs: 4,
                ..small(Algorithm::Ppo, &[20])
            },
        ),
        (
            "PPO, no clip",
            TrainConfig {
                clip_coef: None,
                norm_adv: false,
                num_minibatches: 2,
                ..small(Algorithm::Ppo, &[20])
            },
        ),
        (
            "PPO, continuous actions",
            TrainConfig {
                env_id: EnvId::Pendulum,
                num_minibatches: 3,
                gamma: 0.5,
                ..small(Algorithm::Ppo, &[20, 9])
            },
        ),
        (
            "VPG, continuous actions and weights",
            TrainConfig {
                env_id: EnvId::MountaincarContinuous,
                use_importance_weights: true,
                update_epochs: 2,
                ent_coef: 0.01,
                ..small(Algorithm::Vpg, &[12])
            },
        ),
    ]
}
