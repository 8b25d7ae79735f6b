//! Places of the page, as addresses name them.

use policy_lab::config::url::{self, View};
use policy_lab_page::view::place::{Change, HistoryEntry, Place, change};

use super::cases::Target;

fn place(query: &str) -> Place {
    let parts = query.split('&').filter(|part| !part.is_empty());
    let pairs = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
    Place::of(&url::read(pairs).0)
}

#[test]
fn any_two_addresses_are_places_that_back_leads_to() {
    let views = View::ALL.map(|view| format!("view={}&lesson=ppo&exercise=S4-E2", view.key()));
    let entry = serde_json::to_string(&HistoryEntry { scroll: -7 }).expect("JSON");
    let presented = ["present=grid,form&scenes=grid;form".to_owned(), entry];
    let valid = views.into_iter().chain(presented).map(String::into_bytes);
    let words = [
        "view=",
        "present=",
        "&",
        ",",
        "scenes=",
        "lesson=",
        "exercise=",
        "{\"scroll\":1}",
    ];
    let words = words.map(str::to_owned).to_vec();
    let target = Target {
        name: "place",
        valid: valid.collect(),
        words,
        few: 10_000,
        share: 1,
        cost: 4_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let half = text.floor_char_boundary(text.len() / 2);
        let (one, other) = (place(&text), place(&text[..half]));
        for (from, to) in [(&one, &other), (&other, &one)] {
            assert_eq!(change(from, to, None) == Change::Same, from == to);
            for millis in [0.0, 1e9, f64::NAN] {
                assert_eq!(change(from, to, Some(millis)) == Change::Same, from == to);
            }
            assert!(from.title(None).ends_with("Policy Lab"));
        }
        if let Ok(entry) = serde_json::from_str::<HistoryEntry>(&text) {
            let again = serde_json::to_string(&entry).expect("JSON");
            assert_eq!(
                serde_json::from_str::<HistoryEntry>(&again).ok(),
                Some(entry)
            );
        }
        one != other
    });
}
