//! The code that an exercise or a file of the engine is compared with: the one that it grew out of. The texts say in words what
//! is new; the page shows it as a difference of the code that runs.

use super::{Chapter, Exercise};

/// Returns the id of the exercise whose solution is compared with that of `id`.
pub fn since(id: &str) -> Option<&'static str> {
    Exercise::find(id)?.grows_out_of
}

/// A file of the training engine beside the file that it grew out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The name of the file.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
    /// Name and text of the previous file; both empty for the first file.
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

/// The files that the page shows.
const FILES: [Engine; 5] = [
    Engine::of(REINFORCE, ("", "")),
    Engine::of(RETURNS, ("", "")),
    Engine::of(VPG, REINFORCE),
    Engine::of(GAE, RETURNS),
    Engine::of(PPO, VPG),
];

impl Engine {
    /// Places a file beside the one that it grew out of.
    const fn of(
        (name, text): (&'static str, &'static str),
        before: (&'static str, &'static str),
    ) -> Self {
        Self { name, text, before }
    }
}

/// Returns the file of the engine that the text of this chapter or exercise names.
pub fn engine(key: &str) -> Option<Engine> {
    let chapter = Chapter::find(key).and_then(|chapter| chapter.engine);
    let wanted = chapter.or_else(|| Exercise::find(key)?.engine)?;
    FILES.into_iter().find(|file| file.name == wanted)
}
