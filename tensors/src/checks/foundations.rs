//! Checks of the device, the environments and the optimiser.

use burn::tensor::{Device, Int, Tensor, activation};
use policy_lab::config::options::Chosen as _;
use policy_lab::envs::cartpole::{State, THETA_LIMIT_RAD};
use policy_lab::envs::{Autoreset, Env, EnvId, Worlds};
use policy_lab::ops::adam::{Adam, AdamSettings, clip};
use policy_lab::protocol::check_report::Evidence;

use super::outcome::CheckOutcome;
use super::reference::{log_softmax, mean, std, wide};
use super::tensors::{Numbers, number};
use crate::device::read;

/// Compares numbers sent to the device and back, and the operations that losses are made of.
pub async fn device_round_trip(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(1);
    let on_device = |numbers: &[f32]| Tensor::<1>::from_floats(numbers, device);
    let sent = numbers.normal(1_000);
    let back = read(on_device(&sent)).await?;
    evidence.equal(
        "Numbers that changed on the way",
        count_unequal(&sent, &back),
        0,
    );

    let (rows, inner, columns) = (33, 17, 9);
    let a = numbers.normal(rows * inner);
    let b = numbers.normal(inner * columns);
    let product: Tensor<3> =
        on_device(&a).reshape([rows, inner, 1]) * on_device(&b).reshape([1, inner, columns]);
    let product: Tensor<2> = product.sum_dim(1).squeeze_dim(1);
    let expected: Vec<f64> = (0..rows * columns)
        .map(|at| {
            (0..inner)
                .map(|k| {
                    f64::from(a[at / columns * inner + k])
                        * f64::from(b[k * columns + at % columns])
                })
                .sum()
        })
        .collect();
    evidence.all_close(
        "Matrix product, by sums of products",
        &read(product).await?,
        &expected,
        1e-4,
    );

    let logits = numbers.normal(64);
    let picks = numbers.below(32, 2);
    let log_softmaxed = activation::log_softmax(on_device(&logits).reshape([32, 2]), 1);
    let expected = log_softmax(&logits, 2);
    let picked: Vec<f64> = expected
        .chunks(2)
        .zip(&picks)
        .map(|(row, pick)| row[*pick as usize])
        .collect();
    let indices: Vec<i32> = picks.iter().map(|pick| *pick as i32).collect();
    let indices = Tensor::<1, Int>::from_ints(indices.as_slice(), device);
    let gathered: Tensor<2> = (log_softmaxed.clone()).gather(1, indices.unsqueeze_dim(1));
    evidence.all_close("Log-softmax", &read(log_softmaxed).await?, &expected, 1e-5);
    evidence.all_close("Gather", &read(gathered).await?, &picked, 1e-5);

    let (variance, average) = on_device(&sent).var_mean(0);
    evidence.close("Mean", number(average).await?, mean(&wide(&sent)), 1e-5);
    evidence.close(
        "Standard deviation",
        number(variance.sqrt()).await?,
        std(&wide(&sent)),
        1e-4,
    );
    let tanh = activation::tanh(on_device(&sent));
    let expected: Vec<f64> = sent.iter().map(|x| f64::from(*x).tanh()).collect();
    evidence.all_close("tanh", &read(tanh).await?, &expected, 1e-5);
    let clamped = on_device(&sent).clamp(-0.5, 0.5);
    let expected: Vec<f64> = sent.iter().map(|x| f64::from(x.clamp(-0.5, 0.5))).collect();
    evidence.all_close("Clamp", &read(clamped).await?, &expected, 0.0);
    Ok(evidence)
}

fn count_unequal(sent: &[f32], back: &[f32]) -> usize {
    sent.len().abs_diff(back.len()) + sent.iter().zip(back).filter(|(a, b)| a != b).count()
}

/// State, action, and the next state of Gymnasium 1.4.0's CartPole-v1 in double precision.
const GYMNASIUM: [(State, u32, [f64; 4]); 7] = [
    (
        [1.3254216, -2.898555, -0.17210318, 2.1607287],
        0,
        [
            1.2674504590966078,
            -3.0916228633149827,
            -0.12888860865882867,
            2.3957032177126356,
        ],
    ),
    (
        [-0.6612539, 2.1798437, -0.07766189, -1.4444411],
        0,
        [
            -0.617657052509656,
            1.9857586806584502,
            -0.10655071127737847,
            -1.17700057798764,
        ],
    ),
    (
        [-1.414975, 0.2662217, -0.024905486, -0.901466],
        1,
        [
            -1.4096506394805266,
            0.4616720628657649,
            -0.04293480588745918,
            -1.2018721107675785,
        ],
    ),
    (
        [0.7549504, 2.2997386, 0.018488862, 0.6625274],
        0,
        [
            0.8009451746119105,
            2.104364305489867,
            0.031739408098755355,
            0.9609740491783088,
        ],
    ),
    (
        [-0.24784417, -0.65355927, -0.19594397, -1.1558121],
        0,
        [
            -0.26091535663354787,
            -0.8456633854553277,
            -0.219060212993274,
            -0.930409579556579,
        ],
    ),
    (
        [2.3999, 0.02, 0.01, 0.0],
        0,
        [
            2.4002999999999997,
            -0.17526392758005316,
            0.01,
            0.2958211976977958,
        ],
    ),
    (
        [2.399, 0.0501, 0.0, 0.0],
        0,
        [2.400002, -0.1450219512195122, 0.0, 0.2926829268292683],
    ),
];

