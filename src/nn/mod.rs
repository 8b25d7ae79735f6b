//! Networks: layers as views of one flat parameter vector, their first weights, and the distribution over actions.
//! No reinforcement learning.

mod actor_critic;
pub mod categorical;
pub mod init;

pub use crate::config::options::Activation;
pub use crate::ops::mlp::Mlp;
pub use actor_critic::{Init, Networks};
