//! Runs that outlast the page.

use policy_lab::config::presets::Preset;
use policy_lab::history::compare::{Ended, RunRecord, Shelf};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::metrics::Metric;

use super::by_seed::task_record;
use crate::view::kept_runs::{LastRun, MOST_BYTES, RunLedger};

fn record(seed: u32, lengths: &[f64], ended: Ended) -> RunRecord {
    let mut config = (Preset::find("ppo-quick").expect("a preset").config)();
    config.seed = seed;
    let points = lengths.iter().enumerate();
    let points = points.map(|(index, length)| (100.0 * (index + 1) as f64, *length));
    RunRecord {
        config,
        device: "CPU".to_owned(),
        iterations: lengths.len(),
        first_iteration: 0,
        ended,
        every: 1,
        series: [(Metric::EpisodicLength, points.collect())].into(),
    }
}

fn checkpoint(iteration: usize) -> Checkpoint {
    Checkpoint {
        iteration,
        global_step: 100 * iteration as u64,
        parameters: vec![0.5],
        first_moment: vec![0.0],
        second_moment: vec![0.0],
        adam_steps: 1,
        ..Checkpoint::default()
    }
}

fn key(id: usize) -> String {
    format!("run-{id}")
}

/// Returns the names on a shelf to which the files of `stored` are added.
fn names(stored: &[(String, Vec<u8>)]) -> Vec<String> {
    let (mut ledger, mut shelf) = (RunLedger::default(), Shelf::default());
    for (key, bytes) in stored {
        assert!(ledger.restore(key, bytes, &mut shelf));
    }
    assert_eq!(ledger.changes(shelf.entries(), key).put, []);
    let names = shelf.entries().iter().map(|entry| entry.name.clone());
    names.collect()
}

#[test]
fn only_what_has_changed_is_stored_again() {
    let (mut ledger, mut shelf) = (RunLedger::default(), Shelf::default());
    let one = shelf.add("one", vec![record(1, &[20.0], Ended::UnderWay)]);
    shelf.add("two", vec![record(2, &[30.0], Ended::Finished)]);
    let first = ledger.changes(shelf.entries(), key);
    assert_eq!(names(&first.put), ["one", "two"]);
    assert_eq!(ledger.changes(shelf.entries(), key).put, []);

    shelf.replace(one, record(1, &[20.0, 25.0], Ended::Finished));
    let second = ledger.changes(shelf.entries(), key);
    assert_eq!(second.put.len(), 1);
    assert_eq!(second.put[0].0, first.put[0].0, "under the same key");
    shelf.rename(one, "first");
    assert_eq!(names(&ledger.changes(shelf.entries(), key).put), ["first"]);
    shelf.toggle(one);
    assert_eq!(ledger.changes(shelf.entries(), key).put, []);

    shelf.remove(one);
    let third = ledger.changes(shelf.entries(), key);
    assert_eq!((third.put.len(), third.gone), (0, vec![key(one)]));
}

#[test]
fn what_was_refused_is_tried_again_under_the_same_key() {
    let (mut ledger, mut shelf) = (RunLedger::default(), Shelf::default());
    shelf.add("one", vec![record(1, &[20.0], Ended::Finished)]);
    let first = ledger.changes(shelf.entries(), key);
    ledger.take_back(&first);
    let again = ledger.changes(shelf.entries(), |_| "another key".to_owned());
    assert_eq!(again, first);
}

#[test]
fn a_deletion_that_was_refused_is_tried_again() {
    let (mut ledger, mut shelf) = (RunLedger::default(), Shelf::default());
    let one = shelf.add("one", vec![record(1, &[20.0], Ended::Finished)]);
    ledger.changes(shelf.entries(), key);
    shelf.remove(one);
    let gone = ledger.changes(shelf.entries(), key);
    assert_eq!(gone.gone, [key(one)]);
    ledger.take_back(&gone);
    assert_eq!(ledger.changes(shelf.entries(), key), gone);
    assert_eq!(ledger.changes(shelf.entries(), key).gone, [""; 0]);
}

