//! Files of runs and of sweeps.

use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::saved;
use policy_lab::config::sweep::SweepDraft;
use policy_lab::history::compare::{
    self, Ended, Entry, FileError, RunRecord, Shelf, csv, differences, draft_of, median, name_of,
    smooth,
};
use policy_lab::history::sweep::{self, SweepHistory};
use policy_lab::protocol::metrics::{CHARTS, Metric};
use policy_lab::protocol::{Event, RunEvent};

use super::cases::Target;
use super::drawn::drawn;
use super::memory::spent;
use super::results::{are_same, is_sentence};
use crate::support::runs::{events, history, small};

/// Words of these files.
fn words() -> Vec<String> {
    let known = [
        "\"format\"",
        "\"version\"",
        "\"entries\"",
        "\"runs\"",
        "\"config\"",
        "\"series\"",
        "\"ended\"",
        "\"name\"",
        "{\"how\":\"failed\",\"why\":\"a\"}",
        "[1e300,1e300]",
        "[10,-1e308]",
        "\"episodic_length\":[[1,2]],",
        "\"joy\":1,",
    ];
    known.map(str::to_owned).to_vec()
}

/// A run as it is kept, and one of each preset without points.
fn records() -> Vec<RunRecord> {
    let trained = RunRecord::of(&history(small("ppo-quick", 3))).expect("a run");
    let of_presets = PRESETS.iter().map(|preset| RunRecord {
        config: (preset.config)(),
        ended: Ended::Failed("A loss is not finite".to_owned()),
        ..trained.clone()
    });
    let of_presets = of_presets.step_by(4).map(|mut record| {
        record
            .series
            .retain(|metric, _| *metric == Metric::EpisodicLength);
        record
    });
    let mut all: Vec<RunRecord> = of_presets.collect();
    all.push(trained);
    all
}

fn refused(error: &FileError) {
    // The page has a sentence of its own for the other two.
    if let FileError::Broken(why) = error {
        is_sentence(why);
    }
}

/// Requires that what the page does with kept runs works with these.
fn can_be_shown(entries: &[Entry]) {
    let _ = csv(entries);
    for entry in entries {
        let configs: Vec<&TrainConfig> = entry.runs.iter().map(|run| &run.config).collect();
        let _ = differences(std::slice::from_ref(&configs));
        for run in &entry.runs {
            is_sentence(&format!(
                "The run {}",
                name_of(&run.config, configs.first().copied())
            ));
            let draft = draft_of(&run.config);
            let _ = draft.config();
            let _ = (run.steps_to_solve(), run.final_score());
            let (iterations, size) = (run.config.num_iterations(), run.config.minibatch_size());
            assert!(iterations <= run.config.total_timesteps && size <= run.config.batch_size());
        }
        for info in CHARTS {
            let curves: Vec<_> = entry
                .runs
                .iter()
                .map(|run| run.points(info.metric))
                .collect();
            let line = median(&curves);
            assert_eq!(smooth(&line, 0.6).len(), line.len());
        }
    }
}

#[test]
fn any_file_of_runs_is_read_or_refused() {
    let valid = records().into_iter().map(|record| {
        let mut shelf = Shelf::default();
        shelf.add("one", vec![record.clone()]);
        shelf.add("seeds", vec![record.clone(), record]);
        compare::write(shelf.entries()).into_bytes()
    });
    let target = Target {
        name: "runs",
        valid: valid.collect(),
        words: words(),
        few: 2_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut shelf = Shelf::default();
        match compare::read(&text, &mut shelf) {
            Ok(loaded) => {
                assert_eq!(loaded.count, shelf.entries().len());
                loaded.notices.iter().for_each(|notice| is_sentence(notice));
                can_be_shown(shelf.entries());
                let written = compare::write(shelf.entries());
                let mut again = Shelf::default();
                compare::read(&written, &mut again).expect("what was written");
                are_same(&again.entries(), &shelf.entries());
                loaded.count > 0
            }
            Err(error) => {
                refused(&error);
                assert_eq!(shelf, Shelf::default());
                false
            }
        }
    });
}

