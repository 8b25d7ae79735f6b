//! Reading tensors back from a device.

use burn::backend::ExecutionError;
use burn::tensor::{Element, Int, Tensor, TensorData, Transaction};
use policy_lab::device::ReadError;

/// Reads the numbers of a tensor, in row-major order.
///
/// # Errors
/// If the device fails to compute or to copy: it was lost, or ran out of memory.
pub async fn read<const D: usize>(tensor: Tensor<D>) -> Result<Vec<f32>, ReadError> {
    numbers(tensor.into_data_async()).await
}

/// Reads the 32-bit words of a tensor of whole numbers.
///
/// # Errors
/// The errors of [`read`].
pub async fn read_words(tensor: Tensor<1, Int>) -> Result<Vec<i32>, ReadError> {
    numbers(tensor.into_data_async()).await
}

/// Reads some tensors of numbers, and one of 32-bit words if it is given, in one wait.
///
/// # Errors
/// The errors of [`read`].
pub async fn read_all(
    numbers: Vec<Tensor<1>>,
    words: Option<Tensor<1, Int>>,
) -> Result<(Vec<Vec<f32>>, Vec<i32>), ReadError> {
    let has_words = words.is_some();
    let mut all = Transaction::default();
    for numbers in numbers {
        all = all.register(numbers);
    }
    if let Some(words) = words {
        all = all.register(words);
    }
    let mut data = to_completion(all.execute_async())
        .await?
        .map_err(|error| ReadError::new(&error))?;
    let words = data.pop_if(|_| has_words);
    let words = words.map_or_else(|| Ok(Vec::new()), values)?;
    let numbers: Result<_, _> = data.into_iter().map(values).collect();
    Ok((numbers?, words))
}

fn values<E: Element>(data: TensorData) -> Result<Vec<E>, ReadError> {
    data.try_to_vec().map_err(|error| ReadError::new(&error))
}

/// Waits for a copy and returns its numbers.
async fn numbers<E: Element>(
    copy: impl Future<Output = Result<TensorData, ExecutionError>> + 'static,
) -> Result<Vec<E>, ReadError> {
    let data = to_completion(copy)
        .await?
        .map_err(|error| ReadError::new(&error))?;
    data.try_to_vec().map_err(|error| ReadError::new(&error))
}

/// Runs a copy to its end even if the caller is dropped, as a stopped run is. Otherwise its buffer
/// would stay mapped, and the device would refuse to use it again.
#[cfg(target_arch = "wasm32")]
async fn to_completion<T: 'static>(
    copy: impl Future<Output = T> + 'static,
) -> Result<T, ReadError> {
    let (sender, receiver) = futures::channel::oneshot::channel();
    wasm_bindgen_futures::spawn_local(async move {
        let copy = super::gpu::nudging(copy);
        // The caller may have been dropped.
        drop(sender.send(copy.await));
    });
    receiver.await.map_err(|error| ReadError::new(&error))
}

#[cfg(not(target_arch = "wasm32"))]
async fn to_completion<T: 'static>(
    copy: impl Future<Output = T> + 'static,
) -> Result<T, ReadError> {
    Ok(copy.await)
}
