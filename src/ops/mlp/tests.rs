use super::Mlp;
use super::host::{Gradient, Packed, Scratch};
use crate::config::options::Activation;

fn shape(sizes: &[usize], activation: Activation) -> Mlp {
    Mlp {
        sizes: sizes.to_vec(),
        activation,
        offset: 0,
    }
}

fn forward(shape: &Mlp, parameters: &[f32], input: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let (mut hidden, mut output) = (Vec::new(), Vec::new());
    Packed::new(shape, parameters).forward(
        input,
        &mut Scratch::default(),
        Some(&mut hidden),
        &mut output,
    );
    (output, hidden)
}

#[test]
fn a_network_by_hand_gives_the_same_for_one_row_and_for_many() {
    // Two inputs, nine hidden units (two tiles and a padded one), one output that sums them.
    let shape = shape(&[2, 9, 1], Activation::Relu);
    let weight: Vec<f32> = (0..18).map(|i| i as f32 - 9.0).collect();
    let parameters: Vec<f32> = weight
        .iter()
        .copied()
        .chain([1.0; 9])
        .chain([1.0; 9])
        .chain([0.5])
        .collect();
    let by_hand = |a: f32, b: f32| {
        (0..9)
            .map(|j| (a * weight[j] + b * weight[9 + j] + 1.0).max(0.0))
            .sum::<f32>()
            + 0.5
    };
    // More than one block of rows, the last one odd.
    let rows: Vec<f32> = (0..2 * 37).map(|i| (i as f32 * 0.7).sin()).collect();
    let (all, _) = forward(&shape, &parameters, &rows);
    assert_eq!(all.len(), 37);
    for (row, got) in rows.chunks(2).zip(&all) {
        let expected = by_hand(row[0], row[1]);
        assert!((got - expected).abs() < 1e-5, "{got} against {expected}");
        assert_eq!(forward(&shape, &parameters, row).0, [*got]);
    }
}

#[test]
fn gradients_are_the_slopes_of_a_weighted_sum_of_outputs() {
    for (sizes, activation) in [
        (vec![3, 5, 2], Activation::Tanh),
        (vec![4, 6, 7, 1], Activation::Tanh),
        (vec![1, 4, 3], Activation::Relu),
        (vec![2, 3], Activation::Tanh),
    ] {
        let shape = shape(&sizes, activation);
        let parameters: Vec<f32> = (0..shape.num_parameters())
            .map(|i| (i as f32 * 1.3).sin() * 0.8)
            .collect();
        let rows = 41;
        let input: Vec<f32> = (0..rows * sizes[0])
            .map(|i| (i as f32 * 0.37).cos())
            .collect();
        let weights: Vec<f32> = (0..rows * shape.num_outputs())
            .map(|i| (i as f32 * 0.11).sin())
            .collect();
        let objective = |parameters: &[f32]| -> f64 {
            let (output, _) = forward(&shape, parameters, &input);
            output
                .iter()
                .zip(&weights)
                .map(|(output, weight)| f64::from(*output) * f64::from(*weight))
                .sum()
        };
        let (_, hidden) = forward(&shape, &parameters, &input);
        let network = Packed::with_transposes(&shape, &parameters);
        let mut gradient = Gradient::new(&network);
        // What was added before does not count.
        gradient.add(&network, &input, &hidden, &weights);
        gradient.clear();
        gradient.add(&network, &input, &hidden, &weights);
        let mut grad = vec![0.0; parameters.len()];
        gradient.write(&network, &mut grad);
        for (index, grad) in grad.iter().enumerate() {
            // Small, lest a ReLU bend within it.
            const STEP: f32 = 1e-3;
            let at = |offset: f32| {
                let mut moved = parameters.clone();
                moved[index] += offset;
                objective(&moved)
            };
            let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            assert!(
                (slope - f64::from(*grad)).abs() < 5e-3 * (1.0 + slope.abs()),
                "{sizes:?}, parameter {index}: slope {slope}, gradient {grad}"
            );
        }
    }
}
