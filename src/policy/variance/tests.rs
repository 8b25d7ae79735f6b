//! The exact numbers against others: worked by hand, by finite differences, by a simulation of its
//! own.

use super::*;
use crate::random::{Purpose, Stream};

const POLICIES: [[f64; 2]; 4] = [[0.0, 0.0], [-0.5, 0.5], [0.8, -0.3], [0.2, 1.1]];
const EXACT: CriticSetting = CriticSetting {
    lambda: 0.5,
    error: 0.0,
};

fn setting(lambda: f64, error: f64) -> CriticSetting {
    CriticSetting { lambda, error }
}

fn assert_close(found: [f64; 2], expected: [f64; 2], tolerance: f64, what: &str) {
    let distance = (found[0] - expected[0]).hypot(found[1] - expected[1]);
    assert!(distance <= tolerance, "{what}: {found:?}, not {expected:?}");
}

fn returns_from(episode: &CorridorEpisode, t: usize) -> f64 {
    episode.steps[t..].iter().map(|step| step.reward).sum()
}

/// At `theta = 0` every move is equally likely, so the agent is in each cell equally often. `V_3`
/// is (0.75, -0.25, 2.75), `V_2` is (1, 1.5, 4) and `V_1` is (2, 2.25, 5.5); a push to the right
/// gains, in the three cells, (-0.3, 2.3, 2.1), (-0.1, 1.9, 1.5), (-1.3, 1.1, 1.9) and three times
/// -0.5. Each counts 1/3 times 1/4.
#[test]
fn the_gradient_of_the_untrained_policy_is_the_one_worked_by_hand() {
    let corridor = Corridor::new([0.0, 0.0]);
    let by_hand = [7.6 / 12.0, 7.2 / 12.0];
    assert_close(corridor.gradient(), by_hand, 1e-12, "the gradient");
    let found = corridor.critic(0.0);
    let by_hand = [[2.0, 2.25, 5.5], [1.0, 1.5, 4.0], [0.75, -0.25, 2.75]];
    for (found, by_hand) in found[1..].iter().zip(by_hand) {
        let mut pairs = found.iter().zip(by_hand);
        assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }
    let mean = corridor.critic(1.0)[1];
    assert!(mean.iter().all(|value| (value - 3.25).abs() < 1e-12));
}

#[test]
fn the_ways_in_which_an_episode_can_go_are_all_of_them() {
    for weights in POLICIES {
        let corridor = Corridor::new(weights);
        let sum: f64 = corridor.episodes().iter().map(|it| it.probability).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{weights:?}: {sum}");
    }
}

#[test]
fn the_gradient_is_the_slope_of_the_expected_return() {
    let mean_return = |theta: [f64; 2]| -> f64 {
        let corridor = Corridor::new(theta);
        let episodes = corridor.episodes().iter();
        episodes
            .map(|it| it.probability * returns_from(it, 0))
            .sum()
    };
    let step = 1e-5;
    for [a, b] in POLICIES {
        let corridor = Corridor::new([a, b]);
        let total: f64 = corridor.episodes().iter().map(|it| it.probability).sum();
        assert!((total - 1.0).abs() < 1e-12, "{total}");
        assert!((corridor.expected_return() - mean_return([a, b])).abs() < 1e-12);
        let slope = [
            mean_return([a + step, b]) - mean_return([a - step, b]),
            mean_return([a, b + step]) - mean_return([a, b - step]),
        ];
        let slope = slope.map(|change| change / (2.0 * step));
        assert_close(corridor.gradient(), slope, 1e-8, "the slope");
    }
}

/// At `gamma = 0` only the cost of a push is left, 0.5. It counts 1/4 in each of four steps, or in
/// the first alone. The cells left and right of the middle cancel.
#[test]
fn without_a_later_reward_only_the_cost_of_a_push_is_left() {
    let found = DiscountedDirections::new([0.0, 0.0], 0.0);
    assert_close(found.usual, [-0.5, 0.0], 1e-12, "the usual direction");
    assert_close(found.discounted, [-0.125, 0.0], 1e-12, "the first step");
    let truth = Corridor::new([0.0, 0.0]).gradient();
    assert_eq!(found.undiscounted, truth);
}

