//! Errors that name the argument at fault, and errors of functions from outside.

/// An invalid argument of a function.
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

/// The reason why a function from outside could not be used, as a sentence for the reader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// The function raised an error, with its message.
    #[error("{0}")]
    Raised(String),
    /// The function returned less than it should.
    #[error("a function gave too little")]
    Missing,
    /// The function returned the wrong number of values.
    #[error("a function gave {found} {what}, and {needed} are needed")]
    Count {
        /// The name of the values.
        what: &'static str,
        /// The number of values returned.
        found: usize,
        /// The number of values needed.
        needed: usize,
    },
    /// The function returned a number that is not a valid index.
    #[error("a function gave {what} {found}, which is outside 0 to {last}")]
    OutOfRange {
        /// The name of the number.
        what: &'static str,
        /// The number returned.
        found: usize,
        /// The largest valid number.
        last: usize,
    },
}

impl HookError {
    /// Checks that `found` values of `what` are as many as needed.
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

    /// Checks that every number is below `end`.
    ///
    /// # Errors
    /// [`HookError::OutOfRange`], with the first number that is too large.
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

/// Returns `value` as given if it is a number from 0 to 1.
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
        return Err(BadArgument::new("num_envs", "There is no environment"));
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
            format!("{len} samples are no whole steps of {num_envs} environments"),
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

/// Checks that every number is finite. The error names the first sample that is not finite.
pub(super) fn finite(argument: &'static str, values: &[f32]) -> Result<(), BadArgument> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(sample) => Err(BadArgument::new(
            argument,
            format!("Sample {sample} is {}, not a finite number", values[sample]),
        )),
    }
}
