//! Replaces `backend` in a build without burn: the CPU is the only device. What stands here has of burn's types what the training
//! loop asks of them, so the loop is the same in both builds.

use super::{DeviceKind, ReadError};

/// The CPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device(());

impl Device {
    /// Returns the CPU, under the name that it has in the other builds.
    pub fn flex() -> Self {
        Self::default()
    }
}

/// Returns false: there is no GPU.
pub fn gpu_is_software() -> bool {
    false
}

/// Returns the kind of a device.
pub fn kind(_: &Device) -> DeviceKind {
    DeviceKind::Cpu
}

/// A flat vector of 32-bit floats.
#[derive(Clone, Debug, PartialEq)]
pub struct HostValues(Vec<f32>);

impl HostValues {
    /// Returns these numbers as a vector.
    pub fn from_floats(numbers: &[f32], _: &Device) -> Self {
        Self(numbers.to_vec())
    }

    /// Returns as many zeros.
    pub fn zeros_like(&self) -> Self {
        Self(vec![0.0; self.0.len()])
    }

    /// Puts vectors behind each other. There is only one dimension.
    pub fn cat(parts: Vec<Self>, _dimension: usize) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }

    /// Borrows the numbers.
    pub fn numbers(&self) -> &[f32] {
        &self.0
    }

    /// Borrows the numbers to change them.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    /// Returns the numbers.
    pub fn into_numbers(self) -> Vec<f32> {
        self.0
    }
}

impl From<Vec<f32>> for HostValues {
    fn from(numbers: Vec<f32>) -> Self {
        Self(numbers)
    }
}

/// Returns the numbers of a vector.
pub fn numbers_on_host(values: &HostValues) -> Vec<f32> {
    values.0.clone()
}

/// Reads the numbers of a vector.
///
/// # Errors
/// None: they are here already.
pub async fn read(values: HostValues) -> Result<Vec<f32>, ReadError> {
    Ok(values.into_numbers())
}
