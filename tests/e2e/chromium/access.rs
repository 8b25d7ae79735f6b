//! What a reader with a screen reader, a keyboard or little sight meets: axe-core over every view, chapter and exercise with the tables of
//! their pictures unfolded, the way of the focus through every view, a page at twice its size, and one that may not move.

use std::fs;

use policy_lab_page::course::{CHAPTERS, EXERCISES};
use serde_json::json;
use thirtyfour::Key;

use crate::TINY;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::in_repository;
use policy_lab_e2e::page::{Page, with_page};

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

/// Returns what is wrong with the element that has the focus: out of sight or covered, without a frame that shows it, or before the one
/// that had it last. Returns null at the end of the page, where the browser's own parts follow.
const FOCUS: &str = "
    const it = document.activeElement;
    if (!it || it === document.body) return null;
    const last = window.lastFocus;
    window.lastFocus = it;
    const name = (it.ariaLabel ?? it.textContent.trim().slice(0, 40)) || it.id || it.className || it.tagName;
    const wrong = [];
    if (last?.isConnected && last !== it && !(last.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING)) {
        wrong.push(`comes after ${last.textContent.trim().slice(0, 40) || last.id}, which stands behind it`);
    }
    // A radio button whose label is drawn in its place; a text whose frame is that of the box around it.
    const editor = it.closest('.cm-editor');
    const shown = it.labels?.length && it.getBoundingClientRect().width < 4 ? it.labels[0] : editor ?? it;
    const around = [shown];
    while (around.length < 4) around.push(around.at(-1).parentElement ?? document.body);
    const isFramed = at => {
        const style = getComputedStyle(at);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    };
    // The line between two panes grows thicker.
    const line = getComputedStyle(shown, '::before');
    const isLine = line.content !== 'none' && parseFloat(line.width) >= 3;
    if (!around.some(isFramed) && !isLine) wrong.push('has no frame');
    const box = shown.getBoundingClientRect();
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    const seen = box.right > 0 && box.bottom > 0 && box.left < width && box.top < height && box.width > 0;
    if (!seen) {
        wrong.push('is out of sight');
    } else {
        const [x, y] = [Math.max(box.left, 0) + 2, Math.max(box.top, 0) + 2];
        const above = document.elementFromPoint(Math.min(x, width - 1), Math.min(y, height - 1));
        const near = document.elementFromPoint(
            Math.min(width - 1, (Math.max(box.left, 0) + Math.min(box.right, width)) / 2),
            Math.min(height - 1, (Math.max(box.top, 0) + Math.min(box.bottom, height)) / 2));
        const own = at => at && (shown.contains(at) || at.contains(shown) || it.labels && [...it.labels].some(label => label.contains(at)));
        if (!own(above) && !own(near)) wrong.push(`is covered by ${near?.className || near?.tagName}`);
    }
    return [name, wrong.join(', ')];";

/// Unfolds the tables of all pictures, and returns the pictures of numbers that have none. Films of carts have words alone.
const UNFOLD: &str = "
    const main = document.querySelector('main') ?? document.body;
    for (const it of main.querySelectorAll('details.values')) it.open = true;
    const pictures = [...main.querySelectorAll('canvas[role=img], svg[role=img]')];
    const isFilm = it => it.closest('[data-testid=cart-grid], .play, .shown-pose');
    const around = it => it.closest('figure.figure, .clip-figure, .sweep-curves, .sweep-setting') ?? main;
    return pictures
        .filter(it => it.checkVisibility() && !isFilm(it) && !around(it).querySelector('table, details.values'))
        .map(it => `a picture without a table: ${it.ariaLabel}`);";

