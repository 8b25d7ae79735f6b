//! The losses of policy gradients and their diagnostics, as pure functions of tensors. Each algorithm's file begins with what
//! changed since the previous one. All losses are minimised.
//!
//! The files hold only the formulas, because the page shows them as they are. Their tests, with numbers worked by hand, are in
//! `tests/`, one file for each.

use burn::tensor::Tensor;

pub mod diagnostics;
pub mod ppo;
pub mod reinforce;
pub mod slopes;
pub mod standardise;
pub mod value;
pub mod vpg;

/// Panics if columns, each given with its name, differ in length. burn would broadcast a column of one row over all the rows of
/// the other, and the loss would be wrong without an error.
///
/// # Panics
/// If the lengths differ. A reader never sees this, because the results of their functions are checked first.
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

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
