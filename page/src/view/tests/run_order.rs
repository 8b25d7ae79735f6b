//! The order of kept runs.

use super::by_seed::{record, task_record};
use crate::view::run_order::{RunOrder, scored_by, sorted};
use policy_lab::history::compare::Shelf;
use policy_lab::protocol::score::ScoreKind;

/// Returns the names of the entries in this order.
fn names(shelf: &Shelf, by: RunOrder, is_descending: bool) -> Vec<&str> {
    let ids = sorted(shelf, (by, is_descending)).into_iter();
    let entries = ids.filter_map(|id| shelf.get(id));
    entries.map(|entry| entry.name.as_str()).collect()
}

#[test]
fn kept_runs_are_sorted_and_stay_where_they_are_on_the_shelf() {
    let mut shelf = Shelf::default();
    shelf.add("never", vec![record(1, &[20.0, 300.0])]);
    shelf.add("Late", vec![record(2, &[20.0, 30.0, 480.0])]);
    // Two of three seeds solve the task, in the middle after 2,000 steps and with 400 at the end.
    let lengths = [[480.0, 400.0], [20.0, 480.0], [20.0, 30.0]];
    let seeds = lengths.iter().zip(3..);
    let seeds = seeds.map(|(lengths, seed)| record(seed, lengths));
    shelf.add("early", seeds.collect());
    shelf.add("none", vec![record(6, &[])]);
    let before = shelf.clone();

    let kept = ["never", "Late", "early", "none"];
    assert_eq!(names(&shelf, RunOrder::Kept, false), kept);
    let name = ["early", "Late", "never", "none"];
    assert_eq!(names(&shelf, RunOrder::Name, false), name);
    let length = ["Late", "early", "never", "none"];
    assert_eq!(names(&shelf, RunOrder::Score, true), length);
    // What never solved the task is later than all that did, and equal runs stay as they were.
    let solved = ["early", "Late", "never", "none"];
    assert_eq!(names(&shelf, RunOrder::Solved, false), solved);
    let late = ["never", "none", "Late", "early"];
    assert_eq!(names(&shelf, RunOrder::Solved, true), late);
    for by in RunOrder::ALL {
        let [mut up, down] = [false, true].map(|it| names(&shelf, by, it));
        up.reverse();
        assert!(by == RunOrder::Solved || up == down, "{by:?}");
    }
    assert_eq!(shelf, before);
}

#[test]
fn runs_with_negative_returns_are_sorted_by_them() {
    let mut shelf = Shelf::default();
    shelf.add("middle", vec![task_record(1, &[-1_200.0, -700.0])]);
    shelf.add("none", vec![task_record(2, &[])]);
    shelf.add("best", vec![task_record(3, &[-1_300.0, -150.0])]);
    shelf.add("worst", vec![task_record(4, &[-900.0, -1_250.0])]);
    let highest = ["best", "middle", "worst", "none"];
    assert_eq!(names(&shelf, RunOrder::Score, true), highest);
    let soonest = ["best", "middle", "none", "worst"];
    assert_eq!(names(&shelf, RunOrder::Solved, false), soonest);
    let kind = scored_by(&shelf);
    assert_eq!(kind, Some(ScoreKind::Return));
    assert_eq!(RunOrder::Score.name(kind), "Return");
    shelf.add("cart", vec![record(5, &[20.0])]);
    assert_eq!(RunOrder::Score.name(scored_by(&shelf)), "Score");
    assert_eq!(RunOrder::Score.name(Some(ScoreKind::Length)), "Length");
}
