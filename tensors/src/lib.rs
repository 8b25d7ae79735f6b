//! What of Policy Lab needs burn: the operations on a GPU, the device that they run on, the losses
//! as graphs of tensors, and the checks that hold all of them to each other. The package below,
//! `policy_lab`, trains on the CPU and knows nothing of this one; it asks a GPU through
//! [`policy_lab::train::gpu`].
//!
//! Most rooms are the halves of those with the same names there, and the same rules hold for both
//! (`tests/layering.rs`):
//!
//! | room | holds | may use |
//! |---|---|---|
//! | [`device`] | opening a device, hearing of its faults, reading tensors back | |
//! | [`ops`] | the operations on tensors: a kernel for each body on the host | `envs`, `config::options`, `device` |
//! | [`train`] | a GPU as the training loop asks for it | `device`, `ops` and what the other half may use |
//! | [`oracle`] | the losses as graphs of tensors, by which the two bodies that train are judged | `algos`, `train`, `nn`, `ops`, `rollout`, `config`, `protocol`, `envs` |
//! | [`checks`] | what proves the rest, for the page and the tests | all of these, but `history` and `policy` |
//! | `worker` | the training worker | `train`, `protocol`, `config`, `device`, `checks` |

pub mod checks;
pub mod device;
pub mod ops;
pub mod oracle;
pub mod train;
#[cfg(target_arch = "wasm32")]
pub mod worker;
