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
//! | [`python`] | what is known of the reader's own code, as plain data | `train`'s plain data |
//! | `worker` | inside a worker, and what travels | `train`, `device`, `checks`, `python` |
//!
//! The packages beside this one: `page` (the page and the course), `python` (the interpreter, and the part of PyTorch that
//! the course uses).
//!
//! Data flows one way: form → [`train::config::TrainConfig`] → [`train::protocol::Command`] → worker →
//! [`train::session`] → [`train::protocol::Event`] → [`train::history::History`] → view.

#[cfg(feature = "engine")]
pub mod algos;
pub mod checks;
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
pub mod worker;
