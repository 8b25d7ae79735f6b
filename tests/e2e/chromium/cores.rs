//! Several cores: a run that is shared by helpers computes what it computes alone, and loses
//! nothing with one of them.

use serde_json::json;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page};
use policy_lab_e2e::site::Fault;

/// A run of two seconds on one core whose rollouts and minibatches are large enough to be shared.
const SHARED: &str = "view=lab&device=cpu&preset=ppo-quick&num_envs=64&num_steps=128&num_minibatches=2\
    &update_epochs=2&hidden_sizes=16,16&total_timesteps=819200";

/// In the training worker: helpers count the shares that they are asked for, and die with the
/// fifth.
const MORTAL: &str = "const Mortal = class extends self.Worker {
        postMessage(...message) {
            this.asked = (this.asked ?? 0) + 1;
            if (this.asked < 6) return super.postMessage(...message);
            this.terminate();
            setTimeout(() => this.onerror?.(new ErrorEvent('error', { message: 'gone' })));
        }
    };
    self.Worker = Mortal;";

/// Opens a page of a machine with four cores on which so many have been chosen.
async fn open(page: &Page, cores: usize) {
    let source = format!(
        "Object.defineProperty(navigator, 'hardwareConcurrency', {{ get: () => 4 }});
        localStorage.setItem('policy-lab-cores', '{cores}');"
    );
    let cdp = page.driver.cdp();
    let machine = json!({ "source": source });
    cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", machine)
        .await
        .expect("a script before the page's own");
    page.open(SHARED).await;
}

/// Trains to the end. Returns the curves as CSV, and the names that the device had meanwhile.
async fn train(page: &Page) -> (String, Vec<String>) {
    let seen = "window.names = [];
        const name = document.querySelector('.device-name');
        const note = () => {
            if (name.textContent !== window.names.at(-1)) window.names.push(name.textContent);
        };
        new MutationObserver(note).observe(name, { childList: true, characterData: true, subtree: true });
        note();";
    page.part("device").await;
    page.script(seen, vec![]).await;
    page.press("Train").await;
    page.iteration_past(99, 120).await;
    page.until("the end of the run", 30, || async {
        page.offers("Train").await.then_some(())
    })
    .await;
    let names = page.script("return window.names", vec![]).await;
    let names = names.as_array().cloned().unwrap_or_default();
    let names = names.iter().filter_map(|name| name.as_str());
    let names = names.filter(|name| name.starts_with("CPU"));
    let names = names.map(str::to_owned).collect();
    page.unfold("compare-title").await;
    (page.saved("save-csv").await, names)
}

fn trained(fault: Fault, cores: usize) -> (String, Vec<String>) {
    let mut found = None;
    with_faulty_page(fault, Adapter::None, "", async |page| {
        open(page, cores).await;
        found = Some(train(page).await);
    });
    found.expect("a trained run")
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn any_number_of_cores_trains_the_same_curves() {
    let (alone, names) = trained(Fault::None, 1);
    assert!(alone.lines().count() > 100, "{alone}");
    assert_eq!(names, ["CPU · one core, SIMD"]);
    for cores in [2, 3] {
        let (shared, names) = trained(Fault::None, cores);
        let name = format!("CPU · {cores} of 4 cores, SIMD");
        assert!(names.contains(&name), "{names:?}");
        assert!(shared == alone, "{cores} cores train another curve");
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_run_loses_nothing_with_its_helpers() {
    let (alone, _) = trained(Fault::None, 1);
    let (left, names) = trained(Fault::Before(MORTAL), 3);
    assert!(
        names.contains(&"CPU · 3 of 4 cores, SIMD".to_owned()),
        "{names:?}"
    );
    assert_eq!(
        names.last().map(String::as_str),
        Some("CPU · one core, SIMD")
    );
    assert!(left == alone, "the helpers' death changes the curve");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_the_program_of_its_helpers_a_run_has_one_core() {
    let (_, names) = trained(Fault::NoReplicaScript, 3);
    assert_eq!(names, ["CPU · one core, SIMD"]);
}
