//! The values that a field may hold, and the headings of the form.

use crate::config::options::Choice;

/// The heading under which the form shows a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldGroup {
    /// Length and width of the run.
    Run,
    /// The environment.
    World,
    /// The networks.
    Network,
    /// The step that a gradient leads to.
    Optimiser,
    /// The learning targets made from rewards.
    Targets,
    /// The quantity that is maximised.
    Objective,
    /// The collection of experience.
    Rollout,
}

values!(
    FieldGroup,
    /// Returns the text of the heading.
    label -> &'static str {
        Run: "Run",
        World: "Environment",
        Network: "Networks",
        Optimiser: "Optimiser",
        Targets: "Returns and advantages",
        Objective: "Objective",
        Rollout: "Rollout",
    }
);

/// The type of a field's value and its range, both ends included.
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
    /// A decimal number, or empty.
    Optional {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// On or off.
    Switch,
    /// One of several named options.
    Choice {
        /// Returns the options.
        options: fn() -> Vec<Choice>,
    },
    /// Widths of the hidden layers.
    Sizes {
        /// Largest number of layers.
        max_layers: usize,
        /// Largest width of a layer.
        max_width: usize,
    },
    /// An expression of the numbers of a step, or empty.
    Expression,
}

/// The value of one field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The value of a [`FieldKind::Integer`].
    Integer(usize),
    /// The value of a [`FieldKind::Number`].
    Number(f64),
    /// The value of a [`FieldKind::Optional`].
    Optional(Option<f64>),
    /// The value of a [`FieldKind::Switch`].
    Switch(bool),
    /// The key of the chosen option of a [`FieldKind::Choice`].
    Choice(&'static str),
    /// The value of a [`FieldKind::Sizes`].
    Sizes(Vec<usize>),
    /// The value of a [`FieldKind::Expression`].
    Expression(String),
}
