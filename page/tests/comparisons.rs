//! The recorded runs that the page lays beside each other, against the shape that it draws and the
//! settings that it offers.

use std::collections::BTreeSet;

use policy_lab::config::TrainConfig;
use policy_lab::config::url;
use policy_lab::protocol::metrics::CHARTS;
use policy_lab_page::course::{Comparison, EXERCISES, Exercise};

/// What `scripts/learn runs` records besides the bugs.
const CHAPTERS: [&str; 6] = [
    "baseline",
    "clip",
    "entropy",
    "epochs",
    "lambda",
    "learning-rate",
];
const MOST_POINTS: usize = 48;

/// Returns the settings of a link, which must not need a notice.
fn settings(query: &str) -> TrainConfig {
    let pairs = query.strip_prefix('?').expect("a link").split('&');
    let pairs = pairs.map(|pair| pair.split_once('=').expect("a name and a value"));
    let (state, notices) = url::read(pairs);
    assert!(notices.is_empty(), "{query}: {notices:?}");
    state
        .draft
        .config()
        .unwrap_or_else(|why| panic!("{query}: {why:?}"))
}

#[test]
fn every_bug_and_every_chapter_is_compared_once() {
    let all: Vec<&str> = Comparison::all().iter().map(|it| it.key.as_str()).collect();
    let bugs = EXERCISES.iter().filter(|it| it.bug_in.is_some());
    let wanted: BTreeSet<&str> = bugs.map(|it| it.id).chain(CHAPTERS).collect();
    assert_eq!(all.iter().copied().collect::<BTreeSet<_>>(), wanted);
    assert_eq!(all.len(), wanted.len(), "{all:?}");
    assert_eq!(
        Comparison::find("B-5").map(|it| it.key.as_str()),
        Some("B-5")
    );
}

#[test]
fn all_curves_are_as_long_as_their_positions() {
    for it in Comparison::all() {
        let key = &it.key;
        assert!(!it.healthy.is_empty() && it.healthy != it.changed, "{key}");
        assert_eq!(it.seeds, [1, 2, 3], "{key}");
        assert_eq!(it.iterations.first(), Some(&1), "{key}");
        assert!(it.iterations.is_sorted_by(|one, next| one < next), "{key}");
        assert!(it.iterations.len() <= MOST_POINTS, "{key}");
        assert!((1..=2).contains(&it.curves.len()), "{key}");
        for curve in &it.curves {
            let has_chart = CHARTS.iter().any(|info| info.key() == curve.metric);
            assert!(has_chart, "{key}: {}", curve.metric);
            for arm in [&curve.healthy, &curve.changed] {
                assert_eq!(arm.len(), it.seeds.len(), "{key}");
                for points in arm {
                    assert_eq!(points.len(), it.iterations.len(), "{key}");
                    assert!(points[0].is_some(), "{key}: {}", curve.metric);
                }
            }
        }
    }
}

/// A comparison shows one change: of the code, at the settings of the exercise's button, or of
/// settings.
#[test]
fn each_link_leads_to_the_settings_of_the_runs() {
    for it in Comparison::all() {
        let healthy = settings(&it.query);
        let last = it.iterations.last().copied().expect("points");
        match (Exercise::find(&it.key), &it.changed_query) {
            (Some(exercise), None) => {
                let draft = exercise.draft().expect("settings");
                assert_eq!(Ok(&healthy), draft.config().as_ref(), "{}", it.key);
            }
            (None, Some(changed)) => {
                let changed = settings(changed);
                assert_ne!(healthy, changed, "{}", it.key);
                assert_eq!(
                    healthy.num_iterations(),
                    changed.num_iterations(),
                    "{}",
                    it.key
                );
            }
            other => panic!("{}: {other:?}", it.key),
        }
        let may_stop = healthy.stop_when_solved;
        assert!(
            last == healthy.num_iterations() || may_stop && last < healthy.num_iterations(),
            "{}",
            it.key
        );
    }
}