/// Compares single steps of CartPole with Gymnasium's.
pub async fn cartpole_is_gymnasiums() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let env = Env::new(EnvId::Cartpole);
    for (number, (state, action, expected)) in GYMNASIUM.iter().enumerate() {
        let next = env.transition(state, *action);
        let name = format!(
            "Step {}, pushed {}",
            number + 1,
            ["left", "right"][*action as usize]
        );
        evidence.all_close(&name, &next.state, expected, 2e-6);
        let is_over = expected[0].abs() > 2.4 || expected[2].abs() > 12.0_f64.to_radians();
        let word = |is_over| if is_over { "over" } else { "goes on" };
        evidence.equal(
            &format!("{name}: the episode"),
            word(next.terminated),
            word(is_over),
        );
    }
    let end = env.transition(&[2.39, 3.0, 0.0, 0.0], 1);
    evidence.close(
        "Reward of the step that ends an episode",
        f64::from(end.reward),
        1.0,
        0.0,
    );
    evidence.holds("Leaving the track ends an episode", end.terminated);
    Ok(evidence)
}

/// Checks that an environment that terminates is reset on the same step or on the next one, as
/// configured.
pub async fn worlds_begin_again() -> CheckOutcome {
    let mut evidence = Evidence::default();
    for autoreset in Autoreset::all() {
        let env = Env {
            autoreset,
            ..Env::new(EnvId::Cartpole)
        };
        let mut worlds = Worlds::new(1, env.clone(), 5);
        let (mut steps, mut is_over) = (0, false);
        let mut led_to = Vec::new();
        while !is_over && steps < 500 {
            led_to = env.transition(&worlds.state(0), 0).state;
            is_over = worlds.step(0, 0).terminated;
            steps += 1;
        }
        let name = autoreset.option_key();
        evidence.between(
            &format!("{name}: steps to fall when pushed left only"),
            f64::from(steps),
            (7.0, 12.0),
        );
        evidence.holds(
            &format!("{name}: the final observation has fallen"),
            led_to[2].abs() > THETA_LIMIT_RAD,
        );
        let shows_final = worlds.state(0) == led_to;
        let after = worlds.step(0, 1);
        let (expected_shown, expected_reward) = match autoreset {
            Autoreset::SameStep => ("the next episode", 1.0),
            Autoreset::NextStep => ("the fallen pole", 0.0),
        };
        let shown = if shows_final {
            "the fallen pole"
        } else {
            "the next episode"
        };
        evidence.equal(
            &format!("{name}: what the environment shows then"),
            shown,
            expected_shown,
        );
        evidence.close(
            &format!("{name}: reward of the step after"),
            f64::from(after.reward),
            expected_reward,
            0.0,
        );
    }
    Ok(evidence)
}

/// Compares three steps of clipped AdamW on two parameters with the formula.
pub async fn adams_steps() -> CheckOutcome {
    const GRADIENTS: [[f64; 2]; 3] = [[3.0, -4.0], [0.1, 0.2], [-6.0, 8.0]];
    const RATE: f64 = 0.1;
    const DECAY: f64 = 0.01;
    const MAX_NORM: f64 = 1.0;
    let settings = AdamSettings {
        epsilon: 1e-5,
        weight_decay: DECAY,
    };
    let mut evidence = Evidence::default();
    let mut parameters = [1.0, -2.0];
    let mut adam = Adam::new(parameters.len(), settings);
    let mut expected = [1.0, -2.0];
    let mut moments = [[0.0_f64; 2]; 2];
    for (index, gradient) in GRADIENTS.iter().enumerate() {
        let sent = gradient.map(|value| value as f32);
        let (clipped, norm) = clip(sent.to_vec(), Some(MAX_NORM));
        adam.step(&mut parameters, &clipped, RATE);
        let length = gradient[0].hypot(gradient[1]);
        evidence.close(
            &format!("Step {}: norm before clipping", index + 1),
            f64::from(norm),
            length,
            1e-5,
        );
        let scale = (MAX_NORM / (length + 1e-6)).min(1.0);
        let time = index as i32 + 1;
        for entry in 0..2 {
            let g = gradient[entry] * scale;
            moments[0][entry] = 0.9 * moments[0][entry] + 0.1 * g;
            moments[1][entry] = 0.999 * moments[1][entry] + 0.001 * g * g;
            let first = moments[0][entry] / (1.0 - 0.9_f64.powi(time));
            let second = moments[1][entry] / (1.0 - 0.999_f64.powi(time));
            expected[entry] *= 1.0 - RATE * DECAY;
            expected[entry] -= RATE * first / (second.sqrt() + 1e-5);
        }
        let name = format!("Step {}: parameters", index + 1);
        evidence.all_close(&name, &parameters, &expected, 1e-5);
    }
    Ok(evidence)
}