#[test]
fn with_its_factor_the_direction_is_the_slope_of_the_discounted_return() {
    let mean_return = |theta: [f64; 2], gamma: f64| -> f64 {
        let corridor = Corridor::new(theta);
        let paid = |it: &CorridorEpisode| {
            let later = |rest: f64, step: &CorridorStep| step.reward + gamma * rest;
            it.probability * it.steps.iter().rev().fold(0.0, later)
        };
        corridor.episodes().iter().map(paid).sum()
    };
    let step = 1e-5;
    for [a, b] in POLICIES {
        for gamma in [0.3, 0.7, 1.0] {
            let of = |theta: [f64; 2]| mean_return(theta, gamma);
            let slope = [
                of([a + step, b]) - of([a - step, b]),
                of([a, b + step]) - of([a, b - step]),
            ];
            let slope = slope.map(|change| change / (2.0 * step));
            let found = DiscountedDirections::new([a, b], gamma);
            assert_close(found.discounted, slope, 1e-8, "the slope");
        }
        let found = DiscountedDirections::new([a, b], 1.0);
        assert_close(found.usual, found.undiscounted, 1e-12, "no discount");
        assert_close(found.discounted, found.undiscounted, 1e-12, "no discount");
        let [one, other] = found.slopes;
        assert!(
            (one - other).abs() < 1e-6,
            "a gradient's: {one} and {other}"
        );
    }
}

/// Numbers of another program, which has no episodes: it goes through cells and steps.
#[test]
fn without_its_factor_the_direction_is_the_gradient_of_no_function() {
    let found = DiscountedDirections::new([0.0, 0.0], 0.5);
    assert_close(found.discounted, [0.0573, 0.1917], 1e-4, "with the factor");
    assert_close(found.usual, [-0.0250, 0.3417], 1e-4, "without it");
    assert_close(found.slopes, [-0.0817, -0.0494], 1e-4, "the slopes");
    // What the figure's text says: both gradients push to the right, and it to the left.
    assert!(found.usual[0] < 0.0 && found.discounted[0] > 0.0 && found.undiscounted[0] > 0.0);
    // What the figure prints shows the difference at each place of its slider.
    for place in 0..20 {
        let found = DiscountedDirections::new([0.0, 0.0], f64::from(place) / 20.0);
        let [one, other] = found.slopes.map(|slope| format!("{slope:.4}"));
        assert_ne!(one, other, "gamma {place} / 20");
    }
}

#[test]
fn whoever_waits_for_all_rewards_is_unbiased_and_a_wrong_critic_is_not() {
    for theta in POLICIES {
        let corridor = Corridor::new(theta);
        let bias = |estimator: GradientEstimator, setting| {
            let moments = estimator.moments(&corridor, setting);
            moments.bias(corridor.gradient())
        };
        for estimator in GradientEstimator::ALL {
            let found = bias(estimator, EXACT);
            assert!(found < 1e-12, "{estimator:?} with an exact critic: {found}");
        }
        let mut before = f64::INFINITY;
        for lambda in [0.0, 0.3, 0.6, 0.9, 1.0] {
            let found = bias(GradientEstimator::Gae, setting(lambda, 1.0));
            assert!(found < before, "lambda {lambda}: {found} after {before}");
            before = found;
        }
        assert!(before < 1e-12, "lambda = 1 with a wrong critic: {before}");
        for error in [0.5, 1.0] {
            let found = bias(GradientEstimator::Residual, setting(1.0, error));
            assert!(found > 0.5 * error, "lambda = 0: {found}");
        }
        let [a, b] = corridor.gradient();
        let blind = GradientEstimator::Residual.moments(&corridor, setting(1.0, 1.0));
        assert!(
            a > 0.0 && blind.mean[0] < 0.0,
            "it points the wrong way: {:?}, not {a}, {b}",
            blind.mean
        );
    }
}

#[test]
fn each_estimator_varies_less_than_the_one_before() {
    for theta in POLICIES {
        let corridor = Corridor::new(theta);
        let variance =
            |estimator: GradientEstimator| estimator.moments(&corridor, EXACT).variance();
        let all = GradientEstimator::ALL.map(variance);
        for pair in all[..5].windows(2) {
            assert!(pair[1] < 0.8 * pair[0], "{all:?}");
        }
        let lambdas = [0.0, 0.5, 0.9, 1.0];
        let variances = lambdas.map(|lambda| {
            let moments = GradientEstimator::Gae.moments(&corridor, setting(lambda, 0.0));
            moments.variance()
        });
        assert!(variances.is_sorted(), "{variances:?}");
        assert!((variances[0] - all[4]).abs() < 1e-12, "lambda = 0");
        assert!((variances[3] - all[3]).abs() < 1e-12, "lambda = 1");
    }
}

