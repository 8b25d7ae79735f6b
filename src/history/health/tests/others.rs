//! Problems other than a fall, and the vital signs.

use super::*;

#[test]
fn a_policy_that_is_sure_too_early_is_named_unless_it_balances() {
    let sure = |iteration| match iteration {
        8.. => vec![(Metric::Entropy, 0.001)],
        _ => Vec::new(),
    };
    let config = TrainConfig {
        ent_coef: 0.0,
        ..quick("ppo-quick")
    };
    let verdict = Verdict::of(&history(config.clone(), &[40.0; 14], sure));
    let finding = verdict.grave().expect("a finding");
    assert_eq!(
        finding.problem,
        RunProblem::Deterministic { entropy: 0.001 }
    );
    assert_eq!((finding.iteration, finding.back_to), (8, Some(7)));
    assert_eq!(finding.remedies[0].key, "ent_coef");
    let entropy = |verdict: &Verdict| {
        let sign = verdict.signs.iter().find(|it| it.metric == Metric::Entropy);
        sign.map(|sign| sign.level)
    };
    assert_eq!(entropy(&verdict), Some(Level::Alarming));
    let enough = config.solved_length().expect("long episodes");
    let short = Verdict::of(&history(config.clone(), &[enough - 1.0; 14], sure));
    assert_eq!(entropy(&short), Some(Level::Alarming));
    let solved = Verdict::of(&history(config, &[enough; 14], sure));
    assert!(solved.is_calm());
    assert_eq!(entropy(&solved), Some(Level::Solved));
}

/// A narrow Gaussian has a negative entropy, and may be what the task asks for.
#[test]
fn the_entropy_of_continuous_actions_is_not_judged() {
    let config = TrainConfig {
        env_id: EnvId::Pendulum,
        ..quick("ppo-quick")
    };
    let mut run = history(config, &[200.0; 9], |_| vec![(Metric::Entropy, -3.0)]);
    let verdict = Verdict::of(&run);
    assert!(verdict.is_calm(), "{verdict:?}");
    let is_judged = |it: &Sign| it.metric == Metric::Entropy;
    assert!(!verdict.signs.iter().any(is_judged), "{verdict:?}");
    run.apply(Event::Failed(Failure {
        kind: FailureKind::NotFinite,
        message: String::new(),
    }));
    let broken = &Verdict::of(&run).findings[0];
    assert_eq!(broken.problem, RunProblem::BrokeOff);
    assert_eq!(broken.causes, []);
}

/// Who drives out of the valley may be sure of each push, though Gymnasium asks for a little more.
#[test]
fn a_task_that_is_almost_solved_may_be_sure_and_one_that_is_not_may_not() {
    let sure = |iteration| match iteration {
        8.. => vec![(Metric::Entropy, 0.001)],
        _ => Vec::new(),
    };
    let found = |now: f64| {
        let config = TrainConfig {
            env_id: EnvId::Mountaincar,
            ..quick("ppo-quick")
        };
        // With time for 500 steps the first three come before whole episodes can have ended.
        let returns = [vec![-200.0; 6], vec![now; 14]].concat();
        problems(&history(config, &returns, sure))
    };
    assert_eq!(found(-120.0), []);
    let stuck = RunProblem::Deterministic { entropy: 0.001 };
    assert_eq!(found(-200.0), [stuck]);
    assert_eq!(found(-190.0), [stuck]);
}

#[test]
fn never_having_learnt_is_said_in_the_second_half_of_the_run() {
    let still = |iterations| history(quick("ppo-quick"), &vec![22.0; iterations], |_| Vec::new());
    assert_eq!(problems(&still(49)), []);
    assert_eq!(
        problems(&still(50)),
        [RunProblem::NeverLearnt {
            start: 22.0,
            now: 22.0
        }]
    );
    let verdict = Verdict::of(&still(50));
    assert!(verdict.grave().is_some() && verdict.marked().is_none());
}

