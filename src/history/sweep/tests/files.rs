//! A sweep as a table and as a file.

use serde_json::Value;

use super::*;
use crate::history::compare::FileError;

/// A sweep of which one run finished, one failed, and one never began.
fn half() -> SweepHistory {
    let mut history = SweepHistory::new(plan());
    train(&mut history, 0, &[20.0, 480.5]);
    history.apply(1, started(&plan(), 1));
    history.apply(1, iteration(1, 30.0));
    history.apply(1, failed());
    history.apply(2, failed());
    history
}

#[test]
fn a_table_has_a_row_for_each_run() {
    let expected = [
        "learning_rate,seed,solved_at,final_length,iterations,status",
        "0.001,1,200,480.5,2,finished",
        "0.001,2,,,,failed: A loss is not finite",
        "0.01,1,,30,1,failed: A loss is not finite",
        "0.01,2,,,,waiting",
        "",
    ];
    assert_eq!(csv(&half()), expected.join("\r\n"));
}

#[test]
fn what_is_written_can_be_read() {
    let loaded = read(&write(&half())).expect("a sweep");
    assert_eq!(loaded.notices, [""; 0]);
    assert_eq!(csv(&loaded.history), csv(&half()));
    assert_eq!(loaded.history.plan(), half().plan());
    assert_eq!(waiting(&loaded.history), [3]);
    assert_eq!(write(&loaded.history), write(&half()));
    let random = SweepDraft {
        design: SweepDesign::Random,
        draws: "7".to_owned(),
        ..half().plan().draft().clone()
    };
    let base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    let random = SweepHistory::new(random.plan(&base).expect("a plan"));
    assert_eq!(read(&write(&random)).expect("a sweep").history, random);
}

#[test]
fn older_and_newer_files_say_what_differs() {
    let mut file: Value = serde_json::from_str(&write(&half())).expect("JSON");
    let configs = file["settings"].as_array_mut().expect("settings");
    for setting in configs {
        setting["config"]
            .as_object_mut()
            .map(|it| it.remove("vf_coef"));
    }
    for run in file["runs"].as_array_mut().expect("runs") {
        if run["record"].is_object() {
            run["record"]["config"]
                .as_object_mut()
                .map(|it| it.remove("vf_coef"));
            run["record"]["series"]["joy"] = serde_json::json!([[10.0, 1.0]]);
        }
    }
    let loaded = read(&file.to_string()).expect("a sweep");
    assert_eq!(loaded.notices.len(), 2, "{:?}", loaded.notices);
    assert!(loaded.notices[0].contains("before vf_coef existed"));
    assert!(loaded.notices[1].contains("joy"));
    assert_eq!(loaded.history.num_over(), 3);
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let good = write(&half());
    assert_eq!(read("run,seed"), Err(FileError::NotOurs));
    assert_eq!(
        read("{\"format\":\"policy-lab-runs\",\"version\":1}"),
        Err(FileError::NotOurs)
    );
    let newer = good.replace("\"version\":1", "\"version\":2");
    assert_eq!(read(&newer), Err(FileError::Newer));
    let why = |change: &dyn Fn(&mut Value)| {
        let mut file: Value = serde_json::from_str(&good).expect("JSON");
        change(&mut file);
        match read(&file.to_string()) {
            Err(FileError::Broken(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    assert!(why(&|it| it["axes"][0]["field"] = "joy".into()).contains("“joy” is no hyper"));
    assert!(why(&|it| it["axes"][0]["field"] = "seed".into()).contains("“seed” is no hyper"));
    assert!(why(&|it| it["axes"] = Value::Null).contains("invalid type"));
    let not_whole = "its settings are not those of its axes";
    assert_eq!(
        why(&|it| it["settings"][1]["values"][0] = "0.02".into()),
        not_whole
    );
    assert_eq!(
        why(&|it| it["settings"][1]["config"]["gamma"] = 0.5.into()),
        not_whole
    );
    assert_eq!(why(&|it| it["seeds"] = 1_000_000_000_u64.into()), not_whole);
    assert_eq!(
        why(&|it| it["settings"] = Value::Array(Vec::new())),
        not_whole
    );
    let said = why(&|it| it["settings"][0]["config"]["num_minibatches"] = 3.into());
    assert!(
        said.starts_with("num_minibatches cannot be trained:"),
        "{said}"
    );
    assert!(why(&|it| it["settings"][0]["config"]["gamma"] = "x".into()).contains("gamma"));
    let said = why(&|it| it["runs"][0]["record"]["config"]["seed"] = 9.into());
    assert_eq!(said, "run 0 has other settings than its place in the sweep");
    assert_eq!(
        why(&|it| it["runs"][1]["run"] = 0.into()),
        "run 0 is there twice"
    );
    assert_eq!(
        why(&|it| it["runs"][2]["run"] = 1.into()),
        "run 1 is there twice"
    );
    assert_eq!(
        why(&|it| it["runs"][2]["run"] = 4.into()),
        "run 4 is not part of the sweep"
    );
    let said = why(&|it| it["runs"][2]["failure"] = Value::Null);
    assert_eq!(said, "run 2 has neither a record nor a failure");
}
