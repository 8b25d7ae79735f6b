//! A small network applied to many rows in plain Rust, for the rollout on the CPU.

/// The layers of a network as plain numbers.
#[derive(Clone, Copy, Debug)]
pub struct Layers<'a> {
    /// Widths from input to output.
    pub sizes: &'a [usize],
    /// Whether hidden layers end in tanh; otherwise in `max(0, x)`.
    pub tanh: bool,
    /// Per layer: weights `[inputs, outputs]`, then biases `[outputs]`.
    pub parameters: &'a [f32],
}

/// Two buffers that hidden layers take turns in, kept between calls so that a rollout does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    buffers: [Vec<f32>; 2],
}

/// Rows that share one pass over a layer's weights.
const ROWS: usize = 4;
/// Outputs that are summed in registers: two SIMD vectors of four.
const LANES: usize = 8;

impl Scratch {
    /// Applies the network to every row; the result is valid until the next call.
    ///
    /// # Shapes
    /// - `input`: `[rows, sizes[0]]`
    /// - output: `[rows, sizes[last]]`
    pub fn forward(&mut self, layers: Layers<'_>, input: &[f32]) -> &[f32] {
        let rows = input.len() / layers.sizes[0];
        let [mut current, mut next] = std::mem::take(&mut self.buffers);
        current.clear();
        current.extend_from_slice(input);
        let mut rest = layers.parameters;
        let last = layers.sizes.len() - 2;
        for (index, pair) in layers.sizes.windows(2).enumerate() {
            let (inputs, outputs) = (pair[0], pair[1]);
            let (weight, after) = rest.split_at(inputs * outputs);
            let (bias, after) = after.split_at(outputs);
            rest = after;
            next.clear();
            next.resize(rows * outputs, 0.0);
            affine(&current, weight, bias, &mut next);
            if index < last {
                activate(&mut next, layers.tanh);
            }
            std::mem::swap(&mut current, &mut next);
        }
        self.buffers = [current, next];
        &self.buffers[0]
    }
}

/// `output = input · weight + bias`, row by row.
fn affine(input: &[f32], weight: &[f32], bias: &[f32], output: &mut [f32]) {
    let outputs = bias.len();
    let inputs = weight.len() / outputs;
    let blocks = input
        .chunks(ROWS * inputs)
        .zip(output.chunks_mut(ROWS * outputs));
    for (input, output) in blocks {
        if output.len() == ROWS * outputs {
            affine_rows::<ROWS>(input, weight, bias, output);
        } else {
            for (input, output) in input.chunks(inputs).zip(output.chunks_mut(outputs)) {
                affine_rows::<1>(input, weight, bias, output);
            }
        }
    }
}

fn affine_rows<const N: usize>(input: &[f32], weight: &[f32], bias: &[f32], output: &mut [f32]) {
    let outputs = bias.len();
    let inputs = weight.len() / outputs;
    let whole = outputs - outputs % LANES;
    for lane in (0..whole).step_by(LANES) {
        let mut sums = [[0.0_f32; LANES]; N];
        for sum in &mut sums {
            sum.copy_from_slice(&bias[lane..lane + LANES]);
        }
        for from in 0..inputs {
            let row: &[f32] = &weight[from * outputs + lane..][..LANES];
            for (sum, value) in sums.iter_mut().zip(input[from..].iter().step_by(inputs)) {
                for (sum, weight) in sum.iter_mut().zip(row) {
                    *sum += value * weight;
                }
            }
        }
        for (sum, output) in sums.iter().zip(output.chunks_mut(outputs)) {
            output[lane..lane + LANES].copy_from_slice(sum);
        }
    }
    for lane in whole..outputs {
        for (input, output) in input.chunks(inputs).zip(output.chunks_mut(outputs)) {
            output[lane] = bias[lane]
                + input
                    .iter()
                    .enumerate()
                    .map(|(from, value)| value * weight[from * outputs + lane])
                    .sum::<f32>();
        }
    }
}

fn activate(values: &mut [f32], tanh: bool) {
    if tanh {
        for value in values {
            *value = fast_tanh(*value);
        }
    } else {
        for value in values {
            *value = value.max(0.0);
        }
    }
}

/// `tanh(x) = 1 - 2 / (1 + e^2x)` to within 3e-7, without branches or calls, so that loops over it vectorise.
///
/// `e^y = 2^n e^r` with n the integer nearest to y / ln 2, and e^r by its Taylor series to degree 7: |r| ≤ 0.35, so
/// the rest is below 1e-8.
pub fn fast_tanh(x: f32) -> f32 {
    // Beyond this, tanh is 1 in single precision.
    const SATURATED: f32 = 9.1;
    /// ln 2 in two parts, so that `n * ln 2` loses nothing (Cody and Waite).
    const LN_2: [f32; 2] = [0.693_145_75, 1.428_606_8e-6];
    // Adding and subtracting 1.5 * 2^23 rounds to the nearest integer.
    const ROUND: f32 = 12_582_912.0;

    let y = 2.0 * x.clamp(-SATURATED, SATURATED);
    let n = (y * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let r = (y - n * LN_2[0]) - n * LN_2[1];
    let mut exp = 1.0 / 5040.0;
    for denominator in [720.0, 120.0, 24.0, 6.0, 2.0, 1.0, 1.0] {
        exp = exp * r + 1.0 / denominator;
    }
    let power = f32::from_bits((n as i32).wrapping_add(127).wrapping_shl(23) as u32);
    1.0 - 2.0 / (1.0 + exp * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tanh_is_within_three_ulp_of_one() {
        let worst = (-120_000..=120_000)
            .map(|i| i as f32 * 1e-4)
            .map(|x| (f64::from(fast_tanh(x)) - f64::from(x).tanh()).abs())
            .fold(0.0, f64::max);
        assert!(worst < 3e-7, "worst error {worst}");
    }

    #[test]
    fn a_network_by_hand_gives_the_same_for_one_row_and_for_many() {
        // Two inputs, nine hidden units (one block of lanes and a tail), one output that sums them.
        let sizes = [2, 9, 1];
        let weight: Vec<f32> = (0..18).map(|i| i as f32 - 9.0).collect();
        let parameters: Vec<f32> = weight
            .iter()
            .copied()
            .chain([1.0; 9])
            .chain([1.0; 9])
            .chain([0.5])
            .collect();
        let layers = Layers {
            sizes: &sizes,
            tanh: false,
            parameters: &parameters,
        };
        let by_hand = |a: f32, b: f32| {
            (0..9)
                .map(|j| (a * weight[j] + b * weight[9 + j] + 1.0).max(0.0))
                .sum::<f32>()
                + 0.5
        };
        let rows: Vec<f32> = (0..14).map(|i| (i as f32 * 0.7).sin()).collect();
        let mut scratch = Scratch::default();
        let all = scratch.forward(layers, &rows).to_vec();
        assert_eq!(all.len(), 7);
        for (row, got) in rows.chunks(2).zip(&all) {
            let expected = by_hand(row[0], row[1]);
            assert!((got - expected).abs() < 1e-5, "{got} against {expected}");
            assert_eq!(scratch.forward(layers, row), [*got]);
        }
    }
}
