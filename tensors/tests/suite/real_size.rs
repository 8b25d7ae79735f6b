//! Networks of the course's sizes: losses, and digests of the gradients and of the weights after
//! one step.

use std::cell::RefCell;
use std::collections::BTreeMap;

use burn::tensor::{Device, Tensor};
use policy_lab::nn::Activation;
use policy_lab::ops::adam::{Adam, AdamSettings, clip};
use policy_lab_tensors::oracle::diagnostics;

use super::digests::{self, Lcg};
use super::network::{Model, Parameter};
use super::objectives::{ByWorld, PpoArgs, PpoBatch, VpgArgs, VpgBatch};
use super::section::{Node, Section};
use super::tensors::{actions, column, cpu, gradient, matrix, numbers};
use super::tolerance::{DOUBLE, GRADIENTS, VALUES, sum_of};

pub async fn real_size(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let seed = case.at("lcg_seed")?.count()? as u32;
        if let Some(draws) = case.find("first_draws") {
            for (_, expected) in draws.entries()? {
                let mut lcg = Lcg::new(seed);
                let ours: Vec<f64> = expected.numbers()?.iter().map(|_| lcg.unit()).collect();
                expected.close(&ours, DOUBLE)?;
            }
        }
        let mut lcg = Lcg::new(seed);
        let expected = case.at("expected")?;
        let (model, parameters, objective) = if case.find("num_envs").is_some() {
            vpg(&case, &expected, &mut lcg).await?
        } else {
            ppo(&case, &expected, &mut lcg).await?
        };

        let args = case.at("args")?;
        // The objective's gradient is recorded, and a loss has the opposite sign.
        let descent = numbers(gradient(&parameters, objective.neg())?).await?;
        let ascent: Vec<f32> = descent.iter().map(|slope| -slope).collect();
        digests::check_gradient(&expected.at("grads")?, &model, &ascent)?;
        let max_norm = args.find("max_grad_norm");
        let max_norm = max_norm.map(|norm| norm.number()).transpose()?;
        let (clipped, norm) = clip(descent, max_norm);
        if let Some(expected) = expected.find("grad_norm") {
            expected.close(&[norm], GRADIENTS)?;
        }
        let settings = AdamSettings {
            epsilon: args.at("eps")?.number()?,
            weight_decay: 0.0,
        };
        let rate = args.at("lr")?.number()?;
        let mut after = model.parameters.clone();
        Adam::new(after.len(), settings).step(&mut after, &clipped, rate);
        digests::check_weights(
            &expected.at("weights_after_one_step")?,
            &model,
            &after,
            rate,
        )?;
    }
    Ok(())
}

/// Returns the words of `order` about `name`.
fn drawn<'a>(case: &Node<'a>, name: &str) -> Result<&'a str, String> {
    for entry in case.at("order")?.items()? {
        if let Some(rest) = entry.text()?.strip_prefix(name) {
            return Ok(rest);
        }
    }
    Err(case.fault(format!("{name} is not in the order")))
}

/// Returns the range in "uniform(-1.2,-0.3)".
fn range(case: &Node<'_>, name: &str) -> Result<(f64, f64), String> {
    let words = drawn(case, name)?;
    let parse = || {
        let inside = words.split_once("uniform(")?.1.split_once(')')?.0;
        let (low, high) = inside.split_once(',')?;
        Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
    };
    parse().ok_or_else(|| case.fault(format!("{name} has no range")))
}

/// Draws the networks of the case layer by layer, the policy's first. Their sizes follow from the
/// digests of the gradients.
fn model(case: &Node<'_>, activation: Activation, lcg: &mut Lcg) -> Result<Model, String> {
    let grads = case.at("expected")?.at("grads")?;
    let mut sizes = BTreeMap::new();
    for (name, digest) in grads.entries()? {
        sizes.insert(name, digests::size(&digest)?);
    }
    let lcg = RefCell::new(lcg);
    let fan_in = RefCell::new(1);
    Model::new(activation, |name| {
        let Some(size) = sizes.get(name).copied() else {
            return Ok(None);
        };
        // A bias is drawn after its weight, with the weight's inputs as its bound.
        let is_weight = name.ends_with("weight");
        if is_weight {
            let outputs = sizes.get(name.replace("weight", "bias").as_str());
            let outputs = outputs.ok_or_else(|| format!("{name} has no bias"))?;
            *fan_in.borrow_mut() = size / outputs;
        }
        let inputs = *fan_in.borrow();
        let bound = 1.0 / (inputs as f64).sqrt();
        Ok(Some(Parameter {
            outputs: if is_weight { size / inputs } else { size },
            inputs: if is_weight { inputs } else { 1 },
            values: lcg.borrow_mut().uniform(size, (-bound, bound)),
        }))
    })
    .map_err(|what| case.fault(what))
}