/// Returns what axe-core finds on the page as it is now.
async fn findings(page: &Page) -> Vec<String> {
    let path = in_repository("tests/e2e/axe/node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(path).expect("axe-core: npm ci --prefix tests/e2e/axe");
    // It leaves itself behind as a global; the page's policy allows no script of another place.
    page.script(&format!("if (!window.axe) {{ {axe}; }}"), vec![])
        .await;
    let found = page.driver.execute_async(CHECK, vec![]).await;
    let found = found.expect("an answer of axe-core").json().clone();
    let found = found.as_array().cloned().unwrap_or_default();
    found.iter().map(ToString::to_string).collect()
}

/// Opens an address, and waits until all of it is there: texts, editor and figures come a little later.
async fn open_whole(page: &Page, query: &str) {
    page.open(&format!("device=cpu&{query}")).await;
    page.part("device").await;
    page.until("all of it", 30, || async {
        let waits = "return [...document.querySelectorAll('.loading, .editor-waits')].some(it => it.checkVisibility())";
        (page.script(waits, vec![]).await == false).then_some(())
    })
    .await;
    page.at_rest().await;
}

/// Opens each address, and fails with all that axe-core finds on any of them.
async fn finds_nothing(page: &Page, queries: impl IntoIterator<Item = String>) {
    let mut all = Vec::new();
    for query in queries {
        open_whole(page, &query).await;
        let untold = page.script(UNFOLD, vec![]).await;
        let untold = untold.as_array().cloned().unwrap_or_default();
        page.pause(100).await;
        let found = findings(page).await.into_iter();
        let found = found.chain(untold.iter().map(ToString::to_string));
        all.extend(found.map(|finding| format!("{query}: {finding}")));
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

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_focus_is_seen_and_goes_through_every_view_in_its_order() {
    with_page(Adapter::None, "", async |page| {
        let mut wrong = Vec::new();
        for query in views() {
            open_whole(page, &query).await;
            let mut stops = 0;
            loop {
                let keys = page.driver.action_chain().send_keys(Key::Tab + "");
                keys.perform().await.expect("Tab");
                let mut found = page.script(FOCUS, vec![]).await;
                if found[1].as_str().is_some_and(|wrong| !wrong.is_empty()) {
                    // The editor hears of its focus a moment later.
                    page.pause(500).await;
                    found = page.script(FOCUS, vec![]).await;
                }
                let Some(found) = found.as_array() else { break };
                if found[1] != json!("") {
                    wrong.push(format!("{query}, stop {stops}: {} {}", found[0], found[1]));
                }
                stops += 1;
                // Behind it the cell indents with Tab, as its hint says.
                let holder = "return document.activeElement.classList.contains('cm-content')";
                if page.script(holder, vec![]).await == json!(true) {
                    break;
                }
                assert!(stops < 400, "{query}: the focus never comes to an end");
            }
            println!("{query}: {stops} stops");
            assert!(stops > 4, "{query}: only {stops} stops");
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_page_at_twice_its_size_fits_and_has_no_finding() {
    with_page(Adapter::None, "", async |page| {
        // A window of 1280 by 800 pixels.
        let zoomed =
            json!({ "width": 640, "height": 400, "deviceScaleFactor": 2, "mobile": false });
        let cdp = page.driver.cdp();
        cdp.send_raw("Emulation.setDeviceMetricsOverride", zoomed)
            .await
            .expect("a size");
        finds_nothing(page, views()).await;
        let mut all = views();
        all.extend(["exercise=S0-E3".to_owned(), "lesson=ppo".to_owned()]);
        for query in all {
            open_whole(page, &query).await;
            let size = "const [root, view] = [document.documentElement, document.querySelector('.view')];
                const shown = view?.getBoundingClientRect();
                return [root.scrollWidth - root.clientWidth,
                    shown?.height ? (Math.min(shown.bottom, innerHeight) - Math.max(shown.top, 0)) / innerHeight : 1]";
            let size = page.script(size, vec![]).await;
            assert_eq!(size[0], json!(0), "{query} is too wide");
            let part = size[1].as_f64().expect("a part");
            assert!(part > 0.5, "{query} has {part:.2} of the window");
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn nothing_moves_by_itself_for_a_reader_who_asks_for_that() {
    with_page(Adapter::None, "", async |page| {
        let still =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        let cdp = page.driver.cdp();
        cdp.send_raw("Emulation.setEmulatedMedia", still)
            .await
            .expect("no motion");
        let mut all = views();
        all.extend(
            CHAPTERS
                .iter()
                .map(|chapter| format!("lesson={}", chapter.key)),
        );
        // What a picture consists of: a canvas as its pixels, an SVG as its text.
        let pictures = "return [...document.querySelectorAll('canvas, svg')].map(it =>
            it instanceof HTMLCanvasElement ? (it.width && it.height ? it.toDataURL() : '') : it.outerHTML)";
        let moving = "return document.getAnimations()
            .filter(it => it.effect.getComputedTiming().activeDuration > 0 && it.playState === 'running').length";
        for query in all {
            open_whole(page, &query).await;
            // Pictures of what arrives late are drawn once more.
            page.until(&format!("{query} that stands still"), 5, || async {
                let before = page.script(pictures, vec![]).await;
                page.pause(700).await;
                (before == page.script(pictures, vec![]).await).then_some(())
            })
            .await;
            assert_eq!(page.script(moving, vec![]).await, json!(0), "{query}");
        }
    });
}
