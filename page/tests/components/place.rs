//! Back and Forward, and the title of the page.

use leptos::prelude::*;
use policy_lab::config::url::View;
use policy_lab::device::DeviceChoice;
use policy_lab_page::course::{CHAPTERS, Exercise};
use policy_lab_page::ui::{Header, Notices, PresenterDialogues, Views, keep_place};
use policy_lab_page::view::place::label;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::History;

use crate::page::Page;
use crate::part::{Part, sleep, until};
use crate::run::{opened, run, settings};

/// Milliseconds after which the next exercise gets an entry of its own, and after which an entry is
/// written.
const A_WHILE: i32 = 550;

/// Mounts the page around its views, at this address.
pub async fn visit(query: &str) -> Page {
    // Removes the entries to which an earlier test could go forward, so that they can be counted.
    let entry = history().push_state(&JsValue::NULL, "");
    entry.expect("an entry");
    let kept = [("policy-lab-plain-editor", "yes")];
    Page::visit(query, &kept, || {
        keep_place();
        view! {
            // As on a wide window, where the course has a scroll of its own.
            <style>"#lesson { height: 200px; overflow-y: auto }"</style>
            <Header />
            <Notices />
            <Views />
            <PresenterDialogues />
        }
    })
    .await
}

/// Goes to a place by its link in the header, or to a view of the lab by its tab.
async fn go(page: &Page, name: &str) {
    let all = ["Places", "Lab"].map(|all| page.seek("navigation", all));
    let mut all = all.iter().flatten();
    let link = all.find_map(|all| all.seek("link", name));
    link.expect(name).press().await;
}

fn history() -> History {
    window().history().expect("a history")
}

fn entries() -> u32 {
    history().length().expect("a number")
}

pub fn query() -> String {
    location().search().expect("an address")
}

pub async fn titled(title: &str) {
    let is_titled = || (document().title() == title).then_some(());
    let what = format!("“{title}” instead of “{}”", document().title());
    until(&what, is_titled).await;
}

async fn back(title: &str) {
    history().back().expect("a way back");
    titled(title).await;
    sleep(0).await;
}

async fn forward(title: &str) {
    history().forward().expect("a way forward");
    titled(title).await;
    sleep(0).await;
}

/// Returns the link to a chapter in the list, or to the text about the page.
fn chapter_link(page: &Page, key: &str) -> Part {
    let index = CHAPTERS.iter().position(|chapter| chapter.key == key);
    let name = index.map(|index| format!("{}. {}", index + 1, CHAPTERS[index].title()));
    let list = page.by_test_id("lesson-nav").expect("a list of chapters");
    list.find("link", name.as_deref().unwrap_or("What am I looking at?"))
}

/// Returns true if the list says that this chapter is open; an empty key is the text about the
/// page.
fn is_open(page: &Page, key: &str) -> bool {
    let marked = chapter_link(page, key).attribute("aria-current");
    marked.as_deref() == Some("page")
}

fn exercise(page: &Page) -> Part {
    page.find("combobox", "Exercise")
}

async fn open_chapter(page: &Page, key: &str) {
    chapter_link(page, key).press().await;
}

async fn open_exercise(page: &Page, id: &str) {
    let label = Exercise::find(id).expect("an exercise").label();
    exercise(page).choose(&label).await;
}

#[wasm_bindgen_test]
async fn back_and_forward_lead_through_views_chapters_and_exercises() {
    let page = visit("").await;
    titled("Policy Lab").await;
    let before = entries();
    go(&page, "Course").await;
    titled("Map · Policy Lab").await;
    assert_eq!(query(), "?view=map");
    let baselines = page.by_test_id("map-baselines").expect("a chapter");
    baselines.all("link")[0].press().await;
    titled("Baselines · Policy Lab").await;
    assert_eq!(query(), "?lesson=baselines");
    follow(&page, "?exercise=S4-E1");
    titled("A policy network · Policy Lab").await;
    assert_eq!(query(), "?exercise=S4-E1");
    sleep(A_WHILE).await;
    open_exercise(&page, "S4-E4").await;
    titled("Returns of one episode · Policy Lab").await;
    assert_eq!(query(), "?exercise=S4-E4");
    assert_eq!(entries(), before + 4);

    back("A policy network · Policy Lab").await;
    assert!(page.by_test_id("exercise-S4-E1").is_some());
    back("Baselines · Policy Lab").await;
    assert!(is_open(&page, "baselines"));
    assert_eq!(query(), "?lesson=baselines");
    back("Map · Policy Lab").await;
    back("Policy Lab").await;
    assert_eq!(query(), "");

    for title in [
        "Map · Policy Lab",
        "Baselines · Policy Lab",
        "A policy network · Policy Lab",
        "Returns of one episode · Policy Lab",
    ] {
        forward(title).await;
    }
    assert_eq!(exercise(&page).value(), "S4-E4");
    sleep(A_WHILE).await;
    assert_eq!(entries(), before + 4, "Back and Forward add no entry");
}

