//! The device that runs: the page names it, and training works on it.

use crate::{ENDLESS, TINY};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Returns the device's badge, once it names one.
async fn device(page: &Page) -> String {
    page.until("a device in the badge", 120, || async {
        let text = page.text("device").await;
        (text.contains("CPU") || text.contains("WebGPU")).then_some(text)
    })
    .await
}

fn names_cpu_first(badge: &str) -> bool {
    match (badge.find("CPU"), badge.find("WebGPU")) {
        (Some(cpu), Some(webgpu)) => cpu < webgpu,
        (cpu, _) => cpu.is_some(),
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_an_adapter_the_cpu_trains_and_learns() {
    with_page(
        Adapter::None,
        "device=webgpu&preset=ppo-quick",
        async |page| {
            let badge = device(page).await;
            assert!(names_cpu_first(&badge), "the badge says {badge:?}");
            assert!(
                badge.to_lowercase().contains("webgpu"),
                "no reason in {badge:?}"
            );

            page.press("Train").await;
            page.iteration_past(0, 60).await;
            let early = page
                .until("a mean episode length", 60, || async {
                    page.number("episodic-length").await
                })
                .await;
            // A random policy keeps the pole up for about 22 steps.
            let wanted = early.max(22.0) * 4.0;
            page.until(
                &format!("a mean episode length above {wanted}"),
                300,
                || async {
                    page.number("episodic-length")
                        .await
                        .filter(|length| *length > wanted)
                },
            )
            .await;
            let status = page.status().await;
            assert!(
                status.contains("Iteration"),
                "the status region says {status:?}"
            );
            assert!(
                status.contains("mean episode length"),
                "the status region says {status:?}"
            );
            assert!(
                status.contains("steps/s"),
                "the status region says {status:?}"
            );
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn with_an_adapter_webgpu_trains() {
    let query = format!("device=webgpu&algorithm=ppo&{TINY}");
    with_page(Adapter::Software, &query, async |page| {
        let badge = device(page).await;
        assert!(
            badge.contains("WebGPU") && !names_cpu_first(&badge),
            "the badge says {badge:?}"
        );
        page.press("Train").await;
        // The first run compiles the GPU's programs, which takes seconds.
        page.until("a notice that programs are compiled", 60, || async {
            Some(page.status().await).filter(|status| status.contains("programs are compiled"))
        })
        .await;
        page.iteration_past(2, 300).await;
        let status = page.status().await;
        assert!(
            status.contains("WebGPU"),
            "the status region says {status:?}"
        );
        let badge = device(page).await;
        assert!(
            !names_cpu_first(&badge),
            "fell back while training: {badge:?}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_software_adapter_is_left_alone_unless_asked_for() {
    with_page(Adapter::Software, "device=auto", async |page| {
        let badge = device(page).await;
        assert!(names_cpu_first(&badge), "the badge says {badge:?}");
        assert!(
            badge.to_lowercase().contains("software"),
            "no reason in {badge:?}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn vpg_trains_too() {
    with_page(Adapter::None, "preset=vpg-quick&device=cpu", async |page| {
        page.press("Train").await;
        page.until("a mean episode length above 60", 300, || async {
            page.number("episodic-length")
                .await
                .filter(|length| *length > 60.0)
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_cpu_races_alone_without_a_gpu_until_a_run_begins() {
    with_page(Adapter::None, "device=cpu&view=lab", async |page| {
        device(page).await;
        page.unfold("race-title").await;
        page.press("Race").await;
        let said = page
            .until("why there is no GPU", 60, || async {
                Some(page.text("race-said").await).filter(|said| !said.is_empty())
            })
            .await;
        assert!(
            said.contains("WebGPU") && said.ends_with("the CPU races alone"),
            "{said}"
        );
        let devices = page.text("race-devices").await;
        assert!(devices.ends_with("No GPU here"), "{devices}");
        page.until("the speed of 64 environments", 60, || async {
            Some(page.text("race-64").await).filter(|said| said.contains("steps/s"))
        })
        .await;
        page.press("Train").await;
        page.iteration_past(0, 60).await;
        let said = page.text("race-said").await;
        assert!(said.contains("a run is under way"), "{said}");
        assert!(!page.offers("Race").await);
    });
}

/// The whole GPU process dies, as it does when a driver resets. The run is in slow motion, so that
/// the first iteration on the CPU is seen.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_gpu_lost_under_a_run_leads_to_the_cpu_with_a_reason_and_the_run_goes_on() {
    let query = format!("device=webgpu&algorithm=ppo&{ENDLESS}");
    with_page(Adapter::Software, &query, async |page| {
        page.press("Train").await;
        let done = page.iteration_past(3, 300).await;
        page.press("Slow motion").await;
        page.end_gpu_process().await;
        let badge = page
            .until("the CPU in the badge", 120, || async {
                Some(page.text("device").await).filter(|text| names_cpu_first(text))
            })
            .await;
        assert!(badge.contains("GPU was lost"), "no reason in {badge:?}");
        // Until the first iteration on the CPU, the status still reports the run that broke off.
        page.until("an iteration on the CPU", 120, || async {
            Some(page.status().await)
                .filter(|status| status.contains("Iteration") && status.contains("CPU"))
        })
        .await;
        let now = page.iteration().await;
        assert!(
            now >= done,
            "{done} iterations were done, and now {now} are"
        );
    });
}
