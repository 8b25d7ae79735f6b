//! The tests of PPO's learning phase: objective, schedule, diagnostics.

use policy_lab::algos::columns;
use policy_lab::config::presets::Preset;
use policy_lab::config::{AnnealPer, TrainConfig};
use policy_lab::protocol::check_report::Evidence;

use super::outcome::CheckOutcome;
use super::reference::{self, mean, wide};
use super::tensors::{Numbers, actions, number};
use crate::oracle::standardise::standardise;
use crate::oracle::{categorical, column, diagnostics, ppo, rows_of, value};

/// Compares `calc_clipped_surrogate_objective`, `calc_value_function_loss` and `calc_entropy_bonus`
/// with double precision.
pub async fn objective() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(13);
    let logits = numbers.normal(24 * 4);
    let taken = numbers.below(24, 4);
    let old = numbers.uniform(24, (-2.5, -0.5));
    let (advantage, values, returns) = (numbers.normal(24), numbers.normal(24), numbers.normal(24));
    for clip_coef in [0.01, 0.2] {
        let tensor = rows_of(&logits, 4);
        let log_prob = categorical::log_prob(tensor, actions(&taken));
        let ratio = ppo::ratio(log_prob, column(&old));
        let normalised = standardise(column(&advantage))?;
        let loss = ppo::clipped_surrogate_loss(ratio, normalised, Some(clip_coef));
        let new = reference::log_prob(&logits, 4, &taken);
        let terms: Vec<f64> = reference::standardise(&wide(&advantage))
            .iter()
            .zip(new.iter().zip(&old))
            .map(|(a, (new, old))| {
                let ratio = (new - f64::from(*old)).exp();
                (ratio * a).min(ratio.clamp(1.0 - clip_coef, 1.0 + clip_coef) * a)
            })
            .collect();
        let ours = number(loss).await?;
        evidence.close(
            &format!("Surrogate loss, clip_coef {clip_coef}"),
            ours,
            -mean(&terms),
            1e-5,
        );
    }
    let squares: Vec<f64> = values
        .iter()
        .zip(&returns)
        .map(|(v, r)| (f64::from(*v) - f64::from(*r)).powi(2))
        .collect();
    let loss = value::value_loss(column(&values), column(&returns));
    evidence.close("Value loss", number(loss).await?, mean(&squares), 1e-5);
    let entropy = categorical::entropy(rows_of(&logits, 4)).mean();
    evidence.close(
        "Entropy",
        number(entropy).await?,
        mean(&reference::entropy(&logits, 4)),
        1e-5,
    );
    Ok(evidence)
}

/// Checks the learning rate at the start, half-way and at the end, for three readings of the
/// course's schedule.
pub async fn schedule() -> CheckOutcome {
    let mut evidence = Evidence::default();
    for (anneal_per, name, end) in [
        (AnnealPer::Minibatch, "Stepped every minibatch", 0.0),
        (
            AnnealPer::Iteration,
            "Stepped every phase, built for phases",
            0.0,
        ),
        (AnnealPer::Course, "As in the course", 2.5e-4 * 15.0 / 16.0),
    ] {
        let Some(preset) = Preset::find("ppo-course") else {
            break;
        };
        let config = TrainConfig {
            anneal_per,
            ..(preset.config)()
        };
        evidence.close(
            &format!("{name}: first rate"),
            config.learning_rate_at(0, 0),
            2.5e-4,
            1e-15,
        );
        evidence.close(
            &format!("{name}: half-way"),
            config.learning_rate_at(488, 0),
            f64::midpoint(2.5e-4, end),
            1e-15,
        );
        evidence.close(
            &format!("{name}: last rate"),
            config.learning_rate_at(976, 0),
            end,
            1e-15,
        );
    }
    Ok(evidence)
}

/// Compares the diagnostics of four samples with numbers worked by hand.
pub async fn diagnostics_by_hand() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let ratios = [1.5_f32, 0.5, 1.5, 1.0];
    let log_ratios = ratios.map(f32::ln);
    let (k3, k1) = diagnostics::approx_kl(column(&log_ratios), column(&[0.0; 4]));
    // Σ (r - 1 - ln r) = 0.094535 · 2 + 0.193147 + 0, and Σ -ln r = -0.405465 · 2 + 0.693147.
    evidence.close("approx_kl", number(k3).await?, 0.382_217 / 4.0, 1e-5);
    evidence.close("old_approx_kl", number(k1).await?, -0.117_783 / 4.0, 1e-5);
    let ratio = column(&ratios);
    evidence.close(
        "clip_fraction",
        number(diagnostics::clip_fraction(ratio.clone(), 0.2)).await?,
        0.75,
        1e-7,
    );
    // Of the three outside the range, the third has A < 0 and keeps its gradient.
    let still = diagnostics::zero_gradient_fraction(ratio, column(&[1.0, -1.0, -1.0, 1.0]), 0.2);
    evidence.close("zero_gradient_fraction", number(still).await?, 0.5, 1e-7);
    let explained = columns::explained_variance(&[1.0, 2.0, 4.0], &[1.0, 2.0, 3.0]);
    // Var of the errors (0, 0, -1) is 2/9, of the returns 2/3.
    evidence.close(
        "explained_variance",
        explained.unwrap_or(f64::NAN),
        1.0 - 1.0 / 3.0,
        1e-12,
    );
    let silent = columns::explained_variance(&[1.0, 2.0], &[3.0, 3.0]);
    evidence.holds("Returns that do not vary have none", silent.is_none());
    Ok(evidence)
}
