//! Predictions of a curve: drawn, moved by knots, chosen, and compared with what happened.

use crate::view::predict::{
    Movement, RecordedChart, Stroke, Trend, compared, described, fitted, knot_moved, knots, path,
    shapes,
};
use policy_lab::protocol::metrics::Metric;

/// Number of iterations of the charts here.
const LEN: usize = 40;

/// Returns a curve that goes from point to point: an iteration and a value each.
fn curve(points: &[(usize, f64)]) -> Vec<Option<f64>> {
    let at = |iteration: usize| {
        let pair = points.windows(2).find(|pair| iteration <= pair[1].0)?;
        let ((begin, first), (end, last)) = (pair[0], pair[1]);
        let part = (iteration as f64 - begin as f64) / (end - begin) as f64;
        Some(first + part * (last - first))
    };
    (1..=LEN).map(at).collect()
}

/// Returns a chart of episode lengths, all seeds alike.
fn chart(healthy: &[(usize, f64)], changed: &[(usize, f64)]) -> RecordedChart {
    let iterations = (1..=LEN).map(|at| at as f64).collect();
    let seeds = |points| vec![curve(points); 3];
    RecordedChart::new(
        Metric::EpisodicLength,
        iterations,
        seeds(healthy),
        seeds(changed),
    )
}

/// Healthy runs that learn, and changed runs that learn and forget.
fn collapse() -> RecordedChart {
    let healthy = [(1, 20.0), (20, 500.0), (40, 500.0)];
    let changed = [(1, 20.0), (6, 420.0), (8, 420.0), (10, 20.0), (40, 20.0)];
    chart(&healthy, &changed)
}

fn values(curve: &[Option<f64>]) -> Vec<f64> {
    curve.iter().flatten().copied().collect()
}

fn trend(chart: &RecordedChart, points: &[(usize, f64)]) -> Trend {
    Movement::of(chart, &curve(points)).expect("values").trend
}

#[test]
fn the_median_and_the_axis_are_those_of_the_seeds() {
    let seeds = |by: f64| vec![Some(10.0 + by), None, Some(30.0 + by), None];
    let healthy = vec![seeds(0.0), seeds(5.0), vec![Some(0.0), None, None, None]];
    let chart = RecordedChart::new(
        Metric::EpisodicLength,
        vec![1.0, 2.0, 3.0, 5.0],
        healthy.clone(),
        healthy,
    );
    // The third run was over after the first entry, and counts with its last value.
    let median = [Some(10.0), Some(0.0), Some(30.0), None];
    assert_eq!(chart.healthy.median, median);
    assert!(chart.healthy.ends_early());
    assert!(chart.axis.range.start < 0.0 && chart.axis.range.end > 35.0);
    assert!(chart.lowest().abs() < 1e-9 && chart.clamped(-3.0).abs() < 1e-9);
    assert!((chart.across(2) - 0.5).abs() < 1e-12);
    assert_eq!((chart.nearest(0.6), chart.nearest(0.9)), (2, 3));
    assert!((chart.highest() - 35.0).abs() < 1e-9);
    assert_eq!(chart.written(12.34), "12.3 steps");
    let entropy = RecordedChart::new(
        Metric::Entropy,
        vec![1.0],
        vec![vec![Some(0.4)]],
        Vec::new(),
    );
    assert!(entropy.axis.range.end > 0.69, "ln 2 is on the axis");
    assert_eq!(entropy.written(0.4), "0.40 nats");
    let explained = RecordedChart::new(
        Metric::ExplainedVariance,
        vec![1.0],
        vec![vec![Some(-90.0)]],
        Vec::new(),
    );
    assert!(explained.axis.range.start > -1.2 && explained.axis.range.end > 1.0);
    assert!(
        (explained.lowest() + 1.0).abs() < 1e-9,
        "{}",
        explained.lowest()
    );
    assert_eq!(explained.written(-0.25), "−0.25");
}

#[test]
fn a_gap_interrupts_the_line() {
    let healthy = vec![vec![Some(0.0), None, Some(1.0), Some(1.0)]];
    let iterations = vec![1.0, 2.0, 3.0, 5.0];
    let chart = RecordedChart::new(Metric::MeanReward, iterations, healthy, Vec::new());
    let drawn = path(&chart, &chart.healthy.median);
    assert_eq!(drawn.matches('M').count(), 2, "{drawn}");
    assert!(drawn.starts_with("M0.0 "), "{drawn}");
    assert!(
        drawn.contains("M500.0 ") && drawn.contains("L1000.0 "),
        "{drawn}"
    );
    assert_eq!(path(&chart, &[None; 4]), "");
}

