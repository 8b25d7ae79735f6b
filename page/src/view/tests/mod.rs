//! Numbers as text, and the points of a curve.

mod axis;
mod beside;
mod by_seed;
mod clip_settings;
mod doctor;
mod ends;
mod export;
mod film;
mod kept_runs;
mod level_name;
mod needed;
mod once_more;
mod overlays;
mod place;
mod plain_table;
mod predict;
mod progress;
mod run_order;
mod run_story;
mod scratch;
mod seed_comparison;
mod set_up;
mod settings;
mod sweep;
mod sweep_curves;
mod tabs;
mod term_card;
mod versions;
mod world;

mod numbers {
    use crate::view::format::{
        compact, count, duration, plural, rate, score, value, whole, with_minus,
    };

    #[test]
    fn counts_have_separators_and_rates_three_digits() {
        assert_eq!(count(7), "7");
        assert_eq!(count(185_000), "185,000");
        assert_eq!(count(50_000_000), "50,000,000");
        assert_eq!(rate(184_632.7), "185,000");
        assert_eq!(rate(1_234.5), "1,230");
        assert_eq!(rate(42.4), "42");
        assert_eq!(rate(f64::NAN), "0");
    }

    #[test]
    fn values_keep_what_one_reads_of_them() {
        assert_eq!(value(134.24), "134.2");
        assert_eq!(value(0.0123), "0.0123");
        assert_eq!(value(0.00025), "2.5e-4");
        assert_eq!(value(-0.001), "-0.001");
        assert_eq!(value(0.0), "0");
        assert_eq!(compact(200_000.0), "200k");
        assert_eq!(compact(1_500_000.0), "1.5M");
        assert_eq!(compact(500.0), "500");
        assert_eq!(compact(0.05), "0.05");
        // Adding steps of a tenth may give an axis this instead of zero.
        assert_eq!(compact(-2.8e-17), "0");
    }

    #[test]
    fn scores_below_0_have_a_true_minus_sign() {
        assert_eq!([134.24, -134.24].map(score), ["134.2", "−134.2"]);
        assert_eq!([1_200.7, -1_200.7].map(whole), ["1,200", "−1,200"]);
        assert_eq!([-0.3, 0.0].map(whole), ["0", "0"]);
        assert_eq!(with_minus(compact(-1_600.0)), "−1.6k");
        assert_eq!(score(-0.00025), "−2.5e-4");
    }

    #[test]
    fn times_and_nouns_read_as_one_says_them() {
        assert_eq!(duration(0.2), "1 s");
        assert_eq!(duration(12.3), "12 s");
        assert_eq!(duration(185.0), "3 min");
        assert_eq!(duration(9_000.0), "2.5 h");
        assert_eq!(plural(1, "pole"), "1 pole");
        assert_eq!(plural(1_024, "cart"), "1,024 carts");
    }
}

mod curves {
    use std::f64::consts::LN_2;

    use crate::view::curve::{Curve, nearest};
    use policy_lab::history::History;
    use policy_lab::protocol::metrics::{Metric, Metrics};
    use policy_lab::protocol::{Event, IterationReport, RunEvent};

    /// Returns a history of `iterations` whose entropy and mean episode length are `value` of the
    /// iteration.
    fn history(iterations: usize, value: impl Fn(usize) -> f64) -> History {
        let mut history = History::default();
        for iteration in 1..=iterations {
            let mut metrics = Metrics::default();
            let value = value(iteration);
            for metric in [
                Metric::Entropy,
                Metric::EpisodicReturn,
                Metric::GradNorm,
                Metric::ApproxKl,
            ] {
                metrics.set(metric, value);
            }
            metrics.set(Metric::EpisodicLength, value);
            metrics.set(Metric::EpisodicLengthMin, value - 1.0);
            metrics.set(Metric::EpisodicLengthMax, value + 1.0);
            history.apply(Event::Run(RunEvent::Iteration(IterationReport {
                iteration,
                global_step: 10 * iteration as u64,
                elapsed_secs: iteration as f64,
                steps_per_sec: 1000.0,
                metrics,
            })));
        }
        history
    }

