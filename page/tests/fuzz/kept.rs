//! Runs that outlast the page.

use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::Preset;
use policy_lab::history::History;
use policy_lab::history::compare::{Ended, RunRecord, Shelf, draft_of, write};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::metrics::Metric;
use policy_lab_page::view::kept_runs::{LastRun, RunLedger};
use policy_lab_page::view::set_up::{has_changed, is_same, would_change};
use policy_lab_page::view::settings::label_of;

use super::cases::Target;
use super::drawn::drawn;
use super::results::{are_same, is_sentence};

/// Files of a run under way, of a finished one, and of several seeds.
fn files() -> Vec<Vec<u8>> {
    let record = |seed: u32, ended: Ended| {
        let points =
            (1..=6).map(|iteration| (f64::from(64 * iteration), f64::from(20 + 7 * iteration)));
        let points: Vec<(f64, f64)> = points.collect();
        RunRecord {
            config: TrainConfig {
                seed,
                ..(Preset::find("ppo-quick").expect("a preset").config)()
            },
            device: "CPU".to_owned(),
            iterations: points.len(),
            first_iteration: 0,
            every: 1,
            ended,
            series: [Metric::EpisodicLength, Metric::ApproxKl]
                .map(|metric| (metric, points.clone()))
                .into(),
        }
    };
    let seeds = [1, 2, 3].map(|seed| record(seed, Ended::Solved)).to_vec();
    let entries = [
        vec![record(1, Ended::UnderWay)],
        vec![record(7, Ended::Finished)],
        seeds,
    ];
    let file = |runs: Vec<RunRecord>| {
        let mut shelf = Shelf::default();
        shelf.add("one", runs);
        write(shelf.entries()).into_bytes()
    };
    entries.into_iter().map(file).collect()
}

fn key(id: usize) -> String {
    format!("run-{id}")
}

#[test]
fn any_stored_run_is_offered_again_or_left_alone() {
    let words = [
        "\"entries\":[]",
        "\"runs\":[]",
        "\"iterations\":",
        "{\"how\":\"under_way\"}",
        "\"ended\":",
        "[1e300,-1e300]",
    ];
    let words = words.map(str::to_owned).to_vec();
    let target = Target {
        name: "stored-runs",
        valid: files(),
        words,
        few: 2_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        let (mut ledger, mut shelf) = (RunLedger::default(), Shelf::default());
        let is_restored = ledger.restore("run-1", bytes, &mut shelf);
        assert_eq!(is_restored, !shelf.entries().is_empty());
        // What was restored is stored already, and what is renamed is stored again.
        assert_eq!(ledger.changes(shelf.entries(), key).put, []);
        let ids: Vec<usize> = shelf.entries().iter().map(|entry| entry.id).collect();
        for id in ids {
            shelf.rename(id, "another name");
        }
        let changes = ledger.changes(shelf.entries(), key);
        let (mut again, mut other) = (RunLedger::default(), Shelf::default());
        for (key, file) in &changes.put {
            assert!(again.restore(key, file, &mut other));
        }
        are_same(&other.entries(), &shelf.entries());
        let checkpoint: Option<Checkpoint> = drawn(bytes, false);
        if let Some(last) = LastRun::read(bytes, checkpoint, &Shelf::default()) {
            assert!(last.is_of_use());
            let mut history = History::default();
            history.run.recall(last.record.clone());
            assert!(history.run.every() > 0);
            is_sentence(&last.sentence());
            assert!(
                last.sentence().len() < 300 + last.name.len(),
                "{}",
                last.sentence()
            );
            let draft = draft_of(&last.record.config);
            let _ = label_of(&draft);
            is_sentence(&would_change(&Draft::default(), &draft));
            if !is_same(&Draft::default(), &draft) {
                is_sentence(&has_changed(&Draft::default(), &draft));
            }
        }
        is_restored
    });
}