#[test]
fn a_stroke_is_a_line_and_becomes_a_whole_sketch() {
    let chart = collapse();
    let mut stroke = Stroke::default();
    stroke.go_to(&chart, 10, 100.0);
    stroke.go_to(&chart, 20, 200.0);
    let drawn = stroke.over(&[]);
    assert_eq!((drawn[9], drawn[21]), (None, None));
    assert_eq!(
        (drawn[10], drawn[15], drawn[20]),
        (Some(100.0), Some(150.0), Some(200.0))
    );
    let sketch = stroke.sketch(&[]);
    assert_eq!(sketch.len(), LEN);
    assert_eq!((sketch[0], sketch[39]), (100.0, 200.0));

    // Drawn again from right to left, only that piece changes.
    let mut again = Stroke::default();
    again.go_to(&chart, 14, 0.0);
    again.go_to(&chart, 12, 0.0);
    let redrawn = again.sketch(&sketch);
    assert_eq!(&redrawn[12..15], [0.0; 3]);
    assert_eq!((redrawn[11], redrawn[15]), (sketch[11], sketch[15]));
    // Past the edge is the edge.
    again.go_to(&chart, 99, 7.0);
    assert_eq!(again.sketch(&sketch)[39], 7.0);
}

#[test]
fn a_sketch_of_another_length_is_stretched() {
    assert_eq!(fitted(&[1.0, 2.0, 3.0], 5), [1.0, 2.0, 2.0, 3.0, 3.0]);
    assert_eq!(fitted(&[1.0, 2.0], 2), [1.0, 2.0]);
    assert_eq!(fitted(&[4.0], 3), [4.0; 3]);
    assert!(fitted(&[], 3).is_empty());
}

#[test]
fn a_knot_takes_its_neighbourhood_along_and_no_more() {
    let chart = collapse();
    let places = knots(&chart);
    assert_eq!((places.len(), places[0], places[5]), (6, 0, 39));
    let flat = vec![100.0; LEN];
    let moved = knot_moved(&chart, &flat, 2, 200.0);
    assert_eq!(moved[places[2]], 200.0);
    assert_eq!((moved[places[1]], moved[places[3]]), (100.0, 100.0));
    assert!(moved[places[2] + 1] < 200.0 && moved[places[2] + 1] > 150.0);
    assert_eq!(moved[..places[1]], flat[..places[1]]);
    // At the edges there is one neighbour, and the axis ends somewhere.
    let first = knot_moved(&chart, &flat, 0, 1e6);
    assert!(
        (first[0] - chart.axis.range.end).abs() < 5.0,
        "{}",
        first[0]
    );
    assert_eq!(first[places[1]], 100.0);
    let last = knot_moved(&chart, &flat, 5, -1e6);
    assert_eq!((last[39], last[places[4]]), (0.0, 100.0));
    assert_eq!(knot_moved(&chart, &[], 0, 3.0), Vec::<f64>::new());
}

#[test]
fn a_curve_has_a_course() {
    let chart = collapse();
    for (points, wanted) in [
        (&[(1, 20.0), (40, 60.0)][..], Trend::Stays),
        (&[(1, 20.0), (40, 300.0)], Trend::Rises),
        (&[(1, 300.0), (40, 20.0)], Trend::Falls),
        (&[(1, 20.0), (20, 300.0), (40, 20.0)], Trend::RisesAndFalls),
        (&[(1, 300.0), (20, 20.0), (40, 300.0)], Trend::FallsAndRises),
        // A dip by the way does not count.
        (
            &[(1, 20.0), (20, 300.0), (22, 250.0), (40, 300.0)],
            Trend::Rises,
        ),
    ] {
        assert_eq!(trend(&chart, points), wanted, "{points:?}");
    }
    let moved = Movement::of(&chart, &chart.changed.median).expect("values");
    assert_eq!(moved.trend, Trend::RisesAndFalls);
    assert_eq!((moved.turn, moved.half_done), (Some(420.0), Some(9.0)));
    assert_eq!(Movement::of(&chart, &[None; LEN]), None);
}

