//! Ticks, the stretch of steps that is shown, and curves within it.

use crate::view::axis::{Axis, moved, next_reading, scaled, stretch};
use crate::view::curve::{Curve, part};
use policy_lab::config::TrainConfig;
use policy_lab::envs::EnvId;
use policy_lab::history::{History, Point};
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::{Event, IterationReport, RunEvent, RunInfo};

fn ticks(start: f64, end: f64, is_log: bool, most: usize) -> Vec<f64> {
    let range = start..end;
    Axis { range, is_log }.ticks(most)
}

#[test]
fn linear_ticks_are_round() {
    assert_eq!(
        ticks(0.0, 520.0, false, 6),
        [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]
    );
    assert_eq!(ticks(0.0, 0.7486, false, 4), [0.0, 0.2, 0.4, 0.2 * 3.0]);
    assert_eq!(ticks(-0.3, 0.3, false, 4), [-0.2, 0.0, 0.2]);
    assert_eq!(
        ticks(61_440.0, 98_304.0, false, 4),
        [70_000.0, 80_000.0, 90_000.0]
    );
}

#[test]
fn logarithmic_ticks_are_one_two_and_five_or_powers_of_ten() {
    assert_eq!(
        ticks(7.0, 520.0, true, 9),
        [10.0, 20.0, 50.0, 100.0, 200.0, 500.0]
    );
    let wide = ticks(0.9, 1.1e5, true, 9);
    assert_eq!(wide, [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
    assert_eq!(ticks(1e-9, 1.0, true, 5), [1e-9, 1e-7, 1e-5, 1e-3, 0.1]);
    // There is one round number of that kind, which shows no scale.
    let short = ticks(430.0, 520.0, true, 9);
    assert_eq!(short, [440.0, 460.0, 480.0, 500.0, 520.0]);
}

#[test]
fn there_are_neither_too_many_ticks_nor_too_few() {
    for is_log in [false, true] {
        for most in [3, 4, 6, 9] {
            for width in 1..400 {
                let (start, end) = (0.37, 0.37 * 1.06_f64.powi(width));
                let all = ticks(start, end, is_log, most);
                let about = format!("{start} to {end}, {most}: {all:?}");
                assert!((1..=most).contains(&all.len()), "{about}");
                assert!(all.len() > 1 || most < 6, "{about}");
                assert!(all.is_sorted_by(|one, other| one < other), "{about}");
                let least = start * (1.0 - 1e-12);
                assert!(
                    all[0] >= least && all[all.len() - 1] <= end * (1.0 + 1e-12),
                    "{about}"
                );
            }
        }
    }
    assert!(ticks(2.0, 2.0, false, 6).is_empty());
}

#[test]
fn equal_factors_are_equal_lengths_on_a_logarithmic_axis() {
    let range = 1.0..100.0;
    let [linear, log] = [false, true].map(|is_log| Axis {
        range: range.clone(),
        is_log,
    });
    for (value, part) in [(1.0, 0.0), (10.0, 0.5), (100.0, 1.0)] {
        assert!((log.part_of(value) - part).abs() < 1e-12, "{value}");
    }
    assert!((linear.part_of(50.5) - 0.5).abs() < 1e-12);
}

#[test]
fn a_stretch_has_two_ends_in_any_order_and_is_never_all() {
    assert_eq!(stretch(300.0, 100.0, 1_000.0), Some(100.0..300.0));
    assert_eq!(stretch(-50.0, 150.0, 1_000.0), Some(0.0..200.0));
    assert_eq!(stretch(900.0, 1_100.0, 1_000.0), Some(800.0..1_000.0));
    assert_eq!(stretch(0.0, 1_000.0, 1_000.0), None);
    // Two points of a curve never come so close, so there would be nothing left to see.
    assert_eq!(stretch(500.0, 500.0, 1_000.0), Some(500.0..501.0));
    assert_eq!(stretch(0.2, 0.4, 1.0), None, "nothing is there yet");
}

#[test]
fn keys_zoom_around_a_place_and_back_to_all() {
    let all = 0.0..1_000.0;
    let near = scaled(&all, 200.0, 0.5, 1_000.0).expect("a zoom");
    assert_eq!(near, 100.0..600.0);
    assert_eq!(scaled(&near, 200.0, 2.0, 1_000.0), None);
    // A run that has grown leaves the stretch as it is.
    assert_eq!(scaled(&near, 200.0, 2.0, 4_000.0), Some(0.0..1_000.0));
    assert_eq!(moved(&near, 300.0), near);
    assert_eq!(moved(&near, 650.0), 150.0..650.0);
    assert_eq!(moved(&near, 50.0), 50.0..550.0);
}

/// Returns a point every ten steps, whose value is its number.
fn points(count: usize) -> Vec<Point> {
    let point = |number| (10.0 * number as f64, number as f64);
    (1..=count).map(point).collect()
}

#[test]
fn arrow_keys_go_from_point_to_point_and_stay_on_the_curve() {
    let few = points(5);
    let all = 0.0..50.0;
    let next = |from, is_forwards| next_reading(&few, from, &all, is_forwards).map(|it| it.1);
    assert_eq!(next(None, false), Some(5.0));
    assert_eq!(next(Some(50.0), false), Some(4.0));
    assert_eq!(next(Some(40.0), true), Some(5.0));
    assert_eq!(next(Some(50.0), true), Some(5.0));
    assert_eq!(next(Some(10.0), false), Some(1.0));
    assert_eq!(next_reading(&[], None, &all, true), None);
    // Between two points the last one that is shown is read.
    let tens: Vec<_> = (0..10).map(|step| (f64::from(step) * 10.0, 0.0)).collect();
    let last = next_reading(&tens, None, &(22.0..37.0), true);
    assert_eq!(last.map(|it| it.0), Some(30.0));
    // About fifty presses go through what is shown, however much that is.
    let many = points(1_000);
    let far = next_reading(&many, Some(5_000.0), &(0.0..10_000.0), true);
    assert_eq!(far, Some((5_190.0, 519.0)));
    let near = next_reading(&many, Some(5_000.0), &(4_900.0..5_100.0), true);
    assert_eq!(near, Some((5_010.0, 501.0)));
}

#[test]
fn a_zoomed_line_goes_to_both_edges() {
    let all = points(5);
    assert_eq!(*part(&all, None), all);
    let within = [(15.0, 1.5), (20.0, 2.0), (30.0, 3.0), (32.0, 3.2)];
    assert_eq!(*part(&all, Some(&(15.0..32.0))), within);
    assert_eq!(*part(&all, Some(&(22.0..27.0))), [(22.0, 2.2), (27.0, 2.7)]);
    assert_eq!(*part(&all, Some(&(45.0..90.0))), [(45.0, 4.5), (50.0, 5.0)]);
    assert_eq!(*part(&all, Some(&(60.0..90.0))), []);
}

#[test]
fn the_vertical_axis_follows_the_zoom_and_the_kind() {
    let empty = History::default();
    let curve = |metric, zoom, others: &[_], is_log| {
        Curve::of(&empty, &empty, metric, zoom).beside(metric, others, zoom, is_log)
    };
    let zoom = 40.0..60.0;
    let others = [(100.0, Some((20.0, 30.0)))];
    let seen = curve(Metric::EpisodicReturn, Some(&zoom), &others, false);
    assert_eq!((seen.x.clone(), seen.whole), (zoom.clone(), 100.0));
    assert!(seen.is_zoomed() && !seen.is_log && seen.can_be_log);
    assert!(seen.y.start > 15.0 && seen.y.end < 35.0, "{:?}", seen.y);
    let length = curve(Metric::EpisodicLength, None, &others, false);
    assert!(!length.is_zoomed());
    assert_eq!(length.y, 0.0..520.0, "fixed");
    let log = curve(Metric::EpisodicLength, None, &others, true);
    assert!(log.is_log);
    assert_eq!(log.y, 18.0..520.0);

    let below = [(100.0, Some((-1.0, 30.0)))];
    let refused = curve(Metric::EpisodicReturn, None, &below, true);
    assert!(!refused.is_log && !refused.can_be_log);
    assert!(refused.y.contains(&-1.0), "{:?}", refused.y);
    let nothing = curve(Metric::EpisodicLength, None, &[], true);
    assert!(nothing.is_log && nothing.y.start > 0.0, "{:?}", nothing.y);
}

#[test]
fn the_axis_of_a_first_run_stands_still() {
    let empty = History::default();
    let curve = || Curve::of(&empty, &empty, Metric::EpisodicLength, None);
    let end = |whole: f64| {
        let curve = curve().beside(Metric::EpisodicLength, &[(whole, None)], None, false);
        curve.held(800.0, None).x.end
    };
    let ends = [1.0, 150.0, 200.0, 201.0, 400.0, 401.0, 900.0].map(end);
    assert_eq!(ends, [200.0, 200.0, 200.0, 400.0, 400.0, 800.0, 900.0]);
    let zoomed = curve().held(800.0, Some(&(3.0..9.0)));
    assert_eq!(zoomed.x, 3.0..9.0);
}

#[test]
fn a_goal_is_reached_at_the_first_point_that_is_long_enough() {
    let empty = History::default();
    let curve = || Curve::of(&empty, &empty, Metric::EpisodicLength, None);
    let points = [(1.0, 20.0), (2.0, 475.0), (3.0, 300.0), (4.0, 500.0)];
    let config = TrainConfig {
        max_episode_steps: 500,
        full_reset: false,
        ..TrainConfig::default()
    };
    assert_eq!(config.solved_score(), Some(475.0));
    let reached = |points: &[Point]| {
        curve()
            .toward(Metric::EpisodicLength, points, Some(&config))
            .goal
            .map(|it| it.reached)
    };
    assert_eq!(reached(&points), Some(Some((2.0, 475.0))));
    assert_eq!(reached(&points[..1]), Some(None));
    let none = curve().toward(Metric::EpisodicLength, &points, None);
    assert_eq!(none.goal, None);
}

/// A run of Pendulum: its episodes all last 200 steps, and cost less and less.
#[test]
fn the_curve_of_a_tasks_score_goes_up_to_0_and_past_where_it_is_solved() {
    let config = TrainConfig {
        env_id: EnvId::Pendulum,
        max_episode_steps: 200,
        full_reset: false,
        num_envs: 1,
        ..TrainConfig::default()
    };
    let (empty, solved) = (History::default(), config.solved_score());
    let mut run = History::default();
    run.apply(Event::Run(RunEvent::Started(RunInfo {
        config: config.clone(),
        num_iterations: 100,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 1,
        trained_by: policy_lab::protocol::Body::Host { cores: 1 },
    })));
    // The first is from before a whole episode can have ended.
    let returns = [-180.0, -600.0, -190.0, -150.0];
    for (place, value) in returns.into_iter().enumerate() {
        let mut metrics = Metrics::default();
        metrics.set(Metric::EpisodicLength, 200.0);
        metrics.set(Metric::EpisodicReturn, value);
        run.apply(Event::Run(RunEvent::Iteration(IterationReport {
            iteration: place + 1,
            global_step: 100 * (place as u64 + 1),
            elapsed_secs: 1.0,
            steps_per_sec: 100.0,
            metrics,
        })));
    }
    let metric = run.run.score_kind().metric();
    assert_eq!((metric, solved), (Metric::EpisodicReturn, Some(-200.0)));
    let points = run.run.score_points();
    let curve = Curve::of(&run, &empty, metric, None);
    let curve = curve.toward(metric, points, Some(&config));
    assert_eq!(curve.line.last(), Some(&(400.0, -150.0)));
    assert_eq!(curve.solved_at(), Some((300.0, -190.0)));
    assert!(curve.y.start < -600.0 && curve.y.contains(&0.0));
    let drawn = curve.beside(metric, &[], None, true);
    assert!(drawn.y.start < -600.0 && drawn.y.contains(&0.0));
    assert!(!drawn.is_log && !drawn.can_be_log);
    // Before the first episode has ended there is an axis to read, in any task.
    for env_id in [EnvId::Pendulum, EnvId::MountaincarContinuous] {
        let config = TrainConfig {
            env_id,
            ..config.clone()
        };
        let solved = config.solved_score().expect("a task that can be solved");
        let before = Curve::of(&empty, &empty, metric, None).toward(metric, &[], Some(&config));
        assert!(before.y_is_natural, "{solved}");
        assert!(before.y.contains(&0.0) && before.y.contains(&solved));
        assert!(before.y.end - before.y.start < 2.0 * f64::abs(solved));
    }
}
