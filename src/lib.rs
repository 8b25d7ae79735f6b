//! Policy Lab: learn policy gradients by training CartPoles, in a browser tab.
//!
//! Rooms, and which may use which (`tests/layering.rs` holds them to it):
//!
//! | room | holds | may use |
//! |---|---|---|
//! | [`random`] | counter-based random numbers | nothing; all rooms may use it |
//! | [`envs`] | worlds | |
//! | [`nn`] | networks | `ops` |
//! | [`device`] | which device computes, and reading it back | |
//! | [`ops`] | the operations on which speed depends: a body on the host and a kernel each | `envs` |
//! | [`rollout`] | experience, returns, advantages, minibatches | `envs`, `nn`, `ops` |
//! | [`algos`] | losses and diagnostics | `nn`, `rollout` |
//! | [`train`] | configuration, protocol, the training loop | `device`, `envs`, `nn`, `ops`, `rollout`, `algos` |
//! | [`checks`] | what proves the rest, for the page and the tests | all of these |
//! | [`python`] | the reader's own code: an interpreter, and the part of PyTorch that the course uses | `nn`, `ops`, `rollout`, `algos`, `train`, `checks` |
//! | [`course`] | the exercises, as data | `train`'s and `python`'s plain data |
//! | `worker` | the two workers and the page's end of each | `train`, `device`, `checks`, `python` |
//! | `ui` | the page | `train`'s plain data, `checks::ids`, `course`, the workers' clients |
//!
//! Data flows one way: form → [`train::config::TrainConfig`] → [`train::protocol::Command`] → worker →
//! [`train::session`] → [`train::protocol::Event`] → [`train::history::History`] → view.

#[cfg(feature = "engine")]
pub mod algos;
pub mod checks;
pub mod course;
pub mod device;
pub mod envs;
#[cfg(feature = "engine")]
pub mod nn;
#[cfg(feature = "engine")]
pub mod ops;
pub mod python;
pub mod random;
#[cfg(feature = "engine")]
pub mod rollout;
pub mod train;

#[cfg(target_arch = "wasm32")]
pub mod ui;
#[cfg(target_arch = "wasm32")]
pub mod worker;
