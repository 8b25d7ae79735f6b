//! The reader's run beside ours.

use super::*;
use crate::protocol::StopReason;

/// Lengths from 20 to 290 in ten iterations, and then 300.
fn learns(iterations: usize) -> History {
    history(unclipped(), &fallen(iterations - 10, 0), |_| Vec::new())
}

fn flat(length: f64, iterations: usize) -> History {
    history(unclipped(), &vec![length; iterations], |_| Vec::new())
}

fn behind(own: &History, ours: &History) -> bool {
    matches!(
        CodeFault::of(own, ours),
        Some(CodeFault::Behind { own: 9.0, .. })
    )
}

#[test]
fn it_is_the_code_once_ours_has_been_far_ahead_for_ten_iterations() {
    // Ours is at 20, 48, 76 and starts from their median, 48. Its median of three is above 48 + 2 * 48 = 144 from
    // iteration 7 on (132, 160, 188), so 7 to 16 are ten.
    assert_eq!(CodeFault::of(&flat(9.0, 15), &learns(40)), None);
    assert!(behind(&flat(9.0, 16), &learns(40)));
    assert_eq!(
        CodeFault::of(&flat(9.0, 30), &learns(40)),
        Some(CodeFault::Behind {
            iteration: 30,
            own: 9.0,
            ours: 300.0
        })
    );
    // Ours is slower: they are compared where it is.
    assert_eq!(
        CodeFault::of(&flat(9.0, 60), &learns(40)),
        Some(CodeFault::Behind {
            iteration: 40,
            own: 9.0,
            ours: 300.0
        })
    );
    assert!(!behind(&flat(9.0, 60), &learns(12)));
}

#[test]
fn a_run_that_ours_ended_early_is_compared_with_its_end() {
    let mut ours = learns(18);
    let own = flat(9.0, 30);
    let at = |ours: &History| match CodeFault::of(&own, ours) {
        Some(CodeFault::Behind { iteration, .. }) => Some(iteration),
        _ => None,
    };
    assert_eq!(at(&ours), Some(18));
    ours.apply(Event::Run(RunEvent::Stopped(StopReason::Solved)));
    assert_eq!(at(&ours), Some(30));
}

#[test]
fn it_is_not_the_code_if_ours_is_down_too_or_the_readers_does_well() {
    assert_eq!(CodeFault::of(&flat(9.0, 40), &flat(9.0, 40)), None);
    let fell = history(unclipped(), &fallen(5, 25), |_| Vec::new());
    assert_eq!(CodeFault::of(&flat(9.0, 40), &fell), None);
    assert_eq!(CodeFault::of(&learns(40), &learns(40)), None);
    // At iteration 30 it was far behind, and it has learnt since.
    let late = [vec![9.0; 35], vec![250.0; 10]].concat();
    let late = history(unclipped(), &late, |_| Vec::new());
    assert_eq!(CodeFault::of(&late, &learns(30)), None);
    // A third of the way is not far behind.
    assert_eq!(CodeFault::of(&flat(120.0, 40), &learns(40)), None);
}

#[test]
fn nothing_is_compared_that_does_not_compare() {
    assert_eq!(CodeFault::of(&flat(9.0, 40), &History::default()), None);
    let seed = TrainConfig {
        seed: 7,
        ..unclipped()
    };
    let other = history(seed, &fallen(30, 0), |_| Vec::new());
    assert_eq!(CodeFault::of(&flat(9.0, 40), &other), None);
}

#[test]
fn a_run_that_breaks_off_where_ours_goes_on_is_the_codes_fault() {
    let mut own = flat(20.0, 3);
    own.apply(Event::Failed(Failure {
        kind: FailureKind::NotFinite,
        message: String::new(),
    }));
    assert_eq!(CodeFault::of(&own, &flat(20.0, 3)), None);
    let said = CodeFault::of(&own, &flat(20.0, 4));
    assert_eq!(said, Some(CodeFault::BrokeOff { iteration: 4 }));
}

#[test]
fn a_verdict_that_blames_the_code_changes_no_setting() {
    let own = history(unclipped(), &fallen(5, 25), |_| Vec::new());
    let alone = Verdict::of(&own);
    assert!(!alone.findings[0].remedies.is_empty());
    let beside = Verdict::beside(&own, &learns(40));
    assert!(beside.code.is_some());
    assert_eq!(beside.findings[0].problem, alone.findings[0].problem);
    assert!(beside.findings[0].remedies.is_empty());
    assert!(beside.findings[0].causes.is_empty());
    let both = Verdict::beside(&own, &own);
    assert_eq!(both, alone, "ours fell as well");
}
