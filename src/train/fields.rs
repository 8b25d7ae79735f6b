//! The one home of each hyperparameter's range, help and names: form, URL, validation and lesson text derive
//! from this table.

use super::config::{Algorithm, TrainConfig};

/// Heading under which the form shows a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How long and how wide the run is.
    Run,
    /// How the gradient becomes a step.
    Optimiser,
    /// How rewards become learning targets.
    Targets,
    /// What is maximised.
    Objective,
    /// How experience is collected.
    Rollout,
}

impl Group {
    /// All groups in the order of the form.
    pub const ALL: [Self; 5] = [
        Self::Run,
        Self::Optimiser,
        Self::Targets,
        Self::Objective,
        Self::Rollout,
    ];

    /// The heading's text.
    pub fn label(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::Optimiser => "Optimiser",
            Self::Targets => "Returns and advantages",
            Self::Objective => "Objective",
            Self::Rollout => "Rollout",
        }
    }
}

/// What a field holds, and its range (both ends allowed).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// Smallest value.
        min: usize,
        /// Largest value.
        max: usize,
    },
    /// A decimal number.
    Number {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// A decimal number, or nothing at all.
    Optional {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// On or off.
    Switch,
}

/// The value of one field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of an [`Kind::Integer`].
    Integer(usize),
    /// Of a [`Kind::Number`].
    Number(f64),
    /// Of a [`Kind::Optional`].
    Optional(Option<f64>),
    /// Of a [`Kind::Switch`].
    Switch(bool),
}

/// One hyperparameter.
pub struct Field {
    /// The field's name: in [`TrainConfig`], as the form's label and id, in the URL.
    pub key: &'static str,
    /// What the course documents call it, where they differ; the URL takes these names too.
    pub course_names: &'static [&'static str],
    /// Heading in the form.
    pub group: Group,
    /// Type and range.
    pub kind: Kind,
    /// One sentence on what it does.
    pub help: &'static str,
    /// Learners that read it.
    pub algorithms: &'static [Algorithm],
    /// Reads it from a configuration.
    pub get: fn(&TrainConfig) -> Value,
    /// Writes it; a value of another kind changes nothing.
    pub set: fn(&mut TrainConfig, Value),
}

impl Field {
    /// The field with this name or course name.
    pub fn find(name: &str) -> Option<&'static Self> {
        FIELDS
            .iter()
            .find(|field| field.key == name || field.course_names.contains(&name))
    }

    /// Whether `algorithm` reads this field.
    pub fn is_used_by(&self, algorithm: Algorithm) -> bool {
        self.algorithms.contains(&algorithm)
    }
}

const BOTH: &[Algorithm] = &Algorithm::ALL;
const VPG: &[Algorithm] = &[Algorithm::Vpg];
const PPO: &[Algorithm] = &[Algorithm::Ppo];

/// Writes one row of [`FIELDS`]; the accessors follow from the field's name and kind.
macro_rules! field {
    (@accessors Integer $name:ident) => {
        (|config: &TrainConfig| Value::Integer(config.$name as usize),
         |config: &mut TrainConfig, value| if let Value::Integer(value) = value { config.$name = value as _ })
    };
    (@accessors $kind:ident $name:ident) => {
        (|config: &TrainConfig| Value::$kind(config.$name),
         |config: &mut TrainConfig, value| if let Value::$kind(value) = value { config.$name = value })
    };
    ($name:ident [$($course:literal),*] $group:ident, $kind:ident $({ $($range:tt)* })?, $algorithms:ident, $help:literal) => {{
        const ACCESSORS: (fn(&TrainConfig) -> Value, fn(&mut TrainConfig, Value)) = field!(@accessors $kind $name);
        Field {
            key: stringify!($name),
            course_names: &[$($course),*],
            group: Group::$group,
            kind: Kind::$kind $({ $($range)* })?,
            help: $help,
            algorithms: $algorithms,
            get: ACCESSORS.0,
            set: ACCESSORS.1,
        }
    }};
}

