//! A reader's progress: kept from visit to visit, saved to a file, deleted; and an exercise that
//! has changed since.

use std::fs;

use thirtyfour::By;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// The browser asks in a window of its own, which this answers.
const AGREE: &str = "window.confirm = () => true";

async fn answer_one(page: &Page) {
    let number = page.part("question-S1-W10").await;
    let field = number.find(By::Css("input")).await.expect("a field");
    field.send_keys("-0.693\t").await.expect("an answer");
    until_said(page, "question-S1-W10", "Right").await;
}

async fn until_said(page: &Page, test_id: &str, words: &str) {
    page.until(words, 30, || async {
        let said = page.text(test_id).await;
        said.contains(words).then_some(())
    })
    .await;
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn progress_travels_as_a_file_and_can_be_forgotten() {
    with_page(Adapter::None, "device=cpu&lesson=warm-up", async |page| {
        answer_one(page).await;
        page.go("write").await;
        page.part("next-hint").await.click().await.expect("a hint");
        page.go("work").await;
        until_said(page, "progress-panel", "1 of").await;
        let file = page.saved("save-progress").await;
        assert!(file.contains("policy-lab-progress"), "{file}");

        page.script(AGREE, vec![]).await;
        let forget = page.part("forget-progress").await;
        forget.click().await.expect("a click");
        until_said(page, "progress-panel", "Everything is as on a first visit").await;
        let has_answer = async |page: &Page| {
            page.open("device=cpu&lesson=warm-up").await;
            page.part("question-S1-W10").await;
            page.text("question-S1-W10").await.contains("Right")
        };
        assert!(!has_answer(page).await);
        page.go("work").await;

        let folder = std::env::temp_dir().join(format!("policy-lab-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (good, bad) = (folder.join("progress.json"), folder.join("other.json"));
        fs::write(&good, &file).expect("a file");
        fs::write(&bad, "{\"cells\": []}").expect("a file");
        let choice = page.part("load-progress").await;
        let bad = bad.to_string_lossy();
        choice.send_keys(bad.as_ref()).await.expect("a choice");
        until_said(page, "progress-panel", "nothing was changed").await;
        let good = good.to_string_lossy();
        choice.send_keys(good.as_ref()).await.expect("a choice");
        until_said(page, "progress-panel", "The file has taken the place").await;
        assert!(has_answer(page).await);
        let _ = fs::remove_dir_all(&folder);
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_page_opens_where_the_reader_left_it_and_says_what_has_changed() {
    with_page(Adapter::None, "device=cpu&lesson=baselines", async |page| {
        page.part("lesson-nav").await;
        page.open("device=cpu&exercise=S0-E7").await;
        page.part("exercise-S0-E7").await;
        let typed = "
                const kept = JSON.parse(localStorage.getItem('policy-lab-course'));
                kept.begun['S0-E7'] = 1;
                localStorage.setItem('policy-lab-course', JSON.stringify(kept));
                localStorage.setItem('policy-lab-code', JSON.stringify({ 'S0-E7': '# mine' }));";
        page.until("what is kept", 30, || async {
            let kept = page
                .script("return localStorage.getItem('policy-lab-course')", vec![])
                .await;
            kept.as_str()?.contains("S0-E7").then_some(())
        })
        .await;
        page.script(typed, vec![]).await;
        page.open("device=cpu").await;
        page.go("read").await;
        page.until("the chapter", 30, || async {
            let query = page.query_string().await;
            query.contains("lesson=baselines").then_some(())
        })
        .await;
        page.go("write").await;
        page.part("exercise-S0-E7").await;
        let told = page
            .until("that it has changed", 30, || page.text_of(".outdated"))
            .await;
        assert!(told.contains("has changed since you began it"), "{told}");
        page.press("I have seen it").await;
        page.until("no notice", 30, || async {
            let notices = page.driver.find_all(By::Css(".outdated")).await.ok()?;
            notices.is_empty().then_some(())
        })
        .await;
    });
}