#[test]
fn large_updates_are_worth_a_word_before_anything_has_collapsed() {
    let large = |iteration| match iteration {
        5.. => vec![(Metric::ApproxKl, 0.3)],
        _ => Vec::new(),
    };
    // Five of eight values are high, so the median is above the limit.
    assert_eq!(problems(&history(unclipped(), &[60.0; 7], large)), []);
    let verdict = Verdict::of(&history(unclipped(), &[60.0; 20], large));
    assert!(verdict.grave().is_none() && !verdict.is_calm());
    assert_eq!(verdict.findings[0].iteration, 5);
    assert_eq!(
        verdict.findings[0].problem,
        RunProblem::LargeUpdates { kl: 0.3 }
    );
}

#[test]
fn a_clip_that_fights_and_a_blind_critic_are_named() {
    let both = |_| {
        vec![
            (Metric::ClipFraction, 0.5),
            (Metric::ExplainedVariance, -0.2),
        ]
    };
    let config = TrainConfig {
        vf_coef: 0.0,
        ..quick("ppo-quick")
    };
    let found = Verdict::of(&history(config, &[60.0; 24], both));
    assert_eq!(
        found
            .findings
            .iter()
            .map(|it| it.problem)
            .collect::<Vec<_>>(),
        [
            RunProblem::ClipFights { fraction: 0.5 },
            RunProblem::CriticUseless { explained: -0.2 }
        ]
    );
    assert_eq!(found.findings[1].remedies[0].key, "vf_coef");
    let rising: Vec<f64> = (0..30).map(|it| 20.0 + f64::from(it)).collect();
    let rising = history(quick("ppo-quick"), &rising, |_| {
        vec![(Metric::ExplainedVariance, -0.2)]
    });
    assert_eq!(problems(&rising), []);
}

#[test]
fn a_gradient_that_nothing_shortens_is_a_cause_and_one_that_is_shortened_is_not() {
    let peak = |iteration| match iteration {
        15 => vec![(Metric::GradNorm, 40.0)],
        _ => Vec::new(),
    };
    let causes = |max_grad_norm| {
        let config = TrainConfig {
            max_grad_norm,
            ..quick("ppo-quick")
        };
        let verdict = Verdict::of(&history(config, &fallen(5, 12), peak));
        verdict.findings[0].clone()
    };
    let finding = causes(None);
    assert!(
        matches!(finding.causes[..], [Cause::GradientPeak { times, iteration: 15, .. }] if times == 40.0),
        "{finding:?}"
    );
    assert_eq!(finding.remedies[0].key, "max_grad_norm");
    assert_eq!(causes(Some(0.5)).causes, []);
}

#[test]
fn a_run_that_broke_off_is_named_at_the_iteration_that_broke() {
    let mut broken = history(unclipped(), &[60.0; 9], |_| Vec::new());
    let failed = |kind| {
        Event::Failed(Failure {
            kind,
            message: String::new(),
        })
    };
    broken.apply(failed(FailureKind::Run));
    assert_eq!(problems(&broken), []);
    broken.apply(failed(FailureKind::NotFinite));
    let verdict = Verdict::of(&broken);
    let finding = verdict.grave().expect("a finding");
    assert_eq!(
        (finding.problem, finding.iteration),
        (RunProblem::BrokeOff, 10)
    );
    assert_eq!(finding.back_to, Some(8));
}

#[test]
fn signs_are_judged_by_the_limits_that_stand_at_their_charts() {
    for (kl, level) in [
        (0.02, Level::Calm),
        (0.05, Level::Strained),
        (0.11, Level::Alarming),
    ] {
        let run = history(quick("ppo-quick"), &[60.0], |_| {
            vec![(Metric::ApproxKl, kl)]
        });
        let signs = Verdict::of(&run).signs;
        assert_eq!((signs[0].metric, signs[0].level), (Metric::ApproxKl, level));
        assert_eq!(signs.len(), 4, "no clip fraction was measured");
    }
}
