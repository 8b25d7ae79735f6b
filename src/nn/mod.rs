//! Networks: layers as views of one flat parameter vector, their first weights, and the distribution over actions.
//! No reinforcement learning.

mod actor_critic;
pub mod categorical;
pub mod init;
mod mlp;

pub use actor_critic::{Init, Networks};
pub use mlp::{Activation, Mlp};
