//! The recorded seeds that figures, questions and cells are about, against the record itself.

use std::fs;
use std::path::Path;

use policy_lab::history::compare::{SeedStatistic, permutation_test, repeat_comparison};
use policy_lab_page::course::{QuestionAnswer, RecordedSeeds, question};
use serde_json::Value;

const MEAN: SeedStatistic = SeedStatistic::Mean;

/// Returns steps to 475 and mean length in the last 50,000 steps of an experiment, by seed, as the
/// record has them.
fn record(experiment: &str) -> [Vec<f64>; 2] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/learning.jsonl");
    let text = fs::read_to_string(path).expect("the record");
    let runs = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a run"));
    let mut own: Vec<Value> = runs.filter(|run| run["experiment"] == experiment).collect();
    own.sort_by_key(|run| run["seed"].as_u64());
    let seeds: Vec<u64> = own.iter().filter_map(|run| run["seed"].as_u64()).collect();
    assert_eq!(seeds, (1..=30).collect::<Vec<_>>(), "{experiment}");
    let steps = own.iter().map(|run| {
        assert_eq!(run["reached"][0][0], 475.0);
        run["reached"][0][2].as_f64().expect("steps")
    });
    let late = own.iter().map(|run| {
        let curve = run["curve"].as_array().expect("a curve");
        assert_eq!((curve.len(), run["steps"].as_u64()), (10, Some(499_712)));
        curve[9].as_f64().expect("a length")
    });
    [steps.collect(), late.collect()]
}

fn seeds(experiment: &str) -> [Vec<f64>; 2] {
    let found = RecordedSeeds::find(experiment).expect("recorded seeds");
    [found.steps.clone(), found.late.clone()]
}

fn std(values: &[f64]) -> f64 {
    let mean = MEAN.of(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

#[test]
fn figures_and_cells_have_the_numbers_of_the_record() {
    let python = include_str!("../../../python/lib/recorded.py");
    for (experiment, name) in [("ppo-course", "cartpole"), ("ppo-easycart", "easycart")] {
        let recorded = record(experiment);
        assert_eq!(seeds(experiment), recorded, "{experiment}");
        for (what, values) in ["steps", "late"].into_iter().zip(recorded) {
            let start = format!("{name}_{what} = np.array([");
            let (_, rest) = python
                .split_once(&start)
                .unwrap_or_else(|| panic!("no {start}"));
            let (list, _) = rest.split_once("])").expect("an end");
            let numbers = list.split(',').map(str::trim).filter(|it| !it.is_empty());
            let numbers: Vec<f64> = numbers.map(|it| it.parse().expect("a number")).collect();
            assert_eq!(numbers, values, "{name}_{what} in python/lib/recorded.py");
        }
    }
}

/// The numbers in H-Q5, H-Q6, H-Q2 and H-Q7.
#[test]
fn the_questions_about_seeds_say_what_the_record_says() {
    let [plain, plain_late] = seeds("ppo-course");
    let [shaped, shaped_late] = seeds("ppo-easycart");
    let thousands = |value: f64| (value / 1000.0).round();
    assert_eq!(
        (thousands(MEAN.of(&plain)), thousands(std(&plain))),
        (132.0, 45.0)
    );
    assert_eq!(thousands(MEAN.of(&shaped)), 79.0);
    assert_eq!(
        (100.0 - 100.0 * MEAN.of(&shaped) / MEAN.of(&plain)).round(),
        40.0
    );
    // H-Q5: 2 (z_0.975 + z_0.8)² (std / difference)².
    let difference = 0.2 * 132_000.0;
    let needed = 2.0 * (1.96_f64 + 0.84).powi(2) * (45_000.0_f64 / difference).powi(2);
    let QuestionAnswer::Number {
        value, tolerance, ..
    } = &question("H-Q5").expect("H-Q5").answer
    else {
        panic!("a number");
    };
    assert!(
        (needed - value).abs() < 0.5 && *tolerance >= 3.0,
        "{needed}"
    );
    // H-Q6.
    let covered =
        |count| repeat_comparison([&plain, &shaped], count, MEAN, 2000, 5).covered as f64 / 20.0;
    assert!((66.0..74.0).contains(&covered(3)), "{}", covered(3));
    assert!((89.0..95.0).contains(&covered(20)), "{}", covered(20));
    assert_eq!(plain.iter().filter(|steps| **steps > 210_000.0).count(), 3);
    // H-Q2.
    assert_eq!(plain[..3], [109_056.0, 111_616.0, 68_096.0]);
    assert_eq!(shaped[..3], [74_752.0, 95_232.0, 94_720.0]);
    let three = permutation_test(&plain[..3], &shaped[..3], MEAN, 1);
    assert_eq!((three.as_large, three.tried), (12, 20));
    let thirty = permutation_test(&plain, &shaped, MEAN, 1);
    assert_eq!((thirty.as_large, thirty.tried), (1, 1000));
    let slowest = shaped.iter().copied().fold(0.0, f64::max);
    assert_eq!(plain.iter().filter(|steps| **steps < slowest).count(), 11);
    // H-Q7.
    assert_eq!(
        (MEAN.of(&plain_late).round(), std(&plain_late).round()),
        (441.0, 93.0)
    );
    assert_eq!(shaped_late, [500.0; 30]);
    assert_eq!(
        plain_late.iter().filter(|length| **length < 500.0).count(),
        12
    );
    assert_eq!(
        permutation_test(&plain_late, &shaped_late, MEAN, 1).as_large,
        1
    );
    assert_eq!(
        permutation_test(&plain_late, &shaped_late, SeedStatistic::Median, 1).p_value(),
        1.0
    );
}
