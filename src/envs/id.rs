//! The names of the environments, and the time of their reset after an episode.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::formula::Formula;
use super::own::{OwnId, OwnProgram, OwnWorld};
use super::spec::{Cart, Control, EnvKind, Environment, Probe, Strengths, Task};
use super::worlds::COUNT_WORDS;
use super::{Dynamics, EnvId, InMessages};

/// What an environment's rules are.
#[derive(Clone, Copy, Debug)]
pub enum RulesOf {
    /// Those of its file.
    Here(&'static Environment),
    /// Those of a reader's program.
    Own(&'static OwnWorld),
}

/// Lists the environments that are here: each file, and the name of each environment in it.
macro_rules! environments {
    ($($file:ident { $($name:ident: $is:ident),* })*) => {
        $(pub mod $file;)*

        /// The environment of a run. In JSON it is its key, or the program of a reader's own world.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EnvId {
            $($(
                #[doc = concat!(
                    "See [`", stringify!($file), "`](", stringify!($file), "::", stringify!($is), ")."
                )]
                $name,
            )*)*
            /// A world of a reader's own.
            Own(own::OwnId),
        }

        /// An environment in messages, whose format does not say of what kind a value is.
        #[derive(serde::Serialize, serde::Deserialize)]
        enum InMessages<'a> {
            $($($name,)*)*
            Own(Box<std::borrow::Cow<'a, OwnProgram>>),
        }

        impl EnvId {
            /// All that are here, in order, without worlds of a reader's own.
            pub const ALL: [Self; [$($(Self::$name),*),*].len()] = [$($(Self::$name),*),*];

            /// Returns what is known of the environment.
            pub const fn spec(self) -> &'static EnvSpec {
                match self {
                    $($(Self::$name => &$file::$is.spec,)*)*
                    Self::Own(own::OwnId(world)) => &world.spec,
                }
            }

            /// Returns the environment's rules.
            pub const fn rules(self) -> RulesOf {
                match self {
                    $($(Self::$name => RulesOf::Here(&$file::$is),)*)*
                    Self::Own(own::OwnId(world)) => RulesOf::Own(world),
                }
            }

            /// Returns the environment as messages name it.
            fn message(self) -> InMessages<'static> {
                match self {
                    $($(Self::$name => InMessages::$name,)*)*
                    Self::Own(own::OwnId(world)) => {
                        InMessages::Own(Box::new(std::borrow::Cow::Borrowed(&world.program)))
                    }
                }
            }

            fn of_message(message: InMessages<'_>) -> Result<Self, OwnError> {
                match message {
                    $($(InMessages::$name => Ok(Self::$name),)*)*
                    InMessages::Own(program) => Self::own(program.into_owned()),
                }
            }
        }
    };
}
pub(super) use environments;

impl Default for EnvId {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl EnvId {
    /// Returns the environment whose key this is, a reader's own world among them if it is known in
    /// this visit.
    pub fn of_key(key: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().chain(Self::known_own());
        all.find(|id| id.spec().key == key)
    }

    /// Returns the environment's formulas.
    pub fn dynamics(self) -> &'static Dynamics {
        static ALL: LazyLock<Vec<Dynamics>> = LazyLock::new(|| {
            let all = EnvId::ALL.into_iter();
            all.map(|id| id.dynamics_with(Strengths::OWN, None))
                .collect()
        });
        match self {
            Self::Own(OwnId(world)) => &world.dynamics,
            here => {
                let place = Self::ALL.iter().position(|id| *id == here);
                &ALL[place.unwrap_or_default()]
            }
        }
    }

    /// Writes the environment's formulas with other strengths of its forces, and with a reader's
    /// reward if there is one.
    pub fn dynamics_with(self, strengths: Strengths, own_reward: Option<&Formula>) -> Dynamics {
        match self.rules() {
            RulesOf::Here(environment) => Dynamics {
                is_of_bodies: self.is_of_bodies(),
                ..Dynamics::new(environment, strengths, own_reward)
            },
            RulesOf::Own(world) => Dynamics::of_program(&world.spec, &world.program, own_reward),
        }
    }

    /// Returns true if gravity matters here, and true if actions push with a force.
    pub fn has_strengths(self) -> [bool; 2] {
        let with = |gravity, force| self.dynamics_with(Strengths { gravity, force }, None);
        let own = with(1.0, 1.0);
        [with(2.0, 1.0) != own, with(1.0, 2.0) != own]
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

    /// Returns true if a program of its own steps it ([`super::bodies`]), on the host: no device
    /// has that.
    pub const fn is_of_bodies(self) -> bool {
        matches!(self, Self::LunarLander | Self::LunarLanderContinuous)
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

impl Serialize for EnvId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (serializer.is_human_readable(), self.own_program()) {
            (true, None) => serializer.serialize_str(self.spec().key),
            (true, Some(program)) => program.serialize(serializer),
            (false, _) => self.message().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for EnvId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(KeyOrProgram);
        }
        Self::of_message(InMessages::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Reads an environment from JSON.
struct KeyOrProgram;

impl<'de> Visitor<'de> for KeyOrProgram {
    type Value = EnvId;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("an environment's name or the program of one's own")
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<EnvId, E> {
        let unknown = || de::Error::invalid_value(de::Unexpected::Str(key), &self);
        EnvId::of_key(key).ok_or_else(unknown)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<EnvId, A::Error> {
        let program = OwnProgram::deserialize(de::value::MapAccessDeserializer::new(map))?;
        EnvId::own(program).map_err(de::Error::custom)
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
