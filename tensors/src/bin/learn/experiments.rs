//! The experiments, and PyTorch's or published results for them.

use policy_lab::config::presets::Preset;
use policy_lab::config::{AnnealPer, Autoreset, TrainConfig};

/// The way in which a run's progress is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// For rollouts that start with fresh episodes: the steps that each environment survives, by
    /// iteration.
    Lifespan,
    /// For episodes that continue across rollouts: the first step at which the newest 20 average
    /// 475.
    Episodes,
    /// For tasks that are scored by their returns: the returns of the newest 100 episodes, and the
    /// first step at which their mean counts as solved.
    Returns,
}

/// A configuration to train on several seeds.
pub struct Experiment {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name in the table.
    pub label: &'static str,
    /// The way in which its runs are summarised.
    pub kind: Kind,
    /// The seeds.
    pub seeds: &'static [u32],
    /// The configuration without the seed.
    pub config: fn() -> TrainConfig,
    /// The result in PyTorch, or of others, in the table's words.
    pub reference: &'static str,
}

fn preset(id: &str) -> TrainConfig {
    (Preset::find(id).expect("a preset of the course").config)()
}

/// Returns a preset with the resets corrected and the critic detached from the policy's loss.
fn put_right(id: &str) -> TrainConfig {
    TrainConfig {
        autoreset: Autoreset::SameStep,
        detach_advantage: true,
        ..preset(id)
    }
}

const THREE: &[u32] = &[1, 2, 3];
const FIVE: &[u32] = &[1, 2, 3, 4, 5];
const SIX: &[u32] = &[1, 2, 3, 4, 5, 6];
const TEN: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const THIRTY: &[u32] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    27, 28, 29, 30,
];

