//! Running checks by their ids.

use async_stream::stream;
use burn::tensor::Device;
use futures::Stream;
use futures::future::LocalBoxFuture;
use policy_lab::device::yield_now;
use policy_lab::envs::EnvId;
use policy_lab::protocol::check_report::{CheckReport, CheckState, Evidence};
use web_time::Instant;

use super::outcome::{CheckError, CheckOutcome};
use super::{
    exact, formulas, foundations, gradients, homework, learning, notebook, objective, operations,
    phases, ppo, probes, rollouts, vpg, vpg_losses,
};

/// A check that runs.
type RunningCheck<'a> = LocalBoxFuture<'a, CheckOutcome>;

/// Starts the check with this id. Returns `None` if it is not on the list.
fn start<'a>(id: &str, device: &'a Device) -> Option<RunningCheck<'a>> {
    Some(match id {
        "device-round-trip" => Box::pin(foundations::device_round_trip(device)),
        "cartpole-gymnasium" => Box::pin(foundations::cartpole_is_gymnasiums()),
        "gradients" => Box::pin(gradients::gradients_are_slopes(device)),
        "adam" => Box::pin(foundations::adams_steps()),
        "device-networks" => Box::pin(operations::networks(device)),
        "device-optimiser" => Box::pin(operations::many_parameters(device)),
        "device-formulas" => Box::pin(formulas::formulas(device)),
        "device-rollouts" => Box::pin(rollouts::rollouts(device)),
        "device-learning" => Box::pin(phases::phases(device)),
        "exact-gradient" => Box::pin(exact::gradients(device)),
        "exact-values" => Box::pin(exact::values(device)),
        "world-resets" => Box::pin(foundations::worlds_begin_again()),
        "notebook-probabilities" => Box::pin(notebook::probabilities()),
        "notebook-session" => Box::pin(notebook::session()),
        "notebook-returns" => Box::pin(notebook::returns()),
        "notebook-train" => Box::pin(notebook::train_on_session(device)),
        "vpg-rollout" => Box::pin(vpg::rollout()),
        "vpg-gen-rollout" => Box::pin(vpg::gen_rollout()),
        "vpg-actions" => Box::pin(vpg::actions_of_policy()),
        "vpg-returns" => Box::pin(vpg::returns()),
        "vpg-logprobs" => Box::pin(vpg::logprobs_and_entropy()),
        "vpg-weights" => Box::pin(vpg_losses::importance_weights()),
        "vpg-normalize" => Box::pin(vpg_losses::normalize_returns()),
        "vpg-reinforce-loss" => Box::pin(vpg_losses::reinforce_loss()),
        "vpg-loss" => Box::pin(vpg_losses::whole_loss()),
        "homework-networks" => Box::pin(homework::networks()),
        "homework-reinforce-loss" => Box::pin(homework::reinforce_loss()),
        "homework-vpg-loss" => Box::pin(homework::vpg_loss()),
        "homework-ppo-loss" => Box::pin(homework::ppo_loss(device)),
        "ppo-networks" => Box::pin(ppo::networks()),
        "ppo-advantages" => Box::pin(ppo::advantages_of_gae()),
        "ppo-minibatches" => Box::pin(ppo::minibatches()),
        "ppo-agent" => Box::pin(ppo::agent()),
        "ppo-objective" => Box::pin(objective::objective()),
        "ppo-schedule" => Box::pin(objective::schedule()),
        "ratio-one" => Box::pin(gradients::ratio_one(device)),
        "dead-zone" => Box::pin(gradients::dead_zone(device)),
        "diagnostics" => Box::pin(objective::diagnostics_by_hand()),
        "probe-ppo-1" => Box::pin(probes::with_either_seed("ppo-probe", EnvId::Probe1, device)),
        "probe-ppo-2" => Box::pin(probes::with_either_seed("ppo-probe", EnvId::Probe2, device)),
        "probe-ppo-3" => Box::pin(probes::with_either_seed("ppo-probe", EnvId::Probe3, device)),
        "probe-ppo-4" => Box::pin(probes::with_either_seed("ppo-probe", EnvId::Probe4, device)),
        "probe-ppo-5" => Box::pin(probes::with_either_seed("ppo-probe", EnvId::Probe5, device)),
        "probe-ppo-1-continuous" => {
            let id = EnvId::Probe1Continuous;
            Box::pin(probes::with_either_seed("ppo-probe", id, device))
        }
        "probe-ppo-2-continuous" => {
            let id = EnvId::Probe2Continuous;
            Box::pin(probes::with_either_seed("ppo-probe", id, device))
        }
        "probe-ppo-3-continuous" => {
            let id = EnvId::Probe3Continuous;
            Box::pin(probes::with_either_seed("ppo-probe", id, device))
        }
        "probe-ppo-4-continuous" => {
            let id = EnvId::Probe4Continuous;
            Box::pin(probes::with_either_seed("ppo-probe", id, device))
        }
        "probe-ppo-5-continuous" => {
            let id = EnvId::Probe5Continuous;
            Box::pin(probes::with_either_seed("ppo-probe", id, device))
        }
        "probe-vpg-4" => Box::pin(probes::with_either_seed("vpg-probe", EnvId::Probe4, device)),
        "probe-vpg-5" => Box::pin(probes::with_either_seed("vpg-probe", EnvId::Probe5, device)),
        "learning-vpg" => Box::pin(learning::learns("vpg-quick", device)),
        "learning-ppo" => Box::pin(learning::learns("ppo-quick", device)),
        _ => return None,
    })
}

/// Runs one check on `device` and returns its report.
pub async fn run(id: &str, device: &Device) -> CheckReport {
    let begun = Instant::now();
    let outcome = match start(id, device) {
        Some(check) => check.await,
        None => Err(CheckError::Unknown(id.to_owned())),
    };
    let (evidence, error) = match outcome {
        Ok(evidence) => (evidence, None),
        Err(error) => (Evidence::default(), Some(error.to_string())),
    };
    CheckReport {
        id: id.to_owned(),
        state: if evidence.passes() {
            CheckState::Passed
        } else {
            CheckState::Failed
        },
        evidence,
        error,
        elapsed_secs: begun.elapsed().as_secs_f64(),
    }
}

/// Runs checks one after the other. Yields a report when a check starts and another when it ends.
/// Drop the stream to stop.
pub fn stream(ids: Vec<String>, device: Device) -> impl Stream<Item = CheckReport> {
    stream! {
        for id in ids {
            yield CheckReport {
                id: id.clone(),
                state: CheckState::Running,
                evidence: Evidence::default(),
                error: None,
                elapsed_secs: 0.0,
            };
            yield_now().await;
            yield run(&id, &device).await;
            yield_now().await;
        }
    }
}
