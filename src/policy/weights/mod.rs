//! Networks as safetensors files, named and laid out as PyTorch's `nn.Sequential` does:
//! `actor.0.weight` `[outputs, inputs]`, `actor.0.bias`, `actor.2.weight` and so on (activations
//! count as modules), then `critic.0.weight`. Of continuous actions, `log_std` `[num_controls]` has
//! the logarithms of the standard deviations. Plain numbers: the page writes and reads them.

mod layout;
mod read;
mod refusal;
#[cfg(test)]
mod tests;
mod write;

pub use read::{SavedNetworks, read};
pub use refusal::WeightsError;
pub use write::{acting, write};

/// Metadata key of the configuration, as JSON.
const CONFIG: &str = "policy_lab_config";
/// Metadata key of the number of iterations done.
const ITERATION: &str = "policy_lab_iteration";
/// Metadata key of the version of the file's layout.
const VERSION: &str = "policy_lab_version";
/// The version that this page writes; there has been no other.
const VERSION_NOW: u32 = 1;
