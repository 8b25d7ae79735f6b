//! The one home of each hyperparameter's range, help and names: form, URL, validation and lesson text derive
//! from this table.

use super::options::{Choice, Chosen};
use super::{Activation, Advantage, Algorithm, AnnealPer, Autoreset, EnvId, TrainConfig};

/// Heading under which the form shows a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldGroup {
    /// How long and how wide the run is.
    Run,
    /// Where it practises.
    World,
    /// What is trained.
    Network,
    /// How the gradient becomes a step.
    Optimiser,
    /// How rewards become learning targets.
    Targets,
    /// What is maximised.
    Objective,
    /// How experience is collected.
    Rollout,
}

impl FieldGroup {
    /// All groups in the order of the form.
    pub const ALL: [Self; 7] = [
        Self::Run,
        Self::World,
        Self::Network,
        Self::Optimiser,
        Self::Targets,
        Self::Objective,
        Self::Rollout,
    ];

    /// The heading's text.
    pub fn label(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::World => "World",
            Self::Network => "Networks",
            Self::Optimiser => "Optimiser",
            Self::Targets => "Returns and advantages",
            Self::Objective => "Objective",
            Self::Rollout => "Rollout",
        }
    }
}

/// What a field holds, and its range (both ends allowed).
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
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
    /// One of a few.
    Choice {
        /// What there is to choose from.
        options: fn() -> Vec<Choice>,
    },
    /// Widths of layers.
    Sizes {
        /// Most layers.
        max_layers: usize,
        /// Widest layer.
        max_width: usize,
    },
    /// An expression of the cart's state, or nothing at all.
    Expression,
}

/// The value of one field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of an [`FieldKind::Integer`].
    Integer(usize),
    /// Of a [`FieldKind::Number`].
    Number(f64),
    /// Of a [`FieldKind::Optional`].
    Optional(Option<f64>),
    /// Of a [`FieldKind::Switch`].
    Switch(bool),
    /// Of a [`FieldKind::Choice`]: the key.
    Choice(&'static str),
    /// Of [`FieldKind::Sizes`].
    Sizes(Vec<usize>),
    /// Of a [`FieldKind::Expression`].
    Expression(String),
}

/// One hyperparameter.
pub struct Field {
    /// The field's name: in [`TrainConfig`], as the form's label and id, in the URL.
    pub key: &'static str,
    /// What the course documents call it, where they differ; the URL takes these names too.
    pub course_names: &'static [&'static str],
    /// Heading in the form.
    pub group: FieldGroup,
    /// Type and range.
    pub kind: FieldKind,
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

const ALL: &[Algorithm] = &Algorithm::ALL;
const REINFORCE: &[Algorithm] = &[Algorithm::Reinforce];
const VPG: &[Algorithm] = &[Algorithm::Vpg];
const PPO: &[Algorithm] = &[Algorithm::Ppo];
const VPG_PPO: &[Algorithm] = &[Algorithm::Vpg, Algorithm::Ppo];

fn options_of<T: Chosen>() -> Vec<Choice> {
    T::OPTIONS.iter().map(|(_, choice)| *choice).collect()
}

