//! The page without a network, and with another build on the server than the one that it has kept.
//! Served from a folder of a server that can go away altogether, which a browser's own emulation
//! does not do to service workers.

use std::fs;

use serde_json::json;

use crate::TINY;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::host::{Build, Host};
use policy_lab_e2e::in_repository;
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader;
use policy_lab_e2e::site::FOLDER;

/// Waits until the panel under “Your work” says this, and returns all that it says.
async fn panel(page: &Page, words: &str) -> String {
    page.until(&format!("a panel that says {words:?}"), 90, || async {
        let said = page.text("offline-panel").await;
        said.contains(words).then_some(said)
    })
    .await
}

/// Opens the page with the network and waits until it is kept.
async fn keep(host: &Host, page: &Page) {
    host.open(page, "device=cpu&view=work").await;
    panel(page, "This page works without a network").await;
}

/// Returns the status with which the page's own request for a file is answered, and the text.
async fn fetched(page: &Page, address: &str) -> (i64, String) {
    let body = "const done = arguments[1];
        fetch(arguments[0]).then(async it => done([it.status, await it.text()])).catch(it => done([0, String(it)]))";
    let answer = page.driver.execute_async(body, vec![json!(address)]).await;
    let answer = answer.expect("an answer").json().clone();
    let text = answer[1].as_str().unwrap_or_default().to_owned();
    (answer[0].as_i64().unwrap_or_default(), text)
}

/// Returns true if the page on show is that of the other build.
async fn is_other(page: &Page) -> bool {
    let look = "return document.querySelector('meta[name=other-build]') !== null";
    page.script(look, vec![]).await == json!(true)
}

async fn version_of(page: &Page) -> String {
    let version = page.script("return document.documentElement.dataset.version", vec![]);
    version.await.as_str().expect("a version").to_owned()
}

async fn runs_python(page: &Page) {
    page.part("exercise-S0-E7").await;
    let (state, said) = reader::run_cell(page, 120).await;
    // The starter is not the solution: Python has run it and says so.
    assert_eq!(state, "failed", "{said}");
    assert!(said.contains("still to be written"), "{said}");
}

