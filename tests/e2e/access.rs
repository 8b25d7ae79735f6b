//! What a reader with a screen reader, a keyboard or little sight meets: axe-core over every view, chapter and exercise.

use std::fs;
use std::path::Path;

use policy_lab_page::course::{CHAPTERS, EXERCISES};
use serde_json::json;

use crate::TINY;
use crate::browser::Adapter;
use crate::page::{Page, with_page};

/// The rules of WCAG 2.2, A and AA, and what axe-core takes for good practice.
const CHECK: &str = "
    const done = arguments[arguments.length - 1];
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const said = ({ id, impact, nodes }) => {
        const places = nodes.map(node => node.target.join(' '));
        return `${id} (${impact}), ${nodes.length} times: ${places.slice(0, 4).join(' | ')}`;
    };
    axe.run(document, { resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } })
        .then(found => done(found.violations.map(said)), error => done([String(error)]));";

/// Returns what axe-core finds on the page as it is now.
async fn findings(page: &Page) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/e2e/axe/node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(path).expect("axe-core: npm ci --prefix tests/e2e/axe");
    // It leaves itself behind as a global; the page's policy allows no script of another place.
    page.script(&format!("if (!window.axe) {{ {axe}; }}"), vec![])
        .await;
    let found = page.driver.execute_async(CHECK, vec![]).await;
    let found = found.expect("an answer of axe-core").json().clone();
    let found = found.as_array().cloned().unwrap_or_default();
    found.iter().map(ToString::to_string).collect()
}

/// Opens each address, and fails with all that axe-core finds on any of them.
async fn finds_nothing(page: &Page, queries: impl IntoIterator<Item = String>) {
    let mut all = Vec::new();
    for query in queries {
        page.open(&format!("device=cpu&{query}")).await;
        page.part("device").await;
        // Texts, editor and figures come a little later.
        page.until("all of it", 30, || async {
            let waits = "return [...document.querySelectorAll('.loading, .editor-waits')].some(it => it.checkVisibility())";
            (page.script(waits, vec![]).await == false).then_some(())
        })
        .await;
        page.pause(500).await;
        let found = findings(page).await;
        all.extend(
            found
                .into_iter()
                .map(|finding| format!("{query}: {finding}")),
        );
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// The addresses of all views.
fn views() -> Vec<String> {
    let views = [
        "start", "read", "scratch", "lab", "sweep", "clip", "checks", "map",
    ];
    let mut all: Vec<String> = views
        .iter()
        .map(|view| format!("view={view}&{TINY}"))
        .collect();
    all.push(format!("present=headline,carts&view=lab&{TINY}"));
    all
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn no_view_has_a_finding_in_light_or_dark_or_on_a_phone() {
    with_page(Adapter::None, "", async |page| {
        let cdp = page.driver.cdp();
        for scheme in ["light", "dark"] {
            let features =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            cdp.send_raw("Emulation.setEmulatedMedia", features)
                .await
                .expect("a scheme");
            finds_nothing(page, views()).await;
        }
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        cdp.send_raw("Emulation.setDeviceMetricsOverride", phone)
            .await
            .expect("a phone");
        finds_nothing(page, views()).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn no_chapter_has_a_finding() {
    with_page(Adapter::None, "", async |page| {
        let chapters = CHAPTERS
            .iter()
            .map(|chapter| format!("lesson={}", chapter.key));
        finds_nothing(page, chapters).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn no_exercise_has_a_finding() {
    with_page(Adapter::None, "", async |page| {
        let exercises = EXERCISES
            .iter()
            .map(|exercise| format!("exercise={}", exercise.id));
        finds_nothing(page, exercises).await;
    });
}
