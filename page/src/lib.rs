//! Policy Lab's page, and the course on it. A package of its own, built without the engine.
//!
//! | room | holds | may use |
//! |---|---|---|
//! | [`course`] | chapters, exercises, texts, as data | `policy_lab`'s plain data |
//! | [`view`] | the parts of views that only compute | `policy_lab`'s plain data |
//! | [`marking`] | what a reader's work is worth, and the hand-ins of a class | `course`, `view`, `policy_lab`'s plain data |
//! | `workers` | the page's end of its workers | `policy_lab`'s plain data |
//! | `ui` | everything that the reader sees and touches | all of these, `policy_lab`'s plain data |

pub mod course;
pub mod marking;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod workers;
