//! Policy Lab: learn policy gradients by training, in a browser tab.
//!
//! Rooms, and which may use which (`tests/layering.rs` holds them to it):
//!
//! | room | holds | may use |
//! |---|---|---|
//! | [`random`] | counter-based random numbers | nothing; all rooms may use it |
//! | [`envs`] | worlds | `config::number` |
//! | [`nn`] | networks | `ops`, `config::options` |
//! | [`device`] | which device computes, as plain data | |
//! | [`ops`] | the operations on which speed depends, on the host | `envs`, `config::options` |
//! | [`rollout`] | experience, returns, advantages, minibatches | `envs`, `nn`, `ops` |
//! | [`algos`] | the losses and their slopes, in plain numbers | `rollout` |
//! | [`config`] | hyperparameters: their names, limits, presets, and how a form and an address write them | `envs`, `device` |
//! | [`protocol`] | what page and worker say to each other | `config`, `device` |
//! | [`history`] | what a run has told so far, how it is doing, and runs side by side | `config`, `protocol`, `device` |
//! | [`policy`] | a policy in plain numbers: played, drawn, saved | `config`, `protocol`, `envs`; a test `ops::gaussian`, `ops::rollout` |
//! | [`train`] | the training loop | all of these, but `history` and `policy`; a test `policy::clip` |
//! | [`checks`] | which checks there are | |
//! | [`python`] | what is known of the reader's own code, as plain data | `config`, `protocol` |
//! | `worker` | inside a worker, and what travels | `envs`, `train`, `protocol`, `config`, `device`, `python` |
//!
//! This package needs no burn, no interpreter and no page. Those beside it: `tensors` (what needs
//! burn: the kernels, the oracle, the checks, and the worker that trains on a GPU), `page` (the
//! page and the course), `python` (the interpreter, and the part of PyTorch that the course uses).
//!
//! Data flows one way: form → [`config::TrainConfig`] → [`protocol::Command`] → worker →
//! [`train::session`] → [`protocol::Event`] → [`history::History`] → view.

/// Gives an enum without fields all its values in their order, and a constant for each of them;
/// where the constant is a name, also the value that has it.
macro_rules! values {
    ($type:ty, $(#[$doc:meta])* $of:ident -> $constant:ty { $($value:ident: $is:expr,)* }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];

            $(#[$doc])*
            pub const fn $of(self) -> $constant {
                match self {
                    $(Self::$value => $is,)*
                }
            }
        }
    };
    ($type:ty, $(#[$doc:meta])* $of:ident, $from:ident { $($value:ident: $is:expr,)* }) => {
        values!($type, $(#[$doc])* $of -> &'static str { $($value: $is,)* });

        impl $type {
            /// Returns the value with this name, or `None` if there is none.
            pub fn $from(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.$of() == name)
            }
        }
    };
}

#[cfg(feature = "engine")]
pub mod algos;
pub mod checks;
pub mod config;
pub mod device;
pub mod envs;
pub mod history;
#[cfg(feature = "engine")]
pub mod nn;
#[cfg(feature = "engine")]
pub mod ops;
pub mod policy;
pub mod protocol;
pub mod python;
pub mod random;
#[cfg(feature = "engine")]
pub mod rollout;
#[cfg(feature = "engine")]
pub mod train;

#[cfg(target_arch = "wasm32")]
pub mod worker;
