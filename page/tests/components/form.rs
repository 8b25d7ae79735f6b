//! The form: text stays as typed, valid or not, and the page shows what follows from it.

use leptos::prelude::*;
use policy_lab_page::course::SectionKind;
use policy_lab_page::ui::{Controls, PresetChoice, SettingsForm, ShortForm};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, until};
use crate::run::opened;

/// Shows the form with the presets and the buttons, after a device was opened: the typed text
/// decides whether a run can begin.
async fn form() -> Page {
    form_at("").await
}

/// Shows the same with this query in the address.
async fn form_at(query: &str) -> Page {
    let show = || view! { <PresetChoice /> <Controls /> <SettingsForm /> };
    let page = Page::visit(query, &[], show).await;
    page.hear([opened()]).await;
    page
}

/// Returns the names of the parts with this role that are in sight.
fn names(part: &Part, role: &str) -> Vec<String> {
    let mut all = part.all(role);
    all.retain(Part::is_in_sight);
    all.iter().map(Part::name).collect()
}

/// Returns true if the field for the number of minibatches, which is in a folded group, is in
/// sight.
fn sees_minibatches(page: &Page) -> bool {
    page.find("textbox", "num_minibatches").is_in_sight()
}

/// Unfolds what is not changed every day; its groups stay folded.
async fn unfold_all(page: &Page) {
    page.summary("All ").press().await;
}

/// Returns how many fields have this name, folded or not.
fn count(page: &Page, name: &str) -> usize {
    page.select(&format!("#{name}")).len()
}

#[wasm_bindgen_test]
async fn what_is_no_number_stays_and_is_told_at_its_field() {
    let page = form().await;
    let field = page.find("textbox", "learning_rate");
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("false"));
    assert!(page.find("button", "Train").is_enabled());

    field.fill("fast").await;
    assert_eq!(field.value(), "fast");
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("true"));
    let said = field.description();
    assert!(said.contains("“fast” is not a number"), "{said}");
    assert!(page.text().contains("“fast” is not a number"));
    assert!(!page.find("button", "Train").is_enabled());
    page.find("link", "learning_rate").press().await;
    assert!(field.has_focus(), "the link leads to the field");

    field.fill("0.001").await;
    assert_eq!(field.value(), "0.001");
    assert_eq!(field.attribute("aria-invalid").as_deref(), Some("false"));
    let said = field.description();
    assert!(!said.contains("is not a number"), "{said}");
    assert!(!page.text().contains("is not a number"));
    assert!(page.seek("link", "learning_rate").is_none());
    assert!(page.find("button", "Train").is_enabled());
}

#[wasm_bindgen_test]
async fn a_number_out_of_range_says_which_range() {
    let page = form().await;
    let field = page.find("textbox", "learning_rate");
    field.fill("1.5").await;
    assert_eq!(field.value(), "1.5");
    let said = field.description();
    assert!(said.contains("Use a number from 0 to 1"), "{said}");
    assert!(!page.find("button", "Train").is_enabled());
}

#[wasm_bindgen_test]
async fn a_batch_that_does_not_divide_names_its_size_and_what_would_work() {
    let page = form().await;
    unfold_all(&page).await;
    page.summary("Objective").press().await;
    page.find("textbox", "num_envs").fill("4").await;
    page.find("textbox", "num_steps").fill("10").await;
    let field = page.find("textbox", "num_minibatches");
    field.fill("7").await;
    let said = field.description();
    let names = said.contains("num_envs × num_steps = 40") && said.contains("5 would work");
    assert!(names, "{said}");
    assert!(!page.find("button", "Train").is_enabled());
    field.fill("5").await;
    assert!(page.find("button", "Train").is_enabled());
}

#[wasm_bindgen_test]
async fn the_size_of_a_batch_follows_the_fields_it_is_made_of() {
    let page = form().await;
    unfold_all(&page).await;
    page.summary("Objective").press().await;
    page.find("textbox", "num_minibatches").fill("2").await;
    page.find("textbox", "num_envs").fill("8").await;
    page.find("textbox", "num_steps").fill("16").await;
    let text = page.text();
    assert!(text.contains("rollouts of 128 samples"), "{text}");
    assert!(text.contains("of 64 samples after each"), "{text}");

    page.find("textbox", "num_steps").fill("32").await;
    let text = page.text();
    assert!(text.contains("rollouts of 256 samples"), "{text}");

    page.find("textbox", "num_steps").fill("many").await;
    let text = page.text();
    assert!(!text.contains("samples after each"), "{text}");
}

#[wasm_bindgen_test]
async fn a_preset_fills_the_fields() {
    let page = form().await;
    page.find("textbox", "num_envs").fill("7").await;
    let presets = page.find("combobox", "Preset");
    presets.choose("PPO, the course's defaults").await;
    for (name, text) in [
        ("num_envs", "4"),
        ("num_steps", "128"),
        ("learning_rate", "2.5e-4"),
        ("ent_coef", "0.01"),
    ] {
        assert_eq!(page.find("textbox", name).value(), text, "{name}");
    }
    assert!(page.find("checkbox", "anneal_lr").is_checked());
    assert!(
        !page.text().contains("from the preset"),
        "no change is left"
    );
}

