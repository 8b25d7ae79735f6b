//! The views: links that lead into them, the keyboard alone, windows in which nothing has to be
//! scrolled, and a run that goes on from one to the next.

use serde_json::json;
use thirtyfour::{By, Key};

use crate::ENDLESS;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Returns what of the elements of these selectors is not wholly in the window.
const OUT_OF_SIGHT: &str = "
    return arguments[0].filter(css => {
        const it = document.querySelector(css);
        if (!it?.checkVisibility()) return true;
        const { top, left, bottom, right } = it.getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1 || bottom - top < 8;
    });";

/// Returns how far the page and its view can be scrolled, and whether it is too wide.
const SCROLLS: &str = "
    const view = document.querySelector('.view');
    const root = document.documentElement;
    return [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth, view.scrollHeight - view.clientHeight];";

/// Returns the number of lines of code that the editor shows, and the distance of the button that
/// runs them from the top of the window.
const EDITOR: &str = "
    const scroller = document.querySelector('.editor .cm-scroller');
    const run = document.querySelector('[data-testid=run-cell]');
    const line = parseFloat(getComputedStyle(scroller).lineHeight);
    return [scroller.clientHeight / line, run.getBoundingClientRect().top];";

/// Returns the number of places at the foot, whether they end there, and whether a thumb finds
/// each.
const TABS: &str = "
    const tabs = [...document.querySelectorAll('.places a')].map(it => it.getBoundingClientRect());
    return [tabs.length, tabs.every(it => Math.abs(it.bottom - innerHeight) <= 1),
        tabs.every(it => it.height >= 44 && it.width >= 0.22 * innerWidth)];";

pub async fn resize(page: &Page, width: u32, height: u32) {
    let metrics =
        json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    let cdp = page.driver.cdp();
    let resized = cdp.send_raw("Emulation.setDeviceMetricsOverride", metrics);
    resized.await.expect("a size");
}

/// Waits until all of these are in the window.
async fn in_sight(page: &Page, selectors: &[&str]) {
    page.until(&format!("{selectors:?} in the window"), 60, || async {
        let hidden = page.script(OUT_OF_SIGHT, vec![json!(selectors)]).await;
        hidden.as_array()?.is_empty().then_some(())
    })
    .await;
}

