//! Others who lay hands on the page: a translator, extensions and beacons, a printer.

use serde_json::{Value, json};

use crate::{ENDLESS, TINY};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Translates the page as a browser does, and what it shows later: `<font>` takes the place of
/// every text. With `window.careful`, what is not to be translated stays.
const TRANSLATOR: &str = "{
    const translate = () => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const all = [];
        while (texts.nextNode()) all.push(texts.currentNode);
        for (const text of all) {
            const around = text.parentElement;
            if (!text.data.trim() || around.closest('font, script, style, textarea, .cm-editor, option')) continue;
            if (window.careful && around.closest('[translate=no]')) continue;
            const [outer, inner] = [document.createElement('font'), document.createElement('font')];
            inner.textContent = `‹${text.data}›`;
            outer.append(inner);
            around.replaceChild(outer, text);
        }
    };
    let isDue = false;
    const later = () => {
        if (isDue) return;
        isDue = true;
        setTimeout(() => { isDue = false; translate(); }, 50);
    };
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true, characterData: true });
    translate();
}";

/// What strangers do while a page loads: each names itself, should it be blamed on the page.
const STRANGERS: &str = "{
    const own = window.fetch;
    window.fetch = async (...all) => {
        if (String(all[0]).includes('_bg.wasm')) await new Promise(go => setTimeout(go, 2000));
        return own(...all);
    };
    const put = (name, about) => {
        const element = Object.assign(document.createElement(name), about);
        document.body.append(element);
    };
    const fired = (about) => window.dispatchEvent(new ErrorEvent('error', about));
    window.strangers = [
        () => Promise.reject(new Error('Failed to connect to MetaMask')),
        () => Promise.reject(undefined),
        () => Promise.reject({ code: 4001 }),
        () => setTimeout(() => { throw new TypeError('of an extension'); }),
        () => fired({ message: 'ResizeObserver loop completed with undelivered notifications.' }),
        () => fired({ message: 'Script error.' }),
        () => put('img', { src: 'https://blocked.invalid/pixel.gif' }),
        () => put('img', { src: 'missing.png' }),
        () => put('script', { src: 'https://blocked.invalid/beacon.min.js' }),
        () => put('script', { src: 'cdn-cgi/missing.js' }),
        () => put('script', { textContent: 'inline()' }),
        () => put('iframe', { src: 'https://blocked.invalid/' }),
        () => put('link', { rel: 'stylesheet', href: 'missing.css' }),
    ];
    document.addEventListener('DOMContentLoaded', () => {
        const fatal = document.getElementById('fatal');
        window.blamed = [];
        new MutationObserver(() => window.blamed.push(fatal.textContent)).observe(fatal, { attributes: true, childList: true });
        for (const stranger of window.strangers) stranger();
    });
}";

/// Returns what stands on paper and is not seen there: texts in boxes that show a part of what they
/// hold, or beyond the sheet.
const CLIPPED: &str = "const found = [];
    const shows = it => it.checkVisibility() && !it.closest('.visually-hidden, canvas, svg, math');
    for (const it of document.querySelectorAll('#app *')) {
        if (!shows(it) || !it.innerText?.trim()) continue;
        const { overflowX, overflowY } = getComputedStyle(it);
        const cuts = overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1
            || overflowY !== 'visible' && it.scrollHeight > it.clientHeight + 1;
        if (cuts) found.push(`${it.localName}.${it.className} clips “${it.innerText.trim().slice(0, 40)}”`);
    }
    const [wide, high] = [document.documentElement.clientWidth, document.documentElement.scrollHeight];
    const texts = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.data.trim() || !shows(text.parentElement)) continue;
        const range = document.createRange();
        range.selectNode(text);
        const box = range.getBoundingClientRect();
        if (box.right > wide + 4 || box.bottom + scrollY > high + 4) found.push(`“${text.data.trim().slice(0, 40)}” is off the sheet`);
    }
    return found;";

async fn send(page: &Page, command: &str, about: Value) -> Value {
    let answer = page.driver.cdp().send_raw(command, about).await;
    answer.unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// Presses the first button whose text has these words.
async fn press(page: &Page, words: &str) {
    let body = "const shown = [...document.querySelectorAll('button')].filter(it =>
            it.checkVisibility() && !it.disabled && it.getAttribute('aria-disabled') !== 'true');
        const named = shown.find(it => it.textContent.includes(arguments[0]));
        named?.click();
        return named !== undefined";
    page.until(words, 60, || async {
        let pressed = page.script(body, vec![json!(words)]).await;
        (pressed == json!(true)).then_some(())
    })
    .await;
}

