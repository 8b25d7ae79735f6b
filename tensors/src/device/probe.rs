//! A small computation with a known result, which a device must pass before it is used.

use burn::tensor::{Device, Tensor, activation};

use super::read;

/// Largest accepted difference from the host's result.
const TOLERANCE: f32 = 1e-4;

/// Multiplies, adds, applies tanh and sums on `device`, and compares the result with the host's.
///
/// A browser skips a shader that fails validation without an error and leaves old data in its
/// buffer, so only a comparison shows that it failed.
///
/// # Errors
/// A sentence that says what differs.
pub async fn probe(device: &Device) -> Result<(), String> {
    const SIZE: usize = 24;
    let entry = |index: usize| ((index * 37 % 101) as f32 - 50.0) / 100.0;
    let host: Vec<f32> = (0..SIZE * SIZE).map(entry).collect();
    let expected: Vec<f32> = (0..SIZE)
        .map(|row| {
            (0..SIZE)
                .map(|column| {
                    let dot: f32 = (0..SIZE)
                        .map(|k| host[row * SIZE + k] * host[k * SIZE + column])
                        .sum();
                    (dot + 0.25).tanh()
                })
                .sum()
        })
        .collect();

    let numbers = Tensor::<1>::from_floats(host.as_slice(), device);
    let product: Tensor<3> =
        numbers.clone().reshape([SIZE, SIZE, 1]) * numbers.reshape([1, SIZE, SIZE]);
    let product: Tensor<2> = product.sum_dim(1).squeeze_dim(1);
    let result = activation::tanh(product + 0.25).sum_dim(1);
    let actual = read(result).await.map_err(|error| error.to_string())?;
    if actual.len() != expected.len() {
        return Err(format!(
            "it returned {} numbers instead of {}",
            actual.len(),
            expected.len()
        ));
    }
    let worst = actual
        .iter()
        .zip(&expected)
        .map(|(actual, expected)| (actual - expected).abs())
        .fold(0.0, f32::max);
    // Written so that NaN fails too.
    if worst <= TOLERANCE && actual.iter().all(|value| value.is_finite()) {
        Ok(())
    } else {
        Err(format!("it computed a test product wrongly, by {worst:e}"))
    }
}
