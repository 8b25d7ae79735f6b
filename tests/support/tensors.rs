//! Fixtures as tensors on the CPU, and back.

use burn::tensor::{Device, Int, Tensor, TensorData};
use serde_json::Value;

use super::numbers;

pub fn device() -> Device {
    Device::flex().autodiff()
}

pub fn column(values: &[f32]) -> Tensor<1> {
    Tensor::from_data(TensorData::new(values.to_vec(), [values.len()]), &device())
}

pub fn host<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_to_vec().expect("single precision")
}

pub fn actions(value: &Value, order: impl Fn(&[i32]) -> Vec<i32>) -> Tensor<1, Int> {
    let actions: Vec<i32> = numbers(value)
        .into_iter()
        .map(|action| action as i32)
        .collect();
    let actions = order(&actions);
    let count = actions.len();
    Tensor::from_data(TensorData::new(actions, [count]), &device())
}

pub fn matrix(values: &[f32], columns: usize) -> Tensor<2> {
    Tensor::from_data(
        TensorData::new(values.to_vec(), [values.len() / columns, columns]),
        &device(),
    )
}

/// The same in double precision.
pub fn to_f64(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
}