async fn press_key(page: &Page, key: impl Into<thirtyfour::TypingData>) {
    let holder = page.driver.active_element().await.expect("a focus");
    holder.send_keys(key).await.expect("a key");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn what_one_does_and_what_it_does_are_in_one_laptop_window() {
    let views: [(&str, &[&str]); 4] = [
        (
            "view=start",
            &[
                "#train-button",
                "[data-testid=cart-grid]",
                "[data-testid=chart-episodic_length] canvas",
                "[data-testid=story]",
                "[aria-label='Ways on'] a",
            ],
        ),
        (
            "exercise=S4-E4",
            &[
                "#cells-title",
                "[data-testid=code-cell]",
                "[data-testid=run-cell]",
                "[data-testid=train-mine]",
                "[data-testid=more-actions] summary",
            ],
        ),
        (
            "view=lab",
            &[
                "#train-button",
                "#preset",
                "#learning_rate",
                "#ent_coef",
                "[role=status]",
                "[data-testid=cart-grid]",
                "[data-testid=chart-episodic_length] canvas",
            ],
        ),
        (
            "view=clip",
            &[
                "#clip-rollout",
                "#clip-canvas",
                "#clip-range-slider",
                "[data-testid=case-0]",
            ],
        ),
    ];
    with_page(Adapter::None, "device=cpu", async |page| {
        for (width, height) in [(1440, 900), (1280, 720)] {
            resize(page, width, height).await;
            for (query, parts) in views {
                page.open(&format!("device=cpu&{query}")).await;
                in_sight(page, parts).await;
                let scrolls = page.script(SCROLLS, vec![]).await;
                let scrolls: Vec<i64> = scrolls
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(serde_json::Value::as_i64)
                    .collect();
                assert_eq!(scrolls.len(), 3);
                assert!(
                    scrolls.iter().all(|it| *it <= 0),
                    "{query} at {width}x{height} can be scrolled by {scrolls:?}"
                );
            }
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_curve_beside_a_chapter_is_whole_on_a_laptop() {
    with_page(Adapter::None, "device=cpu", async |page| {
        resize(page, 1280, 720).await;
        for lesson in ["warm-up", "reinforce", "ppo"] {
            page.open(&format!("device=cpu&lesson={lesson}")).await;
            let parts = ["[data-testid=cart-grid]", ".lesson-margin .chart"];
            in_sight(page, &parts).await;
            let cut = "const [margin, chart] = ['.lesson-margin', '.lesson-margin .chart']
                    .map(css => document.querySelector(css).getBoundingClientRect());
                return Math.ceil(chart.bottom - margin.bottom)";
            let cut = page.script(cut, vec![]).await;
            let is_whole = cut.as_f64().is_some_and(|cut| cut <= 1.0);
            assert!(is_whole, "{cut} pixels of the curve beside {lesson}");
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn no_view_is_wider_than_a_small_phone() {
    with_page(Adapter::None, "device=cpu", async |page| {
        for (width, height) in [(390, 844), (320, 568)] {
            resize(page, width, height).await;
            for view in [
                "start", "read", "write", "scratch", "lab", "sweep", "clip", "checks", "map",
                "class", "work", "world",
            ] {
                page.open(&format!("device=cpu&view={view}")).await;
                page.part("device").await;
                page.until(view, 30, || async {
                    let css = format!(".view-{view}");
                    page.driver.find(By::Css(css.as_str())).await.ok()
                })
                .await;
                let size = "const root = document.documentElement;
                    return [root.scrollWidth - root.clientWidth, root.scrollHeight - innerHeight]";
                let size = page.script(size, vec![]).await;
                assert_eq!(size, json!([0, 0]), "{view} at {width} pixels");
                in_sight(page, &[".places a:first-child", ".places a:last-child"]).await;
                let tabs = page.script(TABS, vec![]).await;
                assert_eq!(tabs, json!([4, true, true]), "{view} at {width} pixels");
            }
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn each_tab_of_the_lab_has_the_whole_of_a_phone() {
    with_page(Adapter::None, "device=cpu", async |page| {
        resize(page, 390, 844).await;
        page.open("device=cpu&view=lab").await;
        page.part("device").await;
        let panes = [
            ("Settings", "#num_envs"),
            ("Compare", "[data-testid=keep-run]"),
            ("Training", "#train-button"),
        ];
        for (tab, part) in panes {
            page.press(tab).await;
            in_sight(page, &[part]).await;
            let room = "const [tabs, places] = ['.view-lab', '.places'].map(css => document.querySelector(css).getBoundingClientRect());
                return Math.round(places.top - tabs.bottom)";
            assert_eq!(page.script(room, vec![]).await, 0, "below {tab}");
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_phone_has_labels_beside_their_fields_and_says_what_trains() {
    let query = format!("device=cpu&{ENDLESS}");
    with_page(Adapter::None, &query, async |page| {
        resize(page, 390, 844).await;
        page.go("start").await;
        let apart = "const [label, field] = ['label[for=start-rate]', '#start-rate']
                .map(css => document.querySelector(css).getBoundingClientRect());
            return Math.abs(label.top + label.bottom - field.top - field.bottom) / 2;";
        let apart = page.script(apart, vec![]).await;
        assert!(apart.as_f64().is_some_and(|it| it < 8.0), "{apart} pixels");
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        page.go("read").await;
        let bar = [".run-bar-label", ".run-bar [data-testid=episodic-length]"];
        in_sight(page, &bar).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_run_goes_on_from_view_to_view() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            page.press("Train").await;
            let mut done = page.iteration_past(1, 60).await;
            for view in [
                "read", "write", "scratch", "clip", "checks", "map", "start", "lab",
            ] {
                page.go(view).await;
                done = page.iteration_past(done, 60).await;
            }
            page.go("read").await;
            page.press("Pause").await;
            page.until("a held run", 30, || async {
                page.offers("Resume").await.then_some(())
            })
            .await;
            let held = page.iteration().await;
            assert!(held >= done, "{held} after {done}");
            page.driver.back().await.expect("a way back");
            page.part("plan").await;
            assert!(page.offers("Resume").await, "Back leaves the run alone");
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn links_arrive_where_they_point() {
    with_page(
        Adapter::None,
        "device=cpu&lesson=reinforce&exercise=S4-E4",
        async |page| {
            resize(page, 1280, 720).await;
            in_sight(
                page,
                &["[data-testid=exercise-S4-E4]", "[data-testid=run-cell]"],
            )
            .await;
            page.open("device=cpu&exercise=S2-E2").await;
            in_sight(page, &["[data-testid=exercise-S2-E2]"]).await;
            let title = page.driver.title().await.expect("a title");
            assert_eq!(title, "A reward of your own · Policy Lab");
            // A chapter on a phone begins with its text.
            resize(page, 390, 844).await;
            page.open("device=cpu&lesson=ppo").await;
            in_sight(page, &["#lesson h1", ".lesson-text p"]).await;
            page.open("device=cpu&lesson=clip").await;
            page.part("clip-lab").await;
            page.open("device=cpu&view=attic&exercise=S9-E9").await;
            let said = page.until("what is not there", 30, || {
                page.text_of("[data-testid=notices]")
            });
            let said = said.await;
            assert!(
                said.contains("“attic”") && said.contains("“S9-E9”"),
                "{said}"
            );
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_first_run_ends_when_solved_and_the_first_exercise_is_one_click_away() {
    with_page(Adapter::None, "device=cpu", async |page| {
        resize(page, 1280, 720).await;
        page.part("story").await;
        let full = "document.querySelectorAll('[name=start-pace]')[1].click()";
        page.script(full, vec![]).await;
        page.press("Train").await;
        page.until("a solved run", 120, || async {
            let said = page.text("story").await;
            said.starts_with("Solved after ").then_some(())
        })
        .await;
        assert!(page.offers("Train").await, "it is over");
        assert!(page.iteration().await < 100, "{}", page.status().await);
        page.until("a link", 60, || async {
            let links = page.driver.find(By::LinkText("Write it yourself")).await;
            links.ok()?.click().await.ok()
        })
        .await;
        in_sight(page, &["[data-testid=code-cell]", "[data-testid=run-cell]"]).await;
        page.driver.back().await.expect("a way back");
        page.part("story").await;
        page.driver.forward().await.expect("a way forward");
        in_sight(page, &["[data-testid=code-cell]"]).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_keyboard_alone_finds_an_exercise_runs_it_and_trains() {
    with_page(Adapter::None, "device=cpu", async |page| {
        resize(page, 1280, 720).await;
        page.part("story").await;
        let searches = async |wanted: bool| {
            page.until("the search", 10, || async {
                let holder = page
                    .script("return document.activeElement.id", vec![])
                    .await;
                ((holder.as_str() == Some("search")) == wanted).then_some(())
            })
            .await;
        };
        press_key(page, "/").await;
        searches(true).await;
        press_key(page, "S4").await;
        press_key(page, Key::Escape + "").await;
        searches(false).await;
        press_key(page, "/").await;
        searches(true).await;
        press_key(page, "S4-E4").await;
        page.until("a result", 10, || async {
            page.text_of("#found-0")
                .await
                .filter(|it| it.contains("Returns"))
        })
        .await;
        press_key(page, Key::Enter + "").await;
        page.part("exercise-S4-E4").await;
        page.until("an editor", 60, || page.text_of(".cm-content"))
            .await;
        // The task's links and terms are tabs on the way to the editor, which is one key away from
        // anywhere.
        let in_editor = || async {
            let holder = "return document.activeElement.classList.contains('cm-content')";
            page.script(holder, vec![]).await == json!(true)
        };
        let mut tabs = 0;
        while !in_editor().await {
            tabs += 1;
            assert!(tabs <= 36, "the editor is more than {tabs} tabs away");
            press_key(page, Key::Tab + "").await;
        }
        press_key(page, Key::Escape + "").await;
        press_key(page, Key::Tab + "").await;
        assert!(!in_editor().await, "Escape and Tab leave it");
        press_key(page, "e").await;
        assert!(in_editor().await, "and the key comes back to it");
        let before = page.script(EDITOR, vec![]).await;
        press_key(page, Key::Control + Key::Enter).await;
        page.until("a verdict", 120, || async {
            let said = page.text("cell-output").await;
            said.contains("still to be written").then_some(())
        })
        .await;
        let after = page.script(EDITOR, vec![]).await;
        assert_eq!(before[1], after[1], "the button stays where it is");
        for lines in [&before[0], &after[0]] {
            let lines = lines.as_f64().expect("lines");
            assert!(lines >= 12.0, "{lines} lines of code");
        }
        press_key(page, Key::Escape + "").await;
        press_key(page, Key::Tab + "").await;
        for key in ["g", "l"] {
            press_key(page, key).await;
        }
        page.part("plan").await;
        press_key(page, "t").await;
        page.iteration_past(0, 60).await;
    });
}