#[test]
fn what_comes_back_stands_behind_what_is_there_and_is_no_longer_under_way() {
    let mut shelf = Shelf::default();
    shelf.add("one", vec![record(1, &[20.0, 30.0], Ended::UnderWay)]);
    let stored = RunLedger::default().changes(shelf.entries(), key).put;
    let mut later = Shelf::default();
    later.add("one", vec![record(9, &[50.0], Ended::Finished)]);
    let mut ledger = RunLedger::default();
    assert!(ledger.restore("run-a", &stored[0].1, &mut later));
    let [mine, restored] = later.entries() else {
        panic!("two entries: {later:?}");
    };
    assert_eq!((mine.name.as_str(), mine.runs[0].config.seed), ("one", 9));
    assert_eq!(restored.name, "one (2)");
    assert_eq!(restored.runs[0].ended, Ended::Stopped);
    assert!(!ledger.restore("run-b", b"{}", &mut later));
    assert_eq!(later.entries().len(), 2);
}

#[test]
fn there_is_a_limit() {
    let (mut ledger, mut shelf) = (RunLedger::default(), Shelf::default());
    let long = "x".repeat(MOST_BYTES / 2);
    let run = record(1, &[20.0], Ended::Finished);
    let large = shelf.add(&long, vec![run.clone()]);
    shelf.add(&format!("{long}y"), vec![run.clone()]);
    shelf.add("small", vec![run]);
    let changes = ledger.changes(shelf.entries(), key);
    assert!(changes.is_full);
    let keys: Vec<&str> = changes.put.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(keys, ["run-0", "run-2"]);
    shelf.remove(large);
    let changes = ledger.changes(shelf.entries(), key);
    assert_eq!((changes.put.len(), changes.is_full), (1, false));
}

#[test]
fn the_last_run_is_offered_with_what_can_be_done_with_it() {
    let empty = Shelf::default();
    let lengths = [20.0, 30.0, 212.04];
    let of = |ended: Ended, checkpoint, shelf: &Shelf| {
        let file = LastRun::file("PPO, quick".to_owned(), record(1, &lengths, ended));
        LastRun::read(&file, checkpoint, shelf)
    };
    let last = of(Ended::UnderWay, Some(checkpoint(2)), &empty).expect("an offer");
    assert_eq!(
        last.sentence(),
        "Your last run, from before this page was loaded: PPO, quick, iteration 3, length 212.0"
    );
    assert_eq!(last.checkpoint, Some(checkpoint(2)));
    assert!(!last.is_kept);
    let task = task_record(1, &[-1_200.0, -304.04]);
    let task = LastRun::file("PPO in Pendulum".to_owned(), task);
    let task = LastRun::read(&task, None, &empty).expect("an offer");
    assert!(
        task.sentence().ends_with("iteration 2, return −304.0"),
        "{}",
        task.sentence()
    );

    let over = of(Ended::Finished, Some(checkpoint(3)), &empty).expect("an offer");
    assert_eq!(over.checkpoint, None, "there is nothing to go on to");
    let mut shelf = Shelf::default();
    shelf.add("mine", vec![record(1, &lengths, Ended::Finished)]);
    assert_eq!(of(Ended::Finished, Some(checkpoint(3)), &shelf), None);
    let last = of(Ended::Stopped, Some(checkpoint(3)), &shelf).expect("it can go on");
    assert!(last.is_kept);
    let most = last.record.config.num_iterations();
    assert_eq!(of(Ended::Stopped, Some(checkpoint(most)), &shelf), None);
    assert_eq!(LastRun::read(b"nonsense", None, &empty), None);
}

/// The first run ends when it is solved. One that was broken off as it was solved has not ended.
#[test]
fn a_run_that_is_solved_goes_on_if_it_was_under_way_and_not_if_it_was_ended() {
    let read = |ended: Ended| {
        let file = LastRun::file("PPO, quick".to_owned(), record(1, &[20.0, 490.0], ended));
        LastRun::read(&file, Some(checkpoint(2)), &Shelf::default()).expect("an offer")
    };
    assert_eq!(read(Ended::UnderWay).checkpoint, Some(checkpoint(2)));
    assert_eq!(read(Ended::UnderWay).record.ended, Ended::Stopped);
    assert_eq!(read(Ended::Stopped).checkpoint, None);
}
