//! The reader's progress: as the browser keeps it, as two tabs join it, and as a file.

use std::collections::BTreeMap;

use policy_lab::protocol::metrics::Metric;
use policy_lab_page::view::once_more;
use policy_lab_page::view::predict::{
    RecordedChart, compared, described, fitted, knot_moved, path,
};
use policy_lab_page::view::progress::{GivenAnswer, Prediction, Progress, ProgressFile};
use policy_lab_page::view::scratch::first;
use policy_lab_page::view::tabs::{SharedCode, apply, join_progress};

use super::cases::Target;
use super::drawn::drawn;
use super::results::are_same;

fn progress() -> Progress {
    let mut progress = Progress::default();
    progress
        .answers
        .insert("S1-W1".to_owned(), GivenAnswer::Choice(2));
    progress
        .answers
        .insert("S1-W6".to_owned(), GivenAnswer::Number("0,5".to_owned()));
    let text = GivenAnswer::Text {
        text: "It \"clips\" more.\n".to_owned(),
        marked: Some(3),
    };
    progress.answers.insert("S1-E1q".to_owned(), text);
    progress.uncovered.insert("S4-E2".to_owned(), 2);
    progress.begin("S4-E2", 77);
    progress.passed.insert("S0-E1".to_owned());
    progress.lesson = Some("ppo".to_owned());
    once_more::note_first(&mut progress.first_tries, "S1-W1", "ppo", false);
    once_more::note_again(&mut progress.first_tries, "S1-W1", "gae", false);
    let sketch = vec![20.0, 37.5, 480.25];
    progress.predictions.insert(
        "seeds".to_owned(),
        Prediction {
            sketch,
            is_revealed: true,
        },
    );
    progress
}

fn file() -> ProgressFile {
    let code = [(
        "S4-E2".to_owned(),
        "def f(x):\n    return \"é\"\n".to_owned(),
    )];
    ProgressFile::new(progress(), BTreeMap::from(code), vec![first(3)])
}

fn words() -> Vec<String> {
    let known = [
        "\"version\":",
        "\"format\":\"policy-lab-progress\"",
        "\"kept\":",
        "\"code\":{}",
        "\"answers\":{}",
        "{\"Choice\":1}",
        "{\"Number\":\"1\"}",
        "\"Known\"",
        "{\"Missed\":{\"at\":\"ppo\",\"times\":4294967295}}",
        "\"scratch\":null",
        "\"predictions\":{}",
    ];
    known.map(str::to_owned).to_vec()
}

/// Requires that a sketch can be drawn and spoken of, whatever its numbers and however many.
fn can_be_drawn(sketch: &[f64]) {
    let chart = RecordedChart::new(
        Metric::EpisodicLength,
        vec![1.0, 2.0, 3.0, 4.0],
        vec![[20.0, 30.0, 40.0, 500.0].map(Some).to_vec()],
        vec![[20.0, 10.0, 9.5, 9.0].map(Some).to_vec()],
    );
    let fitted = fitted(sketch, 4);
    assert!(fitted.len() == 4 || sketch.is_empty());
    let values: Vec<Option<f64>> = fitted.iter().copied().map(Some).collect();
    assert!(!described(&chart, &values).is_empty());
    let _ = compared(&chart, &fitted);
    let drawn = path(&chart, &values);
    assert!(
        drawn.len() < 400 && !drawn.contains("NaN") && !drawn.contains("inf"),
        "{drawn}"
    );
    for value in fitted.iter().copied().chain([5e-324, f64::MAX, f64::MIN]) {
        let moved = knot_moved(&chart, &fitted, 1, value);
        assert!(
            moved.iter().all(|it| it.is_finite()),
            "{moved:?} by {value}"
        );
    }
}

/// Requires that kept progress comes back as it is, and that two tabs can join it.
fn is_kept(progress: &Progress) {
    let text = progress.to_text();
    let again = Progress::from_text(&text).expect("what was written");
    are_same(&again, progress);
    let mut mine = self::progress();
    join_progress(&mut mine, &Progress::default(), progress, |_| true);
    assert!(progress.passed.is_subset(&mine.passed));
    for prediction in progress.predictions.values() {
        can_be_drawn(&prediction.sketch);
    }
    let ids: Vec<String> = progress.first_tries.keys().cloned().collect();
    for id in ids {
        let _ = progress.is_outdated(&id, 3);
        once_more::note_again(&mut mine.first_tries, &id, "ppo", false);
    }
}

#[test]
fn any_kept_progress_is_read_or_left_alone() {
    let valid = [Progress::default(), progress()].map(|it| it.to_text().into_bytes());
    let target = Target {
        name: "progress",
        valid: valid.to_vec(),
        words: words(),
        few: 10_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        if let Some(progress) = drawn::<Progress>(bytes, true) {
            // A page keeps what its own version can read.
            if let Ok(kept) = Progress::from_text(&progress.to_text()) {
                is_kept(&kept);
            }
        }
        let text = String::from_utf8_lossy(bytes);
        let read = Progress::from_text(&text);
        read.as_ref().is_ok_and(|progress| {
            is_kept(progress);
            true
        })
    });
}

#[test]
fn any_file_of_progress_is_read_or_refused() {
    let bare = ProgressFile::new(Progress::default(), BTreeMap::new(), Vec::new());
    let valid = [file(), bare].map(|it| it.to_text().into_bytes());
    let target = Target {
        name: "progress-file",
        valid: valid.to_vec(),
        words: words(),
        few: 10_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let Ok(file) = ProgressFile::from_text(&text) else {
            return false;
        };
        is_kept(&file.kept);
        let scratch = file.scratch.clone().unwrap_or_default();
        let written = ProgressFile::new(file.kept.clone(), file.code.clone(), scratch).to_text();
        let again = ProgressFile::from_text(&written).expect("what was written");
        are_same(&(&again.kept, &again.code), &(&file.kept, &file.code));
        true
    });
}

#[test]
fn any_code_of_two_tabs_is_joined() {
    let valid = serde_json::to_vec(&file().code).expect("JSON");
    let words = words();
    let target = Target {
        name: "code-of-tabs",
        valid: vec![valid],
        words,
        few: 10_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        let stored = serde_json::from_slice::<BTreeMap<String, String>>(bytes).ok();
        let is_read = stored.is_some();
        let drawn = drawn::<BTreeMap<String, String>>(bytes, true).unwrap_or_default();
        let stored = stored.unwrap_or_else(|| drawn.clone());
        let mut shared = SharedCode {
            seen: file().code,
            edited: drawn.keys().cloned().collect(),
        };
        let mut mine = drawn;
        let news = shared.hear(&mine, stored.clone());
        assert_eq!(shared.seen, stored);
        apply(&mut mine, &news.taken);
        for (id, text) in &news.taken {
            assert_eq!(mine.get(id), text.as_ref());
        }
        is_read
    });
}