/// Compares the sum of a column, with a tolerance that follows from the size of its numbers.
async fn sum(expected: &Node<'_>, key: &str, column: Tensor<1>) -> Result<(), String> {
    let values = numbers(column).await?;
    let wide = || values.iter().map(|value| f64::from(*value));
    let tolerance = sum_of(wide().map(f64::abs).sum());
    expected.at(key)?.close(&[wide().sum::<f64>()], tolerance)
}

type Built = (Model, Tensor<1>, Tensor<1>);

async fn vpg(case: &Node<'_>, expected: &Node<'_>, lcg: &mut Lcg) -> Result<Built, String> {
    let device = cpu();
    let model = model(case, Activation::Relu, lcg)?;
    let (num_envs, num_steps) = (
        case.at("num_envs")?.count()?,
        case.at("num_steps")?.count()?,
    );
    let samples = num_envs * num_steps;
    let limit = drawn(case, "dones")?
        .split_once('<')
        .and_then(|(_, limit)| limit.trim().parse().ok());
    let recorded = ByWorld {
        num_envs,
        num_steps,
        obs: lcg.uniform(samples * model.obs_size(), range(case, "obs")?),
        actions: lcg.bits(samples),
        dones: lcg.flags(
            samples,
            limit.ok_or_else(|| case.fault("dones have no probability"))?,
        ),
        rewards: vec![1.0; samples],
    };
    let batch = VpgBatch::new(&recorded, &device);
    let parameters = column(&model.parameters, &device).require_grad();
    let terms = batch.joy(&model, &parameters, VpgArgs::read(&case.at("args")?)?)?;
    for (key, actual) in [
        ("joy", &terms.joy),
        ("r_joy", &terms.r_joy),
        ("entropy", &terms.entropy),
    ] {
        expected.compare(key, actual.clone(), VALUES).await?;
    }
    sum(expected, "logprobs_sum", terms.log_prob).await?;
    sum(expected, "returns_sum", terms.returns).await?;
    Ok((model, parameters, terms.joy))
}

async fn ppo(case: &Node<'_>, expected: &Node<'_>, lcg: &mut Lcg) -> Result<Built, String> {
    let device = cpu();
    let model = model(case, Activation::Tanh, lcg)?;
    let samples: usize = drawn(case, "obs")?
        .split_once('(')
        .and_then(|(_, words)| words.split_once(',')?.0.trim().parse().ok())
        .ok_or_else(|| case.fault("obs have no size"))?;
    let obs_size = model.obs_size();
    let obs = lcg.uniform(samples * obs_size, range(case, "obs")?);
    let taken = lcg.bits(samples);
    let mut draw =
        |name| Ok::<_, String>(column(&lcg.uniform(samples, range(case, name)?), &device));
    let batch = PpoBatch {
        obs: matrix(&obs, obs_size, &device),
        actions: actions(&taken, &device),
        old_log_prob: draw("logprobs")?,
        advantages: draw("advantages")?,
        returns: draw("returns")?,
    };
    let args = PpoArgs::read(&case.at("args")?)?;
    let parameters = column(&model.parameters, &device).require_grad();
    let terms = batch.objective(&model, &parameters, args)?;
    let (approx_kl, _) = diagnostics::approx_kl(terms.log_prob, batch.old_log_prob);
    for (key, actual) in [
        ("objective", terms.objective.clone()),
        ("surrogate", terms.surrogate),
        ("value_loss", terms.value_loss),
        ("entropy_bonus", terms.entropy_bonus),
        ("approx_kl", approx_kl),
        (
            "clipfrac",
            diagnostics::clip_fraction(terms.ratio, args.clip_coef),
        ),
    ] {
        expected.compare(key, actual, VALUES).await?;
    }
    sum(expected, "values_sum", terms.values).await?;
    Ok((model, parameters, terms.objective))
}
