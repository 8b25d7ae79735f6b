//! Returns and advantages, in the layouts of the homework, the first notebook and the two days of
//! the course.

use burn::tensor::Device;
use policy_lab::rollout::{GaeParams, discounted_returns, generalised_advantages};

use super::section::{Node, Section, told};
use super::tensors::transpose;
use super::tolerance::{EXACT, RECURSIONS};

/// Returns the rows and columns of a list of steps.
fn rows_and_columns(node: &Node<'_>) -> Result<[usize; 2], String> {
    node.shape()[..]
        .try_into()
        .map_err(|_| node.fault("not rows and columns"))
}

/// Returns the value of the state after each step: the next step's, or `last`; 0 if the episode
/// ended.
fn next_values(values: &[f32], last: &[f32], ended: &[bool]) -> Vec<f32> {
    values[last.len().min(values.len())..]
        .iter()
        .chain(last)
        .zip(ended)
        .map(|(value, ended)| if *ended { 0.0 } else { *value })
        .collect()
}

pub async fn homework_returns(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let [_, num_envs] = rows_and_columns(&inputs.at("rewards")?)?;
        let rewards = inputs.at("rewards")?.floats()?;
        let ended: Vec<bool> = inputs
            .at("not_dones")?
            .flags()?
            .iter()
            .map(|goes_on| !goes_on)
            .collect();
        let gamma = inputs.at("gamma")?.number()?;
        let returns = discounted_returns(&rewards, &ended, num_envs, gamma).map_err(told)?;
        expected.at("returns")?.close(&returns, RECURSIONS)?;

        let values = inputs.at("values")?.floats()?;
        let lambda = inputs.at("lam")?.number()?;
        for (key, last) in [
            ("advantages_as_in_seed_last_value_zero", vec![0.0; num_envs]),
            (
                "advantages_bootstrapped_with_last_value",
                inputs.at("last_value")?.floats()?,
            ),
        ] {
            let next = next_values(&values, &last, &ended);
            let ours = generalised_advantages(
                &rewards,
                &values,
                &next,
                &ended,
                num_envs,
                GaeParams {
                    gamma,
                    gae_lambda: lambda,
                },
            )
            .map_err(told)?;
            expected.at(key)?.close(&ours, RECURSIONS)?;
        }
    }
    Ok(())
}

/// Checks one episode each, which is in double precision there.
pub async fn cumulative_rewards(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let rewards = inputs.at("rewards")?.floats()?;
        let ended = vec![false; rewards.len()];
        let gamma = inputs.at("gamma")?.number()?;
        let returns = discounted_returns(&rewards, &ended, 1, gamma).map_err(told)?;
        expected.at("returns")?.close(&returns, RECURSIONS)?;
        if let Some(length) = expected.find("length") {
            length.close(&[returns.len() as f64], EXACT)?;
        }
        if let Some(stated) = case.find("stated_in_seed") {
            stated.close(&returns, RECURSIONS)?;
        }
    }
    Ok(())
}

/// The course has a row per environment, the library one per step.
pub async fn vpg_returns(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let inputs = case.at("inputs")?;
        let [num_envs, num_steps] = rows_and_columns(&inputs.at("rewards")?)?;
        let returns = discounted_returns(
            &transpose(&inputs.at("rewards")?.floats()?, num_steps, 1),
            &transpose(&inputs.at("dones")?.flags()?, num_steps, 1),
            num_envs,
            inputs.at("gamma")?.number()?,
        )
        .map_err(told)?;
        let expected = case.at("expected")?.at("returns")?;
        expected.close(&transpose(&returns, num_envs, 1), RECURSIONS)?;
    }
    Ok(())
}

pub async fn gae(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let inputs = case.at("inputs")?;
        let rewards = inputs.at("rewards")?.floats()?;
        let values = inputs.at("values")?.floats()?;
        let next_value = inputs.at("next_value")?.floats()?;
        let num_envs = next_value.len();
        // In the course, flag t comes with observation t; ours belongs to the step that led to it.
        let ended: Vec<bool> = inputs
            .at("terminated")?
            .flags()?
            .into_iter()
            .skip(num_envs)
            .chain(inputs.at("next_terminated")?.flags()?)
            .collect();
        let next = next_values(&values, &next_value, &ended);
        for expected in case.at("expected")?.items()? {
            let discounts = GaeParams {
                gamma: expected.at("gamma")?.number()?,
                gae_lambda: expected.at("gae_lambda")?.number()?,
            };
            let ours =
                generalised_advantages(&rewards, &values, &next, &ended, num_envs, discounts)
                    .map_err(told)?;
            expected.at("advantages")?.close(&ours, RECURSIONS)?;
            let returns: Vec<f32> = ours.iter().zip(&values).map(|(a, v)| a + v).collect();
            expected.at("returns")?.close(&returns, RECURSIONS)?;
        }
    }
    Ok(())
}
