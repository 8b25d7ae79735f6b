//! The checks and fixtures on this machine's GPU through Vulkan: `cargo test --features gpu --test native_gpu`.

#![cfg(all(feature = "gpu", not(target_arch = "wasm32")))]

use policy_lab::checks::list::{CHECKS, CheckInfo};
use policy_lab::checks::run;
use policy_lab::device::{DeviceChoice, DeviceKind, open};
use policy_lab::protocol::check_report::CheckState;

/// Kernels against the same sums on the host.
#[test]
fn operations_agree() {
    pass(|check| check.id.starts_with("device-"));
}

#[test]
fn every_fast_check_passes() {
    pass(|check| !check.is_slow);
}

fn pass(wanted: impl Fn(&CheckInfo) -> bool) {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    assert_eq!(
        opened.report.kind,
        DeviceKind::Webgpu,
        "{:?}",
        opened.report
    );
    println!("{:?}", opened.report);
    let mut failed = Vec::new();
    for check in CHECKS.iter().filter(|check| wanted(check)) {
        let report = pollster::block_on(run(check.id, &opened.device));
        println!(
            "{:<26} {:>6.2} s {:?}",
            check.id, report.elapsed_secs, report.state
        );
        if report.state != CheckState::Passed {
            failed.push(report);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
