//! Errors that name the argument at fault, and hooks that could not play their part.

/// An argument that a function refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{argument}: {problem}")]
pub struct BadArgument {
    /// The argument's name, as in the function's documentation and the page's form.
    pub argument: &'static str,
    /// The problem, as a sentence.
    pub problem: String,
}

impl BadArgument {
    /// Returns the error for an argument and its problem.
    pub fn new(argument: &'static str, problem: impl Into<String>) -> Self {
        Self {
            argument,
            problem: problem.into(),
        }
    }
}

/// Why a function from outside could not play its part, as a sentence for the reader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// It broke down, and says how.
    #[error("{0}")]
    Raised(String),
    /// It gave less than it should.
    #[error("a function gave too little")]
    Missing,
    /// It gave another number of values than are needed.
    #[error("a function gave {found} {what}, and {needed} are needed")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many it gave.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// It gave a number that points at nothing.
    #[error("a function gave {what} {found}, which is outside 0 to {last}")]
    OutOfRange {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        found: usize,
        /// The largest that would do.
        last: usize,
    },
}

impl HookError {
    /// Passes if `found` values of `what` are as many as needed.
    ///
    /// # Errors
    /// [`HookError::Count`].
    pub fn check_count(what: &'static str, found: usize, needed: usize) -> Result<(), Self> {
        if found == needed {
            Ok(())
        } else {
            Err(Self::Count {
                what,
                found,
                needed,
            })
        }
    }

    /// Passes if every number is below `end`.
    ///
    /// # Errors
    /// [`HookError::OutOfRange`], with the first that is not.
    pub fn check_below(
        what: &'static str,
        numbers: impl IntoIterator<Item = usize>,
        end: usize,
    ) -> Result<(), Self> {
        match numbers.into_iter().find(|number| *number >= end) {
            None => Ok(()),
            Some(found) => Err(Self::OutOfRange {
                what,
                found,
                last: end.saturating_sub(1),
            }),
        }
    }
}

/// Returns `value` if it is a number from 0 to 1.
pub(super) fn fraction(argument: &'static str, value: f64) -> Result<f64, BadArgument> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(BadArgument::new(
            argument,
            format!("{value} is not a number from 0 to 1"),
        ))
    }
}

/// Checks that `len` samples are whole steps of `num_envs` environments, at least one.
pub(super) fn whole_steps(
    argument: &'static str,
    len: usize,
    num_envs: usize,
) -> Result<(), BadArgument> {
    if num_envs == 0 {
        return Err(BadArgument::new("num_envs", "There is no world"));
    }
    if len == 0 {
        return Err(BadArgument::new(
            argument,
            "The rollout is empty: collect at least one step",
        ));
    }
    if !len.is_multiple_of(num_envs) {
        return Err(BadArgument::new(
            argument,
            format!("{len} samples are no whole steps of {num_envs} worlds"),
        ));
    }
    Ok(())
}

/// Checks that `argument` has as many samples as the rewards.
pub(super) fn same_samples(
    argument: &'static str,
    len: usize,
    rewards: usize,
) -> Result<(), BadArgument> {
    if len == rewards {
        Ok(())
    } else {
        Err(BadArgument::new(
            argument,
            format!("It has {len} samples and rewards has {rewards}"),
        ))
    }
}

/// Checks that every number is finite. The error names the first sample that is not.
pub(super) fn finite(argument: &'static str, values: &[f32]) -> Result<(), BadArgument> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(sample) => Err(BadArgument::new(
            argument,
            format!("Sample {sample} is {}, not a finite number", values[sample]),
        )),
    }
}