/// All experiments, in the order of the table.
pub static EXPERIMENTS: &[Experiment] = &[
    Experiment {
        id: "homework-reinforce",
        label: "Homework REINFORCE, as in the course",
        kind: Kind::Lifespan,
        seeds: SIX,
        config: || preset("reinforce-homework"),
        reference: "≥200 at 113 103 99, ≥240 at 171 154 135; greedy 469 498 475",
    },
    Experiment {
        id: "homework-vpg",
        label: "Homework VPG, as in the course",
        kind: Kind::Lifespan,
        seeds: SIX,
        config: || preset("vpg-homework"),
        reference: "≥200 at 107 102 92, ≥240 at 155 148 143; greedy 496 499 500",
    },
    Experiment {
        id: "homework-ppo",
        label: "Homework PPO, as in the course",
        kind: Kind::Lifespan,
        seeds: THREE,
        config: || preset("ppo-homework"),
        reference: "≥200 at 13 13 14, ≥240 at 19 24 22; greedy 500 496 350",
    },
    Experiment {
        id: "homework-reinforce-same-step",
        label: "Homework REINFORCE, same-step reset",
        kind: Kind::Lifespan,
        seeds: SIX,
        config: || put_right("reinforce-homework"),
        reference: "greedy 487 500 465",
    },
    Experiment {
        id: "homework-vpg-same-step",
        label: "Homework VPG, same-step reset, detached",
        kind: Kind::Lifespan,
        seeds: SIX,
        config: || put_right("vpg-homework"),
        reference: "greedy 496 500 500",
    },
    Experiment {
        id: "homework-ppo-same-step",
        label: "Homework PPO, same-step reset, detached",
        kind: Kind::Lifespan,
        seeds: THREE,
        config: || put_right("ppo-homework"),
        reference: "greedy 500 497 500",
    },
    Experiment {
        id: "homework-gae",
        label: "Homework GAE, put right, 250 iterations",
        kind: Kind::Lifespan,
        seeds: THREE,
        config: || TrainConfig {
            total_timesteps: 64 * 256 * 250,
            ..preset("ppo-homework-gae")
        },
        reference: "≥200 at 10 14 10, ≥240 at 16 87 18; greedy 500 500 500",
    },
    Experiment {
        id: "vpg-args-fast",
        label: "VPG, args_fast, 120 of its 195 rollouts",
        kind: Kind::Lifespan,
        seeds: &[1337, 0, 1],
        config: || TrainConfig {
            total_timesteps: 512 * 500 * 120,
            ..preset("vpg-args-fast")
        },
        reference: "≥200 at 33–42, ≥400 at 50–60, ≥475 at 62–85, ≥490 at 73–96 (5 seeds)",
    },
    Experiment {
        id: "reinforce-quick",
        label: "REINFORCE, quick",
        kind: Kind::Lifespan,
        seeds: THREE,
        config: || preset("reinforce-quick"),
        reference: "≥200 at 6 10 6, ≥400 at 9 11 11, ≥475 at 10 36 11; at the end 500 161 500 (exported file)",
    },
    Experiment {
        id: "vpg-quick",
        label: "VPG, quick",
        kind: Kind::Lifespan,
        seeds: THREE,
        config: || preset("vpg-quick"),
        reference: "≥200 at 8 9 6, ≥400 at 12 11 9, ≥475 at 12 12 16; at the end 500 500 500 (exported file)",
    },
    Experiment {
        id: "ppo-quick",
        label: "PPO, quick",
        kind: Kind::Episodes,
        seeds: THREE,
        config: || preset("ppo-quick"),
        reference: "an iteration's episodes ≥475 at 139k 156k 156k; at the end 500 500 500 (exported file)",
    },
    Experiment {
        id: "ppo-course",
        label: "PPO, course defaults, rate falls by 1/16",
        kind: Kind::Episodes,
        seeds: THIRTY,
        config: || preset("ppo-course"),
        reference: "learned 40/40, median 106k, p90 183k; last 50k: mean 459 (JAX, variant H)",
    },
    Experiment {
        id: "ppo-course-to-zero",
        label: "PPO, course defaults, rate falls to 0",
        kind: Kind::Episodes,
        seeds: TEN,
        config: || TrainConfig {
            anneal_per: AnnealPer::Minibatch,
            ..preset("ppo-course")
        },
        reference: "learned 40/40, median 105k, p90 162k; last 50k: mean 411 (JAX, variant I)",
    },
    Experiment {
        id: "ppo-course-adamw",
        label: "The same with AdamW 0.01, rate falls by 1/16",
        kind: Kind::Episodes,
        seeds: THREE,
        config: || TrainConfig {
            weight_decay: 0.01,
            ..preset("ppo-course")
        },
        reference: "learned at 84k 74k 183k; greedy 500 500 500",
    },
    Experiment {
        id: "ppo-cleanrl",
        label: "PPO, CleanRL's settings",
        kind: Kind::Episodes,
        seeds: THIRTY,
        config: || preset("ppo-cleanrl"),
        reference: "CleanRL 490.04 ± 6.12 (3 seeds)",
    },
    Experiment {
        id: "ppo-easycart",
        label: "PPO, EasyCart",
        kind: Kind::Episodes,
        seeds: THIRTY,
        config: || preset("ppo-easycart"),
        reference: "learned at 66k 87k 89k; 500 from 200k on; eval 500 on all",
    },
    Experiment {
        id: "ppo-spincart",
        label: "PPO, SpinCart",
        kind: Kind::Episodes,
        seeds: THREE,
        config: || preset("ppo-spincart"),
        reference: "mean |omega| 9.4–14.4, length 458–500 on 23 of 23",
    },
    Experiment {
        id: "ppo-spincart-course",
        label: "PPO, SpinCart as in the course",
        kind: Kind::Episodes,
        seeds: TEN,
        config: || TrainConfig {
            env_id: policy_lab::config::EnvId::SpincartCourse,
            ..preset("ppo-spincart")
        },
        reference: "4 of 23 leave the track early; the others |omega| 11.5–15.2, length 426–495",
    },
    // Where these figures are from stands above the table, in `table.rs`.
    Experiment {
        id: "ppo-acrobot",
        label: "PPO, Acrobot",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-acrobot"),
        reference: "CleanRL −86.36 ± 1.32 (500k steps); SB3 Zoo −73.5 ± 18.2 (1M steps, normalised)",
    },
    Experiment {
        id: "ppo-pendulum",
        label: "PPO, Pendulum",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-pendulum"),
        reference: "SB3 Zoo −172.2 ± 104.2 (100k steps, gSDE)",
    },
    Experiment {
        id: "ppo-mountaincar",
        label: "PPO, MountainCar",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-mountaincar"),
        reference: "CleanRL −200.00 ± 0.00 (500k steps)",
    },
    Experiment {
        id: "ppo-mountaincar-norm",
        label: "PPO, MountainCar with norm_obs",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-mountaincar-norm"),
        reference: "SB3 Zoo −110.4 ± 19.5 (1M steps, normalised)",
    },
    Experiment {
        id: "ppo-mountaincar-continuous",
        label: "PPO, MountainCarContinuous",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-mountaincar-continuous"),
        reference: "Gymnasium calls 90 solved",
    },
    Experiment {
        id: "ppo-lunar-lander",
        label: "PPO, LunarLander",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-lunar-lander"),
        reference: "Gymnasium calls 200 solved",
    },
    Experiment {
        id: "ppo-lunar-lander-continuous",
        label: "PPO, LunarLanderContinuous",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-lunar-lander-continuous"),
        reference: "Gymnasium calls 200 solved",
    },
    Experiment {
        id: "ppo-frozen-lake",
        label: "PPO, FrozenLake",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-frozen-lake"),
        reference: "Gymnasium calls 0.70 solved; the best policy reaches 0.74 in its 100 steps",
    },
    Experiment {
        id: "ppo-cliff-walking",
        label: "PPO, CliffWalking",
        kind: Kind::Returns,
        seeds: FIVE,
        config: || preset("ppo-cliff-walking"),
        reference: "the shortest way costs 13",
    },
];
