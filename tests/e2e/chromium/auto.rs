//! `device=auto`: both devices are timed once, the faster one trains, and the page shows both
//! times.

use serde_json::json;

use crate::{ENDLESS, TINY};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, first_number, with_faulty_page};
use policy_lab_e2e::site::Fault;

/// Makes the adapter hide that it is software.
const PRETENDS: &str = "
    const say = (key, value) =>
        Object.defineProperty(GPUAdapterInfo.prototype, key, { get: () => value });
    say('description', 'Test GPU');
    say('vendor', '');
    say('architecture', '');
    say('isFallbackAdapter', false);";

/// Times that no machine has.
const FAKE_FIGURES: &str = "
    const all = JSON.parse(arguments[0]);
    for (const one of Object.values(all)) {
        one.cpu.steps_per_sec = 7;
        one.webgpu = { steps_per_sec: 9, is_bound: false };
    }
    localStorage.setItem('policy-lab-timings', JSON.stringify(all));";

/// Returns both times, the CPU's first.
async fn figures(page: &Page) -> (f64, f64) {
    let badge = page
        .until("two figures in the badge", 300, || async {
            Some(page.text("device").await).filter(|text| text.contains("steps/s"))
        })
        .await;
    let said = badge.split("settings:").nth(1).unwrap_or_default();
    let of = |kind: &str| said.split(kind).nth(1).and_then(first_number);
    of("CPU")
        .zip(of("WebGPU"))
        .unwrap_or_else(|| panic!("the badge says {badge:?}"))
}

async fn until_on_gpu(page: &Page) {
    page.until("the GPU in the badge", 120, || async {
        Some(page.text("device").await).filter(|text| text.starts_with("WebGPU"))
    })
    .await;
}

async fn timings_kept(page: &Page) -> Option<String> {
    let kept = page
        .script("return localStorage.getItem('policy-lab-timings')", vec![])
        .await;
    kept.as_str().map(str::to_owned)
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn both_devices_are_timed_once_and_the_faster_one_trains() {
    let query = format!("algorithm=ppo&{TINY}");
    with_faulty_page(
        Fault::Before(PRETENDS),
        Adapter::Software,
        &query,
        async |page| {
            until_on_gpu(page).await;
            assert!(page.text("device").await.contains("Test GPU"));
            page.press("Train").await;
            page.until("a notice that both are timed", 60, || async {
                Some(page.status().await).filter(|status| status.contains("Timing"))
            })
            .await;
            let (cpu, webgpu) = figures(page).await;
            assert!(cpu > 0.0 && webgpu > 0.0, "{cpu} {webgpu}");
            let faster = if webgpu > cpu { "WebGPU" } else { "CPU" };
            let badge = page.text("device").await;
            assert!(badge.starts_with(faster), "the badge says {badge:?}");
            page.iteration_past(1, 120).await;
            assert!(page.status().await.contains(faster));

            // The next visit remembers them, and does not measure again.
            let kept = timings_kept(page).await.expect("the figures are kept");
            page.script(FAKE_FIGURES, vec![json!(kept)]).await;
            page.open(&query).await;
            until_on_gpu(page).await;
            page.press("Train").await;
            assert_eq!(figures(page).await, (7.0, 9.0));
            page.iteration_past(0, 300).await;
            let badge = page.text("device").await;
            assert!(badge.starts_with("WebGPU"), "the badge says {badge:?}");
        },
    );
}

/// What trains on the GPU is some ten times as large as what trains on the CPU.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_run_does_not_wait_for_what_trains_on_the_gpu_and_the_next_one_has_it() {
    let query = format!("algorithm=ppo&{ENDLESS}");
    with_faulty_page(
        Fault::Before(PRETENDS),
        Adapter::Software,
        &query,
        async |page| {
            page.press("Train").await;
            page.iteration_past(1, 60).await;
            let badge = page.text("device").await;
            assert!(
                badge.starts_with("CPU") && badge.contains("still on its way"),
                "{badge}"
            );
            page.press("Stop").await;
            until_on_gpu(page).await;
        },
    );
}
