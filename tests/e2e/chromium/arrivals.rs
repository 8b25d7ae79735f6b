//! What a reader sees while the page's programs arrive, and when one does not: a sentence, a way
//! out, and the rest of the page in use meanwhile.

use serde_json::json;

use crate::{ENDLESS, TINY};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page, with_page};
use policy_lab_e2e::site::Fault;

/// Waits until the page says the words where it speaks before its program does, and returns all
/// that it says there.
async fn says_at_start(page: &Page, words: &str) -> String {
    page.until(words, 60, || async {
        let said = page
            .text_of("#fatal:not([hidden]), #loading:not([hidden])")
            .await?;
        said.contains(words).then_some(said)
    })
    .await
}

/// Waits until an alert of the page contains the words.
async fn alerts(page: &Page, words: &str) {
    page.until(words, 60, || async {
        let said = page.text_of("[role=alert]:not([hidden])").await?;
        said.contains(words).then_some(())
    })
    .await;
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_program_of_the_page_that_does_not_come_whole_is_named() {
    let faults = [
        (Fault::BreaksOff("/app-"), "could not be loaded"),
        (Fault::PageInstead("_bg.wasm"), "sent a page in its place"),
        (Fault::NoAppWasm, "status 404"),
    ];
    for (fault, words) in faults {
        with_faulty_page(fault, Adapter::None, "", async |page| {
            says_at_start(page, words).await;
            assert!(page.offers("Try again").await);
        });
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_program_of_the_page_that_never_comes_is_waited_for_aloud() {
    with_faulty_page(Fault::NeverOnce("/app-"), Adapter::None, "", async |page| {
        says_at_start(page, "Nothing has arrived").await;
        page.press("Try again").await;
        page.part("device").await;
    });
    // The script that would speak is the one that does not come.
    with_faulty_page(
        Fault::PageInstead("/boot"),
        Adapter::None,
        "",
        async |page| {
            let late = ".loading .late";
            page.until("what the style sheet shows", 60, || async {
                let shown =
                    "return getComputedStyle(document.querySelector(arguments[0])).visibility";
                let shown = page.script(shown, vec![json!(late)]).await;
                (shown == json!("visible")).then_some(())
            })
            .await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_training_worker_that_never_comes_can_be_asked_for_again() {
    let query = format!("device=cpu&view=lab&{TINY}");
    for part in ["/host_loader.js", "/host.js", "/host_bg.wasm"] {
        with_faulty_page(
            Fault::NeverOnce(part),
            Adapter::None,
            &query,
            async |page| {
                page.until("the badge", 60, || async {
                    let said = page.text("device").await;
                    said.contains("What trains has not arrived").then_some(())
                })
                .await;
                // The course does not need it. What is said of the device can be put away.
                page.press("About the device").await;
                page.go("read").await;
                page.until("a text", 20, || page.text_of(".prose")).await;
                page.go("lab").await;
                page.press("About the device").await;
                page.press("Try again").await;
                page.press("Train").await;
                page.iteration_past(1, 60).await;
            },
        );
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_training_worker_that_does_not_come_whole_is_named() {
    let faults = [
        (Fault::BreaksOff("/host_bg.wasm"), "and should have"),
        (Fault::BreaksOff("/host_loader.js"), "could not be loaded"),
        (
            Fault::PageInstead("/host_bg.wasm"),
            "sent a page in its place",
        ),
        (Fault::Policy("; worker-src 'none'"), "could not be loaded"),
    ];
    for (fault, words) in faults {
        with_faulty_page(fault, Adapter::None, "device=cpu", async |page| {
            alerts(page, words).await;
        });
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn files_of_an_unknown_type_are_read_all_the_same() {
    let query = format!("device=cpu&view=lab&{TINY}");
    with_faulty_page(
        Fault::AsText(".wasm"),
        Adapter::None,
        &query,
        async |page| {
            page.press("Train").await;
            page.iteration_past(1, 60).await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn an_editor_that_never_comes_gives_way_to_a_plain_field() {
    let query = "device=cpu&exercise=S0-E3";
    with_faulty_page(
        Fault::Never("/editor.js"),
        Adapter::None,
        query,
        async |page| {
            let why = || page.text_of(".editor");
            page.until("a plain field", 60, || async {
                why().await?.contains("did not load").then_some(())
            })
            .await;
            // Wanted, and not wanted any more: it does not come this time either, and the text is
            // there.
            let choice = ".plain-choice input";
            let press = "document.querySelector(arguments[0]).click()";
            for _ in 0..2 {
                page.script(press, vec![json!(choice)]).await;
            }
            page.until("the text", 60, || async {
                let text = "return document.querySelector('.editor textarea')?.value ?? null";
                let text = page.script(text, vec![]).await;
                text.as_str()?.contains("def ").then_some(())
            })
            .await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn python_and_texts_that_never_come_are_said() {
    let query = "device=cpu&exercise=S0-E3";
    with_faulty_page(
        Fault::Never("/python_bg.wasm"),
        Adapter::None,
        query,
        async |page| {
            page.press("Run cell").await;
            page.until("what is said of Python", 60, || async {
                let said = page.text("cell-output").await;
                said.contains("Python has not arrived yet").then_some(())
            })
            .await;
        },
    );
    with_faulty_page(
        Fault::Never("/course-en"),
        Adapter::None,
        "lesson=ppo",
        async |page| {
            alerts(page, "could not be loaded").await;
        },
    );
}

/// The policy stands in the page, and here binds the workers as well.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn nothing_of_the_page_breaks_its_content_security_policy() {
    with_faulty_page(
        Fault::Policy(""),
        Adapter::None,
        "device=cpu",
        async |page| {
            let listen = "window.broken = [];
            addEventListener('securitypolicyviolation', event =>
                broken.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))";
            let cdp = page.driver.cdp();
            cdp.send_raw(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({ "source": listen }),
            )
            .await
            .expect("a script before the page's own");
            let none_after = async |doing: &str| {
                let broken = page.script("return window.broken", vec![]).await;
                assert_eq!(broken, json!([]), "after {doing}");
            };
            let views = [
                format!("view=lab&{ENDLESS}&hide=seed"),
                format!("view=sweep&{TINY}"),
                format!("view=clip&{TINY}"),
                "view=map".to_owned(),
                "view=work".to_owned(),
                "view=checks".to_owned(),
                "view=scratch".to_owned(),
                "lesson=ppo".to_owned(),
                "lesson=vpg".to_owned(),
                "exercise=S0-E3".to_owned(),
                "present=headline,carts&view=lab".to_owned(),
            ];
            for query in views {
                page.open(&format!("device=cpu&{query}")).await;
                page.part("device").await;
                page.at_rest().await;
                none_after(&query).await;
            }
            page.open("device=cpu&exercise=S0-E3").await;
            page.until("the editor", 60, || page.text_of(".cm-content"))
                .await;
            page.press("Run cell").await;
            page.until("what Python says", 120, || async {
                let said = page.text("cell-output").await;
                said.contains("still to be written").then_some(())
            })
            .await;
            none_after("a cell").await;
            page.open(&format!("device=cpu&view=lab&{TINY}&hide=seed"))
                .await;
            page.press("Train").await;
            page.iteration_past(3, 60).await;
            none_after("a run").await;
            let hidden =
                "return document.querySelector('[data-control=seed]')?.checkVisibility() ?? null";
            assert_eq!(
                page.script(hidden, vec![]).await,
                json!(false),
                "hide= hides"
            );
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn how_much_has_arrived_is_said() {
    with_page(Adapter::None, "", async |page| {
        let note = "window.said = [];
            new MutationObserver(() => {
                const text = document.getElementById('loading-says')?.textContent;
                if (text && said[said.length - 1] !== text) said.push(text);
            }).observe(document, { subtree: true, childList: true, characterData: true })";
        let cdp = page.driver.cdp();
        cdp.send_raw(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": note }),
        )
        .await
        .expect("a script before the page's own");
        page.open("device=cpu").await;
        page.part("device").await;
        let said = page.script("return window.said.join('|')", vec![]).await;
        let said = said.as_str().unwrap_or_default();
        let whole = said.split('|').any(|text| {
            let figures = text
                .strip_prefix("Loading the lab: ")
                .and_then(|text| text.strip_suffix(" MB…"));
            figures
                .and_then(|it| it.split_once(" of "))
                .is_some_and(|(some, all)| some == all)
        });
        assert!(whole, "{said}");
    });
}

/// Of the page's own program nothing has come yet, on however slow a line.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_recording_moves_and_texts_can_be_read_before_the_program_is_there() {
    let nothing = Fault::Never("/app-");
    with_faulty_page(nothing, Adapter::None, "view=start", async |page| {
        let picture = "return document.getElementById('first-carts')?.toDataURL()";
        let first = page.script(picture, vec![]).await;
        page.until("a picture that moves", 20, || async {
            (page.script(picture, vec![]).await != first).then_some(())
        })
        .await;
        let film = page.text_of("#first-says").await.unwrap_or_default();
        assert!(film.contains("a pole stays up"), "{film}");
        // Another place has no carts to wait with.
        page.open("view=lab").await;
        let first = "return document.getElementById('first').checkVisibility()";
        assert_eq!(page.script(first, vec![]).await, json!(false));
        page.open("lesson=ppo").await;
        page.until("the chapter", 20, || async {
            let text = page.text_of(".first-text").await?;
            text.contains("clip").then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_browser_without_simd_is_told_which_ones_have_it() {
    with_page(Adapter::NoneNorSimd, "", async |page| {
        let said = says_at_start(page, "not its SIMD instructions").await;
        assert!(said.contains("Safari 16.4"), "{said}");
    });
}
