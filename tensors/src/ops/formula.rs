//! A formula by itself on the device of its inputs, for checks: environments have theirs inside the
//! kernels that step them.

use burn::backend::tensor::FloatTensor;
use burn::backend::{Backend, Dispatch, Flex, backend_extension};
use burn::tensor::Tensor;
use policy_lab::envs::formula::Formula;

use super::cpu::{numbers, tensor};

/// Formulas on a device.
#[backend_extension(Cube: cfg(feature = "wgpu"), Flex)]
pub trait FormulaOps: Backend {
    /// Computes the results for rows of inputs; see [`formula_rows`].
    fn formula_rows(inputs: FloatTensor<Self>, formula: Formula) -> FloatTensor<Self>;
}

impl FormulaOps for Flex {
    fn formula_rows(inputs: FloatTensor<Flex>, formula: Formula) -> FloatTensor<Flex> {
        let inputs = numbers(inputs);
        let rows = inputs.chunks_exact(usize::from(formula.num_inputs));
        let found: Vec<f32> = rows.flat_map(|row| formula.results(row)).collect();
        let count = found.len();
        tensor(found, [count])
    }
}

/// Returns the results of a formula for rows of inputs, of which it has at least one.
///
/// # Shapes
/// - `inputs`: `[rows * num_inputs]`
/// - output: `[rows * outputs]`
pub fn formula_rows(inputs: Tensor<1>, formula: Formula) -> Tensor<1> {
    Tensor::from_dispatch(<Dispatch as FormulaOps>::formula_rows(
        inputs.into_dispatch(),
        formula,
    ))
}
