//! What a reader with a screen reader, a keyboard or little sight meets: axe-core over every view,
//! chapter and exercise with the tables of their pictures unfolded, pages that may not move, the
//! way of the focus through every view, and a page at twice its size.

use std::fs;

use policy_lab_page::course::{CHAPTERS, EXERCISES};
use serde_json::{Value, json};
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

/// Returns what is wrong with the element that has the focus: out of sight or covered, without a
/// frame that shows it, or before the one that had it last. Returns null at the end of the page,
/// where the browser's own parts follow.
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
    // A radio button whose label is drawn in its place; a text whose frame is that of the box
    // around it.
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

/// Unfolds the tables of all pictures, and returns the pictures of numbers that have none. Films of
/// carts have words alone.
const UNFOLD: &str = "
    const main = document.querySelector('main') ?? document.body;
    for (const it of main.querySelectorAll('details.values')) it.open = true;
    const pictures = [...main.querySelectorAll('canvas[role=img], svg[role=img]')];
    const isFilm = it => it.closest('[data-testid=cart-grid], .play, .shown-pose');
    const around = it => it.closest('figure.figure, .clip-figure, .sweep-curves, .sweep-setting') ?? main;
    return pictures
        .filter(it => it.checkVisibility() && !isFilm(it) && !around(it).querySelector('table, details.values'))
        .map(it => `a picture without a table: ${it.ariaLabel}`);";

/// Returns what moves when it is opened and has a picture in it: a canvas that moves is blurred.
const MOVING: &str = "
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
    const moving = rules.filter(it => it.style?.animationName && it.selectorText && !it.selectorText.includes('::'));
    if (!moving.length) return ['nothing moves, or this test does not see it'];
    return moving
        .flatMap(it => [...document.querySelectorAll(it.selectorText)])
        .filter(it => it.matches('canvas') || it.querySelector('canvas'))
        .map(it => `moves a picture: ${it.className || it.localName}`);";

/// Returns the formulas and tables that are wider than the text around them, and an editor of fewer
/// than twelve lines. What has to be scrolled is cut too.
const CUT: &str = "
    for (const it of document.querySelectorAll('main details.aside')) it.open = true;
    return new Promise(done => setTimeout(() => {
        const wide = [...document.querySelectorAll('.prose :is(math, table, p:has(math))')].filter(it => {
            if (!it.checkVisibility()) return false;
            const column = it.closest('.prose').getBoundingClientRect();
            const box = it.getBoundingClientRect();
            return it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0 || box.right > column.right + 1;
        }).map(it => `cut: ${it.localName} ${it.textContent.trim().slice(0, 60)}`);
        const scroller = [...document.querySelectorAll('.editor .cm-scroller')].find(it => it.checkVisibility());
        const line = scroller ? parseFloat(getComputedStyle(scroller).lineHeight) : 1;
        const lines = scroller ? scroller.clientHeight / line : 12;
        done(lines < 12 ? [...wide, `${lines} lines of code`] : wide);
    }, 900));";

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

/// Opens an address, and waits until all of it is there: texts, editor and figures come a little
/// later.
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

/// What a reader's system asks for, and the size of the window.
#[derive(Clone, Copy, Debug)]
enum Screen {
    /// Light, for a reader who asks that nothing moves by itself.
    Still,
    Dark,
    Phone,
    /// A window of 1280 by 800 pixels at twice its size.
    Zoomed,
}

impl Screen {
    /// Shows the open page so. What an earlier screen has set, and this one leaves open, stays.
    async fn show(self, page: &Page) {
        match self {
            Self::Still => {
                set(page, "Emulation.clearDeviceMetricsOverride", json!({})).await;
                ask(page, "prefers-reduced-motion", "reduce").await;
            }
            Self::Dark => ask(page, "prefers-color-scheme", "dark").await,
            Self::Phone => resize(page, (390, 844), 1, true).await,
            Self::Zoomed => resize(page, (640, 400), 2, false).await,
        }
    }
}

