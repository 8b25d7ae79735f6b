//! The page's own checks, on the CPU device.

#![cfg(not(target_arch = "wasm32"))]

use burn::tensor::Device;
use policy_lab::checks::list::CHECKS;
use policy_lab::checks::{probe, run};
use policy_lab::protocol::check_report::CheckState;

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

/// Probes pass on at least 9 of 10 seeds. `cargo test --test checks seeds -- --nocapture` shows what a failing one shows.
fn passes_on_most_seeds(name: &str, passes: impl Fn(u32) -> Result<(), String>) {
    let failed: Vec<String> = (1..=10)
        .filter_map(|seed| passes(seed).err().map(|why| format!("seed {seed}: {why}")))
        .collect();
    println!("{name}: {} of 10 seeds pass {failed:?}", 10 - failed.len());
    assert!(failed.len() <= 1, "{name}: {failed:#?}");
}

fn verdict(outcome: policy_lab::checks::CheckOutcome) -> Result<(), String> {
    match outcome {
        Ok(evidence) if evidence.passes() => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn ppo_passes_its_probes_on_most_seeds() {
    for number in 1..=5 {
        passes_on_most_seeds(&format!("PPO, probe {number}"), |seed| {
            verdict(pollster::block_on(probe(
                "ppo-probe",
                number,
                seed,
                &Device::flex(),
            )))
        });
    }
}

#[test]
fn vpg_passes_its_probes_on_most_seeds() {
    for number in [4, 5] {
        passes_on_most_seeds(&format!("VPG, probe {number}"), |seed| {
            verdict(pollster::block_on(probe(
                "vpg-probe",
                number,
                seed,
                &Device::flex(),
            )))
        });
    }
}