/// Numbers of another program, which walks a tree of episodes instead of counting them.
#[test]
fn the_variances_of_the_untrained_policy_are_those_of_another_program() {
    let corridor = Corridor::new([0.0, 0.0]);
    let rows = [
        (GradientEstimator::WholeReturn, [28.35, 12.95, 20.02]),
        (GradientEstimator::RewardToGo, [15.18, 8.04, 11.08]),
        (GradientEstimator::MinusMean, [3.72, 2.05, 2.95]),
        (GradientEstimator::MinusValue, [1.59, 0.38, 0.94]),
        (GradientEstimator::Residual, [0.51, 0.30, 0.30]),
        (GradientEstimator::Gae, [1.73, 0.85, 1.20]),
    ];
    for (estimator, expected) in rows {
        let found = estimator.moments(&corridor, setting(0.9, 0.5)).covariance;
        let mut pairs = found.iter().zip(expected);
        let are_close = pairs.all(|(a, b)| (a - b).abs() < 0.0051);
        assert!(are_close, "{estimator:?}: {found:?}");
    }
}

/// Plays episodes step by step, with rules and estimators written a second time.
#[test]
fn simulated_episodes_have_the_exact_moments() {
    const EPISODES: u32 = 60_000;
    let (theta, setting) = ([-0.5, 0.5], setting(0.7, 0.6));
    let corridor = Corridor::new(theta);
    let critic = corridor.critic(setting.error);
    let stream = Stream::new(11, Purpose::Check);
    let mut samples = vec![Vec::new(); GradientEstimator::ALL.len()];
    for episode in 0..EPISODES {
        let [start, _] = stream.uniforms([episode, STEPS as u32]);
        let mut x = (f64::from(start) * 3.0).floor() - 1.0;
        let (mut scores, mut rewards, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for t in 0..STEPS {
            let [action, slip] = stream.uniforms([episode, t as u32]);
            let right = 1.0 / (1.0 + (-(theta[0] + theta[1] * x)).exp());
            let push = if f64::from(action) < right { 1.0 } else { -1.0 };
            let score = if push > 0.0 { 1.0 - right } else { -right };
            scores.push([score, score * x]);
            let pays = if x == 0.0 { 0.0 } else { 2.0 + x };
            rewards.push(pays - if push > 0.0 { 0.5 } else { 0.0 });
            cells.push((x + 1.0) as usize);
            x = (x + if slip < 0.1 { -push } else { push }).clamp(-1.0, 1.0);
        }
        let to_go = |t: usize| -> f64 { rewards[t..].iter().sum() };
        let value = |t: usize| cells.get(t).map_or(0.0, |cell| critic[t][*cell]);
        let residual = |t: usize| rewards[t] + value(t + 1) - value(t);
        let exact = corridor.critic(0.0);
        let weights: [&dyn Fn(usize) -> f64; 6] = [
            &|_| to_go(0),
            &to_go,
            &|t| to_go(t) - corridor.critic(1.0)[t][0],
            &|t| to_go(t) - exact[t][cells[t]],
            &residual,
            &|t| {
                let ahead = (t..STEPS).map(|i| setting.lambda.powi((i - t) as i32) * residual(i));
                ahead.sum()
            },
        ];
        for (samples, weight) in samples.iter_mut().zip(weights) {
            let sum = |part: usize| (0..STEPS).map(|t| weight(t) * scores[t][part]).sum();
            samples.push([sum(0), sum(1)]);
        }
    }
    let share = 1.0 / f64::from(EPISODES);
    for (estimator, samples) in GradientEstimator::ALL.into_iter().zip(samples) {
        let exact = estimator.moments(&corridor, setting);
        let found = Moments::new(samples.iter().map(|sample| (share, *sample)));
        let deviation = (exact.variance() * share).sqrt();
        let what = format!("{estimator:?}");
        assert_close(found.mean, exact.mean, 4.0 * deviation, &what);
        let ratio = found.variance() / exact.variance();
        assert!((ratio - 1.0).abs() < 0.04, "{what}: {ratio}");
    }
}

#[test]
fn batches_vary_as_much_less_as_they_are_larger() {
    let corridor = Corridor::new([0.0, 0.0]);
    let (count, seed) = (4_000, 3);
    for estimator in [GradientEstimator::WholeReturn, GradientEstimator::Gae] {
        let exact = estimator.moments(&corridor, EXACT);
        let estimates = estimator.estimates(&corridor, EXACT);
        for size in [1, 4, 64] {
            let drawn = draw(&corridor, seed, count, size);
            assert_eq!(drawn.len(), count * size);
            let dots = batch_means(&estimates, &drawn, size);
            let share = 1.0 / count as f64;
            let found = Moments::new(dots.iter().map(|dot| (share, *dot)));
            let expected = exact.of_batch(size);
            let deviation = (expected.variance() * share).sqrt();
            assert_close(found.mean, expected.mean, 4.0 * deviation, "the mean");
            let ratio = found.variance() / expected.variance();
            assert!((ratio - 1.0).abs() < 0.1, "{estimator:?}, {size}: {ratio}");
        }
    }
}

#[test]
fn a_seed_gives_the_same_batches_and_larger_ones_hold_the_smaller() {
    let corridor = Corridor::new([0.0, 0.0]);
    let small = draw(&corridor, 5, 20, 2);
    let large = draw(&corridor, 5, 20, 8);
    assert_eq!(small, draw(&corridor, 5, 20, 2));
    assert_ne!(small, draw(&corridor, 6, 20, 2));
    for (small, large) in small.chunks(2).zip(large.chunks(8)) {
        assert_eq!(small, &large[..2]);
    }
}

/// What the lab avoids: over all pairs of episodes, a baseline computed from the pair itself halves
/// the gradient.
#[test]
fn a_baseline_of_the_same_batch_shrinks_the_gradient() {
    let corridor = Corridor::new([0.0, 0.0]);
    let all: Vec<_> = (corridor.episodes().iter())
        .map(|it| {
            let to_go: [f64; STEPS] = std::array::from_fn(|t| returns_from(it, t));
            (
                it.probability,
                it.steps.map(|step| corridor.score(&step)),
                to_go,
            )
        })
        .collect();
    let mut mean = [0.0; 2];
    for (p, scores, ours) in &all {
        for (q, _, theirs) in &all {
            for t in 0..STEPS {
                // The first of the pair; by symmetry the second has the same expectation.
                let weight = p * q * (ours[t] - (ours[t] + theirs[t]) / 2.0);
                mean = [
                    mean[0] + weight * scores[t][0],
                    mean[1] + weight * scores[t][1],
                ];
            }
        }
    }
    let half = corridor.gradient().map(|part| part / 2.0);
    assert_close(mean, half, 1e-9, "half of the gradient");
}

#[test]
fn the_ellipse_has_the_covariances_axes() {
    let moments = Moments {
        mean: [0.0, 0.0],
        covariance: [2.0, 1.0, 2.0],
    };
    let ellipse = moments.ellipse();
    assert_close(ellipse.radii, [3.0_f64.sqrt(), 1.0], 1e-12, "the radii");
    assert!((ellipse.angle_rad - std::f64::consts::FRAC_PI_4).abs() < 1e-12);
    // Eigenvalues 4 ± 2.5; the long axis leans by half of the angle of (4, 3).
    let leaning = Moments {
        mean: [0.0, 0.0],
        covariance: [6.0, 1.5, 2.0],
    };
    let ellipse = leaning.ellipse();
    assert_close(
        ellipse.radii,
        [6.5_f64.sqrt(), 1.5_f64.sqrt()],
        1e-12,
        "the radii",
    );
    assert!((ellipse.angle_rad - (1.0_f64 / 3.0).atan()).abs() < 1e-12);
    assert_eq!(moments.variance(), 4.0);
    assert_eq!(moments.error([3.0, 0.0]), 13.0_f64.sqrt());
    assert_eq!(moments.of_batch(4).covariance, [0.5, 0.25, 0.5]);
}
