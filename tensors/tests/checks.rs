//! The page's own checks, on the CPU device.

use burn::tensor::Device;
use policy_lab::checks::list::CHECKS;
use policy_lab::envs::EnvId;
use policy_lab::protocol::check_report::{CheckState, Row};
use policy_lab_tensors::checks::{probe, run};

#[test]
fn every_check_passes() {
    let mut failed = Vec::new();
    for check in CHECKS {
        let report = pollster::block_on(run(check.id, &Device::flex()));
        println!("{:<26} {:>6.2} s", check.id, report.elapsed_secs);
        if report.state != CheckState::Passed {
            failed.push(report);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn checks_are_named_once_and_an_unknown_one_fails_with_its_name() {
    let mut ids: Vec<&str> = CHECKS.iter().map(|check| check.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), CHECKS.len());
    let report = pollster::block_on(run("no-such-check", &Device::flex()));
    assert_eq!(report.state, CheckState::Failed);
    assert!(
        report
            .error
            .is_some_and(|error| error.contains("no-such-check"))
    );
}

#[test]
fn every_environment_is_checked_on_the_device_and_every_probe_is_trained_in() {
    let report = pollster::block_on(run("device-rollouts", &Device::flex()));
    for id in EnvId::ALL.into_iter().filter(|id| !id.is_of_bodies()) {
        let of_env = format!("{id:?}: ");
        let is_compared = |row: &Row| row.what.starts_with(&of_env);
        assert!(
            report.evidence.rows.iter().any(is_compared),
            "device-rollouts leaves {id:?} out"
        );
        if id.probe().is_some() {
            // The check of `probe4-continuous` is `probe-ppo-4-continuous`.
            let check = format!("probe-ppo-{}", id.spec().key.trim_start_matches("probe"));
            assert!(
                CHECKS.iter().any(|listed| listed.id == check),
                "no check {check}"
            );
        }
    }
}

/// Checks that at least 9 of 10 seeds pass. `cargo test --test checks seeds -- --nocapture` prints
/// the failing seeds' messages.
fn passes_on_most_seeds(name: &str, passes: impl Fn(u32) -> Result<(), String>) {
    let failed: Vec<String> = (1..=10)
        .filter_map(|seed| passes(seed).err().map(|why| format!("seed {seed}: {why}")))
        .collect();
    println!("{name}: {} of 10 seeds pass {failed:?}", 10 - failed.len());
    assert!(failed.len() <= 1, "{name}: {failed:#?}");
}

fn verdict(outcome: policy_lab_tensors::checks::CheckOutcome) -> Result<(), String> {
    match outcome {
        Ok(evidence) if evidence.passes() => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn ppo_passes_its_probes_on_most_seeds() {
    for id in EnvId::ALL.into_iter().filter(|id| id.probe().is_some()) {
        passes_on_most_seeds(&format!("PPO, {id:?}"), |seed| {
            verdict(pollster::block_on(probe(
                "ppo-probe",
                id,
                seed,
                &Device::flex(),
            )))
        });
    }
}

#[test]
fn vpg_passes_its_probes_on_most_seeds() {
    for id in EnvId::ALL
        .into_iter()
        .filter(|id| id.probe().is_some() && id.num_actions() > 1)
    {
        passes_on_most_seeds(&format!("VPG, {id:?}"), |seed| {
            verdict(pollster::block_on(probe(
                "vpg-probe",
                id,
                seed,
                &Device::flex(),
            )))
        });
    }
}
