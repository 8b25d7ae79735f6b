//! Initial weights.

use crate::random::Stream;

/// Draws weights `[inputs, outputs]` and then biases, all uniform in ±1/√inputs, as PyTorch does
/// for a `Linear` layer.
///
/// `counter` is the layer's number; it selects the random numbers.
pub fn uniform_fan_in(stream: &Stream, counter: u32, inputs: usize, outputs: usize) -> Vec<f32> {
    let bound = 1.0 / (inputs as f32).sqrt();
    (0..(inputs + 1) * outputs)
        .map(|index| (2.0 * stream.uniforms([counter, index as u32])[0] - 1.0) * bound)
        .collect()
}

/// Draws weights `[inputs, outputs]` with orthonormal columns or rows, times `gain`. `counter` is
/// the layer's number.
///
/// # Source
/// Saxe, McClelland and Ganguli, "Exact solutions to the nonlinear dynamics of learning in deep
/// linear neural networks" (2014); detail 2 of "The 37 Implementation Details of PPO".
pub fn orthogonal(
    stream: &Stream,
    counter: u32,
    inputs: usize,
    outputs: usize,
    gain: f64,
) -> Vec<f32> {
    let gaussian: Vec<f64> = (0..inputs * outputs)
        .map(|index| stream.normals([counter, index as u32])[0])
        .collect();
    let weight = orthogonalise(&gaussian, outputs, inputs, gain);
    // `orthogonalise` returns `[outputs, inputs]`, as PyTorch has it; layers here are
    // `[inputs, outputs]`.
    (0..inputs * outputs)
        .map(|index| weight[(index % outputs) * inputs + index / outputs] as f32)
        .collect()
}

/// Returns the orthogonal factor of a row-major `[rows, columns]` matrix, times `gain`.
///
/// With at least as many rows as columns the result has orthonormal columns, otherwise orthonormal
/// rows. It equals the Q of the QR decomposition whose R has a positive diagonal, which is unique.
/// The Gram-Schmidt method computes it, applied twice to each vector because once is not accurate
/// enough in floating point (Giraud et al., 2005).
pub fn orthogonalise(matrix: &[f64], rows: usize, columns: usize, gain: f64) -> Vec<f64> {
    let tall = rows >= columns;
    let (count, length) = if tall {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let at = |vector: usize, entry: usize| {
        if tall {
            entry * columns + vector
        } else {
            vector * columns + entry
        }
    };
    let mut vectors: Vec<Vec<f64>> = Vec::with_capacity(count);
    for vector in 0..count {
        let mut current: Vec<f64> = (0..length).map(|entry| matrix[at(vector, entry)]).collect();
        for _ in 0..2 {
            for earlier in &vectors {
                let shared: f64 = current.iter().zip(earlier).map(|(a, b)| a * b).sum();
                for (value, part) in current.iter_mut().zip(earlier) {
                    *value -= shared * part;
                }
            }
        }
        let norm = current
            .iter()
            .map(|value| value * value)
            .sum::<f64>()
            .sqrt();
        vectors.push(current.iter().map(|value| value / norm).collect());
    }
    let mut result = vec![0.0; rows * columns];
    for (vector, values) in vectors.iter().enumerate() {
        for (entry, value) in values.iter().enumerate() {
            result[at(vector, entry)] = gain * value;
        }
    }
    result
}
