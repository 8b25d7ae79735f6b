//! Reading results back: once an iteration, and nowhere else.

use burn::backend::ExecutionError;
use burn::tensor::{Element, Int, Tensor, TensorData};

/// The device did not give the numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The GPU was lost, reset or out of memory, and did not return its results ({0})")]
pub struct ReadError(String);

impl ReadError {
    /// Of what the device says only the first line is for a reader: the rest is a trace.
    fn new(error: &impl std::fmt::Display) -> Self {
        let text = error.to_string();
        Self(text.lines().next().unwrap_or_default().to_owned())
    }
}

/// The numbers of a tensor, in row-major order.
///
/// # Errors
/// When the device fails to execute or to copy: it was lost, or ran out of memory.
pub async fn read<const D: usize>(tensor: Tensor<D>) -> Result<Vec<f32>, ReadError> {
    numbers(tensor.into_data_async()).await
}

/// The 32-bit words of a tensor of whole numbers.
///
/// # Errors
/// As [`read`].
pub async fn read_words(tensor: Tensor<1, Int>) -> Result<Vec<i32>, ReadError> {
    numbers(tensor.into_data_async()).await
}

/// Waits for a copy and unpacks it.
async fn numbers<E: Element>(
    copy: impl Future<Output = Result<TensorData, ExecutionError>> + 'static,
) -> Result<Vec<E>, ReadError> {
    let data = to_its_end(copy)
        .await?
        .map_err(|error| ReadError::new(&error))?;
    data.try_to_vec().map_err(|error| ReadError::new(&error))
}

/// Lets a copy go on to its end even when nobody waits for it any more: a run that is stopped is dropped, and a buffer
/// that stays mapped would be refused when it is used again.
#[cfg(target_arch = "wasm32")]
async fn to_its_end<T: 'static>(copy: impl Future<Output = T> + 'static) -> Result<T, ReadError> {
    let (sender, receiver) = futures::channel::oneshot::channel();
    wasm_bindgen_futures::spawn_local(async move {
        // Who asked may be gone.
        drop(sender.send(copy.await));
    });
    receiver.await.map_err(|error| ReadError::new(&error))
}

#[cfg(not(target_arch = "wasm32"))]
async fn to_its_end<T: 'static>(copy: impl Future<Output = T> + 'static) -> Result<T, ReadError> {
    Ok(copy.await)
}
