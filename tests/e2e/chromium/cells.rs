//! The reader's own code: written, checked, trained with, and never the end of the page.

use serde_json::json;
use thirtyfour::{By, Key};

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page, with_page};
use policy_lab_e2e::reader;
use policy_lab_e2e::site::Fault;

/// Returns that are not cut at an episode's end, as lines to type: the editor indents.
const WRONG: [&str; 6] = [
    "def compute_returns(rewards, done, gamma=0.9):",
    "out = t.zeros_like(rewards)",
    "total = t.zeros(rewards.shape[0])",
    "for s in reversed(range(rewards.shape[1])):",
    "total = rewards[:, s] + gamma * total",
    "out[:, s] = total",
];
const RIGHT: &str = "def compute_returns(rewards, done, gamma=0.9):\n    out = t.zeros_like(rewards)\n    \
                     total = t.zeros(rewards.shape[0])\n    for s in reversed(range(rewards.shape[1])):\n        \
                     total = rewards[:, s] + gamma * total * ~done[:, s]\n        out[:, s] = total\n    return out\n";

/// Returns the ground of the line numbers, the page's colour for it, the cursor's, and the page's
/// for that.
const COLOURS: &str = "
    const editor = document.querySelector('.editor');
    const colour = (part, name) => getComputedStyle(editor.querySelector(part))[name];
    const own = document.createElement('i');
    editor.append(own);
    const named = name => {
        own.style.color = `var(${name})`;
        return getComputedStyle(own).color;
    };
    const colours = [
        colour('.cm-gutters', 'backgroundColor'), named('--surface'), colour('.cm-cursor', 'borderLeftColor'), named('--ink'),
    ];
    own.remove();
    return colours;";