#[wasm_bindgen_test]
async fn every_place_has_its_address_its_title_and_the_focus_and_is_as_it_was_left() {
    let page = visit("view=map").await;
    for (name, view, current) in [
        ("Lab", View::Lab, &["Lab", "Run"][..]),
        ("Sweep", View::Sweep, &["Lab", "Sweep"]),
        ("Own world", View::World, &["Lab", "Own world"]),
        ("Clip", View::Clip, &["Lab", "Clip"]),
        ("Notebook", View::Scratch, &["Notebook"]),
        ("Lab", View::Clip, &["Lab", "Clip"]),
        ("Course", View::Map, &["Course"]),
        ("Play", View::Start, &["Play"]),
    ] {
        go(&page, name).await;
        let (title, address) = match view {
            View::Start => ("Policy Lab".to_owned(), String::new()),
            view => (
                format!("{} · Policy Lab", label(view)),
                format!("?view={}", view.key()),
            ),
        };
        titled(&title).await;
        assert_eq!(query(), address);
        let main = page.find("main", label(view));
        until("the focus on the view", || main.has_focus().then_some(())).await;
        let links = page.all("link").into_iter();
        let marked = links.filter(|it| it.attribute("aria-current").is_some());
        let marked: Vec<String> = marked.map(|it| it.name()).collect();
        assert_eq!(marked, current);
    }
}

/// On a phone one row is below the other.
#[wasm_bindgen_test]
async fn no_two_tabs_of_the_lab_have_one_name() {
    let page = visit("view=lab").await;
    let views = page.find("navigation", "Lab").all("link");
    let panes = page.select(".view-lab > .pane-tabs button");
    let mut names: Vec<String> = views.iter().chain(&panes).map(Part::name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 7, "{names:?}");
}

#[wasm_bindgen_test]
async fn settings_a_run_and_what_was_written_survive_back() {
    let page = visit("exercise=S4-E4").await;
    titled("Returns of one episode · Policy Lab").await;
    page.hear([opened()]).await;
    page.hear(run(settings(1), &[20.0, 30.0, 41.5])).await;
    let iteration = || page.by_test_id("iteration").map(|it| it.text());
    let is_third = || (iteration().as_deref() == Some("3")).then_some(());
    until("a run", is_third).await;
    let before = entries();
    let name = "Python: Returns of one episode";
    page.find("textbox", name).fill("x = 1").await;
    go(&page, "Lab").await;
    assert!(is_third().is_some(), "the run is seen from here too");
    page.find("textbox", "ent_coef").fill("0.9").await;
    until("the address", || {
        query().contains("ent_coef=0.9").then_some(())
    })
    .await;
    assert_eq!(query(), "?ent_coef=0.9", "settings belong to the lab");
    assert_eq!(entries(), before + 1, "a setting adds no entry");

    back("Returns of one episode · Policy Lab").await;
    assert_eq!(page.find("textbox", name).value(), "x = 1");
    assert!(is_third().is_some(), "{}", page.text());
    assert_eq!(query(), "?exercise=S4-E4&ent_coef=0.9");
    forward("Lab · Policy Lab").await;
    assert_eq!(page.find("textbox", "ent_coef").value(), "0.9");
}

#[wasm_bindgen_test]
async fn addresses_of_earlier_versions_open_what_they_meant() {
    for (address, title) in [
        ("lesson=ppo", "The training loop of PPO · Policy Lab"),
        ("exercise=S4-E4", "Returns of one episode · Policy Lab"),
        (
            "lesson=ppo&exercise=S4-E4",
            "Returns of one episode · Policy Lab",
        ),
        ("lesson=clip", "Clip · Policy Lab"),
        ("preset=vpg-quick", "Lab · Policy Lab"),
        ("num_envs=16", "Lab · Policy Lab"),
        ("device=cpu", "Policy Lab"),
    ] {
        let page = visit(address).await;
        titled(title).await;
        assert_eq!(query(), format!("?{address}"), "it stays as it was written");
        drop(page);
    }
}

#[wasm_bindgen_test]
async fn what_an_address_names_and_is_not_there_is_said() {
    for (address, said) in [
        ("view=attic", "The link asks for view “attic”"),
        ("view=read&lesson=zen", "The link asks for lesson “zen”"),
        ("exercise=S9-E9", "The link asks for exercise “S9-E9”"),
    ] {
        let page = visit(address).await;
        let notice = page.by_test_id("notices").expect("a notice").text();
        assert!(notice.contains(said), "{notice}");
        assert!(page.seek("link", "Lab").is_some(), "the page works");
    }
}

