//! How much of the answers is tried: for a change, and for a release.

use std::env;

/// How much is tried.
pub struct Amount {
    /// Seeds with which a right answer must pass.
    pub seeds_of_right: u32,
    /// The same for an agent, which plays its probes for seconds, and mostly with a seed of its
    /// own.
    pub seeds_of_right_agent: u32,
    /// Seeds with which a wrong answer must be caught.
    pub seeds_of_wrong: u32,
    /// Orders in which all exercises are run. The first is the course's and the second goes
    /// backwards, so that each exercise is run before and after every other; the rest are drawn.
    pub orders: usize,
}

/// For each change.
const FEW: Amount = Amount {
    seeds_of_right: 3,
    seeds_of_right_agent: 1,
    seeds_of_wrong: 1,
    orders: 2,
};

/// For a release: `scripts/test native-more`.
const MORE: Amount = Amount {
    seeds_of_right: 20,
    seeds_of_right_agent: 5,
    seeds_of_wrong: 3,
    orders: 50,
};

/// Returns [`MORE`] if the variable `POLICY_LAB_MORE` is set, [`FEW`] otherwise.
pub fn amount() -> Amount {
    match env::var_os("POLICY_LAB_MORE") {
        Some(_) => MORE,
        None => FEW,
    }
}
