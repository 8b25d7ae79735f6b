//! The scratchpad: programs of the reader's own, run, kept, opened from files and saved.

use serde_json::json;
use thirtyfour::{By, Key};

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Drops a file on the view as a mouse does: the name and the text.
const DROP: &str = "const files = new DataTransfer();
    files.items.add(new File([arguments[1]], arguments[0]));
    const over = document.querySelector('[data-testid=scratch-code]') ?? document.querySelector('.view-scratch');
    for (const type of ['dragover', 'drop'])
        over.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));";
/// The names of the files of all cells.
const NAMES: &str = "return [...document.querySelectorAll('[data-testid=scratch-file]')].map(it => it.value).join(' ')";

pub async fn drop(page: &Page, name: &str, text: &str) {
    page.part("scratch-cell").await;
    page.script(DROP, vec![json!(name), json!(text)]).await;
}

async fn until_said(page: &Page, test_id: &str, words: &str, seconds: u64) {
    page.until(words, seconds, || async {
        let said = page.text(test_id).await;
        said.contains(words).then_some(())
    })
    .await;
}

async fn names(page: &Page) -> String {
    let names = page.script(NAMES, vec![]).await;
    names.as_str().unwrap_or_default().to_owned()
}

/// Waits until the cell at this place, from 0, has ended, and returns its state.
pub async fn ended(page: &Page, place: usize, seconds: u64) -> String {
    page.until("the end of the program", seconds, || async {
        let state = "return document.querySelectorAll('[data-testid=scratch-cell]')[arguments[0]]?.dataset.state";
        let state = page.script(state, vec![json!(place)]).await;
        let state = state.as_str()?.to_owned();
        ["passed", "failed", "ended"].contains(&state.as_str()).then_some(state)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_example_runs_with_arguments_and_is_kept() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        let arguments = page.part("scratch-arguments").await;
        arguments
            .send_keys("--episodes 20")
            .await
            .expect("arguments");
        page.press("Run scratch-1.py").await;
        let state = ended(page, 0, 180).await;
        assert_eq!(state, "passed", "{}", page.text("scratch-result").await);
        let printed = page.text("scratch-output").await;
        assert!(
            printed.contains("episode 20") && !printed.contains("episode 30"),
            "{printed}"
        );
        assert!(page.text("scratch-state").await.starts_with("Ran in "));
        let drawn = "return document.querySelector('.shown-figure img')?.naturalWidth";
        page.until("the figure", 30, || async {
            let width = page.script(drawn, vec![]).await.as_f64()?;
            (width > 100.0).then_some(())
        })
        .await;

        page.open("device=cpu&view=scratch").await;
        let kept = "return document.querySelector('[data-testid=scratch-arguments]')?.value";
        page.until("the arguments are kept", 30, || async {
            (page.script(kept, vec![]).await == json!("--episodes 20")).then_some(())
        })
        .await;
        assert!(
            page.text("scratch-result").await.is_empty(),
            "only texts are kept"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn files_become_cells_that_share_their_names() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        drop(
            page,
            "first.py",
            "import sys\nshared = 41\nprint('argv', sys.argv)\n",
        )
        .await;
        until_said(page, "scratch-notices", "first.py is open", 30).await;
        let notebook = json!({ "nbformat": 4, "cells": [
            { "cell_type": "markdown", "source": "About it" },
            { "cell_type": "code", "source": ["%matplotlib inline\n", "print(__name__, shared + 1)"] },
            { "cell_type": "code", "source": "x = 1\nraise ValueError('on purpose')" },
            { "cell_type": "code", "source": "print('never')" },
        ]});
        drop(page, "book.ipynb", &notebook.to_string()).await;
        until_said(page, "scratch-notices", "3 cells", 30).await;
        assert_eq!(
            names(page).await,
            "scratch-1.py first.py book-1.py book-2.py book-3.py"
        );

        // What is no program changes nothing.
        for (name, text, why) in [
            ("runs.rar", "a,b", "another kind than .zip"),
            ("data.csv", "a,b", "data.csv lies beside your cells"),
            ("bad.ipynb", "{]", "not JSON"),
        ] {
            drop(page, name, text).await;
            until_said(page, "scratch-notices", why, 30).await;
        }
        assert_eq!(names(page).await.split(' ').count(), 5);

        // The view has scrolled to the newest cell.
        let first = "document.querySelector('[data-testid=delete-scratch]').click()";
        page.script(first, vec![]).await;
        page.press("Run all").await;
        assert_eq!(ended(page, 2, 180).await, "failed");
        let printed = page
            .text_of("[data-testid=scratch-output]")
            .await
            .unwrap_or_default();
        assert_eq!(printed, "argv ['first.py'] __main__ 42");
        let said = page.body_text().await;
        assert!(
            said.contains("ValueError on line 2") && said.contains("on purpose"),
            "{said}"
        );
        page.until("the mark of the line", 30, || async {
            let marked = page.text_of(".scratch-cell .code-fault").await?;
            marked.contains("raise ValueError").then_some(())
        })
        .await;

        page.press("Put it back").await;
        assert!(names(page).await.starts_with("scratch-1.py first.py"));
        let file = page.saved("save-scratch-py").await;
        assert!(
            file.contains("# %% first.py\nimport sys") && file.contains("# About it"),
            "{file}"
        );
        let file = page.saved("save-scratch-ipynb").await;
        drop(page, "again.ipynb", &file).await;
        until_said(page, "scratch-notices", "5 cells", 30).await;
        assert!(
            names(page)
                .await
                .ends_with("book-1-2.py book-2-2.py book-3-2.py")
        );

        page.open("device=cpu&view=scratch").await;
        page.part("scratch-cell").await;
        assert_eq!(
            names(page).await.split(' ').count(),
            10,
            "kept from visit to visit"
        );
    });
}

/// Drops an archive with these files, pairs of a path and a text.
const DROP_ZIP: &str = "return (async (files) => {
    const { writeZip } = await import(new URL('archive.js', document.baseURI).href);
    const zip = writeZip(files.map(([path, text]) => [path, new TextEncoder().encode(text)]));
    const dropped = new DataTransfer();
    dropped.items.add(new File([zip], 'top.zip'));
    for (const type of ['dragover', 'drop'])
        document.querySelector('.view-scratch').dispatchEvent(
            new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
})(arguments[0])";

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn an_archive_lies_beside_its_program_and_is_kept() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        page.part("scratch-cell").await;
        let program = "from common.env import SIZE\nprint(SIZE, open('data/x.csv').read())";
        let files = json!([
            ["top/main.py", program],
            ["top/common/env.py", "SIZE = 3"],
            ["top/data/x.csv", "1,2"],
        ]);
        page.script(DROP_ZIP, vec![files]).await;
        until_said(page, "scratch-notices", "main.py is open", 30).await;
        assert_eq!(names(page).await, "scratch-1.py main.py");
        page.press("Run main.py").await;
        assert_eq!(ended(page, 1, 180).await, "passed");
        assert_eq!(page.text("scratch-output").await.trim(), "3 1,2");

        // On the next visit too, in a Python that has seen none of it.
        page.open("device=cpu&view=scratch").await;
        until_said(page, "scratch-files", "3 files beside the cells", 30).await;
        page.press("Run main.py").await;
        assert_eq!(ended(page, 1, 180).await, "passed");
        assert_eq!(page.text("scratch-output").await.trim(), "3 1,2");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn an_endless_program_is_stopped_and_its_names_are_gone() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        page.part("delete-scratch")
            .await
            .click()
            .await
            .expect("a click");
        page.press("add an empty cell").await;
        let content = page
            .until("the editor", 60, || async {
                page.driver.find(By::Css(".cm-content")).await.ok()
            })
            .await;
        content.click().await.expect("a click into the editor");
        content.send_keys("kept = 1").await.expect("a line");
        let run = Key::Control + Key::Enter;
        content.send_keys(run).await.expect("the keys to run");
        assert_eq!(ended(page, 0, 120).await, "passed");

        drop(
            page,
            "endless.py",
            "step = kept\nwhile True:\n    step += 1\n    print(f'\\rstep {step}', end='')\n",
        )
        .await;
        page.press("Run endless.py").await;
        until_said(page, "scratch-output", "step ", 60).await;
        page.press("Stop").await;
        assert_eq!(ended(page, 1, 30).await, "ended");
        until_said(page, "scratch-notices", "is gone", 30).await;
        page.press("Run endless.py").await;
        assert_eq!(ended(page, 1, 120).await, "failed");
        let said = page.body_text().await;
        assert!(said.contains("NameError on line 1"), "{said}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_program_shows_the_cart_and_leaves_files() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        let program = "import gymnasium as gym, torch
for name in ['CartPole-v1', 'LunarLander-v3']:
    env = gym.make(name, render_mode='human')
    env.reset(seed=1)
    for _ in range(5):
        env.step(1)
    print(name)
torch.save({'weights': torch.ones(3)}, 'runs/model.pt')
with open('log.csv', 'w') as log:
    log.write('step,return\\n')
print(open('log.csv').read())
";
        drop(page, "watch.py", program).await;
        page.press("Run watch.py").await;
        assert_eq!(ended(page, 1, 180).await, "passed");
        let pose = page.part("shown-pose").await;
        let said = pose.text().await.expect("words");
        assert!(
            said.contains("LunarLander") && said.contains("angle"),
            "{said}"
        );
        let files = page.text("shown-files").await;
        assert!(
            files.contains("runs/model.pt") && files.contains("log.csv12 bytes"),
            "{files}"
        );
        let (find, press) = ("[data-testid=shown-files] button", "Download log.csv");
        let saved = page
            .saved_by(&format!("{find}[aria-label='{press}']"))
            .await;
        assert_eq!(saved, "step,return\n");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_pasted_ppo_learns() {
    with_page(Adapter::None, "device=cpu&view=scratch", async |page| {
        drop(page, "ppo.py", include_str!("pasted_ppo.py")).await;
        page.press("Run ppo.py").await;
        let state = ended(page, 1, 300).await;
        let printed = page.text("scratch-output").await;
        assert_eq!(
            state,
            "passed",
            "{printed}\n{}",
            page.text("scratch-result").await
        );
        // 20 steps is what a policy at random reaches.
        let last = printed.rsplit("last return: ").next();
        let last: f64 = last
            .and_then(|last| last.trim().parse().ok())
            .expect("a return");
        assert!(last > 100.0, "{printed}");
        let files = page.text("shown-files").await;
        assert!(files.contains("runs/agent.pt"), "{files}");
        let drawn = "return document.querySelectorAll('.shown-figure img').length";
        assert_eq!(page.script(drawn, vec![]).await, json!(1));
    });
}
