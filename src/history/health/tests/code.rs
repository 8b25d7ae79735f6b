//! The reader's run beside ours.

use super::*;
use crate::protocol::StopReason;

/// Settings with which seeds do about as well as each other.
fn steady() -> TrainConfig {
    quick("ppo-quick")
}

fn fault(own: &History, ours: &History) -> Option<CodeFault> {
    CodeFault::of(own, ours, OwnCode::Functions)
}

/// Lengths from 20 to 290 in ten iterations, and then 300.
fn learns(iterations: usize) -> History {
    history(steady(), &fallen(iterations - 10, 0), |_| Vec::new())
}

fn flat(length: f64, iterations: usize) -> History {
    history(steady(), &vec![length; iterations], |_| Vec::new())
}

fn behind(own: &History, ours: &History) -> bool {
    matches!(fault(own, ours), Some(CodeFault::Behind { own: 9.0, .. }))
}

#[test]
fn it_is_the_code_once_ours_has_been_far_ahead_for_ten_iterations() {
    // Ours is at 20, 48, 76 and starts from their median, 48. Its median of three is above 48 + 2 *
    // 48 = 144 from iteration 7 on (132, 160, 188), so 7 to 16 are ten.
    assert_eq!(fault(&flat(9.0, 15), &learns(40)), None);
    assert!(behind(&flat(9.0, 16), &learns(40)));
    assert_eq!(
        fault(&flat(9.0, 30), &learns(40)),
        Some(CodeFault::Behind {
            iteration: 30,
            own: 9.0,
            ours: 300.0
        })
    );
    // Ours is slower: they are compared where it is.
    assert_eq!(
        fault(&flat(9.0, 60), &learns(40)),
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
    let at = |ours: &History| match fault(&own, ours) {
        Some(CodeFault::Behind { iteration, .. }) => Some(iteration),
        _ => None,
    };
    assert_eq!(at(&ours), Some(18));
    ours.apply(Event::Run(RunEvent::Stopped(StopReason::Solved)));
    assert_eq!(at(&ours), Some(30));
}

#[test]
fn it_is_not_the_code_if_ours_is_down_too_or_the_readers_does_well() {
    assert_eq!(fault(&flat(9.0, 40), &flat(9.0, 40)), None);
    let fell = history(steady(), &fallen(5, 25), |_| Vec::new());
    assert_eq!(fault(&flat(9.0, 40), &fell), None);
    assert_eq!(fault(&learns(40), &learns(40)), None);
    // At iteration 30 it was far behind, and it has learnt since.
    let late = [vec![9.0; 35], vec![250.0; 10]].concat();
    let late = history(steady(), &late, |_| Vec::new());
    assert_eq!(fault(&late, &learns(30)), None);
    // A third of the way is not far behind.
    assert_eq!(fault(&flat(120.0, 40), &learns(40)), None);
}

#[test]
fn nothing_is_compared_that_does_not_compare() {
    assert_eq!(fault(&flat(9.0, 40), &History::default()), None);
    let seed = TrainConfig {
        seed: 7,
        ..steady()
    };
    let other = history(seed, &fallen(30, 0), |_| Vec::new());
    assert_eq!(fault(&flat(9.0, 40), &other), None);
}

#[test]
fn a_run_that_breaks_off_where_ours_goes_on_is_the_codes_fault() {
    let mut own = flat(20.0, 3);
    own.apply(Event::Failed(Failure {
        kind: FailureKind::NotFinite,
        message: String::new(),
    }));
    assert_eq!(fault(&own, &flat(20.0, 3)), None);
    let said = fault(&own, &flat(20.0, 4));
    assert_eq!(said, Some(CodeFault::BrokeOff { iteration: 4 }));
}

#[test]
fn a_verdict_that_blames_the_code_changes_no_setting() {
    let own = history(steady(), &fallen(5, 25), |_| Vec::new());
    let alone = Verdict::of(&own);
    assert!(!alone.findings[0].remedies.is_empty());
    let beside = Verdict::beside(&own, &learns(40), OwnCode::Functions);
    assert!(beside.code.is_some());
    assert_eq!(beside.findings[0].problem, alone.findings[0].problem);
    assert!(beside.findings[0].remedies.is_empty());
    assert!(beside.findings[0].causes.is_empty());
    let both = Verdict::beside(&own, &own, OwnCode::Functions);
    assert_eq!(both, alone, "ours fell as well");
}

/// Without a clip, or with large steps, seeds of right code part as far (`seeds.rs`).
#[test]
fn where_seeds_part_by_themselves_no_code_is_blamed() {
    let fast = TrainConfig {
        learning_rate: 2.0 * steady().learning_rate,
        ..steady()
    };
    for config in [super::unclipped(), fast] {
        let run = |lengths: &[f64]| history(config.clone(), lengths, |_| Vec::new());
        assert_eq!(fault(&run(&[9.0; 40]), &run(&fallen(30, 0))), None);
    }
}

#[test]
fn a_reward_or_a_loop_of_the_readers_is_not_measured_by_ours() {
    let (own, ours) = (flat(9.0, 60), learns(40));
    for code in [OwnCode::Reward, OwnCode::Loop, OwnCode::LoneLoop] {
        assert_eq!(CodeFault::of(&own, &ours, code), None, "{code:?}");
    }
    // What breaks off breaks off, whatever is rewarded.
    let mut broken = flat(20.0, 3);
    broken.apply(Event::Failed(Failure {
        kind: FailureKind::NotFinite,
        message: String::new(),
    }));
    let said = |code| CodeFault::of(&broken, &learns(40), code);
    assert_eq!(
        said(OwnCode::Reward),
        Some(CodeFault::BrokeOff { iteration: 4 })
    );
    assert_eq!(said(OwnCode::Loop), None);
}

#[test]
fn the_settings_of_a_loop_are_in_its_cell_and_no_advice() {
    let own = history(steady(), &fallen(5, 25), |_| Vec::new());
    for code in [OwnCode::Loop, OwnCode::LoneLoop] {
        let verdict = Verdict::beside(&own, &learns(40), code);
        assert!(verdict.code.is_none() && !verdict.findings.is_empty());
        let said = |it: &Finding| it.remedies.is_empty() && it.causes.is_empty();
        assert!(verdict.findings.iter().all(said), "{verdict:?}");
    }
    // Nobody knows what a reward of the reader's asks for: short episodes may be what it wants.
    let short = history(steady(), &[22.0; 60], |_| Vec::new());
    let still = |code| !Verdict::beside(&short, &learns(40), code).is_calm();
    assert!(still(OwnCode::Functions) && still(OwnCode::Loop));
    assert!(!still(OwnCode::Reward) && !still(OwnCode::LoneLoop));
}
