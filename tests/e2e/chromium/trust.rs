//! A GPU that computes one operation wrongly, or has only WebGPU's guaranteed limits: the page
//! notices, says so, and trains on.

use crate::TINY;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page, with_page};
use policy_lab_e2e::site::Fault;

/// Makes random numbers differ from the host's, by changing a constant of Threefry that only the
/// kernel of rollouts contains.
const WRONG_ROLLOUT: &str = "
    const make = GPUDevice.prototype.createShaderModule;
    GPUDevice.prototype.createShaderModule = function (module) {
        const code = module.code.replaceAll('466688986', '466688987');
        return make.call(this, { ...module, code });
    };";

/// Makes the gradient of a learning phase, and only that, an invalid program.
const REFUSED_LEARNING: &str = "
    const make = GPUDevice.prototype.createShaderModule;
    GPUDevice.prototype.createShaderModule = function (module) {
        const code = /gradient/.test(module.label) ? 'no program' : module.code;
        return make.call(this, { ...module, code });
    };";

/// Gives every request for a device WebGPU's default limits, whatever the adapter supports.
const DEFAULT_LIMITS: &str = "
    const open = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = function (wishes) {
        return open.call(this, { ...wishes, requiredLimits: {} });
    };";

/// Asks for WebGPU, trains on `device` and waits until the badge says `sentence`.
async fn trains_on(device: &str, page: &Page, sentence: &str) {
    page.press("Train").await;
    page.iteration_past(2, 300).await;
    let badge = page.text("device").await;
    assert!(badge.contains(sentence), "the badge says {badge:?}");
    assert!(badge.starts_with(device), "the badge says {badge:?}");
    let status = page.status().await;
    assert!(status.contains(device), "the status says {status:?}");
    assert_eq!(page.text("failure").await, "");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_rollout_that_comes_out_wrong_is_made_on_the_cpu() {
    let query = format!("device=webgpu&algorithm=ppo&{TINY}");
    let fault = Fault::Before(WRONG_ROLLOUT);
    with_faulty_page(fault, Adapter::Software, &query, async |page| {
        let sentence = "Its rollouts failed a test, so the CPU makes them";
        trains_on("WebGPU", page, sentence).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_gpu_that_refuses_to_learn_leaves_the_training_to_the_cpu() {
    let query = format!("device=webgpu&algorithm=ppo&{TINY}");
    let fault = Fault::Before(REFUSED_LEARNING);
    with_faulty_page(fault, Adapter::Software, &query, async |page| {
        let sentence = "WebGPU’s learning failed a test, so the CPU trains";
        trains_on("CPU", page, sentence).await;
    });
}

/// Returns less the critic's values, standardised: every setting has kernels, and nothing is held
/// against an adapter without faults.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_healthy_gpu_is_not_accused_whatever_the_advantage() {
    let query = format!("device=webgpu&preset=ppo-quick&advantage=value&{TINY}");
    with_page(Adapter::Software, &query, async |page| {
        trains_on("WebGPU", page, "You asked for WebGPU").await;
        let badge = page.text("device").await;
        assert!(!badge.contains("failed a test"), "the badge says {badge:?}");
    });
}

/// 512 environments of 500 steps, the most in the course.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_largest_preset_keeps_to_the_default_limits() {
    let query = "device=webgpu&preset=vpg-args-fast";
    let fault = Fault::Before(DEFAULT_LIMITS);
    with_faulty_page(fault, Adapter::Software, query, async |page| {
        page.press("Train").await;
        page.iteration_past(0, 300).await;
        let badge = page.text("device").await;
        assert!(badge.starts_with("WebGPU"), "the badge says {badge:?}");
        assert!(!badge.contains("failed a test"), "the badge says {badge:?}");
        assert_eq!(page.text("failure").await, "");
    });
}