/// Runs a quick check, which loads what trains on a GPU, and waits until it has passed.
async fn passes_a_check(page: &Page) {
    let check = "check-homework-ppo-loss";
    page.part(check).await;
    let unfold = "document.querySelector(arguments[0]).open = true";
    let details = json!(format!("[data-testid={check}] details"));
    page.script(unfold, vec![details]).await;
    page.press("Run the check “PPO loss 0.9314”").await;
    page.until("a check that has passed", 60, || async {
        let state = page.part(check).await.attr("data-state").await;
        (state.ok()?.as_deref() == Some("passed")).then_some(())
    })
    .await;
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn what_runs_the_checks_is_kept_once_it_was_used() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("checked");
        let mut host = Host::serve(&build.0);
        keep(&host, page).await;
        host.open(page, "device=cpu&view=checks").await;
        passes_a_check(page).await;
        page.go("work").await;
        panel(page, "all but Python:").await;
        assert_eq!(host.sent("gpu_bg.wasm"), 1);
        host.stop();
        host.open(page, "device=cpu&view=checks").await;
        passes_a_check(page).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_second_visit_opens_reads_and_trains_without_a_network() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("second");
        let mut host = Host::serve(&build.0);
        keep(&host, page).await;
        let said = page.text("offline-panel").await;
        assert!(said.contains("all but Python"), "{said}");
        assert!(
            said.contains("keep") && said.contains("your work"),
            "{said}"
        );
        for file in ["host_bg.wasm", "host.js", "course-en.json"] {
            assert!(
                host.sent(file) <= 1,
                "{file} came {} times",
                host.sent(file)
            );
        }
        for file in ["python_bg.wasm", "gpu_bg.wasm", "gpu_loader.js"] {
            assert_eq!(host.sent(file), 0, "{file}");
        }
        host.stop();

        host.open(page, &format!("seed=11&algorithm=ppo&device=cpu&{TINY}"))
            .await;
        page.press("Train").await;
        page.iteration_past(9, 60).await;
        host.open(page, "device=cpu&lesson=baselines").await;
        page.part("lesson-nav").await;
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        page.part("exercise-S0-E7").await;
        let (state, said) = reader::run_cell(page, 60).await;
        assert_eq!(state, "ended", "{said}");
        assert!(said.contains("Check the connection"), "{said}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn python_is_kept_once_it_was_used() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("used");
        let mut host = Host::serve(&build.0);
        // Before the page is kept, and so without its service worker.
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        runs_python(page).await;
        page.go("work").await;
        panel(page, "all but what trains on a GPU").await;
        assert_eq!(host.sent("python_bg.wasm"), 1);
        assert_eq!(host.sent("gpu_bg.wasm"), 0);
        host.stop();
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        runs_python(page).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn all_of_it_is_kept_when_the_reader_asks() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("asked");
        let mut host = Host::serve(&build.0);
        keep(&host, page).await;
        assert_eq!(host.sent("gpu_bg.wasm"), 0);
        host.lose("python-library-more.txt");
        let ask = async || page.part("keep-all").await.click().await.expect("a click");
        ask().await;
        panel(page, "A file is missing on the server").await;
        assert!(page.text("offline-panel").await.contains("all but Python"));
        host.lose_nothing();
        ask().await;
        panel(page, "Python included").await;
        // What had come before the failure was not asked for again.
        assert_eq!(host.sent("python_bg.wasm"), 1);
        assert_eq!(host.sent("gpu_bg.wasm"), 1);
        host.stop();
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        runs_python(page).await;
        host.open(page, "device=cpu&view=checks").await;
        passes_a_check(page).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_new_build_waits_until_the_reader_asks_for_it() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let (old, new) = (Build::copy("old"), Build::other("new"));
        let host = Host::serve(&old.0);
        keep(&host, page).await;
        let old_version = version_of(page).await;
        host.publish(&new);

        // The old page goes on, with its own files, in two tabs.
        host.open(page, &format!("device=cpu&seed=11&algorithm=ppo&{TINY}"))
            .await;
        page.part("new-version").await;
        assert!(!is_other(page).await);
        assert_eq!(version_of(page).await, old_version);
        let loader = format!("host_loader.js?{old_version}");
        let (status, text) = fetched(page, &loader).await;
        assert_eq!(status, 200);
        assert!(!text.contains("The other build"), "another build's file");
        // Python is not kept, and the server has only that of the other build.
        let (status, text) = fetched(page, &format!("python_loader.js?{old_version}")).await;
        assert_eq!(status, 0, "another build's file: {text}");
        let first = page.driver.window().await.expect("a tab");
        let second = page.driver.new_tab().await.expect("another tab");
        page.driver
            .switch_to_window(second.clone())
            .await
            .expect("the other tab");
        host.open(page, "device=cpu&view=work").await;
        panel(page, "A new version of this page is ready").await;
        assert!(!is_other(page).await);

        page.driver
            .switch_to_window(first.clone())
            .await
            .expect("the first tab");
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        let said = page.text("new-version").await;
        assert!(
            said.contains("A new version of this page is ready"),
            "{said}"
        );
        page.press("Get the new version").await;
        page.until("the new build", 60, || async {
            is_other(page).await.then_some(())
        })
        .await;
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        let (status, text) = fetched(page, "host_loader.js?77").await;
        assert_eq!(status, 200);
        assert!(text.contains("The other build"), "{text}");

        // The tab of the old build is left alone, told about it, and gets no file of the new one.
        page.driver
            .switch_to_window(second)
            .await
            .expect("the other tab");
        assert!(!is_other(page).await);
        page.until("the notice", 30, || async {
            let said = page.text("new-version").await;
            said.contains("taken over in another tab").then_some(())
        })
        .await;
        let (status, text) = fetched(page, &loader).await;
        assert_eq!(status, 409, "{text}");
        assert!(text.contains("newer version"), "{text}");
        page.press("Reload").await;
        page.until("the new build", 60, || async {
            is_other(page).await.then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_build_that_lacks_a_file_is_not_kept_and_the_page_works() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("lacking");
        let host = Host::serve(&build.0);
        host.lose("course-provided.json");
        host.open(page, "device=cpu&view=work").await;
        panel(page, "A file is missing on the server").await;
        let look = "const done = arguments[0];
            navigator.serviceWorker.getRegistration().then(it => done(it?.active?.state ?? 'none'))";
        let active = page
            .driver
            .execute_async(look, vec![])
            .await
            .expect("an answer");
        assert_eq!(active.json(), &json!("none"));
        page.go("lab").await;
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        page.go("work").await;
        host.lose_nothing();
        page.part("keep-all").await.click().await.expect("a click");
        panel(page, "This page works without a network").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn files_of_another_build_are_not_kept() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        // As in the moment in which a server gets a new build: its list of files is still the old
        // one.
        let build = Build::copy("mixed");
        build.change("host_loader.js", |text| {
            format!("{text}\n// The other build.\n")
        });
        let host = Host::serve(&build.0);
        host.open(page, "device=cpu&view=work").await;
        panel(page, "belong to another version").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_page_in_development_takes_the_place_of_a_kept_one() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let (old, new) = (Build::copy("published"), Build::other("served"));
        let host = Host::serve(&old.0);
        keep(&host, page).await;
        // As scripts/workers does for scripts/serve, whose page does not say that it is complete.
        let gone = in_repository("offline/gone.js");
        fs::copy(gone, new.0.join("sw.js")).expect("a file");
        new.change("index.html", |text| {
            text.replace("data-offline=\"sw.js\"", "")
        });
        host.publish(&new);
        host.open(page, "device=cpu&view=work").await;
        page.until("the new page", 60, || async {
            is_other(page).await.then_some(())
        })
        .await;
        let panel = panel(page, "does not work without a network").await;
        assert!(panel.contains("build for development"), "{panel}");
        let look = "const done = arguments[0];
            Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(it => done(it.map(them => them.length)))";
        let left = page
            .driver
            .execute_async(look, vec![])
            .await
            .expect("an answer");
        assert_eq!(left.json(), &json!([0, 0]));
    });
}

/// Browsers offer to install a page whose manifest and icons they find in order.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_page_can_be_installed() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("installed");
        let host = Host::serve(&build.0);
        keep(&host, page).await;
        let cdp = page.driver.cdp();
        let manifest = cdp.send_raw("Page.getAppManifest", json!({})).await;
        let manifest = manifest.expect("a manifest");
        assert_eq!(manifest["errors"], json!([]));
        let url = manifest["url"].as_str().unwrap_or_default();
        assert!(url.contains(FOLDER), "{url}");
        let errors = cdp.send_raw("Page.getInstallabilityErrors", json!({}));
        let errors = errors.await.expect("what keeps it from being installed");
        assert_eq!(errors["installabilityErrors"], json!([]));
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_browser_is_asked_to_keep_the_work_once_there_is_some() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let count = "window.asked = 0;
            navigator.storage.persist = async () => { asked += 1; return true; };
            navigator.storage.persisted = async () => asked > 0;";
        let count = json!({ "source": count });
        let cdp = page.driver.cdp();
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", count)
            .await
            .expect("a script before the page's own");
        let asked = async || page.script("return window.asked", vec![]).await;
        page.open("device=cpu&view=work").await;
        panel(page, "may delete your work").await;
        page.open("device=cpu&exercise=S0-E7&view=write").await;
        page.part("exercise-S0-E7").await;
        assert_eq!(asked().await, 0, "a reader who has only looked");
        reader::paste_cell(page, "x = 1").await;
        page.until("a question to the browser", 30, || async {
            (asked().await == 1).then_some(())
        })
        .await;
        page.go("work").await;
        panel(page, "keeps your work until you delete it").await;
        // Once is enough.
        page.open("device=cpu&exercise=S0-E7&view=write").await;
        page.part("exercise-S0-E7").await;
        reader::paste_cell(page, "x = 2").await;
        page.pause(1_000).await;
        assert_eq!(asked().await, 0);
    });
}
