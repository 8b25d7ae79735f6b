use policy_lab::config::fields::Field;
use policy_lab::config::url::PageState;
use policy_lab::protocol::DeviceChoice;

use crate::view::place::{Change, HistoryEntry, Place, Subject, change};

fn state() -> PageState {
    PageState {
        lesson: Some("reinforce".to_owned()),
        exercise: Some("S4-E4".to_owned()),
        ..PageState::default()
    }
}

fn place(state: &PageState) -> Place {
    Place::of(state, Subject::Exercise)
}

#[test]
fn settings_are_no_place() {
    let mut other = state();
    let gamma = Field::find("gamma").expect("a field");
    other.draft.set_text(gamma, "0.9");
    other.device = DeviceChoice::Cpu;
    other.view.hidden = vec!["copy-link".to_owned()];
    assert_ne!(other, state());
    assert_eq!(change(&place(&state()), &place(&other), None), Change::Same);
}

#[test]
fn chapter_exercise_panels_and_subject_are_the_place() {
    let here = place(&state());
    let chapter = PageState {
        lesson: Some("ppo".to_owned()),
        ..state()
    };
    let exercise = PageState {
        exercise: None,
        ..state()
    };
    let mut presented = state();
    presented.view.panels = vec!["chart".to_owned()];
    let mut others: Vec<Place> = [chapter, exercise, presented].iter().map(place).collect();
    // The same exercise is gone to from the chapter in which it stands.
    others.push(Place::of(&state(), Subject::Chapter));
    for other in others {
        assert_eq!(change(&here, &other, None), Change::Gone, "{other:?}");
        assert_eq!(change(&other, &here, Some(2000.0)), Change::Gone);
        assert_eq!(change(&other, &here, Some(30.0)), Change::PassedOn);
    }
    assert_eq!(change(&here, &here, Some(30.0)), Change::Same);
}

#[test]
fn an_address_is_named_by_its_exercise_or_else_its_chapter() {
    assert_eq!(Subject::of(&PageState::default()), Subject::Page);
    assert_eq!(Subject::of(&state()), Subject::Exercise);
    let chapter = PageState {
        exercise: None,
        ..state()
    };
    assert_eq!(Subject::of(&chapter), Subject::Chapter);
}

#[test]
fn a_title_begins_with_what_differs() {
    let mut place = place(&state());
    assert_eq!(place.title(None), "Policy Lab");
    assert_eq!(place.title(Some("One episode")), "One episode · Policy Lab");
    place.panels.push("chart".to_owned());
    assert_eq!(place.title(None), "Presentation · Policy Lab");
    assert_eq!(
        place.title(Some("One episode")),
        "Presentation · One episode · Policy Lab"
    );
}

#[test]
fn an_entry_survives_as_text() {
    let entry = HistoryEntry {
        place: place(&state()),
        scroll: 1234,
    };
    let text = serde_json::to_string(&entry).expect("text");
    assert_eq!(
        serde_json::from_str::<HistoryEntry>(&text).ok(),
        Some(entry)
    );
}
