//! The losses of policy gradients and their diagnostics, as pure functions of tensors. Each algorithm's file opens
//! with what changed since the last. All losses are minimised.
//!
//! The files hold nothing but the formulas, because the page shows them as they are. What they give for small numbers,
//! worked by hand, is in `tests/`, a file for each.

use burn::tensor::Tensor;

pub mod diagnostics;
pub mod ppo;
pub mod reinforce;
pub mod standardise;
pub mod value;
pub mod vpg;

/// Refuses columns of different lengths, each given with its name: burn would spread a column of one row over all the
/// rows of the other, and the loss would be wrong without a word.
///
/// # Panics
/// When the lengths differ. No reader gets here: what their functions return is checked when it comes in.
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
