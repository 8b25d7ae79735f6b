//! The losses of policy gradients and their diagnostics, as pure functions of tensors. Each algorithm's file begins with what
//! changed since the previous one. All losses are minimised.
//!
//! The files hold only the formulas, because the page shows them as they are. Their tests, with numbers worked by hand, are in
//! `tests/`, one file for each.

#[cfg(feature = "tensors")]
use burn::tensor::Tensor;

pub mod columns;
#[cfg(feature = "tensors")]
pub mod diagnostics;
#[cfg(feature = "tensors")]
pub mod ppo;
#[cfg(feature = "tensors")]
pub mod reinforce;
pub mod slopes;
#[cfg(feature = "tensors")]
pub mod standardise;
#[cfg(feature = "tensors")]
pub mod value;
#[cfg(feature = "tensors")]
pub mod vpg;

/// Panics if columns, each given with its name, differ in length. burn would broadcast a column of one row over all the rows of
/// the other, and the loss would be wrong without an error.
///
/// # Panics
/// If the lengths differ. A reader never sees this, because the results of their functions are checked first.
#[cfg(feature = "tensors")]
fn same_rows(columns: &[(&str, &Tensor<1>)]) {
    for pair in columns.windows(2) {
        let [(first, rows), (second, others)] =
            [pair[0], pair[1]].map(|(name, it)| (name, it.dims()[0]));
        assert!(
            rows == others,
            "{first} has {rows} rows and {second} has {others}: each sample needs one in both"
        );
    }
}

#[cfg(all(test, feature = "autodiff", not(target_arch = "wasm32")))]
mod tests;