#[wasm_bindgen_test]
async fn an_algorithm_shows_the_fields_that_it_has() {
    let page = form().await;
    assert!(page.find("radio", "PPO").is_checked());
    assert!(page.seek("textbox", "clip_coef").is_some());
    page.find("radio", "REINFORCE").press().await;
    assert!(page.find("radio", "REINFORCE").is_checked());
    assert!(!page.find("radio", "PPO").is_checked());
    assert!(page.seek("textbox", "clip_coef").is_none());
    assert!(page.seek("textbox", "learning_rate").is_some());
}

#[wasm_bindgen_test]
async fn a_change_is_marked_and_can_be_taken_back() {
    let page = form().await;
    let field = page.find("textbox", "ent_coef");
    let before = field.value();
    field.fill("0.5").await;
    page.find("textbox", "num_envs").fill("8").await;
    let text = page.text();
    assert!(text.contains("2 changes from the preset"), "{text}");

    page.find("button", &format!("back to {before}"))
        .press()
        .await;
    assert_eq!(field.value(), before);
    let text = page.text();
    assert!(text.contains("1 change from the preset"), "{text}");

    page.find("button", "Undo all").press().await;
    assert_eq!(page.find("textbox", "num_envs").value(), "64");
    assert!(!page.text().contains("from the preset"));
}

#[wasm_bindgen_test]
async fn a_reward_of_ones_own_leads_to_its_picture() {
    let page = form().await;
    let picture = || page.seek("link", "See it as a picture");
    page.find("textbox", "ent_coef").fill("0.5").await;
    assert!(picture().is_none());
    page.find("textbox", "reward").fill("1 - abs(theta)").await;
    let address = picture().expect("a link").attribute("href");
    assert_eq!(address.as_deref(), Some("?exercise=S2-E2#figure-reward"));
    // It is a cart's.
    page.find("combobox", "env_id")
        .choose("Pendulum: swing a rod up and hold it")
        .await;
    assert!(picture().is_none());
    let field = page.find("textbox", "reward");
    let said = field.description();
    let names =
        "Pendulum has theta, omega and torque; reward, which is its own; and terminated, 1 or 0";
    assert!(said.contains(names), "{said}");
    field.fill("1 - abs(x)").await;
    let said = field.description();
    assert!(
        said.contains("“x” is not known here. There are theta, omega, torque"),
        "{said}"
    );
    // It is there.
    let mut shown = catalogue().exercises["S2-E2"].of(SectionKind::Figure);
    assert!(shown.any(|figure| figure.title == "reward"));
}

#[wasm_bindgen_test]
async fn the_fields_of_every_day_come_first_and_the_others_are_folded() {
    let page = form().await;
    let always = ["num_envs", "num_steps", "seed", "reward", "learning_rate"];
    let often = page.find("group", "Often");
    let of_ppo = [&always[..], &["clip_coef", "ent_coef"]].concat();
    assert_eq!(names(&often, "textbox"), of_ppo);
    assert_eq!(names(&page, "textbox"), names(&often, "textbox"));
    assert!(page.seek("group", "Changed").is_none());
    unfold_all(&page).await;
    let summary = page.summary("Optimiser").text();
    assert_eq!(summary, "Optimiser 7 settings");

    page.find("radio", "VPG").press().await;
    let often = page.find("group", "Often");
    assert_eq!(names(&often, "textbox"), [&always[..], &["gamma"]].concat());
    assert_eq!(names(&often, "combobox"), ["env_id", "advantage"]);
    page.find("radio", "REINFORCE").press().await;
    let often = page.find("group", "Often");
    let of_reinforce = [
        "num_envs",
        "num_steps",
        "total_timesteps",
        "seed",
        "reward",
        "learning_rate",
        "gamma",
    ];
    assert_eq!(names(&often, "textbox"), of_reinforce);
}

#[wasm_bindgen_test]
async fn a_search_shows_what_it_finds_in_one_list() {
    let page = form().await;
    let search = page.find("searchbox", "Find a setting");
    search.fill("rollout_use_count").await;
    assert_eq!(names(&page, "textbox"), ["update_epochs"]);
    assert!(page.text().contains("1 setting"), "{}", page.text());
    search.fill("lambda").await;
    assert_eq!(names(&page, "textbox"), ["gae_lambda"]);
    page.find("textbox", "gae_lambda").fill("0.5").await;
    assert_eq!(names(&page, "textbox"), ["gae_lambda"]);
    search.fill("").await;
    assert!(page.seek("textbox", "learning_rate").is_some());
    let changed = page.find("group", "Changed");
    assert_eq!(changed.find("textbox", "gae_lambda").value(), "0.5");
}

#[wasm_bindgen_test]
async fn a_search_without_a_find_says_what_can_be_searched() {
    let page = form().await;
    let search = page.find("searchbox", "Find a setting");
    search.fill("warp ").await;
    assert!(names(&page, "textbox").is_empty());
    let text = page.text();
    assert!(text.contains("No setting of PPO matches “warp”"), "{text}");
    assert!(text.contains("or lr as in the course"), "{text}");
    assert_eq!(search.value(), "warp ");
}