#[test]
fn shapes_follow_from_the_healthy_curve() {
    let chart = collapse();
    let all = shapes(&chart);
    let names: Vec<&str> = all.iter().map(|shape| shape.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "About the same as the runs already drawn",
            "Slower, but it gets there",
            "It gets there sooner",
            "The same way, but only half as far",
            "Stays where it begins",
            "Rises, then collapses",
        ]
    );
    let course = |at: usize| {
        let drawn: Vec<Option<f64>> = all[at].values.iter().map(|it| Some(*it)).collect();
        Movement::of(&chart, &drawn).expect("values")
    };
    assert_eq!(all[0].values.len(), LEN);
    assert_eq!(values(&chart.healthy.median)[39], all[0].values[39]);
    let times = [1, 0, 2].map(|at| course(at).half_done.expect("a rise"));
    assert!(times[0] > times[1] && times[1] > times[2], "{times:?}");
    assert!((course(3).last - 260.0).abs() < 1.0, "{:?}", course(3));
    assert_eq!(course(4).trend, Trend::Stays);
    assert_eq!(course(5).trend, Trend::RisesAndFalls);

    // An entropy that falls slowly can fall at once, or rise.
    let iterations = (1..=LEN).map(|at| at as f64).collect();
    let falls = vec![curve(&[(1, 0.6), (40, 0.2)]); 3];
    let chart = RecordedChart::new(Metric::Entropy, iterations, falls, Vec::new());
    let names: Vec<String> = shapes(&chart).into_iter().map(|shape| shape.name).collect();
    assert!(
        names.contains(&"The same way, but more slowly".to_owned()),
        "{names:?}"
    );
    assert!(names.contains(&"Falls to 0 nats".to_owned()), "{names:?}");
    let nothing = RecordedChart::new(Metric::Entropy, vec![1.0], Vec::new(), Vec::new());
    assert!(shapes(&nothing).is_empty());
}

#[test]
fn a_right_sketch_is_told_when_and_where() {
    let chart = collapse();
    let sketch = values(&curve(&[(1, 20.0), (20, 420.0), (30, 20.0), (40, 20.0)]));
    let said = compared(&chart, &sketch);
    assert_eq!(
        said[0],
        "You were right about the fall: half of it is done by iteration 9 of 40, and you drew that at 25."
    );
    assert_eq!(said[1], "It ends at 20 steps, close to your 20 steps.");
    assert!(said[2].starts_with("On average your curve is "), "{said:?}");
    assert_eq!(said.len(), 3);
    let same = compared(&chart, &values(&chart.changed.median));
    assert!(
        same[0].ends_with("of 40, about where you drew it."),
        "{same:?}"
    );
    assert!(same[2].contains(" is 0 steps away"), "{same:?}");
}

#[test]
fn a_wrong_sketch_is_told_what_happened() {
    let chart = collapse();
    let said = compared(&chart, &[20.0; LEN]);
    assert_eq!(
        said[0],
        "You drew a curve that stays about where it begins; the recorded one rises and then falls, half of the fall by iteration 9 of 40."
    );
    let said = compared(&chart, &values(&chart.healthy.median));
    assert_eq!(said[1], "It ends at 20 steps; yours ends at 500 steps.");
    assert!(compared(&chart, &[]).is_empty());
}

#[test]
fn a_difference_that_hardly_shows_is_said() {
    let healthy = [(1, 20.0), (40, 500.0)];
    let alike = chart(&healthy, &[(1, 25.0), (40, 500.0)]);
    let said = compared(&alike, &values(&alike.healthy.median));
    assert!(
        said[3].starts_with("The two medians are only 2 steps apart"),
        "{said:?}"
    );
    // Runs that are over after half of the iterations are compared up to there.
    let over = chart(&healthy, &[(1, 20.0), (20, 500.0)]);
    assert_eq!(over.changed.median[20], None);
    let said = compared(
        &over,
        &values(&curve(&[(1, 20.0), (20, 500.0), (21, 0.0), (40, 0.0)])),
    );
    assert!(said[2].contains(" is 0 steps away"), "{said:?}");
}

#[test]
fn a_picture_is_described() {
    let chart = collapse();
    assert_eq!(
        described(&chart, &chart.changed.median),
        "rises from 20 steps to 420 steps, then falls to 20 steps, half of it by iteration 9"
    );
    assert_eq!(
        described(&chart, &curve(&[(1, 20.0), (40, 30.0)])),
        "stays between 20 steps at the start and 30 steps at the end"
    );
    assert_eq!(described(&chart, &[None; LEN]), "nothing was measured");
}

#[test]
fn a_picture_is_a_table_too() {
    let chart = collapse();
    let sketch: Vec<Option<f64>> = vec![Some(100.0); LEN];
    let table = chart.table(&[
        ("Healthy", &chart.healthy.median),
        ("Your sketch", &sketch),
        ("Changed", &[]),
    ]);
    assert_eq!(
        table.heads,
        ["Iteration", "Healthy", "Your sketch", "Changed"]
    );
    assert_eq!(table.rows.len(), 20);
    assert_eq!(table.rows[0], ["1", "20 steps", "100 steps", "–"]);
    assert_eq!(table.rows[19], ["40", "500 steps", "100 steps", "–"]);
}
