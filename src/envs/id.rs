//! The names of the environments, and the time of their reset after an episode.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::Dynamics;
use super::spec::{Cart, Control, EnvKind, EnvSpec, Probe, Strengths, Task};
use super::worlds::COUNT_WORDS;

/// Lists the environments: the name of each, and its specification.
macro_rules! environments {
    ($($name:ident: $file:ident::$spec:ident,)*) => {
        /// The environment of a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum EnvId {
            $(
                #[doc = concat!(
                    "See [`", stringify!($file), "`](super::", stringify!($file), "::",
                    stringify!($spec), ")."
                )]
                $name,
            )*
        }

        values!(
            EnvId,
            /// Returns the environment's specification, from its own file.
            spec -> &'static EnvSpec { $($name: &super::$file::$spec,)* }
        );
    };
}

environments! {
    Cartpole: cartpole::SPEC,
    Easycart: easycart::SPEC,
    Spincart: spincart::SPEC,
    SpincartCourse: spincart::COURSE_SPEC,
    Probe1: probes::PROBE1,
    Probe2: probes::PROBE2,
    Probe3: probes::PROBE3,
    Probe4: probes::PROBE4,
    Probe5: probes::PROBE5,
    Probe1Continuous: probes::PROBE1_CONTINUOUS,
    Probe2Continuous: probes::PROBE2_CONTINUOUS,
    Probe3Continuous: probes::PROBE3_CONTINUOUS,
    Probe4Continuous: probes::PROBE4_CONTINUOUS,
    Probe5Continuous: probes::PROBE5_CONTINUOUS,
    Mountaincar: mountaincar::SPEC,
    Acrobot: acrobot::SPEC,
    Pendulum: pendulum::SPEC,
    MountaincarContinuous: mountaincar::CONTINUOUS_SPEC,
    Bandit: bandit::SPEC,
    Corridor: corridor::SPEC,
    CliffWalking: cliff_walking::SPEC,
    FrozenLake: frozen_lake::SPEC,
}

impl Default for EnvId {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl EnvId {
    /// Returns the environment's formulas.
    pub fn dynamics(self) -> &'static Dynamics {
        static ALL: LazyLock<[Dynamics; EnvId::ALL.len()]> =
            LazyLock::new(|| EnvId::ALL.map(|id| Dynamics::new(id.spec(), Strengths::OWN, None)));
        &ALL[self as usize]
    }

    /// Returns the cart's task, if there is a cart.
    pub const fn cart(self) -> Option<&'static Cart> {
        match &self.spec().kind {
            EnvKind::Cart(cart) => Some(cart),
            EnvKind::Probe(_) | EnvKind::Task(_) => None,
        }
    }

    /// Returns the task, if it is one with a picture of its own.
    pub const fn task(self) -> Option<&'static Task> {
        match &self.spec().kind {
            EnvKind::Task(task) => Some(task),
            EnvKind::Cart(_) | EnvKind::Probe(_) => None,
        }
    }

    /// Returns the probe, if the environment is one.
    pub const fn probe(self) -> Option<&'static Probe> {
        match &self.spec().kind {
            EnvKind::Probe(probe) => Some(probe),
            EnvKind::Cart(_) | EnvKind::Task(_) => None,
        }
    }

    /// Returns true if the environment has a cart.
    pub const fn is_cart(self) -> bool {
        self.cart().is_some()
    }

    /// Returns true if its states can be drawn.
    pub const fn is_drawn(self) -> bool {
        self.probe().is_none()
    }

    /// Returns the number of values in an observation.
    pub const fn obs_size(self) -> usize {
        self.spec().obs.len()
    }

    /// Returns the number of values in a state, with the random numbers of its next step.
    pub const fn state_size(self) -> usize {
        self.spec().state.len() + self.spec().step_draws
    }

    /// Returns the words of one environment in [`Worlds::words`](super::Worlds::words).
    pub const fn world_words(self) -> usize {
        self.state_size() + COUNT_WORDS
    }

    /// Returns the number of actions; 0 if actions are continuous.
    pub const fn num_actions(self) -> usize {
        self.spec().actions.names().len()
    }

    /// Returns the numbers of a continuous action; none if actions are discrete.
    pub const fn controls(self) -> &'static [Control] {
        self.spec().actions.controls()
    }

    /// Returns how many numbers a policy computes for an observation: a logit for each action, or
    /// a mean for each number of a continuous one.
    pub const fn num_outputs(self) -> usize {
        self.num_actions() + self.controls().len()
    }

    /// Returns true if each step has reward 1, so that an undiscounted return is the episode's
    /// length.
    pub fn pays_per_step(self) -> bool {
        self.cart().is_some_and(|cart| cart.pays_per_step)
    }
}

/// When an environment whose episode has ended is reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Autoreset {
    /// In the step that ended the episode (gymnax; `AutoresetMode.SAME_STEP` in Gymnasium), so no
    /// step is spent on a reset.
    #[default]
    SameStep,
    /// In the step after it, whose action is ignored and whose reward is 0 (Gymnasium's default
    /// since 1.0). One made-up transition per episode enters a batch.
    NextStep,
}
