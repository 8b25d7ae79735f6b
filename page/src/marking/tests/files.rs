//! Files: written, read, and refused with a sentence.

use serde_json::{Value, json};

use super::{bytes, hand_in};
use crate::marking::{
    ClassTable, HandIn, MOST_BYTES, clean, day_and_time, sentence, shown_code, too_large,
};
use crate::view::progress::{Progress, ProgressFile};

const NOON: &str = "2026-11-25T12:00:00.000Z";

fn value() -> Value {
    let ada = hand_in("Ada", NOON, &["S0-E3"], &[]);
    serde_json::from_str(&ada.to_text()).expect("JSON")
}

/// Returns the reason for which a changed hand-in is refused.
fn refused(change: impl Fn(&mut Value)) -> String {
    let mut value = value();
    change(&mut value);
    HandIn::read("a.json", value.to_string().as_bytes()).expect_err("refused")
}

#[test]
fn a_hand_in_comes_back_without_the_scratchpad() {
    let ada = hand_in("  Ada\n Lovelace ", NOON, &["S0-E3"], &[]);
    assert_eq!(ada.student, "Ada Lovelace");
    assert_eq!(ada.work.scratch, None);
    assert_eq!(ada.engine, env!("CARGO_PKG_VERSION"));
    assert_eq!(HandIn::read("a.json", &bytes(&ada)), Ok(ada));
}

#[test]
fn the_file_is_named_after_the_student() {
    let named = |student| hand_in(student, NOON, &[], &[]).file_name();
    assert_eq!(named("Ada Lovelace"), "policy-lab-Ada-Lovelace.json");
    assert_eq!(named("../../Åsa: 7"), "policy-lab-Åsa-7.json");
    assert_eq!(named(" / "), "policy-lab-hand-in.json");
}

#[test]
fn what_is_no_hand_in_is_refused_with_a_sentence() {
    let whole = value().to_string();
    let half = &whole[..whole.len() / 2];
    let deep = "[".repeat(100_000);
    for text in ["", "{", "[1, 2]", "{\"cells\": []}", half, &deep] {
        let why = HandIn::read("a.json", text.as_bytes()).expect_err("refused");
        assert!(
            why.starts_with("a.json is damaged or no hand-in"),
            "{text:.20}: {why}"
        );
    }
    let why = HandIn::read("a.json", &[0xff, 0xfe, 0]).expect_err("refused");
    assert!(why.contains("damaged"), "{why}");
    let progress = ProgressFile::new(Progress::default(), Default::default(), Vec::new());
    let why = HandIn::read("a.json", progress.to_text().as_bytes()).expect_err("refused");
    assert!(why.contains("progress, not a hand-in"), "{why}");
}

#[test]
fn a_changed_hand_in_is_refused_with_a_sentence() {
    let newer = "a.json was written by a newer version of this page";
    assert!(refused(|it| it["version"] = json!(2)).starts_with(newer));
    assert!(refused(|it| it["work"]["kept"]["version"] = json!(99)).starts_with(newer));
    for why in [
        refused(|it| it["format"] = json!("something")),
        refused(|it| it["work"]["format"] = json!("something")),
        refused(|it| it["student"] = json!(7)),
        refused(|it| it["work"]["code"]["S0-E3"] = json!({ "a": 1 })),
        refused(|it| it["work"]["kept"]["answers"] = json!([])),
        refused(|it| drop(it.as_object_mut().map(|it| it.remove("saved")))),
    ] {
        assert!(why.contains("damaged"), "{why}");
    }
}

#[test]
fn a_large_file_is_not_read() {
    let mut value = value();
    value["work"]["code"]["S0-E3"] = json!("x = 1\n".repeat(500_000));
    let text = value.to_string();
    let mut table = ClassTable::default();
    let news = table.add("a.json", text.as_bytes());
    assert!(news.is_refused);
    assert_eq!(
        news.text,
        "a.json has 3.5 MB, and a hand-in has at most 1 MB, so it was not read"
    );
    assert!(table.rows().is_empty());
    assert_eq!(too_large("a.json", MOST_BYTES as f64), None);
}

#[test]
fn texts_of_others_are_made_legible() {
    assert_eq!(clean("a\u{0}b\r\n\tc\u{202e}d"), "a b cd");
    assert_eq!(clean(&"x".repeat(1_000_000)).len(), 80);
    assert_eq!(sentence(&"x".repeat(1_000_000)).len(), 240);
    assert_eq!(day_and_time(NOON), "2026-11-25 12:00");
    for odd in [
        "",
        "2026",
        "yesterday, at noon",
        "2026-11-25 12:00:00",
        "２０２６-11-25T12:00",
    ] {
        assert_eq!(day_and_time(odd), "unknown", "{odd}");
    }
    assert_eq!(shown_code("x = 1"), "x = 1");
    let long = "ä".repeat(20_001);
    let shown = shown_code(&long);
    assert!(shown.ends_with("[… 2 more bytes are not shown]"));
}