    #[test]
    fn the_nearest_point_is_found_on_either_side() {
        let points = [(10.0, 1.0), (20.0, 2.0), (40.0, 3.0)];
        for (step, found) in [(0.0, 0), (14.0, 0), (16.0, 1), (31.0, 2), (99.0, 2)] {
            assert_eq!(nearest(&points, step), Some(points[found]), "{step}");
        }
        assert_eq!(nearest(&[], 5.0), None);
    }

    #[test]
    fn a_short_history_is_drawn_as_it_is() {
        let curve = Curve::of(
            &history(3, |iteration| iteration as f64),
            &History::default(),
            Metric::Entropy,
            None,
        );
        assert_eq!(curve.line, [(10.0, 1.0), (20.0, 2.0), (30.0, 3.0)]);
        assert_eq!(curve.x, 0.0..30.0);
        assert!(curve.band.is_empty());
    }

    #[test]
    fn a_reference_run_shares_the_axes() {
        let mine = history(3, |iteration| iteration as f64);
        let ours = history(5, |iteration| -10.0 * iteration as f64);
        let curve = Curve::of(&mine, &ours, Metric::PolicyLoss, None);
        let alone = Curve::of(&ours, &History::default(), Metric::PolicyLoss, None);
        assert_eq!(curve.reference, alone.line);
        assert_eq!(curve.x, alone.x);
        let low = ours
            .run
            .series(Metric::PolicyLoss)
            .last()
            .map(|point| point.1);
        assert!(low.is_none_or(|low| curve.y.start < low));
    }

    #[test]
    fn a_long_history_keeps_its_peaks_and_its_last_value() {
        let peak = |iteration: usize| {
            if iteration == 7_777 {
                400.0
            } else {
                20.0 + (iteration % 3) as f64
            }
        };
        let curve = Curve::of(
            &history(10_000, peak),
            &History::default(),
            Metric::EpisodicLength,
            None,
        );
        assert!(
            (200..=401).contains(&curve.line.len()),
            "{}",
            curve.line.len()
        );
        assert!(curve.line.contains(&(77_770.0, 400.0)));
        assert_eq!(curve.line.last(), Some(&(100_000.0, peak(10_000))));
        assert!(curve.line.is_sorted_by(|a, b| a.0 < b.0));
        assert!(curve.band.len() <= 401);
        assert!(curve.band.iter().any(|(_, _, high)| *high == 401.0));
        assert!(curve.band.iter().all(|(_, low, high)| low < high));
    }

    #[test]
    fn episodes_of_more_than_five_hundred_steps_stay_on_the_chart() {
        let curve = |length: f64| {
            let history = history(3, |_| length);
            Curve::of(&history, &History::default(), Metric::EpisodicLength, None)
        };
        assert_eq!(curve(20.0).y, curve(499.0).y);
        assert!(curve(1_000.0).y.contains(&1_001.0), "the longest too");
    }

    #[test]
    fn the_axis_of_the_entropy_holds_that_of_any_actions() {
        let axis = |value: f64| {
            let history = history(3, |_| value);
            Curve::of(&history, &History::default(), Metric::Entropy, None).y
        };
        let of_two = axis(LN_2);
        assert!(of_two.start == 0.0 && of_two.contains(&LN_2));
        assert_eq!(axis(0.3), of_two, "the same wherever two actions stand");
        assert!(axis(1.0986).contains(&1.0986), "three actions");
        assert!(axis(-1.5).contains(&-1.5) && axis(-1.5).contains(&0.5));
    }

    #[test]
    fn nothing_measured_is_an_empty_curve_with_a_finite_axis() {
        for metric in [
            Metric::PolicyLoss,
            Metric::ApproxKl,
            Metric::ExplainedVariance,
        ] {
            let curve = Curve::of(&History::default(), &History::default(), metric, None);
            assert!(curve.line.is_empty());
            assert!(curve.y.start < curve.y.end, "{:?}", curve.y);
        }
    }

    #[test]
    fn a_constant_still_has_an_axis_around_it() {
        for constant in [0.0, -3.0, 1e-4, 250.0] {
            let history = history(5, |_| constant);
            for metric in [Metric::EpisodicReturn, Metric::GradNorm, Metric::ApproxKl] {
                let curve = Curve::of(&history, &History::default(), metric, None);
                assert_eq!(curve.line.len(), 5);
                assert!(curve.y.start < curve.y.end, "{metric:?}: {:?}", curve.y);
                assert!(curve.y.contains(&constant) || metric == Metric::GradNorm);
            }
        }
    }
}