/// Types a text into a field, and returns what the page then says of it.
async fn said_of(page: &Page, field: &str, text: &str, words: &str) -> String {
    let body = "const field = document.getElementById(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event('input', { bubbles: true }))";
    page.script(body, vec![json!(field), json!(text)]).await;
    let error = format!("#{field}-error");
    page.until(words, 20, || async {
        let said = page.text_of(&error).await?;
        said.contains(words).then_some(said)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_translated_page_goes_on_speaking() {
    let query = format!("device=cpu&view=lab&{ENDLESS}");
    with_page(Adapter::None, &query, async |page| {
        page.part("device").await;
        page.script(TRANSLATOR, vec![]).await;
        page.until("a translation", 20, || async {
            let shown = page.body_text().await;
            shown.contains("‹Train›").then_some(())
        })
        .await;
        press(page, "Train").await;
        // Numbers go on, however often they are translated.
        let first = page.iteration_past(5, 120).await;
        page.iteration_past(first + 20, 120).await;
        page.until("a length", 60, || async {
            page.number("episodic-length").await.map(|_| ())
        })
        .await;
        // What a new text replaces is gone with its translation.
        let status = page.status().await;
        assert!(!status.contains("The first iteration"), "{status}");
        // A button says what it does now, and nothing besides.
        page.go("start").await;
        for (now, then, id) in [
            ("‹Pause›", "‹Resume›", "#resume-button"),
            ("‹Resume›", "‹Pause›", "#pause-button"),
        ] {
            press(page, now).await;
            page.until(then, 60, || async {
                (page.text_of(id).await? == then).then_some(())
            })
            .await;
        }
        page.go("lab").await;
        page.unfold("learning_rate").await;
        said_of(page, "learning_rate", "fast", "“fast” is not a number").await;
        let said = said_of(page, "learning_rate", "0,005", "use a point: 0.005").await;
        assert!(!said.contains("fast"), "{said}");
        page.script(
            "window.shown = document.getElementById('learning_rate-error')",
            vec![],
        )
        .await;
        let mend = "const field = document.getElementById('learning_rate');
            field.value = '0.005';
            field.dispatchEvent(new Event('input', { bubbles: true }))";
        page.script(mend, vec![]).await;
        page.until("no error", 20, || async {
            page.text_of("#learning_rate-error")
                .await
                .is_none()
                .then_some(())
        })
        .await;
        // So does a view that comes later.
        page.go("sweep").await;
        let asked = page.part("sweep-seeds").await;
        asked.send_keys("0").await.expect("types");
        page.until("the problem", 20, || async {
            let said = page.text_of("#sweep-error-seeds").await?;
            said.contains("from 1 to 20").then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn code_names_and_numbers_are_not_for_translators() {
    let views = [
        "view=lab",
        "lesson=reinforce",
        "exercise=S0-E3",
        "view=scratch",
        "view=sweep",
        "view=map",
    ];
    with_page(Adapter::None, "device=cpu", async |page| {
        for view in views {
            page.open(&format!("device=cpu&{view}&{TINY}")).await;
            page.part("device").await;
            let open = "const css = 'code, pre, kbd, samp, math, .field > label, .chart h2, [data-testid=iteration]';
                return [...document.querySelectorAll(css)]
                    .filter(it => it.textContent.trim() && !it.closest('[translate=no]') && !it.querySelector('[translate=no]'))
                    .map(it => it.outerHTML.slice(0, 200))";
            page.until("marks on code", 20, || async {
                let left = page.script(open, vec![]).await;
                (left == json!([])).then_some(())
            })
            .await;
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn errors_of_strangers_are_not_blamed_on_the_page() {
    with_page(Adapter::None, "device=cpu&view=nowhere", async |page| {
        let script = json!({ "source": STRANGERS });
        send(page, "Page.addScriptToEvaluateOnNewDocument", script).await;
        page.open(&format!("device=cpu&view=lab&{TINY}")).await;
        page.part("device").await;
        let blamed = page.script("return window.blamed", vec![]).await;
        assert_eq!(blamed, json!([]));
        page.press("Train").await;
        page.iteration_past(1, 60).await;
    });
}

/// Puts the page on a sheet of A4, and returns what is missing there.
async fn on_paper(page: &Page) -> Value {
    let sheet = json!({ "width": 690, "height": 1000, "deviceScaleFactor": 1, "mobile": false });
    send(page, "Emulation.setDeviceMetricsOverride", sheet).await;
    send(
        page,
        "Emulation.setEmulatedMedia",
        json!({ "media": "print" }),
    )
    .await;
    page.pause(300).await;
    page.script(CLIPPED, vec![]).await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn what_is_printed_is_printed_whole() {
    let long = (0..120)
        .map(|line| format!("print({line})"))
        .collect::<Vec<_>>();
    let views = [
        ("lesson=reinforce", ".lesson-text"),
        ("lesson=ppo", ".lesson-text"),
        ("exercise=S0-E3", ".pane-task .prose"),
        ("view=map", ".glossary"),
        ("view=lab", "[data-testid=compare]"),
        ("view=scratch", ".cm-content"),
    ];
    with_page(Adapter::None, "device=cpu", async |page| {
        for (view, whole) in views {
            page.open(&format!("device=cpu&{view}&{TINY}")).await;
            page.until(whole, 60, || page.text_of(whole)).await;
            if view == "view=scratch" {
                let type_in = "document.querySelector('.cm-content').focus();
                    document.execCommand('insertText', false, arguments[0])";
                page.script(type_in, vec![json!(long.join("\n"))]).await;
            }
            assert_eq!(on_paper(page).await, json!([]), "{view}");
            let shown = page.body_text().await;
            assert!(
                !shown.contains("Skip to"),
                "{view}: controls are left out: {shown}"
            );
            if view == "view=scratch" {
                assert!(
                    shown.contains("print(0)") && shown.contains("print(119)"),
                    "{shown}"
                );
            }
            let aside = "return [...document.querySelectorAll('details.aside')]
                .filter(it => ![...it.children].slice(1).every(part => part.checkVisibility({ contentVisibilityAuto: true }))).length";
            assert_eq!(
                page.script(aside, vec![]).await,
                json!(0),
                "{view}: asides are open"
            );
            send(page, "Emulation.setEmulatedMedia", json!({ "media": "" })).await;
        }
    });
}
