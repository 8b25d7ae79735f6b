//! The table of hyperparameters: each one's names, range and help, and what changing it affects.
//! The form, the address, the validation, saved files, the devices' timings, the clip lab, the cart
//! to play with and the reader's Python derive from this table. docs/recipes/hyperparameter.md adds
//! one step by step.

mod kind;

use std::fmt;

pub use self::kind::{FieldGroup, FieldKind, Value};
use super::options::{Choice, Chosen};
use super::{Activation, Advantage, Algorithm, AnnealPer, Autoreset, EnvId, KlStop, TrainConfig};

/// One hyperparameter.
pub struct Field {
    /// The field's name in [`TrainConfig`], which is also the form's label and id, and the URL's
    /// parameter.
    pub key: &'static str,
    /// Other names in the course documents; the URL accepts them too.
    pub course_names: &'static [&'static str],
    /// Heading in the form.
    pub group: FieldGroup,
    /// Type and range.
    pub kind: FieldKind,
    /// One sentence on its effect, for the form.
    pub help: &'static str,
    /// Algorithms that read it.
    pub algorithms: &'static [Algorithm],
    /// Algorithms for which readers change it often; the form then shows it first.
    pub often: &'static [Algorithm],
    /// Which other parts of the page a change of it affects.
    pub touches: Touches,
    /// Reads the value from a configuration.
    pub get: fn(&TrainConfig) -> Value,
    /// Writes the value into a configuration; a value of another kind changes nothing.
    pub set: fn(&mut TrainConfig, Value),
}

/// Which other parts of the page a change of a field affects, beside the run itself. There are no
/// defaults: a new field compiles only once it answers all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touches {
    /// True if it changes how much there is to compute. The devices are then timed again
    /// (`train/device_benchmark.rs`).
    pub work: bool,
    /// True if it changes the clip lab's rollout, networks or optimiser, so the lab starts again
    /// (`train/clip_lab`). Fields that only the learning step reads leave the lab as it is.
    pub setup: bool,
    /// True if it changes an episode: its first state, its rewards or its end. The cart to play
    /// with then starts again (`policy/play`).
    pub episode: bool,
}

/// Returns true if two configurations have equal values in every field for which `touches` returns
/// true.
pub fn agree(one: &TrainConfig, other: &TrainConfig, touches: fn(&Touches) -> bool) -> bool {
    FIELDS
        .iter()
        .filter(|field| touches(&field.touches))
        .all(|field| (field.get)(one) == (field.get)(other))
}

/// Every field is a row of [`FIELDS`], so its name says which one it is.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Field {}

impl fmt::Debug for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.key)
    }
}

impl Field {
    /// Returns the field with this name or course name.
    pub fn find(name: &str) -> Option<&'static Self> {
        FIELDS
            .iter()
            .find(|field| field.key == name || field.course_names.contains(&name))
    }

    /// Returns true if `algorithm` reads this field.
    pub fn is_used_by(&self, algorithm: Algorithm) -> bool {
        self.algorithms.contains(&algorithm)
    }
}

const ALL: &[Algorithm] = &Algorithm::ALL;
const NONE: &[Algorithm] = &[];
const REINFORCE: &[Algorithm] = &[Algorithm::Reinforce];
const VPG: &[Algorithm] = &[Algorithm::Vpg];
const PPO: &[Algorithm] = &[Algorithm::Ppo];
const VPG_PPO: &[Algorithm] = &[Algorithm::Vpg, Algorithm::Ppo];
const REINFORCE_VPG: &[Algorithm] = &[Algorithm::Reinforce, Algorithm::Vpg];

fn options_of<T: Chosen>() -> Vec<Choice> {
    T::all().into_iter().map(T::option).collect()
}

/// Builds one row of [`FIELDS`]; the accessors follow from the field's name and kind.
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
    ($name:ident [$($course:literal),*] $group:ident, $kind:ident $({ $($range:tt)* })? $(($type:ident))?, $algorithms:ident,
     often $often:ident, { $($touches:tt)* }, $help:literal) => {{
        const ACCESSORS: (fn(&TrainConfig) -> Value, fn(&mut TrainConfig, Value)) = field!(@accessors $kind $name);
        Field {
            key: stringify!($name),
            course_names: &[$($course),*],
            group: FieldGroup::$group,
            kind: field!(@kind $kind $({ $($range)* })? $(($type))?),
            help: $help,
            algorithms: $algorithms,
            often: $often,
            touches: Touches { $($touches)* },
            get: ACCESSORS.0,
            set: ACCESSORS.1,
        }
    }};
}