#[test]
fn any_kept_run_comes_back_from_its_file() {
    let target = Target {
        name: "drawn-runs",
        valid: Vec::new(),
        words: Vec::new(),
        few: 5_000,
        share: 1,
        cost: 60_000,
    };
    target.holds(|bytes| {
        // Nobody keeps an entry without runs.
        let Some(mut entry) = drawn::<Entry>(bytes, true).filter(|entry| !entry.runs.is_empty())
        else {
            return false;
        };
        for points in entry
            .runs
            .iter_mut()
            .flat_map(|run| run.series.values_mut())
        {
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        let mut shelf = Shelf::default();
        shelf.add(&entry.name, entry.runs);
        let mut found = Shelf::default();
        compare::read(&compare::write(shelf.entries()), &mut found).expect("what was written");
        are_same(&found.entries(), &shelf.entries());
        can_be_shown(shelf.entries());
        true
    });
}

fn parsed(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

fn sweeps() -> Vec<Vec<u8>> {
    let base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    let plan = SweepDraft::first(&base).plan(&base).expect("a plan");
    let waiting = SweepHistory::new(plan.clone());
    let mut begun = SweepHistory::new(plan.clone());
    for event in events(TrainConfig {
        seed: plan.config(0).expect("a run").seed,
        ..small("ppo-quick", 2)
    }) {
        // A record of other settings than those of its place is refused.
        let event = match event {
            Event::Run(RunEvent::Started(mut info)) => {
                info.config = plan.config(0).expect("a run");
                RunEvent::Started(info).into()
            }
            other => other,
        };
        begun.apply(0, event);
    }
    [waiting, begun]
        .iter()
        .map(|it| sweep::write(it).into_bytes())
        .collect()
}

#[test]
fn any_file_of_a_sweep_is_read_or_refused() {
    let target = Target {
        name: "sweeps",
        valid: sweeps(),
        words: words(),
        few: 1_000,
        share: 1,
        cost: 2_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        match sweep::read(&text) {
            Ok(loaded) => {
                loaded.notices.iter().for_each(|notice| is_sentence(notice));
                let written = sweep::write(&loaded.history);
                let again = sweep::read(&written).expect("what was written");
                assert_eq!(
                    again.history.results().count(),
                    loaded.history.results().count()
                );
                are_same(&parsed(&sweep::write(&again.history)), &parsed(&written));
                let _ = (sweep::csv(&loaded.history), loaded.history.best());
                true
            }
            Err(error) => {
                refused(&error);
                false
            }
        }
    });
}

#[test]
fn any_settings_come_back_from_a_file() {
    let valid = PRESETS
        .iter()
        .map(|preset| serde_json::to_vec(&(preset.config)()).expect("JSON"));
    let target = Target {
        name: "settings",
        valid: valid.collect(),
        words: words(),
        few: 10_000,
        share: 1,
        cost: 4_000,
    };
    target.holds(|bytes| {
        if let Some(config) = drawn::<TrainConfig>(bytes, true) {
            let written = serde_json::to_value(&config).expect("JSON");
            let (read, _) = saved::read(written).expect("settings");
            are_same(&read, &config);
        }
        let Ok(value) = serde_json::from_slice(bytes) else {
            return false;
        };
        match saved::read(value) {
            Ok((config, mismatch)) => {
                mismatch
                    .notices()
                    .iter()
                    .for_each(|notice| is_sentence(notice));
                let written = serde_json::to_value(&config).expect("JSON");
                assert_eq!(
                    saved::read(written),
                    Ok((config, saved::Mismatch::default()))
                );
                true
            }
            Err(error) => {
                is_sentence(&error.to_string());
                false
            }
        }
    });
}

/// A file of so many runs that are all called the same.
fn many(count: usize) -> String {
    let record = records().remove(0);
    let entry = Entry {
        id: 0,
        name: "run".to_owned(),
        runs: vec![record],
        slot: None,
    };
    compare::write(&vec![entry; count])
}

/// What a file costs grows with its length, and not with its square.
#[test]
fn many_runs_cost_as_much_each_as_a_few() {
    let cost = |count: usize| {
        let text = many(count);
        let mut shelf = Shelf::default();
        let (read, spent) = spent(|| compare::read(&text, &mut shelf));
        assert_eq!(read.map(|read| read.count), Ok(count));
        spent.allocated as f64 / count as f64
    };
    let (few, more) = (cost(20), cost(400));
    assert!(more < 1.5 * few, "{few} bytes a run, then {more}");
}
