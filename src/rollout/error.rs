//! Arguments that make no sense, by name.

/// An argument that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{argument}: {problem}")]
pub struct BadArgument {
    /// Its name, as the function's documentation and the page's form have it.
    pub argument: &'static str,
    /// What is wrong, as a sentence.
    pub problem: String,
}

impl BadArgument {
    /// `argument` cannot be used because of `problem`.
    pub fn new(argument: &'static str, problem: impl Into<String>) -> Self {
        Self {
            argument,
            problem: problem.into(),
        }
    }
}

/// Passes on numbers from 0 to 1.
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

/// Passes if there are whole steps of `num_envs` worlds, at least one.
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

/// Passes if `argument` covers the same samples as the rewards.
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

/// Passes if every number is finite; names the first sample that is not.
pub(super) fn finite(argument: &'static str, values: &[f32]) -> Result<(), BadArgument> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(sample) => Err(BadArgument::new(
            argument,
            format!("Sample {sample} is {}, not a finite number", values[sample]),
        )),
    }
}
