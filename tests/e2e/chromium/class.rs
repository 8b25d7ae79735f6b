//! The hand-ins of a class: saved by the page, dropped on it, and their checks run again.

use serde_json::{Value, json};
use thirtyfour::By;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader;

/// Right code for two exercises, and code for the second that returns what it gets.
const RETURNS: &str = include_str!("../../../course/exercises/S0-E3/solution.py");
const NORMAL: &str = include_str!("../../../course/exercises/S0-E6/solution.py");
const WRONG: &str = "def normalize_returns(returns):\n    return returns\n";

/// Drops files on the view, each a name and a text.
const DROP: &str = "const files = new DataTransfer();
    for (const [name, text] of arguments[0]) files.items.add(new File([text], name));
    for (const type of ['dragover', 'drop'])
        document.querySelector('.view-class').dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));";
/// What this browser keeps of a student who has written code for these exercises, all of which is
/// said to have passed.
const KEEP: &str = "localStorage.clear();
    localStorage.setItem('policy-lab-code', JSON.stringify(arguments[0]));
    localStorage.setItem('policy-lab-course', JSON.stringify({ version: 2, answers: { 'S1-W10': { Number: '-0.693' } }, uncovered: {},
        passed: Object.keys(arguments[0]) }));";

/// Returns the hand-in that the page saves for a student with this code.
async fn hand_in(page: &Page, student: &str, code: Value) -> String {
    page.open("device=cpu&view=work").await;
    page.part("save-hand-in").await;
    page.script(KEEP, vec![code]).await;
    page.open("device=cpu&view=work").await;
    let field = page.part("student").await;
    field.send_keys(student).await.expect("a name");
    page.saved("save-hand-in").await
}

async fn until_said(page: &Page, test_id: &str, words: &str, seconds: u64) {
    page.until(words, seconds, || async {
        let said = page.text(test_id).await;
        said.contains(words).then_some(())
    })
    .await;
}

/// Returns how often the checks of S0-E3 ran, by the reader's own hand-in.
async fn tries(page: &Page) -> Value {
    page.go("work").await;
    let saved = page.saved("save-hand-in").await;
    let hand_in: Value = serde_json::from_str(&saved).expect("JSON");
    // The page that wrote it is the one that is named there.
    let build = hand_in["build"].as_str().expect("a build");
    let versions = page.text("versions").await;
    assert!(versions.contains(&format!("({build})")), "{versions}");
    page.go("write").await;
    hand_in["work"]["kept"]["tries"]["S0-E3"].clone()
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_hand_in_says_how_often_the_checks_ran() {
    let query = "device=cpu&view=write&exercise=S0-E3";
    with_page(Adapter::None, query, async |page| {
        assert_eq!(tries(page).await, Value::Null);
        let (state, _) = reader::run_cell(page, 120).await;
        assert_eq!(state, "failed", "the starter does not pass");
        reader::paste_cell(page, "while True: pass\n").await;
        page.press("Run cell").await;
        page.press("Stop cell").await;
        assert_eq!(tries(page).await, 1, "what is stopped is no try");
        reader::paste_cell(page, RETURNS).await;
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "passed", "{said}");
        assert_eq!(tries(page).await, 2);
        // As a visit later.
        page.open(query).await;
        let (state, _) = reader::run_cell(page, 120).await;
        assert_eq!(state, "passed");
        assert_eq!(tries(page).await, 3);
    });
}

/// Returns the cells of a table's line by the names of its columns.
fn column(csv: &str, line: usize, name: &str) -> String {
    let mut lines = csv.lines();
    let head = lines.next().unwrap_or_default();
    let place = head.split(',').position(|it| it == name).expect("a column");
    let row = lines.nth(line).expect("a line");
    row.split(',').nth(place).unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_class_hands_in_and_what_is_not_true_is_found_out() {
    with_page(Adapter::None, "device=cpu&view=work", async |page| {
        let both = json!({ "S0-E3": RETURNS, "S0-E6": NORMAL });
        let ada = hand_in(page, "Ada", both).await;
        assert!(ada.contains("\"format\": \"policy-lab-hand-in\""), "{ada}");
        let ben = hand_in(page, "Ben", json!({ "S0-E3": RETURNS })).await;
        let eve = json!({ "S0-E3": RETURNS, "S0-E6": WRONG });
        let eve = hand_in(page, "Eve", eve).await;

        page.open("device=cpu&view=class").await;
        page.part("class-files").await;
        let files = json!([
            ["ada.json", ada],
            ["ben.json", ben],
            ["eve.json", eve],
            ["x.json", "{}"]
        ]);
        page.script(DROP, vec![files]).await;
        until_said(page, "class-news", "x.json is damaged or no hand-in", 30).await;
        page.until("three rows", 30, || async {
            let css = By::Css("[data-testid='class-row']");
            let rows = page.driver.find_all(css).await.ok()?;
            (rows.len() == 3).then_some(())
        })
        .await;
        let csv = page.saved("class-csv").await;
        for (line, student, points) in [(0, "Ada", "3"), (1, "Ben", "2"), (2, "Eve", "3")] {
            assert_eq!(column(&csv, line, "student"), student, "{csv}");
            assert_eq!(column(&csv, line, "points"), points, "{csv}");
        }

        page.press("Run the checks again").await;
        until_said(page, "class-found", "5 cells run again", 180).await;
        let found = page.text("class-found").await;
        assert!(
            found.contains("4 agree with the files, 1 differ"),
            "{found}"
        );
        assert!(found.contains("Eve, "), "{found}");
        assert!(
            found.contains("the file says passed, and it does not pass"),
            "{found}"
        );
        let csv = page.saved("class-csv").await;
        assert_eq!(column(&csv, 0, "S0-E6"), "passed here too");
        assert_eq!(column(&csv, 2, "S0-E6"), "said passed but not here");
        assert_eq!(column(&csv, 2, "points"), "2");
        let table: Value = serde_json::from_str(&page.saved("class-json").await).expect("JSON");
        assert_eq!(table["hand_ins"][2]["student"], "Eve");

        let choice = page.part("class-exercise").await;
        let option = choice.find(By::Css("option[value='S0-E6']")).await;
        option
            .expect("an exercise")
            .click()
            .await
            .expect("a choice");
        let codes = page.text("class-codes").await;
        assert!(codes.contains("return returns"), "{codes}");
        assert!(codes.contains("Nothing written by Ben"), "{codes}");

        // The table outlasts the view, and nothing else.
        page.go("map").await;
        page.driver.back().await.expect("a way back");
        until_said(page, "class-found", "5 cells run again", 30).await;
        page.open("device=cpu&view=class").await;
        page.part("class-files").await;
        assert!(page.body_text().await.contains("No hand-ins yet"));
    });
}
