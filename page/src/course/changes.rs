//! What an exercise is compared with: the one that its code grows out of. The texts say in words what is new; the page
//! shows it as a difference of the code that runs.

/// `(exercise, the exercise before it)`, where both are the same thing, further developed.
const SINCE: &[(&str, &str)] = &[
    ("S0-E2", "S4-E3"),
    ("S0-E3", "S4-E4"),
    ("S1-E2", "S1-E1"),
    ("S3-E1", "S4-E1"),
    ("S3-E2", "S0-E3"),
    ("S3-E4", "S0-E2"),
    ("L-E1", "S0-E7"),
    ("S2-E1c", "S0-E8"),
    ("S1-E3", "S1-E2"),
    ("S1-X", "S1-E3"),
    ("S2-E3", "S2-E2"),
    ("S2-X", "S2-E3"),
];

/// The exercise whose solution is compared with that of `id`.
pub fn since(id: &str) -> Option<&'static str> {
    let found = SINCE.iter().find(|(exercise, _)| *exercise == id)?;
    Some(found.1)
}

/// A file of the training engine beside the one that it grows out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The name of the file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Name and text of the file before it; of the first, nothing.
    pub before: (&'static str, &'static str),
}

pub(super) const REINFORCE: (&str, &str) = (
    "algos/reinforce.rs",
    include_str!("../../../src/algos/reinforce.rs"),
);
pub(super) const VPG: (&str, &str) = ("algos/vpg.rs", include_str!("../../../src/algos/vpg.rs"));
pub(super) const PPO: (&str, &str) = ("algos/ppo.rs", include_str!("../../../src/algos/ppo.rs"));
pub(super) const RETURNS: (&str, &str) = (
    "rollout/returns.rs",
    include_str!("../../../src/rollout/returns.rs"),
);
pub(super) const GAE: (&str, &str) = (
    "rollout/gae.rs",
    include_str!("../../../src/rollout/gae.rs"),
);

/// The code that trains on this page, for the chapter or the exercise that it belongs to.
pub fn engine(key: &str) -> Option<Engine> {
    let ((name, text), before) = match key {
        "reinforce" => (REINFORCE, ("", "")),
        "S4-E4" | "S0-E3" => (RETURNS, ("", "")),
        "vpg" | "S0-E7" => (VPG, REINFORCE),
        "S3-E2" => (GAE, RETURNS),
        "learning" | "L-E1" => (PPO, VPG),
        _ => return None,
    };
    Some(Engine { name, text, before })
}
