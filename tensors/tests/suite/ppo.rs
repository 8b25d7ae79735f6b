//! PPO's objective: every part of it, every diagnostic, and the gradient of each part and of the
//! whole.

use burn::tensor::{Device, Tensor, activation};
use policy_lab::nn::Activation;
use policy_lab::protocol::metrics::Metric;
use policy_lab_tensors::oracle::{diagnostics, ppo, value};

use super::learned::{Lesson, Pupils};
use super::network::Model;
use super::objectives::{PpoArgs, PpoBatch, PpoTerms};
use super::section::{Node, Section};
use super::tensors::{column, cpu, gradient, numbers};
use super::tolerance::{EXACT, GRADIENTS, Tolerance, VALUES};

pub async fn ppo_objective(section: &Section, plain: &Device) -> Result<(), String> {
    let device = cpu();
    for case in section.cases()? {
        let model = Model::read(&case.at("weights")?, Activation::Tanh)?;
        let batch = PpoBatch::read(&case.at("inputs")?, model.obs_size(), &device)?;
        let args = PpoArgs::read(&case.at("args")?)?;
        let expected = case.at("expected")?;
        // A backward pass consumes its graph, so each gradient has its own.
        let forward = || {
            let parameters = column(&model.parameters, &device).require_grad();
            let terms = batch.objective(&model, &parameters, args)?;
            Ok::<_, String>((parameters, terms))
        };
        let (_, terms) = forward()?;
        values(&batch, &terms, args, &expected).await?;
        branches(&case, terms, args).await?;
        trained(&case, &model, args, plain).await?;
        for (key, of) in [
            (
                "grads_surrogate_wrt_actor",
                (|terms| terms.surrogate) as fn(PpoTerms) -> Tensor<1>,
            ),
            ("grads_value_loss_wrt_critic", |terms| terms.value_loss),
            ("grads_entropy_bonus_wrt_actor", |terms| terms.entropy_bonus),
            ("grads_total_objective", |terms| terms.objective),
        ] {
            let (parameters, terms) = forward()?;
            let gradient = numbers(gradient(&parameters, of(terms))?).await?;
            model.gradient_close(&expected.at(key)?, &gradient, GRADIENTS)?;
        }
    }
    Ok(())
}

/// Checks what a run measures and descends in its own gradient step.
async fn trained(
    case: &Node<'_>,
    model: &Model,
    args: PpoArgs,
    device: &Device,
) -> Result<(), String> {
    let expected = case.at("expected")?;
    let lesson = Lesson::of_ppo(&case.at("inputs")?)?;
    let mut pupils = Pupils::new(model, args.config(), device);
    for learned in pupils.learn(&lesson).await? {
        let measures = [
            ("clipped_surrogate_objective", Metric::PolicyLoss, -1.0),
            ("value_loss", Metric::ValueLoss, 1.0),
            ("entropy_mean", Metric::Entropy, 1.0),
            ("approx_kl", Metric::ApproxKl, 1.0),
            ("approx_kl_simple_old_minus_new", Metric::OldApproxKl, 1.0),
            ("clipfrac", Metric::ClipFraction, 1.0),
        ];
        learned.compare(&expected, &measures, VALUES)?;
        let objective = expected.at("grads_total_objective")?;
        model.gradient_close(&objective, &learned.ascent(), GRADIENTS)?;
    }
    Ok(())
}

async fn values(
    batch: &PpoBatch,
    terms: &PpoTerms,
    args: PpoArgs,
    expected: &Node<'_>,
) -> Result<(), String> {
    // `Categorical.logits`, which PyTorch normalises: the log-probabilities of all actions.
    let logits = activation::log_softmax(terms.logits.clone(), 1);
    expected.compare("logits", logits, VALUES).await?;
    let ratio = || terms.ratio.clone();
    let raw = ppo::clipped_surrogate_loss(ratio(), batch.advantages.clone(), Some(args.clip_coef));
    let error = value::value_loss(terms.values.clone(), batch.returns.clone());
    let (approx_kl, old_approx_kl) =
        diagnostics::approx_kl(terms.log_prob.clone(), batch.old_log_prob.clone());
    for (key, actual) in [
        ("new_logprobs", terms.log_prob.clone()),
        ("values", terms.values.clone()),
        ("ratio", ratio()),
        ("normalized_advantages", terms.advantages.clone()),
        ("clipped_surrogate_objective", terms.surrogate.clone()),
        ("clipped_surrogate_without_normalisation", raw.neg()),
        ("value_loss", terms.value_loss.clone()),
        ("value_loss_cleanrl_half", error * (0.5 * args.vf_coef)),
        ("entropy_mean", terms.entropy.clone()),
        ("entropy_bonus", terms.entropy_bonus.clone()),
        ("total_objective", terms.objective.clone()),
        ("total_objective_float64", terms.objective.clone()),
        ("approx_kl", approx_kl),
        ("approx_kl_simple_old_minus_new", old_approx_kl),
        (
            "clipfrac",
            diagnostics::clip_fraction(ratio(), args.clip_coef),
        ),
    ] {
        expected.compare(key, actual, VALUES).await?;
    }
    Ok(())
}

/// Checks the positions of the samples relative to the clip range, counted from the recorded ratios
/// and advantages, and the library's count of samples without gradient.
async fn branches(case: &Node<'_>, terms: PpoTerms, args: PpoArgs) -> Result<(), String> {
    let expected = case.at("expected")?;
    let ratios = expected.at("ratio")?.numbers()?;
    let advantages = expected.at("normalized_advantages")?.numbers()?;
    let count = |is_in: &dyn Fn(f64, f64) -> bool| {
        let samples = ratios.iter().zip(&advantages);
        samples.filter(|(ratio, a)| is_in(**ratio, **a)).count() as f64
    };
    let (low, high) = (1.0 - args.clip_coef, 1.0 + args.clip_coef);
    let pushed_up_above = count(&|ratio, a| a > 0.0 && ratio > high);
    let pushed_down_below = count(&|ratio, a| a < 0.0 && ratio < low);
    let branches = case.at("branch_counts")?;
    for (key, ours) in [
        ("pos_adv_ratio_above", pushed_up_above),
        (
            "pos_adv_ratio_below",
            count(&|ratio, a| a > 0.0 && ratio < low),
        ),
        (
            "neg_adv_ratio_above",
            count(&|ratio, a| a < 0.0 && ratio > high),
        ),
        ("neg_adv_ratio_below", pushed_down_below),
        ("inside", count(&|ratio, _| (low..=high).contains(&ratio))),
    ] {
        branches.at(key)?.close(&[ours], EXACT)?;
    }
    let still = diagnostics::zero_gradient_fraction(terms.ratio, terms.advantages, args.clip_coef);
    let share = (pushed_up_above + pushed_down_below) / ratios.len() as f64;
    near(&expected, &numbers(still).await?, share, VALUES)
}

/// Does what [`Node::close`] does for a number that follows from the fixture but is not in it.
fn near(at: &Node<'_>, actual: &[f32], expected: f64, tolerance: Tolerance) -> Result<(), String> {
    let allowed = tolerance.allows(expected, expected.abs());
    let passes = |actual: &f32| (f64::from(*actual) - expected).abs() <= allowed;
    if actual.len() == 1 && actual.iter().all(passes) {
        Ok(())
    } else {
        Err(at.fault(format!(
            "{actual:?} of the gradients are zero instead of {expected}"
        )))
    }
}
