//! The course: every exercise opened, helped with, solved and checked; questions answered, and
//! still answered next time.

use policy_lab_page::course::{CHAPTERS, EXERCISES};
use serde_json::json;
use thirtyfour::{By, WebElement};

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Chooses an option of a list as a reader does. Returns false while there is no such list.
const CHOOSE: &str = "
    const [list, value] = arguments;
    const select = document.querySelector(list);
    if (!select) return false;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;";

pub async fn choose(page: &Page, list: &str, value: &str) {
    page.until(list, 60, || async {
        let chosen = page.script(CHOOSE, vec![json!(list), json!(value)]).await;
        (chosen == true).then_some(())
    })
    .await;
}

/// Opens a chapter by its link in the list of chapters.
async fn open_chapter(page: &Page, key: &str) {
    let follow = "document.querySelector(`.lesson-nav a[href$='lesson=${arguments[0]}']`).click()";
    page.part("lesson-nav").await;
    page.script(follow, vec![json!(key)]).await;
    until_open(page, key).await;
}

/// Waits until a chapter is the one on show.
async fn until_open(page: &Page, key: &str) {
    page.until(key, 30, || async {
        let current = "return document.querySelector('.lesson-nav [aria-current=page]')?.getAttribute('href')";
        let current = page.script(current, vec![]).await;
        current
            .as_str()?
            .ends_with(&format!("lesson={key}"))
            .then_some(())
    })
    .await;
}

/// Shows all hints, and returns the button that puts the solution into the cell.
async fn solution(page: &Page) -> WebElement {
    page.until("the solution", 30, || async {
        let hint = page.driver.find(By::Css("[data-testid='next-hint']")).await;
        if let Ok(hint) = hint {
            let _ = hint.click().await;
        }
        let solution = page.driver.find(By::Css("[data-testid='use-solution']"));
        solution.await.ok()
    })
    .await
}

/// Returns the state in which the cell that runs ends.
async fn end_of_cell(page: &Page) -> String {
    // The probes of an agent take longest.
    page.until("the end of the cell", 300, || async {
        let output = page.part("cell-output").await;
        let state = output.attr("data-state").await.ok()??;
        ["passed", "failed", "ended"]
            .contains(&state.as_str())
            .then_some(state)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn every_exercise_is_solved_with_its_own_help() {
    with_page(Adapter::None, "view=write&device=cpu", async |page| {
        for exercise in EXERCISES {
            choose(page, "#exercise", exercise.id).await;
            page.part(&format!("exercise-{}", exercise.id)).await;
            page.until("an editor", 60, || page.text_of(".cm-content"))
                .await;
            let text = page.text_of(".exercise-text").await.unwrap_or_default();
            assert!(text.len() > 200, "{}: {text}", exercise.id);
            let solution = solution(page).await;
            solution.click().await.expect("a click");
            page.press("Run cell").await;
            let state = end_of_cell(page).await;
            let said = page.text("cell-output").await;
            assert_eq!(state, "passed", "{}: {said}", exercise.id);
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn chapters_are_read_and_questions_answered() {
    with_page(Adapter::None, "device=cpu&lesson=warm-up", async |page| {
        for chapter in CHAPTERS {
            open_chapter(page, chapter.key).await;
            let text = page.text_of("#lesson").await.unwrap_or_default();
            assert!(text.len() > 400, "{}: {text}", chapter.key);
            for id in chapter.exercises {
                assert!(text.contains(id), "{}: {id}", chapter.key);
            }
        }
        open_chapter(page, "warm-up").await;
        let number = page.part("question-S1-W10").await;
        let field = number.find(By::Css("input")).await.expect("a field");
        field.send_keys("0.5\t").await.expect("an answer");
        let said = page.text("question-S1-W10").await;
        assert!(said.contains("Not yet"), "{said}");
        field.clear().await.expect("an empty field");
        field.send_keys("-0,693\t").await.expect("an answer");
        let said = page.text("question-S1-W10").await;
        assert!(said.contains("Right"), "{said}");
        let points = page.text_of("#lesson").await.unwrap_or_default();
        assert!(points.contains("2 of 24 points"), "{points}");

        page.until("the address", 10, || async {
            let query = page.query_string().await;
            query.contains("lesson=warm-up").then_some(())
        })
        .await;
        page.open("device=cpu&lesson=warm-up").await;
        let said = page
            .until("the answer of before", 60, || async {
                let said = page.text("question-S1-W10").await;
                said.contains("Right").then_some(said)
            })
            .await;
        assert!(said.contains("2 points"), "{said}");
        let file = page.saved("save-answers").await;
        assert!(
            file.contains("S1-W10 (2 of 2 points)") && file.contains("-0,693"),
            "{file}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_way_leads_from_the_first_question_to_a_dancing_cart() {
    let query = "view=read&device=cpu&num_envs=4&num_steps=32&num_minibatches=2&update_epochs=1";
    with_page(Adapter::None, query, async |page| {
        page.part("lesson-nav").await;
        let onward = || page.driver.find(By::Css(".onward a"));
        for chapter in CHAPTERS.iter().take_while(|it| it.key != "bugs") {
            let next = onward().await.expect("the way on");
            next.click().await.expect("a click");
            until_open(page, chapter.key).await;
        }
        let link = page
            .driver
            .find(By::Css("#lesson a[href='?exercise=S2-X']"));
        let link = link.await.expect("a link to the exercise");
        link.click().await.expect("a click");
        page.part("exercise-S2-X").await;
        page.until("an editor", 60, || page.text_of(".cm-content"))
            .await;
        let solution = solution(page).await;
        solution.click().await.expect("a click");
        page.press("Run cell").await;
        assert_eq!(end_of_cell(page).await, "passed");
        page.press("Train with my code").await;
        page.iteration_past(2, 120).await;
        let said = page.status().await;
        assert!(said.contains("steps/s"), "{said}");
    });
}
