//! What the reader's own seeds show.

use super::by_seed::record;
use crate::view::seed_comparison::{compare_seeds, verdict};
use policy_lab::history::compare::{Permutations, RunRecord};

/// Returns runs that solve the task after so many thousands of steps; 0 for a run of 9,000 steps
/// that does not.
fn runs(thousands: &[usize]) -> Vec<RunRecord> {
    let seeds = thousands.iter().zip(1..);
    let runs = seeds.map(|(thousands, seed)| {
        let mut lengths = vec![20.0; 9];
        if let Some(solved) = thousands.checked_sub(1) {
            lengths[solved] = 500.0;
        }
        record(seed, &lengths)
    });
    runs.collect()
}

#[test]
fn two_settings_are_compared_by_their_means() {
    let (late, early) = (runs(&[5, 6, 7, 8]), runs(&[1, 2, 3, 4]));
    let one = runs(&[9]);
    let entries = [
        ("plain", late.as_slice()),
        ("alone", &one),
        ("shaped", &early),
    ];
    let compared = compare_seeds(&entries).expect("two settings with several seeds");
    let rows: Vec<String> = compared.rows.iter().map(|row| row.join(" | ")).collect();
    assert_eq!(
        rows,
        [
            "Run | Seeds | Mean steps to 475 | 95 % interval",
            "plain | 4 | 6,500 | 5,500 to 7,500",
            "shaped | 4 | 2,500 | 1,500 to 3,500",
        ]
    );
    // Of 70 arrangements the given one and its mirror have means 4,000 apart.
    assert_eq!(
        compared.verdicts,
        [
            "Steps to 475, plain against shaped: the means are 6,500 and 2,500. Chance alone separates 4 and 4 seeds as far in \
             2.9 % of all arrangements: a difference is shown."
        ]
    );
    let same = compare_seeds(&[("a", &late), ("b", &late)]).expect("two settings");
    assert!(
        same.verdicts[0].ends_with("in 100 % of all arrangements: no difference is shown."),
        "{same:?}"
    );
}

#[test]
fn three_seeds_cannot_show_anything_and_the_table_says_so() {
    let (late, early) = (runs(&[7, 8, 9]), runs(&[1, 2, 3]));
    let compared = compare_seeds(&[("plain", &late), ("shaped", &early)]).expect("two settings");
    let said = &compared.verdicts[0];
    assert!(said.contains("in 10 % of all"), "{said}");
    assert!(
        said.ends_with("nothing is shown, and nothing could be with so few seeds."),
        "{said}"
    );
    let few = Permutations {
        as_large: 1,
        tried: 1000,
    };
    assert!(
        verdict(few, [10, 10]).ends_with("in 0.1 % of all arrangements: a difference is shown.")
    );
}

#[test]
fn a_seed_that_did_not_solve_the_task_counts_with_its_whole_run() {
    let (some, all) = (runs(&[0, 0, 8, 9]), runs(&[1, 2, 3, 4]));
    let compared = compare_seeds(&[("some", &some), ("all", &all)]).expect("two settings");
    assert_eq!(
        compared.rows[1].join(" | "),
        "some | 4 | more than 8,750 | –"
    );
    let said = &compared.verdicts[0];
    assert!(
        said.contains("the means are more than 8,750 and 2,500"),
        "{said}"
    );
    assert!(
        said.contains("2.9 %") && said.ends_with("counts with all steps of its run."),
        "{said}"
    );
}

#[test]
fn settings_with_one_seed_or_other_goals_are_not_compared() {
    let several = runs(&[1, 2, 3]);
    assert_eq!(compare_seeds(&[]), None);
    assert_eq!(compare_seeds(&[("a", &several)]), None);
    assert_eq!(
        compare_seeds(&[("a", &several), ("b", &several[..1])]),
        None
    );
    let mut shorter = several.clone();
    for run in &mut shorter {
        run.config.max_episode_steps /= 2;
    }
    assert_eq!(compare_seeds(&[("a", &several), ("b", &shorter)]), None);
}