#[wasm_bindgen_test]
async fn back_ends_a_presentation_and_forward_begins_it_again() {
    let page = visit("view=lab").await;
    let before = entries();
    page.find("button", "More").press().await;
    page.find("button", "Present…").press().await;
    page.find("button", "Present").press().await;
    titled("Presentation · Lab · Policy Lab").await;
    assert_eq!(entries(), before + 1);
    let leave = || page.seek("button", "Leave (Esc)");
    assert!(leave().is_some());
    back("Lab · Policy Lab").await;
    assert!(leave().is_none());
    assert_eq!(query(), "?view=lab");
    forward("Presentation · Lab · Policy Lab").await;
    assert!(leave().is_some());
    leave().expect("a way out").press().await;
    titled("Lab · Policy Lab").await;
    back("Presentation · Lab · Policy Lab").await;
    back("Lab · Policy Lab").await;
}

#[wasm_bindgen_test]
async fn a_chapter_is_where_the_reader_left_it() {
    let page = visit("lesson=reinforce").await;
    let at = || page.find("article", "Course").0.scroll_top();
    let is_at = |top: i32| (at() == top).then_some(());
    page.find("article", "Course").0.set_scroll_top(300);
    sleep(50).await;
    open_chapter(&page, "ppo").await;
    until("the beginning", || is_at(0)).await;
    page.find("article", "Course").0.set_scroll_top(120);
    sleep(A_WHILE).await;
    go(&page, "Lab").await;
    titled("Lab · Policy Lab").await;
    back("The training loop of PPO · Policy Lab").await;
    until("the text as it was, from another view", || is_at(120)).await;
    back("REINFORCE, one episode at a time · Policy Lab").await;
    until("the earlier text as it was", || is_at(300)).await;
    forward("The training loop of PPO · Policy Lab").await;
    until("the later text as it was", || is_at(120)).await;
}

#[wasm_bindgen_test]
async fn an_exercise_that_one_only_passes_through_has_no_entry() {
    let page = visit("exercise=S0-E3").await;
    let before = entries();
    for id in ["S0-E4", "S0-E5", "S0-E6"] {
        open_exercise(&page, id).await;
    }
    titled("Normalised returns · Policy Lab").await;
    assert_eq!(query(), "?exercise=S0-E6");
    assert_eq!(entries(), before + 1);
    back("Returns of many environments · Policy Lab").await;
    assert_eq!(exercise(&page).value(), "S0-E3");
}

#[wasm_bindgen_test]
async fn a_link_within_a_presentation_leaves_its_panels() {
    let page = visit("exercise=S4-E1&present=cells").await;
    let next = page.all("link").into_iter();
    let mut next = next.filter(|it| it.attribute("data-neighbour").as_deref() == Some("1"));
    next.next().expect("the next exercise").press().await;
    titled("Presentation · Probabilities of actions · Policy Lab").await;
    assert!(page.seek("button", "Leave (Esc)").is_some());
    assert_eq!(query(), "?exercise=S4-E2&present=cells");
}

/// Follows a link that the page does not show.
fn follow(page: &Page, address: &str) {
    let link = document().create_element("a").expect("a link");
    link.set_attribute("href", address).expect("an address");
    page.0.append_child(&link).expect("a place");
    Part(wasm_bindgen::JsCast::unchecked_into(link)).0.click();
}

#[wasm_bindgen_test]
async fn a_link_to_a_setting_that_is_folded_unfolds_it() {
    let page = visit("view=map").await;
    follow(&page, "?view=lab#adam_eps");
    titled("Lab · Policy Lab").await;
    let field = || page.seek("textbox", "adam_eps").filter(Part::has_focus);
    until("the field", field).await;
}

#[wasm_bindgen_test]
async fn a_link_opens_its_device_unless_a_run_is_under_way() {
    let page = visit("view=map").await;
    page.hear([opened()]).await;
    let asked = || page.lab().settings.choice.get_untracked();
    let has_device = || page.lab().has_device();
    follow(&page, "?view=lab");
    titled("Lab · Policy Lab").await;
    assert!(
        asked() == DeviceChoice::Auto && has_device(),
        "it names none"
    );
    follow(&page, "?view=map&device=cpu");
    titled("Map · Policy Lab").await;
    assert_eq!(asked(), DeviceChoice::Cpu);
    assert!(!has_device(), "it is being opened");
    until("the address", || {
        query().contains("device=cpu").then_some(())
    })
    .await;

    page.hear([opened()]).await;
    page.hear(run(settings(1), &[21.0])).await;
    follow(&page, "?view=lab&device=webgpu");
    titled("Lab · Policy Lab").await;
    assert!(
        asked() == DeviceChoice::Cpu && has_device(),
        "the run keeps its device"
    );
    let said = page.find("region", "Notices").text();
    assert!(
        said.contains("asks for another device") && said.contains("Stop the run"),
        "{said}"
    );
    assert!(page.seek("button", "Pause").is_some());
    follow(&page, "?view=lab&device=cpu");
    assert!(has_device(), "it is open already");
}
