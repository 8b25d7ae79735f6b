//! The code that an exercise or a file of the engine is compared with: the one that it grew out of.
//! The texts say in words what is new; the page shows it as a difference of the code that runs.

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
    /// The name of the previous file; empty for the first file.
    pub before: &'static str,
}

pub(super) const REINFORCE: &str = "oracle/reinforce.rs";
pub(super) const VPG: &str = "oracle/vpg.rs";
pub(super) const PPO: &str = "oracle/ppo.rs";
pub(super) const RETURNS: &str = "rollout/returns.rs";
pub(super) const GAE: &str = "rollout/gae.rs";

/// The files that the page shows, each with the one before.
const FILES: [(&str, &str); 5] = [
    (REINFORCE, ""),
    (RETURNS, ""),
    (VPG, REINFORCE),
    (GAE, RETURNS),
    (PPO, VPG),
];

/// Returns the file of the engine that the text of this chapter or exercise names.
pub fn engine(key: &str) -> Option<Engine> {
    let chapter = Chapter::find(key).and_then(|chapter| chapter.engine);
    let wanted = chapter.or_else(|| Exercise::find(key)?.engine)?;
    let mut files = FILES.into_iter();
    let (name, before) = files.find(|(name, _)| *name == wanted)?;
    Some(Engine { name, before })
}
