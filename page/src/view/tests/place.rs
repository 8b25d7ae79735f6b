use policy_lab::config::fields::Field;
use policy_lab::config::url::{PageState, View};
use policy_lab::protocol::DeviceChoice;

use crate::view::place::{Change, HistoryEntry, Place, change, label};

fn state() -> PageState {
    PageState {
        view: View::Write,
        exercise: Some("S4-E4".to_owned()),
        ..PageState::default()
    }
}

#[test]
fn settings_are_no_place() {
    let mut other = state();
    let gamma = Field::find("gamma").expect("a field");
    other.draft.set_text(gamma, "0.9");
    other.device = DeviceChoice::Cpu;
    other.presentation.hidden = vec!["copy-link".to_owned()];
    assert_ne!(other, state());
    let (here, there) = (Place::of(&state()), Place::of(&other));
    assert_eq!(change(&here, &there, None), Change::Same);
}

#[test]
fn view_chapter_exercise_and_panels_are_the_place() {
    let here = Place::of(&state());
    let chapter = PageState {
        view: View::Read,
        lesson: Some("ppo".to_owned()),
        exercise: None,
        ..state()
    };
    let lab = PageState {
        view: View::Lab,
        ..state()
    };
    let mut presented = state();
    presented.presentation.panels = vec!["chart".to_owned()];
    for other in [chapter, lab, presented] {
        let other = Place::of(&other);
        for millis in [None, Some(30.0), Some(2000.0)] {
            assert_eq!(change(&here, &other, millis), Change::Gone, "{other:?}");
            assert_eq!(change(&other, &here, millis), Change::Gone, "{other:?}");
        }
    }
    assert_eq!(change(&here, &here, Some(30.0)), Change::Same);
}

#[test]
fn an_exercise_that_one_passes_in_the_list_has_no_entry() {
    let here = Place::of(&state());
    let next = Place {
        exercise: Some("S4-E5".to_owned()),
        ..here.clone()
    };
    assert_eq!(change(&here, &next, Some(30.0)), Change::PassedOn);
    assert_eq!(change(&here, &next, Some(2000.0)), Change::Gone);
    assert_eq!(change(&here, &next, None), Change::Gone);
}

#[test]
fn a_title_begins_with_what_differs() {
    let mut place = Place::of(&PageState::default());
    assert_eq!(place.title(None), "Policy Lab");
    place.panels.push("chart".to_owned());
    assert_eq!(place.title(None), "Presentation · Policy Lab");
    for view in View::ALL.into_iter().skip(1) {
        let place = Place::of(&PageState {
            view,
            ..PageState::default()
        });
        assert_eq!(place.title(None), format!("{} · Policy Lab", label(view)));
        assert_eq!(place.title(Some("One episode")), "One episode · Policy Lab");
    }
}

#[test]
fn every_view_is_in_one_of_four_places_or_in_the_menu() {
    let keys = |head| {
        let views = View::ALL.into_iter().filter(|view| view.head() == head);
        views.map(View::key).collect::<Vec<_>>()
    };
    let places = View::HEADS.map(|head| (label(head), keys(Some(head))));
    let wanted = [
        ("Play", vec!["start"]),
        ("Course", vec!["read", "write", "map"]),
        ("Lab", vec!["lab", "sweep", "clip", "world"]),
        ("Notebook", vec!["scratch"]),
    ];
    assert_eq!(places, wanted);
    assert_eq!(keys(None), ["checks", "class", "work"]);
}

#[test]
fn an_entry_survives_as_text() {
    let entry = HistoryEntry { scroll: 1234 };
    let text = serde_json::to_string(&entry).expect("text");
    assert_eq!(
        serde_json::from_str::<HistoryEntry>(&text).ok(),
        Some(entry)
    );
}
