//! An agent of each algorithm, made of code that is typed in the page: every part passes its
//! checks, the probes are played on the whole, and it learns to balance.

use policy_lab_page::course::{EXERCISES, Exercise};

use crate::course::choose;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader::{paste_cell, run_cell};

/// Opens an exercise, writes our solution into its cell, runs it, and returns what the page says of
/// it.
async fn solve(page: &Page, exercise: &Exercise) -> String {
    choose(page, "#exercise", exercise.id).await;
    page.part(&format!("exercise-{}", exercise.id)).await;
    paste_cell(page, exercise.solution()).await;
    // The probes of an agent take longest.
    let (state, said) = run_cell(page, 400).await;
    assert_eq!(state, "passed", "{}: {said}", exercise.id);
    said
}

/// Assembles an agent from the exercises whose ids begin with one of `parts`, and trains each of
/// the loops until episodes are as long as wanted, in steps.
fn learns(id: &str, parts: &[&str], loops: &[(&str, f64)]) {
    with_page(Adapter::None, "view=write&device=cpu", async |page| {
        let is_part = |it: &&Exercise| {
            let is_named = parts.iter().any(|part| it.id.starts_with(part));
            is_named && it.bug_in.is_none() && it.trains.is_empty()
        };
        let parts: Vec<_> = EXERCISES.iter().filter(is_part).collect();
        assert!(parts.len() >= 3, "{id} has {} parts", parts.len());
        for part in parts {
            solve(page, part).await;
        }
        let said = solve(page, Exercise::find(id).expect("a capstone")).await;
        assert!(said.contains("Probe 5 pays"), "{said}");
        assert!(said.contains("probabilities"), "{said}");

        for (name, wanted) in loops {
            page.press(&format!("Train with my code: {name}")).await;
            page.iteration_past(0, 120).await;
            page.until(&format!("{id}, {name}: {wanted} steps"), 400, || async {
                let length = page.number("episodic-length").await?;
                (length > *wanted).then_some(())
            })
            .await;
            let runs = page.text_of(".runs").await;
            assert_eq!(runs.as_deref(), Some("your code ours"), "{id}");
            page.press("Stop").await;
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn reinforce_of_typed_parts_learns() {
    learns("S4-T", &["S4-E"], &[("CartPole", 60.0)]);
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn vpg_of_typed_parts_learns() {
    learns("S0-T", &["S0-E"], &[("CartPole", 100.0)]);
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_agents_of_the_homework_of_typed_parts_learn() {
    let loops = [
        ("REINFORCE", 50.0),
        ("VPG", 50.0),
        ("PPO", 100.0),
        ("PPO with GAE", 100.0),
    ];
    learns("S1-T", &["S1-E", "S1-X"], &loops);
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn ppo_of_typed_parts_learns() {
    learns("S2-T", &["S2-E1", "S3-E", "L-E"], &[("CartPole", 100.0)]);
}
