//! The page's own program that moves bodies: what is played with beside the view needs it too.

use policy_lab::envs::EnvId;
use policy_lab::envs::bodies::is_ready;
use policy_lab::worker::bodies::ready_for;

/// Returns true if something must come before this environment can be played with.
pub fn is_missing(id: EnvId) -> bool {
    id.is_of_bodies() && !is_ready()
}

/// Loads what is missing.
///
/// # Errors
/// A sentence for the reader, if it did not come.
pub async fn load(id: EnvId) -> Result<(), String> {
    ready_for(id).await
}
