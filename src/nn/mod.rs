//! Networks: actor and critic in one flat parameter vector, their initial weights, and the
//! distribution over actions. The room knows nothing of reinforcement learning.
//!
//! All parameters of a run are one vector, so that a gradient norm, an Adam step, a read-back and a
//! checkpoint are each one operation instead of one for each layer.

mod actor_critic;
pub mod categorical;
pub mod init;

pub use crate::config::options::Activation;
pub use crate::ops::mlp::Mlp;
pub use actor_critic::{Init, Networks};