#[wasm_bindgen_test]
async fn a_change_stays_in_sight_when_its_group_is_folded() {
    let page = form().await;
    unfold_all(&page).await;
    page.summary("Returns").press().await;
    page.find("textbox", "gae_lambda").fill("0.19").await;
    let changed = page.find("group", "Changed");
    assert!(
        changed.all("textbox").is_empty(),
        "not while it is in sight"
    );
    let summary = page.summary("Returns").text();
    assert!(summary.ends_with("6 settings, 1 changed"), "{summary}");

    page.summary("Returns").press().await;
    let field = until("the field among the changed ones", || {
        page.find("group", "Changed").seek("textbox", "gae_lambda")
    })
    .await;
    assert_eq!(count(&page, "gae_lambda"), 1);
    assert!(field.is_in_sight());
    assert_eq!(field.value(), "0.19");
    let said = "0.19 instead of 0.95: 20 % as much";
    assert!(page.text().contains(said), "{}", page.text());
    assert!(
        field.description().contains(said),
        "{}",
        field.description()
    );

    page.find("button", "back to 0.95").press().await;
    assert!(page.seek("group", "Changed").is_none());
    assert_eq!(count(&page, "gae_lambda"), 1);
    let heading = || page.focused().filter(|text| text == "Hyperparameters");
    until("the focus on the heading", heading).await;
}

#[wasm_bindgen_test]
async fn a_link_shows_its_changes_and_what_follows_from_them() {
    let page = form_at("num_envs=128&norm_adv=false").await;
    let changed = page.find("group", "Changed");
    assert_eq!(names(&changed, "checkbox"), ["norm_adv"]);
    assert!(changed.text().contains("2 changes from the preset"));
    assert!(changed.text().contains("off instead of on"));
    let often = page.find("group", "Often").text();
    let said = "128 instead of 64: twice as many. \
                A batch of 16,384 samples instead of 8,192. 50 iterations instead of 100";
    assert!(often.contains(said), "{often}");
}

#[wasm_bindgen_test]
async fn help_is_there_for_the_field_in_use_and_by_its_button() {
    let page = form().await;
    let help =
        "Weight of the entropy bonus, which keeps the policy from deciding too early (0 to 10)";
    let field = page.find("textbox", "ent_coef");
    assert!(!page.text().contains(help));
    assert!(field.description().contains(help));

    field.press().await;
    let shown = || page.by_test_id("focused-help").expect("the foot").text();
    assert!(shown().contains(help), "{}", shown());
    page.find("textbox", "seed").press().await;
    assert!(!shown().contains(help), "{}", shown());

    let button = page.find("button", "About ent_coef");
    assert_eq!(button.attribute("aria-expanded").as_deref(), Some("false"));
    button.press().await;
    assert_eq!(button.attribute("aria-expanded").as_deref(), Some("true"));
    assert!(page.text().contains(help), "{}", page.text());
    button.press().await;
    assert!(!page.text().contains(help));
}

#[wasm_bindgen_test]
async fn a_problem_unfolds_its_group_and_the_link_leads_there() {
    let page = form().await;
    assert!(!sees_minibatches(&page));
    page.find("textbox", "num_envs").fill("1").await;
    page.find("textbox", "num_steps").fill("3").await;
    let said = "does not divide";
    assert!(page.text().contains(said), "{}", page.text());
    assert!(sees_minibatches(&page));

    page.summary("Objective").press().await;
    assert!(!sees_minibatches(&page));
    page.find("link", "num_minibatches").press().await;
    assert!(sees_minibatches(&page));
    assert!(page.find("textbox", "num_minibatches").has_focus());

    let search = page.find("searchbox", "Find a setting");
    search.fill("gamma").await;
    assert_eq!(names(&page, "textbox"), ["gamma"]);
    page.find("link", "num_minibatches").press().await;
    until("the focus on the field", || {
        page.seek("textbox", "num_minibatches")?
            .has_focus()
            .then_some(())
    })
    .await;
    assert_eq!(search.value(), "");
}

#[wasm_bindgen_test]
async fn a_short_form_has_the_named_fields_that_the_algorithm_uses() {
    let show = || view! { <ShortForm fields=vec!["gamma", "nonsense", "clip_coef", "sessions", "num_envs"] /> };
    let page = Page::visit("gamma=0.5", &[], show).await;
    assert_eq!(names(&page, "textbox"), ["gamma", "clip_coef", "num_envs"]);
    assert_eq!(page.find("textbox", "gamma").value(), "0.5");
    page.find("textbox", "clip_coef").fill("0.4").await;
    let text = page.text();
    assert!(text.contains("0.4 instead of 0.2: twice as much"), "{text}");
    page.find("button", "back to 0.2").press().await;
    assert_eq!(page.find("textbox", "clip_coef").value(), "0.2");
    drop(page);

    let page = Page::visit("algorithm=reinforce", &[], show).await;
    assert_eq!(names(&page, "textbox"), ["gamma", "num_envs"]);
}
