//! Conversion between plain numbers and tensors of the CPU, on which the oracle computes.

use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab_tensors::device::read;

use super::section::told;

/// Returns the device of the oracle, whose tensors can carry gradient.
pub fn cpu() -> Device {
    Device::flex().autodiff()
}

/// Returns a tensor of shape `[count]`.
pub fn column(values: &[f32], device: &Device) -> Tensor<1> {
    Tensor::from_data(TensorData::new(values.to_vec(), [values.len()]), device)
}

/// Returns a tensor of shape `[rows, columns]`, with as many rows as the values fill.
pub fn matrix(values: &[f32], columns: usize, device: &Device) -> Tensor<2> {
    let rows = values.len() / columns.max(1);
    Tensor::from_data(TensorData::new(values.to_vec(), [rows, columns]), device)
}

/// Returns a tensor of shape `[count]`.
pub fn actions(values: &[i32], device: &Device) -> Tensor<1, Int> {
    Tensor::from_data(TensorData::new(values.to_vec(), [values.len()]), device)
}

/// Returns the gradient of `loss` with respect to `parameters`.
pub fn gradient(parameters: &Tensor<1>, loss: Tensor<1>) -> Result<Tensor<1>, String> {
    parameters
        .grad(&loss.backward())
        .ok_or_else(|| "the loss does not depend on the parameters".to_owned())
}

/// Returns the numbers of a tensor.
pub async fn numbers<const D: usize>(tensor: Tensor<D>) -> Result<Vec<f32>, String> {
    read(tensor).await.map_err(told)
}

/// Transposes a list of `rows` by `columns` cells of `width` numbers each.
pub fn transpose<T: Copy>(values: &[T], columns: usize, width: usize) -> Vec<T> {
    let cells: Vec<&[T]> = values.chunks(width.max(1)).collect();
    (0..columns)
        .flat_map(|column| cells.iter().skip(column).step_by(columns))
        .flat_map(|cell| cell.iter().copied())
        .collect()
}
