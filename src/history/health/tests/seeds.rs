//! The recorded runs of the course beside each other: two seeds of the same code and settings blame
//! nobody, and bugs that keep a run from learning are found.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;
use crate::config::url;
use crate::protocol::StopReason;

/// Iterations between two looks at a run. More looks would see the same.
const EVERY: usize = 8;

#[derive(Deserialize)]
struct Recorded {
    key: String,
    arm: String,
    seed: u32,
    query: String,
    curves: BTreeMap<String, Vec<Option<f64>>>,
}

fn recorded() -> Vec<Recorded> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/runs.jsonl");
    let text = std::fs::read_to_string(path).expect("the recorded runs");
    let runs = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a run"));
    runs.filter(|run: &Recorded| run.curves.contains_key("episodic_length"))
        .collect()
}

impl Recorded {
    /// Returns the run as it was after some of its iterations, with one seed in the settings for
    /// all: that another one was drawn is what stands in for the chance of rounding.
    fn history(&self, iterations: usize) -> History {
        let pairs = self.query.trim_start_matches('?').split('&');
        let (state, notices) = url::read(pairs.filter_map(|pair| pair.split_once('=')));
        assert_eq!(notices, Vec::<String>::new(), "{}", self.query);
        let config = state.draft.config().expect("settings");
        let mut history = History::default();
        history.apply(Event::Run(RunEvent::Started(RunInfo {
            num_iterations: self.lengths().len(),
            config,
            first_iteration: 0,
            first_step: 0,
            num_parameters: 1,
            trained_by: crate::protocol::Body::Host { cores: 1 },
        })));
        for (place, length) in self.lengths().iter().take(iterations).enumerate() {
            let mut metrics = Metrics::default();
            if let Some(length) = length {
                metrics.set(Metric::EpisodicLength, *length);
            }
            history.apply(Event::Run(RunEvent::Iteration(IterationReport {
                iteration: place + 1,
                global_step: (place as u64 + 1) * STEPS,
                elapsed_secs: 1.0,
                steps_per_sec: 1.0,
                metrics,
            })));
        }
        if iterations >= self.lengths().len() {
            history.apply(Event::Run(RunEvent::Stopped(StopReason::Finished)));
        }
        history
    }

    fn lengths(&self) -> &[Option<f64>] {
        &self.curves["episodic_length"]
    }

    /// Returns the first of some looks at which this run's code is blamed beside another run.
    fn blamed(&self, ours: &History) -> Option<usize> {
        let looks = (EVERY..=self.lengths().len()).step_by(EVERY);
        let mut looks = looks.chain([self.lengths().len()]);
        looks.find(|it| CodeFault::of(&self.history(*it), ours, OwnCode::Functions).is_some())
    }
}

#[test]
fn two_seeds_of_the_same_code_blame_nobody() {
    let runs = recorded();
    let mut pairs = 0;
    for ours in &runs {
        // The changed arm of a bug has wrong code, that of a chapter other settings.
        let is_bug = ours.key.starts_with("B-") && ours.arm == "changed" || ours.key == "S4-E6";
        if is_bug {
            continue;
        }
        let reference = ours.history(usize::MAX);
        let like = |it: &&Recorded| {
            (&it.key, &it.arm, &it.query) == (&ours.key, &ours.arm, &ours.query)
                && it.seed != ours.seed
        };
        for own in runs.iter().filter(like) {
            pairs += 1;
            let blamed = own.blamed(&reference);
            let (key, arm) = (&own.key, &own.arm);
            assert_eq!(
                blamed, None,
                "{key}, {arm}: {} beside {}",
                own.seed, ours.seed
            );
        }
    }
    assert!(pairs > 100, "{pairs} pairs");
}

#[test]
fn bugs_that_keep_a_run_from_learning_are_found() {
    let runs = recorded();
    for (key, at_least) in [("B-2", 2), ("B-5", 2), ("B-7", 3), ("B-8", 3)] {
        let arm = |arm: &'static str| runs.iter().filter(move |it| it.key == key && it.arm == arm);
        let found = arm("changed").filter(|own| {
            let ours = arm("healthy").find(|it| it.seed == own.seed);
            own.blamed(&ours.expect("its seed").history(usize::MAX))
                .is_some()
        });
        let found = found.count();
        assert!(found >= at_least, "{key}: {found}");
    }
}