/// Every hyperparameter, in the order of the form.
#[rustfmt::skip]
pub static FIELDS: &[Field] = &[
    field!(num_envs [] Run, Integer { min: 1, max: 16_384 }, BOTH,
        "CartPole worlds that run side by side"),
    field!(num_steps ["num_steps_per_rollout"] Run, Integer { min: 1, max: 4_096 }, BOTH,
        "Steps that each world takes before every update; an episode ends after 500"),
    field!(total_timesteps [] Run, Integer { min: 1, max: 1_000_000_000 }, BOTH,
        "Environment steps to spend, over all worlds; the run has total_timesteps / (num_envs × num_steps) iterations"),
    field!(seed [] Run, Integer { min: 0, max: 4_294_967_295 }, BOTH,
        "Start of every random number: the same seed on the same device gives the same run"),
    field!(learning_rate ["lr"] Optimiser, Number { min: 0.0, max: 1.0 }, BOTH,
        "Step size of Adam"),
    field!(anneal_lr ["use_lr_decay"] Optimiser, Switch, BOTH,
        "Move the learning rate in a straight line to learning_rate_end"),
    field!(learning_rate_end ["lr_end", "end_lr"] Optimiser, Number { min: 0.0, max: 1.0 }, BOTH,
        "Learning rate at the end of the move"),
    field!(anneal_fraction ["lr_frac"] Optimiser, Number { min: 0.001, max: 1.0 }, BOTH,
        "Part of the run over which the learning rate moves; it then stays at learning_rate_end"),
    field!(max_grad_norm [] Optimiser, Optional { min: 1e-6, max: 1e6 }, BOTH,
        "A longer gradient is scaled down to this length; empty means no limit"),
    field!(gamma [] Targets, Number { min: 0.0, max: 1.0 }, BOTH,
        "Discount: how much a reward one step later counts"),
    field!(gae_lambda [] Targets, Number { min: 0.0, max: 1.0 }, PPO,
        "0 trusts the critic after one step (low variance), 1 trusts the rewards alone (low bias)"),
    field!(normalize_returns [] Targets, Switch, VPG,
        "Shift and scale the returns to mean 0 and standard deviation 1 over the whole rollout"),
    field!(norm_adv [] Targets, Switch, PPO,
        "Shift and scale the advantages to mean 0 and standard deviation 1 within each minibatch"),
    field!(update_epochs ["rollout_use_count", "batches_per_learning_phase"] Objective, Integer { min: 1, max: 100 }, BOTH,
        "How often each rollout is learnt from"),
    field!(num_minibatches ["num_batches_per_rollout"] Objective, Integer { min: 1, max: 1_024 }, BOTH,
        "Parts of a rollout, one gradient step each; VPG splits the worlds, PPO shuffles all samples"),
    field!(use_importance_weights ["use_iw"] Objective, Switch, VPG,
        "Weigh each sample by how much likelier its action has become since the rollout"),
    field!(clip_coef [] Objective, Optional { min: 0.0, max: 10.0 }, BOTH,
        "How far the probability ratio may leave 1 before it is clipped; empty means no clipping"),
    field!(ent_coef [] Objective, Number { min: 0.0, max: 10.0 }, BOTH,
        "Weight of the entropy bonus, which keeps the policy from deciding too early"),
    field!(vf_coef [] Objective, Number { min: 0.0, max: 10.0 }, PPO,
        "Weight of the critic's squared error"),
    field!(target_kl [] Objective, Optional { min: 1e-6, max: 10.0 }, PPO,
        "Stop an update when the policy has moved this far (approx_kl); empty means never"),
    field!(early_stop [] Rollout, Switch, VPG,
        "Cut the rollout short once every world has fallen; looked at every 16 steps"),
    field!(full_reset [] Rollout, Switch, VPG,
        "Start every rollout from fresh episodes"),
    field!(terminal_reward [] Rollout, Number { min: -1e3, max: 1e3 }, BOTH,
        "Reward of the step on which the pole falls, where every other step pays 1; Gymnasium pays 1, the course's GPU world 0"),
];
