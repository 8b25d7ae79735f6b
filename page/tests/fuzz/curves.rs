//! Curves of any numbers, as a file of runs may hold them: on axes, thinned, smoothed, as
//! sparklines and as text.

use std::collections::BTreeMap;
use std::ops::Range;

use policy_lab::config::presets::Preset;
use policy_lab::history::compare::{Ended, RunRecord, Shelf};
use policy_lab::history::{History, Point};
use policy_lab::protocol::metrics::{CHARTS, Metric};
use policy_lab_page::view::axis::{Axis, moved, next_reading, scaled, stretch};
use policy_lab_page::view::curve::{Curve, nearest};
use policy_lab_page::view::format;
use policy_lab_page::view::overlay::Overlay;
use policy_lab_page::view::sparkline;

use super::cases::Target;
use super::drawn::drawn;

/// Most labels of an axis.
const MOST_TICKS: usize = 9;
/// Most characters of a number as text.
const MOST_LETTERS: usize = 26;

/// Requires that an axis has few ticks, and that nothing on it lies anywhere but near it.
fn can_be_drawn(range: &Range<f64>, is_log: bool, lines: &[&[Point]], of: fn(&Point) -> f64) {
    assert!(
        range.start.is_finite() && range.end.is_finite(),
        "{range:?}"
    );
    let axis = Axis {
        range: range.clone(),
        is_log,
    };
    for most in [3, 6, MOST_TICKS] {
        let ticks = axis.ticks(most);
        assert!(ticks.len() <= most, "{axis:?}: {ticks:?}");
        let is_on = |tick: &f64| (-1e-9..=1.0 + 1e-9).contains(&axis.part_of(*tick));
        assert!(
            ticks.is_sorted() && ticks.iter().all(is_on),
            "{axis:?}: {ticks:?}"
        );
        for tick in ticks {
            assert!(format::compact(tick).len() <= MOST_LETTERS, "{tick}");
        }
    }
    for point in lines.iter().copied().flatten() {
        let part = axis.part_of(of(point));
        assert!(
            (-10.0..=10.0).contains(&part),
            "{} on {axis:?} is at {part}",
            of(point)
        );
    }
}

fn is_short(text: &str) {
    assert!(text.len() <= MOST_LETTERS, "{text}");
}

fn shown(run: &RunRecord) -> bool {
    let mut shelf = Shelf::default();
    shelf.add("one", vec![run.clone()]);
    shelf.add("seeds", vec![run.clone(), run.clone(), run.clone()]);
    let mut history = History::default();
    let is_drawn = run.series.values().any(|points| points.len() > 1);
    history.reset();
    for info in CHARTS {
        let points = run.points(info.metric);
        for point in points {
            is_short(&format::value(point.1));
            is_short(&format::compact(point.1));
            is_short(&format::rate(point.1));
            is_short(&format::duration(point.1.min(1e15)));
        }
        let ends = points.first().zip(points.last());
        let zooms =
            ends.map(|(first, last)| stretch(first.0, first.0 / 2.0 + last.0 / 2.0, last.0));
        for zoom in [None, zooms.flatten()] {
            let zoom = zoom.as_ref();
            for is_log in [false, true] {
                let overlays = Overlay::all(&shelf, info.metric, 0.6, zoom);
                let all: Vec<_> = overlays.iter().map(|it| (it.end, it.extent)).collect();
                let curve = Curve::of(&history, &history, info.metric, zoom);
                let curve =
                    curve
                        .smoothed(points, 0.9, zoom)
                        .beside(info.metric, &all, zoom, is_log);
                let mut lines: Vec<&[Point]> = vec![&curve.line, &curve.smooth];
                for overlay in &overlays {
                    lines.extend([&overlay.line[..], &overlay.smooth[..]]);
                    lines.extend(overlay.seeds.iter().map(Vec::as_slice));
                    assert!(overlay.line.len() <= 260, "{}", overlay.line.len());
                }
                can_be_drawn(&curve.x, false, &lines, |point| point.0);
                can_be_drawn(&curve.y, curve.is_log, &lines, |point| point.1);
            }
            if let Some(zoom) = zoom {
                let reading = next_reading(points, Some(zoom.start), zoom, true);
                assert!(reading.is_none_or(|it| points.contains(&it)));
                let _ = (
                    scaled(zoom, zoom.end, 0.5, zoom.end),
                    moved(zoom, zoom.start),
                );
            }
        }
        let path = sparkline::path(points);
        assert!(
            path.len() < 1_200 && !path.contains("NaN") && !path.contains("inf"),
            "{path}"
        );
        assert!(nearest(points, 1.0).is_none_or(|it| points.contains(&it)));
    }
    is_drawn
}

#[test]
fn any_curve_has_an_axis_and_lies_near_it() {
    let target = Target {
        name: "curves",
        valid: Vec::new(),
        words: Vec::new(),
        few: 1_500,
        share: 1,
        cost: 200_000,
    };
    target.holds(|bytes| {
        let Some(series) = drawn::<BTreeMap<Metric, Vec<Point>>>(bytes, true) else {
            return false;
        };
        let mut record = RunRecord {
            config: (Preset::find("ppo-quick").expect("a preset").config)(),
            device: "CPU".to_owned(),
            iterations: 100,
            first_iteration: 0,
            every: 1,
            ended: Ended::Finished,
            series,
        };
        // As reading a file does it.
        for points in record.series.values_mut() {
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        shown(&record)
    });
}

#[test]
fn any_numbers_make_an_axis() {
    let target = Target {
        name: "axes",
        valid: Vec::new(),
        words: Vec::new(),
        few: 20_000,
        share: 1,
        cost: 10_000,
    };
    target.holds(|bytes| {
        let Some((one, other, value)) = drawn::<(f64, f64, f64)>(bytes, true) else {
            return false;
        };
        let range = one.min(other)..one.max(other);
        let points = [(value, value), (one, one), (other, other)];
        can_be_drawn(&range, false, &[&points], |point| point.0);
        if range.start > 0.0 {
            can_be_drawn(&range, true, &[&points], |point| point.0);
        }
        range.start < range.end
    });
}