/// Every hyperparameter, in the order of the form.
#[rustfmt::skip]
pub static FIELDS: &[Field] = &[
    field!(num_envs [] Run, Integer { min: 1, max: 16_384 }, ALL, often ALL,
        { work: true, setup: true, episode: false },
        "Environments that run side by side"),
    field!(num_steps ["num_steps_per_rollout", "t_max"] Run, Integer { min: 1, max: 4_096 }, ALL, often ALL,
        { work: true, setup: true, episode: false },
        "Steps that each environment takes before every update"),
    field!(total_timesteps [] Run, Integer { min: 1, max: 1_000_000_000 }, ALL, often REINFORCE,
        { work: false, setup: false, episode: false },
        "Environment steps to spend, over all environments; the run has total_timesteps / (num_envs × num_steps × rollouts_per_iteration) iterations"),
    field!(seed [] Run, Integer { min: 0, max: 4_294_967_295 }, ALL, often ALL,
        { work: false, setup: true, episode: true },
        "Start of every random number: the same seed on the same device gives the same run"),
    field!(env_id [] World, Choice (EnvId), ALL, often ALL,
        { work: true, setup: true, episode: true },
        "Where the policy practises"),
    field!(reward [] World, Expression, ALL, often ALL,
        { work: true, setup: true, episode: true },
        "What a step pays, as an expression such as 1 - abs(theta) + 0.1 * omega; empty keeps the environment's own reward"),
    field!(terminal_reward [] World, Number { min: -1e3, max: 1e3 }, ALL, often NONE,
        { work: false, setup: true, episode: true },
        "Reward of the step on which CartPole's pole falls, where every other step pays 1; Gymnasium pays 1, the course's GPU environment 0"),
    field!(gravity [] World, Number { min: 0.0, max: 10.0 }, ALL, often NONE,
        { work: false, setup: true, episode: true },
        "How strong gravity is, in times the environment's own: 2 is twice as strong, 0 none"),
    field!(force [] World, Number { min: 0.0, max: 10.0 }, ALL, often NONE,
        { work: false, setup: true, episode: true },
        "How strong the push of an action is, in times the environment's own; a torque likewise"),
    field!(max_episode_steps [] World, Integer { min: 1, max: 100_000 }, ALL, often NONE,
        { work: false, setup: true, episode: true },
        "Time limit: an episode that lasts so long is cut off"),
    field!(autoreset [] World, Choice (Autoreset), ALL, often NONE,
        { work: false, setup: true, episode: false },
        "When an environment whose episode ended begins the next one; a step that is a mere reset enters the batch as a made-up sample"),
    field!(hidden_sizes [] Network, Sizes { max_layers: 4, max_width: 256 }, ALL, often NONE,
        { work: true, setup: true, episode: false },
        "Widths of the hidden layers, of actor and critic alike, for instance 64-64"),
    field!(activation [] Network, Choice (Activation), ALL, often NONE,
        { work: false, setup: true, episode: false },
        "What follows each hidden layer"),
    field!(norm_obs [] Network, Switch, ALL, often NONE,
        { work: true, setup: false, episode: false },
        "Shift and scale each number of an observation by its mean and standard deviation over all rollouts before; the CPU then makes the rollouts"),
    field!(orthogonal_init [] Network, Switch, ALL, often NONE,
        { work: false, setup: true, episode: false },
        "First weights: orthogonal with a small last layer of the actor; off, uniform in ±1/√inputs as in PyTorch"),
    field!(learning_rate ["lr"] Optimiser, Number { min: 0.0, max: 1.0 }, ALL, often ALL,
        { work: false, setup: false, episode: false },
        "Step size of Adam"),
    field!(anneal_lr ["use_lr_decay"] Optimiser, Switch, ALL, often NONE,
        { work: false, setup: false, episode: false },
        "Move the learning rate in a straight line to learning_rate_end"),
    field!(learning_rate_end ["lr_end", "end_lr"] Optimiser, Number { min: 0.0, max: 1.0 }, ALL, often NONE,
        { work: false, setup: false, episode: false },
        "Learning rate at the end of the move"),
    field!(anneal_fraction ["lr_frac"] Optimiser, Number { min: 0.001, max: 1.0 }, ALL, often NONE,
        { work: false, setup: false, episode: false },
        "Part of the run over which the learning rate moves; it then stays at learning_rate_end"),
    field!(anneal_per [] Optimiser, Choice (AnnealPer), ALL, often NONE,
        { work: false, setup: false, episode: false },
        "When the learning rate moves"),
    field!(adam_eps ["eps"] Optimiser, Number { min: 1e-12, max: 1.0 }, ALL, often NONE,
        { work: false, setup: true, episode: false },
        "Keeps Adam from dividing by zero; 1e-5 in PPO's implementations, 1e-8 in PyTorch"),
    field!(weight_decay [] Optimiser, Number { min: 0.0, max: 1.0 }, ALL, often NONE,
        { work: false, setup: true, episode: false },
        "Each step shrinks every parameter by this times the learning rate (AdamW); 0 is Adam, one public copy of the course has 0.01"),
    field!(max_grad_norm [] Optimiser, Optional { min: 1e-6, max: 1e6 }, ALL, often NONE,
        { work: false, setup: false, episode: false },
        "A longer gradient is scaled down to this length; empty means no limit"),
    field!(gamma [] Targets, Number { min: 0.0, max: 1.0 }, ALL, often REINFORCE_VPG,
        { work: false, setup: false, episode: false },
        "Discount: how much a reward one step later counts"),
    field!(norm_reward [] Targets, Switch, ALL, often NONE,
        { work: true, setup: false, episode: false },
        "Divide rewards by the standard deviation of their discounted sums so far, and clip them to ±10; charts show rewards as they are"),
    field!(advantage [] Targets, Choice (Advantage), VPG_PPO, often VPG,
        { work: true, setup: false, episode: false },
        "How much better than expected an action turned out"),
    field!(gae_lambda ["lam"] Targets, Number { min: 0.0, max: 1.0 }, VPG_PPO, often NONE,
        { work: false, setup: false, episode: false },
        "0 trusts the critic after one step (low variance), 1 trusts the rewards alone (low bias)"),
    field!(detach_advantage [] Targets, Switch, VPG_PPO, often NONE,
        { work: false, setup: false, episode: false },
        "Keep the policy's loss from moving the critic; off, the critic aims too high by half the entropy"),
    field!(normalize_returns [] Targets, Switch, VPG, often NONE,
        { work: false, setup: false, episode: false },
        "Shift and scale the returns to mean 0 and standard deviation 1 within each minibatch"),
    field!(norm_adv [] Targets, Switch, PPO, often NONE,
        { work: false, setup: false, episode: false },
        "Shift and scale the advantages to mean 0 and standard deviation 1 within each minibatch"),
    field!(update_epochs ["rollout_use_count", "batches_per_learning_phase"] Objective, Integer { min: 1, max: 100 }, VPG_PPO, often NONE,
        { work: true, setup: false, episode: false },
        "How often each rollout is learnt from"),
    field!(num_minibatches ["num_batches_per_rollout"] Objective, Integer { min: 1, max: 1_024 }, VPG_PPO, often NONE,
        { work: true, setup: false, episode: false },
        "Parts of a rollout, one gradient step each; VPG splits the environments, PPO shuffles all samples"),
    field!(use_importance_weights ["use_iw"] Objective, Switch, VPG, often NONE,
        { work: false, setup: false, episode: false },
        "Weigh each sample by how much likelier its action has become since the rollout"),
    field!(clip_coef ["epsilon"] Objective, Optional { min: 0.0, max: 10.0 }, VPG_PPO, often PPO,
        { work: false, setup: false, episode: false },
        "How far the probability ratio may leave 1 before it is clipped; empty means no clipping"),
    field!(ent_coef ["entropy_coef"] Objective, Number { min: 0.0, max: 10.0 }, ALL, often PPO,
        { work: false, setup: false, episode: false },
        "Weight of the entropy bonus, which keeps the policy from deciding too early"),
    field!(vf_coef [] Objective, Number { min: 0.0, max: 10.0 }, VPG_PPO, often NONE,
        { work: false, setup: false, episode: false },
        "Weight of the critic's squared error, where there is a critic"),
    field!(clip_vloss [] Objective, Switch, PPO, often NONE,
        { work: false, setup: false, episode: false },
        "Clip the critic as the policy is clipped: of its error and the error of its value held near that of the rollout, the larger one counts"),
    field!(huber_delta [] Objective, Optional { min: 1e-6, max: 1e6 }, VPG_PPO, often NONE,
        { work: false, setup: false, episode: false },
        "Huber's loss for the critic: an error beyond this counts in proportion, not squared; empty squares every error"),
    field!(target_kl [] Objective, Optional { min: 1e-6, max: 10.0 }, PPO, often NONE,
        { work: true, setup: false, episode: false },
        "KL divergence at which learning from a rollout ends, by the rule of kl_stop; empty means all update_epochs"),
    field!(kl_stop [] Objective, Choice (KlStop), PPO, often NONE,
        { work: true, setup: false, episode: false },
        "The rule by which target_kl ends learning from a rollout; one that looks before each step waits for it, which costs a GPU time"),
    field!(whole_episodes [] Rollout, Switch, REINFORCE, often NONE,
        { work: true, setup: false, episode: false },
        "A rollout is one episode of one environment; num_steps is then the longest that it may get"),
    field!(rollouts_per_iteration ["sessions"] Rollout, Integer { min: 1, max: 1_000 }, REINFORCE, often NONE,
        { work: false, setup: false, episode: false },
        "Rollouts, with an update after each, that are counted as one iteration"),
    field!(early_stop [] Rollout, Switch, VPG, often NONE,
        { work: true, setup: false, episode: false },
        "Cut the rollout short once every environment has finished an episode: its pole fell or its time was up; looked at every 16 steps"),
    field!(full_reset [] Rollout, Switch, ALL, often NONE,
        { work: false, setup: false, episode: false },
        "Start every rollout from fresh episodes"),
    field!(stop_when_solved [] Rollout, Switch, ALL, often NONE,
        { work: false, setup: false, episode: false },
        "End the run once every environment survives to its time limit or to the end of the rollout; asks for full_reset, and for episodes that can last 100 steps"),
];