async fn set(page: &Page, command: &str, settings: Value) {
    let answer = page.driver.cdp().send_raw(command, settings).await;
    answer.unwrap_or_else(|error| panic!("{command}: {error}"));
}

/// Asks the page for one feature of a reader's system, and for no other.
async fn ask(page: &Page, feature: &str, value: &str) {
    let features = json!({ "features": [{ "name": feature, "value": value }] });
    set(page, "Emulation.setEmulatedMedia", features).await;
}

async fn resize(page: &Page, (width, height): (u32, u32), scale: u32, is_mobile: bool) {
    let size = json!({
        "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_mobile
    });
    set(page, "Emulation.setDeviceMetricsOverride", size).await;
}

/// Returns a sentence if a picture changes by itself or an animation runs.
async fn what_moves(page: &Page) -> Option<String> {
    // What a picture consists of: a canvas as its pixels, an SVG as its text.
    let pictures = "return [...document.querySelectorAll('canvas, svg')].map(it =>
        it instanceof HTMLCanvasElement ? (it.width && it.height ? it.toDataURL() : '') : it.outerHTML)";
    let running = "return document.getAnimations()
        .filter(it => it.effect.getComputedTiming().activeDuration > 0 && it.playState === 'running').length";
    // Pictures of what arrives late are drawn once more.
    for _ in 0..7 {
        let before = page.script(pictures, vec![]).await;
        page.pause(700).await;
        if before == page.script(pictures, vec![]).await {
            let count = page.script(running, vec![]).await;
            return (count != json!(0)).then(|| format!("{count} animations run"));
        }
    }
    Some("a picture does not come to rest".to_owned())
}

/// Opens each address, and fails with all that is wrong there on any of these screens: what
/// axe-core finds, pictures that move or have no table, and, for a reader who asks that nothing
/// moves, what does and what is cut. A page is opened once: that takes longer than to look at it.
async fn finds_nothing(page: &Page, screens: &[Screen], queries: impl IntoIterator<Item = String>) {
    let mut all = Vec::new();
    for query in queries {
        screens[0].show(page).await;
        open_whole(page, &query).await;
        for look in [UNFOLD, MOVING] {
            let found = page.script(look, vec![]).await;
            let found = found.as_array().cloned().unwrap_or_default();
            all.extend(found.iter().map(|it| format!("{query}: {it}")));
        }
        for screen in screens {
            screen.show(page).await;
            page.at_rest().await;
            let mut found = findings(page).await;
            if matches!(screen, Screen::Still) {
                found.extend(what_moves(page).await);
                resize(page, (1280, 720), 1, false).await;
                let cut = page.script(CUT, vec![]).await;
                let cut = cut.as_array().into_iter().flatten();
                found.extend(cut.map(ToString::to_string));
            }
            all.extend(found.iter().map(|it| format!("{query}, {screen:?}: {it}")));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// The addresses of all views.
fn views() -> Vec<String> {
    let views = [
        "start", "read", "scratch", "lab", "sweep", "clip", "world", "checks", "map", "work",
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
fn no_view_has_a_finding_or_moves_by_itself() {
    with_page(Adapter::None, "", async |page| {
        finds_nothing(page, &[Screen::Still, Screen::Dark, Screen::Phone], views()).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn no_chapter_has_a_finding_or_moves_by_itself() {
    with_page(Adapter::None, "", async |page| {
        let chapters = CHAPTERS
            .iter()
            .map(|chapter| format!("lesson={}", chapter.key));
        finds_nothing(page, &[Screen::Still], chapters).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn no_exercise_has_a_finding() {
    with_page(Adapter::None, "", async |page| {
        let exercises = EXERCISES
            .iter()
            .map(|exercise| format!("exercise={}", exercise.id));
        finds_nothing(page, &[Screen::Still], exercises).await;
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
        finds_nothing(page, &[Screen::Zoomed], views()).await;
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
