//! Networks as safetensors files, named and laid out as PyTorch's `nn.Sequential` does: `actor.0.weight` `[outputs, inputs]`,
//! `actor.0.bias`, `actor.2.weight` and so on (activations count as modules), then `critic.0.weight`. Plain numbers: the page
//! writes and reads them.

mod layer;
mod read;
mod refusal;
#[cfg(test)]
mod tests;
mod write;

pub use read::{SavedNetworks, read};
pub use refusal::WeightsError;
pub use write::write;

/// The configuration, as JSON, in the file's `__metadata__`.
const CONFIG: &str = "policy_lab_config";
/// Iterations done.
const ITERATION: &str = "policy_lab_iteration";
/// Which way of writing this is.
const VERSION: &str = "policy_lab_version";
/// The only one so far.
const VERSION_NOW: u32 = 1;