/// Writes one row of [`FIELDS`]; the accessors follow from the field's name and kind.
macro_rules! field {
    (@kind Choice ($type:ident)) => { FieldKind::Choice { options: options_of::<$type> } };
    (@kind $kind:ident) => { FieldKind::$kind };
    (@kind $kind:ident { $($range:tt)* }) => { FieldKind::$kind { $($range)* } };
    (@accessors Integer $name:ident) => {
        (|config: &TrainConfig| Value::Integer(config.$name as usize),
         |config: &mut TrainConfig, value| if let Value::Integer(value) = value { config.$name = value as _ })
    };
    (@accessors Choice $name:ident) => {
        (|config: &TrainConfig| Value::Choice(config.$name.option_key()),
         |config: &mut TrainConfig, value| if let Value::Choice(key) = value
            && let Some(value) = Chosen::from_option_key(key) { config.$name = value })
    };
    (@accessors $kind:ident $name:ident) => {
        (|config: &TrainConfig| Value::$kind(config.$name.clone()),
         |config: &mut TrainConfig, value| if let Value::$kind(value) = value { config.$name = value })
    };
    ($name:ident [$($course:literal),*] $group:ident, $kind:ident $({ $($range:tt)* })? $(($type:ident))?, $algorithms:ident, $help:literal) => {{
        const ACCESSORS: (fn(&TrainConfig) -> Value, fn(&mut TrainConfig, Value)) = field!(@accessors $kind $name);
        Field {
            key: stringify!($name),
            course_names: &[$($course),*],
            group: FieldGroup::$group,
            kind: field!(@kind $kind $({ $($range)* })? $(($type))?),
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
    field!(num_envs [] Run, Integer { min: 1, max: 16_384 }, ALL,
        "Worlds that run side by side"),
    field!(num_steps ["num_steps_per_rollout", "t_max"] Run, Integer { min: 1, max: 4_096 }, ALL,
        "Steps that each world takes before every update"),
    field!(total_timesteps [] Run, Integer { min: 1, max: 1_000_000_000 }, ALL,
        "Environment steps to spend, over all worlds; the run has total_timesteps / (num_envs × num_steps × rollouts_per_iteration) iterations"),
    field!(seed [] Run, Integer { min: 0, max: 4_294_967_295 }, ALL,
        "Start of every random number: the same seed on the same device gives the same run"),
    field!(env_id [] World, Choice (EnvId), ALL,
        "Where the policy practises"),
    field!(reward [] World, Expression, ALL,
        "What a step pays, as an expression of x, v, theta and omega, for instance 1 - abs(theta) + 0.1 * omega; empty keeps the world's own reward"),
    field!(terminal_reward [] World, Number { min: -1e3, max: 1e3 }, ALL,
        "Reward of the step on which CartPole's pole falls, where every other step pays 1; Gymnasium pays 1, the course's GPU world 0"),
    field!(max_episode_steps [] World, Integer { min: 1, max: 100_000 }, ALL,
        "Time limit: an episode that lasts so long is cut off"),
    field!(autoreset [] World, Choice (Autoreset), ALL,
        "When a world whose episode ended begins the next one; a step that is a mere reset enters the batch as a made-up sample"),
    field!(hidden_sizes [] Network, Sizes { max_layers: 4, max_width: 256 }, ALL,
        "Widths of the hidden layers, of actor and critic alike, for instance 64-64"),
    field!(activation [] Network, Choice (Activation), ALL,
        "What follows each hidden layer"),
    field!(orthogonal_init [] Network, Switch, ALL,
        "First weights: orthogonal with a small last layer of the actor; off, uniform in ±1/√inputs as in PyTorch"),
    field!(learning_rate ["lr"] Optimiser, Number { min: 0.0, max: 1.0 }, ALL,
        "Step size of Adam"),
    field!(anneal_lr ["use_lr_decay"] Optimiser, Switch, ALL,
        "Move the learning rate in a straight line to learning_rate_end"),
    field!(learning_rate_end ["lr_end", "end_lr"] Optimiser, Number { min: 0.0, max: 1.0 }, ALL,
        "Learning rate at the end of the move"),
    field!(anneal_fraction ["lr_frac"] Optimiser, Number { min: 0.001, max: 1.0 }, ALL,
        "Part of the run over which the learning rate moves; it then stays at learning_rate_end"),
    field!(anneal_per [] Optimiser, Choice (AnnealPer), ALL,
        "When the learning rate moves"),
    field!(adam_eps ["eps"] Optimiser, Number { min: 1e-12, max: 1.0 }, ALL,
        "Keeps Adam from dividing by zero; 1e-5 in PPO's implementations, 1e-8 in PyTorch"),
    field!(weight_decay [] Optimiser, Number { min: 0.0, max: 1.0 }, ALL,
        "Each step shrinks every parameter by this times the learning rate (AdamW); 0 is Adam, one public copy of the course has 0.01"),
    field!(max_grad_norm [] Optimiser, Optional { min: 1e-6, max: 1e6 }, ALL,
        "A longer gradient is scaled down to this length; empty means no limit"),
    field!(gamma [] Targets, Number { min: 0.0, max: 1.0 }, ALL,
        "Discount: how much a reward one step later counts"),
    field!(advantage [] Targets, Choice (Advantage), VPG_PPO,
        "How much better than expected an action turned out"),
    field!(gae_lambda ["lam"] Targets, Number { min: 0.0, max: 1.0 }, VPG_PPO,
        "0 trusts the critic after one step (low variance), 1 trusts the rewards alone (low bias)"),
    field!(detach_advantage [] Targets, Switch, VPG_PPO,
        "Keep the policy's loss from moving the critic; off is what the homework does"),
    field!(normalize_returns [] Targets, Switch, VPG,
        "Shift and scale the returns to mean 0 and standard deviation 1 over the whole rollout"),
    field!(norm_adv [] Targets, Switch, PPO,
        "Shift and scale the advantages to mean 0 and standard deviation 1 within each minibatch"),
    field!(update_epochs ["rollout_use_count", "batches_per_learning_phase"] Objective, Integer { min: 1, max: 100 }, VPG_PPO,
        "How often each rollout is learnt from"),
    field!(num_minibatches ["num_batches_per_rollout"] Objective, Integer { min: 1, max: 1_024 }, VPG_PPO,
        "Parts of a rollout, one gradient step each; VPG splits the worlds, PPO shuffles all samples"),
    field!(use_importance_weights ["use_iw"] Objective, Switch, VPG,
        "Weigh each sample by how much likelier its action has become since the rollout"),
    field!(clip_coef ["epsilon"] Objective, Optional { min: 0.0, max: 10.0 }, VPG_PPO,
        "How far the probability ratio may leave 1 before it is clipped; empty means no clipping"),
    field!(ent_coef ["entropy_coef"] Objective, Number { min: 0.0, max: 10.0 }, ALL,
        "Weight of the entropy bonus, which keeps the policy from deciding too early"),
    field!(vf_coef [] Objective, Number { min: 0.0, max: 10.0 }, VPG_PPO,
        "Weight of the critic's squared error, where there is a critic"),
    field!(target_kl [] Objective, Optional { min: 1e-6, max: 10.0 }, PPO,
        "Stop an update when the policy has moved this far (approx_kl); empty means never"),
    field!(whole_episodes [] Rollout, Switch, REINFORCE,
        "A rollout is one episode of one world; num_steps is then the longest that it may get"),
    field!(rollouts_per_iteration ["sessions"] Rollout, Integer { min: 1, max: 1_000 }, REINFORCE,
        "Rollouts, with an update after each, that are counted as one iteration"),
    field!(early_stop [] Rollout, Switch, VPG,
        "Cut the rollout short once every world has fallen; looked at every 16 steps"),
    field!(full_reset [] Rollout, Switch, ALL,
        "Start every rollout from fresh episodes"),
    field!(stop_when_solved [] Rollout, Switch, ALL,
        "End the run once every world survives a whole rollout; asks for full_reset"),
];