/// Unfolds what one seldom needs.
async fn more(page: &Page) {
    let open = "document.querySelector('[data-testid=more-actions]').open = true";
    page.script(open, vec![]).await;
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_cell_waits_for_a_python_that_is_still_being_built() {
    let query = "device=cpu&exercise=S0-E3";
    with_faulty_page(Fault::PythonLater, Adapter::None, query, async |page| {
        page.press("Run cell").await;
        page.until("what is waited for", 30, || async {
            let said = page.text("cell-output").await;
            said.contains("still being built").then_some(())
        })
        .await;
        page.until("the cell ran all the same", 120, || async {
            let said = page.text("cell-output").await;
            said.contains("still to be written").then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_function_is_written_checked_and_trained_with() {
    with_page(Adapter::None, "device=cpu&exercise=S0-E3", async |page| {
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "failed", "{said}");
        assert!(
            said.contains("compute_returns is still to be written"),
            "{said}"
        );

        reader::type_cell(page, "").await;
        let content = page
            .driver
            .find(By::Css(".cm-content"))
            .await
            .expect("the editor");
        for line in WRONG {
            content.send_keys(line).await.expect("a line");
            content
                .send_keys(Key::Enter + "")
                .await
                .expect("a new line");
        }
        let less = Key::Shift + Key::Tab;
        content.send_keys(less).await.expect("less indentation");
        content
            .send_keys("return out")
            .await
            .expect("the last line");
        let (state, said) = reader::run_cell(page, 60).await;
        assert_eq!(state, "failed", "{said}");
        assert!(said.contains("done is not used"), "{said}");
        assert!(said.contains("expected") && said.contains("got"), "{said}");

        reader::paste_cell(page, RIGHT).await;
        let (state, said) = reader::run_cell(page, 60).await;
        assert_eq!(state, "passed", "{said}");

        // The run starts with PPO, which never calls the function.
        page.press("Train with my code").await;
        let cells = page.text_of(".view-write").await.unwrap_or_default();
        page.iteration_past(3, 120).await;
        assert!(
            cells.contains("The settings were changed to “VPG, quick”"),
            "{cells}"
        );
        let badge = page.text("device").await;
        assert!(badge.contains("Your functions are Python"), "{badge}");
        let legend = page.text_of(".runs").await;
        assert_eq!(legend.as_deref(), Some("your code ours"));
        // The run must not end before it can be paused.
        let longer = "for (const [id, value] of [['total_timesteps', '64000000'], ['stop_when_solved', false]]) {
                const input = document.getElementById(id);
                if (input.type === 'checkbox') input.checked = value; else input.value = value;
                input.dispatchEvent(new Event(input.type === 'checkbox' ? 'change' : 'input', { bubbles: true }));
            }";
        page.go("lab").await;
        page.script(longer, vec![]).await;
        page.go("write").await;
        page.until("the first run is over", 120, || async {
            page.offers("Train with my code").await.then_some(())
        })
        .await;
        page.press("Train with my code").await;
        page.press("Pause").await;
        page.press("Resume").await;
        page.press("Stop").await;
        page.press("Train").await;
        let badge = page.text("device").await;
        assert!(badge.contains("You asked for the CPU"), "{badge}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn nothing_that_a_cell_does_ends_the_page() {
    with_page(Adapter::None, "device=cpu&exercise=S0-E3", async |page| {
        reader::paste_cell(page, "while True: pass").await;
        page.press("Run cell").await;
        page.press("Stop cell").await;
        let said = page.text("cell-output").await;
        assert!(said.contains("Stopped"), "{said}");

        more(page).await;
        let limit = page.part("time-limit").await;
        let ten = limit
            .find(By::Css("option[value='10']"))
            .await
            .expect("10 seconds");
        ten.click().await.expect("a choice");
        let (state, said) = reader::run_cell(page, 60).await;
        assert_eq!(state, "ended", "{said}");
        assert!(said.contains("Ended after 10 seconds"), "{said}");

        for (text, wanted) in [
            (
                "x = []\nfor i in range(100_000): x = [x]\nprint(x)",
                "RecursionError",
            ),
            ("def f(n): return f(n + 1)\nf(0)", "RecursionError"),
            ("t.zeros(10**6, 10**6)", "MemoryError"),
            ("print('x' * 10**7)", "more was printed than is kept"),
            ("x = 'a' * 2**30\ny = x + x", "emory"),
            ("1 / 0", "ZeroDivisionError on line 1"),
            ("import os\nos.listdir('.')", "os"),
        ] {
            reader::paste_cell(page, text).await;
            let (_, said) = reader::run_cell(page, 60).await;
            assert!(said.contains(wanted), "{text}: {said}");
        }

        // Stop also ends a run whose function never returns.
        let endless = RIGHT.replace("    return out", "    while True: pass");
        reader::paste_cell(page, &endless).await;
        page.press("Train with my code").await;
        page.press("Stop").await;
        page.until("the end of the run", 30, || async {
            page.offers("Train").await.then_some(())
        })
        .await;

        // The text is still there on the next visit, and Python loads again.
        page.open("device=cpu&exercise=S0-E3").await;
        let kept = page
            .until("the editor", 60, || page.text_of(".cm-content"))
            .await;
        assert!(kept.contains("while True: pass"), "{kept}");
        reader::paste_cell(page, RIGHT).await;
        let (state, said) = reader::run_cell(page, 60).await;
        assert_eq!(state, "passed", "{said}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_editor_keeps_exports_and_gives_back() {
    with_page(Adapter::None, "device=cpu&exercise=S0-E6", async |page| {
        reader::paste_cell(
            page,
            "def normalize_returns(returns):\n    return returns  # mine",
        )
        .await;
        // The page's colours, not those that CodeMirror brings along.
        let colours = page.script(COLOURS, vec![]).await;
        let [ground, surface, cursor, ink] = [0, 1, 2, 3].map(|at| &colours[at]);
        assert_eq!((ground, cursor), (surface, ink), "{colours}");
        // Tab indents; after Escape it moves the focus.
        let content = page
            .driver
            .find(By::Css(".cm-content"))
            .await
            .expect("the editor");
        content.send_keys(Key::Tab + "").await.expect("Tab");
        let holder = "return document.activeElement.className";
        let inside = page.script(holder, vec![]).await;
        assert!(
            inside
                .as_str()
                .is_some_and(|name| name.contains("cm-content")),
            "{inside}"
        );
        content.send_keys(Key::Escape + "").await.expect("Escape");
        content.send_keys(Key::Tab + "").await.expect("Tab");
        let outside = page.script(holder, vec![]).await;
        assert!(
            outside
                .as_str()
                .is_some_and(|name| !name.contains("cm-content")),
            "{outside}"
        );

        for kind in ["py", "ipynb"] {
            let file = page.saved(&format!("save-{kind}")).await;
            assert!(file.contains("# mine"), "{file}");
            assert!(file.contains("def compute_returns"), "{file}");
        }

        // The plain text field holds the same text, and edits it.
        more(page).await;
        let choice = page
            .driver
            .find(By::Css(".plain-choice input"))
            .await
            .expect("a choice");
        choice.click().await.expect("a click");
        let field = page
            .driver
            .find(By::Css(".editor textarea"))
            .await
            .expect("a text field");
        let text = field
            .prop("value")
            .await
            .expect("a text")
            .unwrap_or_default();
        assert!(text.contains("# mine"), "{text}");
        field.send_keys(" and plain").await.expect("typing");
        let run_it = Key::Control + Key::Enter;
        field.send_keys(run_it).await.expect("a shortcut");
        page.until("the check's reason", 120, || async {
            let said = page.text("cell-output").await;
            said.contains("(standard deviation + 1e-8)").then_some(())
        })
        .await;

        more(page).await;
        page.press("Start over…").await;
        page.driver.accept_alert().await.expect("a question");
        let text = field
            .prop("value")
            .await
            .expect("a text")
            .unwrap_or_default();
        assert!(text.contains("raise NotImplementedError()"), "{text}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_cell_draws_beside_its_check() {
    let query = "device=cpu&exercise=S0-E3";
    with_page(Adapter::None, query, async |page| {
        let source = "import matplotlib.pyplot as plt\nplt.plot([1, 2, 4])\nplt.show()\n";
        reader::paste_cell(page, &format!("{RIGHT}\n{source}")).await;
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "passed", "{said}");
        let drawn = "return document.querySelector('[data-testid=cell-output] .shown-figure img')?.naturalWidth";
        page.until("the figure", 30, || async {
            (page.script(drawn, vec![]).await.as_f64()? > 100.0).then_some(())
        })
        .await;
        let said =
            "return document.querySelector('[data-testid=cell-output] .shown-figure img').alt";
        let said = page.script(said, vec![]).await;
        let words = "Figure 1: A chart: a line of 3, first 1, last 4, lowest 1, highest 4";
        assert_eq!(said, json!(words));
        // It belongs to this exercise's cell, and to this run of it.
        reader::paste_cell(page, RIGHT).await;
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "passed", "{said}");
        assert_eq!(page.script(drawn, vec![]).await, json!(null));
    });
}
