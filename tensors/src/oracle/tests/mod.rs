//! Each loss for a few numbers, worked by hand: its value, and its gradient by autodiff.

mod bodies;
mod categorical;
mod diagnostics;
mod ppo;
mod reinforce;
mod slopes;
mod standardise;
mod value;
mod value_clip;
mod vpg;

use std::panic::{AssertUnwindSafe, catch_unwind};

use burn::tensor::{Device, Tensor};

/// Returns a column that gradient may flow through.
fn column<const N: usize>(values: [f32; N]) -> Tensor<1> {
    Tensor::from_floats(values, &Device::flex().autodiff())
}

/// Returns a column whose gradient will be read.
fn leaf<const N: usize>(values: [f32; N]) -> Tensor<1> {
    column(values).require_grad()
}

fn numbers(tensor: Tensor<1>) -> Vec<f32> {
    tensor
        .into_data()
        .try_to_vec()
        .expect("single-precision numbers")
}

/// Returns the gradient of `loss` with respect to `leaf`, or `None` if no gradient reaches it.
fn gradient(loss: Tensor<1>, leaf: &Tensor<1>) -> Option<Vec<f32>> {
    let [gradient] = gradients(loss, [leaf]);
    gradient
}

/// Returns the gradients with respect to several leaves at once, because burn can run backwards
/// through a loss only once.
fn gradients<const N: usize>(loss: Tensor<1>, leaves: [&Tensor<1>; N]) -> [Option<Vec<f32>>; N] {
    let reached = loss.backward();
    leaves.map(|leaf| {
        let gradient = leaf.grad(&reached)?;
        Some(gradient.into_data().try_to_vec().expect("numbers"))
    })
}

#[track_caller]
fn assert_close(got: &[f32], expected: &[f32]) {
    let is_close = |(got, expected): (&f32, &f32)| (got - expected).abs() <= 1e-6;
    assert!(
        got.len() == expected.len() && got.iter().zip(expected).all(is_close),
        "{got:?}, and by hand {expected:?}"
    );
}

/// Fails unless `call` panics with a message that names both columns.
#[track_caller]
fn assert_refused<T>(names: [&str; 2], call: impl FnOnce() -> T) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(call()))) else {
        panic!("columns of different lengths were taken: {names:?}");
    };
    let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(names.iter().all(|name| message.contains(name)), "{message}");
}

/// burn would broadcast the column of one row over the other.
#[test]
fn one_row_beside_several_is_refused_whichever_side_it_stands_on() {
    assert_refused(["few has 1", "many has 3"], || {
        super::same_rows(&[("few", &column([1.0])), ("many", &column([1.0, 2.0, 3.0]))]);
    });
    assert_refused(["many has 3", "few has 1"], || {
        super::same_rows(&[("many", &column([1.0, 2.0, 3.0])), ("few", &column([1.0]))]);
    });
    super::same_rows(&[("one", &column([1.0])), ("other", &column([2.0]))]);
}
