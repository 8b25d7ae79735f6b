//! Reading tensors back from a device.

use burn::backend::ExecutionError;
#[cfg(feature = "gpu")]
use burn::tensor::Transaction;
use burn::tensor::{Element, Int, Tensor, TensorData};

use crate::device::ReadError;

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

/// Reads a tensor of numbers and one of 32-bit words in one copy.
///
/// # Errors
/// The errors of [`read`].
#[cfg(feature = "gpu")]
pub async fn read_both(
    numbers: Tensor<1>,
    words: Tensor<1, Int>,
) -> Result<(Vec<f32>, Vec<i32>), ReadError> {
    let both = Transaction::default().register(numbers).register(words);
    let data = to_completion(both.execute_async())
        .await?
        .map_err(|error| ReadError::new(&error))?;
    let [numbers, words] = <[TensorData; 2]>::try_from(data).expect("as many as were asked for");
    let numbers = numbers
        .try_to_vec()
        .map_err(|error| ReadError::new(&error))?;
    let words = words.try_to_vec().map_err(|error| ReadError::new(&error))?;
    Ok((numbers, words))
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

/// Runs a copy to its end even if the caller is dropped, as a stopped run is. Otherwise its buffer would stay mapped, and
/// the device would refuse to use it again.
#[cfg(target_arch = "wasm32")]
async fn to_completion<T: 'static>(
    copy: impl Future<Output = T> + 'static,
) -> Result<T, ReadError> {
    let (sender, receiver) = futures::channel::oneshot::channel();
    wasm_bindgen_futures::spawn_local(async move {
        #[cfg(feature = "gpu")]
        let copy = super::nudge::nudging(copy);
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
