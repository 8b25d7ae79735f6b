//! Named configurations to start from. The form marks the fields that a reader has changed from the
//! preset's.

mod control;
mod course;
mod quick;

use super::{Algorithm, TrainConfig};

/// A named configuration.
pub struct Preset {
    /// The name in URLs.
    pub id: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Its hyperparameters.
    pub config: fn() -> TrainConfig,
}

impl Preset {
    /// Returns the preset with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// Returns the preset that an algorithm starts from when none is named.
    pub fn first_for(algorithm: Algorithm) -> &'static Self {
        PRESETS
            .iter()
            .find(|preset| (preset.config)().algorithm == algorithm)
            .unwrap_or(&PRESETS[0])
    }
}

/// The settings that every preset modifies. A saved file that lacks a field gets the value here, so
/// the default of a new field must be the value that changes nothing.
impl Default for TrainConfig {
    fn default() -> Self {
        course::ppo()
    }
}

/// All presets; the first is the one that a newcomer meets.
pub static PRESETS: &[Preset] = &[
    Preset {
        id: "ppo-quick",
        label: "PPO, quick",
        about: "64 environments, 100 phases of 128 steps: the algorithm that most people use",
        config: quick::ppo,
    },
    Preset {
        id: "ppo-spin",
        label: "PPO, spin the pole",
        about: "64 environments in which a fast spin pays: the same learner, another reward",
        config: quick::ppo_spin,
    },
    Preset {
        id: "ppo-dance",
        label: "PPO, a dancing cart",
        about: "64 environments in which speed near the middle pays and a whipped pole costs: the cart sways in a steady beat",
        config: quick::ppo_dance,
    },
    Preset {
        id: "ppo-course",
        label: "PPO, the course's defaults",
        about: "4 environments, 976 phases, as in PPOArgs; the learning rate falls by a sixteenth, as the course's scheduler really does",
        config: course::ppo,
    },
    Preset {
        id: "ppo-easycart",
        label: "PPO, EasyCart",
        about: "The course's defaults with a reward for standing upright in the middle",
        config: course::ppo_easycart,
    },
    Preset {
        id: "ppo-spincart",
        label: "PPO, SpinCart",
        about: "The course's defaults with a reward for spinning",
        config: course::ppo_spincart,
    },
    Preset {
        id: "ppo-cleanrl",
        label: "PPO, CleanRL's settings",
        about: "The course's PPO with CleanRL's own arguments: the critic's values are clipped too, and the learning rate falls to 0",
        config: control::cleanrl,
    },
    Preset {
        id: "ppo-homework",
        label: "PPO on whole rollouts",
        about: "64 environments of 256 steps, 10 epochs on the whole rollout, return − value, advantage not detached",
        config: course::homework_ppo,
    },
    Preset {
        id: "ppo-homework-gae",
        label: "PPO with GAE on whole rollouts",
        about: "The same with lambda 0.95 and networks of 64-64 tanh units: the critic's value stands in for what follows a rollout",
        config: course::homework_gae,
    },
    Preset {
        id: "ppo-probe",
        label: "PPO, probe environments",
        about: "256 environments of one or two steps, 14 phases: does each part of the learner work?",
        config: course::ppo_probe,
    },
    Preset {
        id: "ppo-pendulum",
        label: "PPO, Pendulum",
        about: "16 environments in which a motor too weak to lift a rod at once swings it up: continuous actions, 200 phases of 200 steps",
        config: control::pendulum,
    },
    Preset {
        id: "ppo-acrobot",
        label: "PPO, Acrobot",
        about: "16 environments in which two links swing themselves up: solved within some 100,000 steps",
        config: control::acrobot,
    },
    Preset {
        id: "ppo-mountaincar",
        label: "PPO, MountainCar",
        about: "16 environments whose goal random actions do not find: the return stays at −200, so there is nothing to learn from",
        config: control::mountaincar,
    },
    Preset {
        id: "ppo-mountaincar-norm",
        label: "PPO, MountainCar with norm_obs",
        about: "With normalised observations the policy sees its own speed, and drives out of the valley: solved within some 300,000 steps",
        config: control::mountaincar_norm,
    },
    Preset {
        id: "ppo-mountaincar-continuous",
        label: "PPO, MountainCarContinuous",
        about: "64 environments in which force costs and the flag pays 100: found within some 200,000 steps, with normalised observations and rewards",
        config: control::mountaincar_continuous,
    },
    Preset {
        id: "ppo-lunar-lander",
        label: "PPO, LunarLander",
        about: "32 landing craft that learn to come down between two flags: solved within some 600,000 steps",
        config: control::lunar_lander,
    },
    Preset {
        id: "ppo-lunar-lander-continuous",
        label: "PPO, LunarLanderContinuous",
        about: "32 landing craft that choose how hard their engines push",
        config: control::lunar_lander_continuous,
    },
    Preset {
        id: "ppo-frozen-lake",
        label: "PPO, FrozenLake",
        about: "64 environments on slippery ice, where the exact value of every cell is shown beside the critic’s",
        config: control::frozen_lake,
    },
    Preset {
        id: "ppo-cliff-walking",
        label: "PPO, CliffWalking",
        about: "64 environments along a cliff whose exact values are known: the shortest way takes 13 steps",
        config: control::cliff_walking,
    },
    Preset {
        id: "vpg-quick",
        label: "VPG, quick",
        about: "32 environments, 40 updates: the plainest policy gradient that balances",
        config: quick::vpg,
    },
    Preset {
        id: "vpg-args-fast",
        label: "VPG, the course's training run",
        about: "512 environments of 500 steps, up to 50 million steps (args_fast)",
        config: course::vpg_args_fast,
    },
    Preset {
        id: "vpg-course",
        label: "VPG, the course's defaults",
        about: "4 environments, as in VPGArgs, with one correction: its rollout_use_count of 4 breaks its own rule, so update_epochs is 1",
        config: course::vpg,
    },
    Preset {
        id: "vpg-homework",
        label: "VPG with a critic",
        about: "64 environments of 256 steps, return − value, advantage not detached",
        config: course::homework_vpg,
    },
    Preset {
        id: "vpg-probe",
        label: "VPG, probe environments",
        about: "4 environments, 19 updates; early stop is off, because in an environment of one step every environment has fallen at once",
        config: course::vpg_probe,
    },
    Preset {
        id: "reinforce-quick",
        label: "REINFORCE, quick",
        about: "32 environments, 60 updates on plain returns: what VPG's baseline is measured against",
        config: quick::reinforce,
    },
    Preset {
        id: "reinforce-homework",
        label: "REINFORCE at full size",
        about: "64 environments of 256 steps, 250 iterations, one update each",
        config: course::homework_reinforce,
    },
    Preset {
        id: "reinforce-episodes",
        label: "REINFORCE on whole episodes",
        about: "One environment, an update after every episode, 100 episodes an iteration; episodes may last 1,000 steps here, and a mean above 500 counts as won",
        config: course::reinforce_episodes,
    },
];
