//! What a field may hold, and under which heading the form shows it.

use crate::config::options::Choice;

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
