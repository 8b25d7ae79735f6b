//! The state of one prediction. The sketch, and whether the reader has seen what happened, are kept
//! with their progress.

use leptos::prelude::*;

use crate::course::Comparison;
use crate::ui::course::{Course, use_course};
use crate::view::predict::{RecordedChart, Stroke, fitted, knot_moved};
use crate::view::progress::Prediction;
use policy_lab::protocol::metrics::{CHARTS, MetricInfo};

/// A prediction. A copyable handle.
#[derive(Clone, Copy)]
pub struct Predict {
    /// The recorded runs.
    pub comparison: &'static Comparison,
    /// The chart on which the reader draws.
    pub chart: StoredValue<RecordedChart>,
    /// The reader's sketch, a value for each iteration; empty if there is none.
    pub sketch: Memo<Vec<f64>>,
    /// The line to show: the sketch, with a stroke that is being drawn.
    pub drawn: Memo<Vec<Option<f64>>>,
    /// True once the reader has seen what happened.
    pub is_revealed: Memo<bool>,
    stroke: RwSignal<Option<Stroke>>,
    course: Course,
}

impl Predict {
    /// Creates the state from what the reader has done before; `None` if no curve is recorded.
    pub fn new(comparison: &'static Comparison) -> Option<Self> {
        let course = use_course();
        let chart = chart_of(comparison, 0)?.1;
        let len = chart.iterations.len();
        let kept = Memo::new(move |_| {
            let kept = |predictions: &std::collections::BTreeMap<String, Prediction>| {
                predictions.get(&comparison.key).cloned()
            };
            (course.progress.with(|progress| kept(&progress.predictions))).unwrap_or_default()
        });
        let stroke = RwSignal::new(None::<Stroke>);
        let sketch = Memo::new(move |_| kept.with(|kept| fitted(&kept.sketch, len)));
        let drawn = Memo::new(move |_| {
            sketch.with(|sketch| match stroke.get() {
                Some(stroke) => stroke.over(sketch),
                None => sketch.iter().map(|value| Some(*value)).collect(),
            })
        });
        Some(Self {
            comparison,
            chart: StoredValue::new(chart),
            sketch,
            drawn,
            is_revealed: Memo::new(move |_| kept.with(|kept| kept.is_revealed)),
            stroke,
            course,
        })
    }

    /// Begins a stroke, or goes on with it, to a place in the picture: parts of its width and
    /// height from the lower left corner.
    pub fn draw_to(self, (across, up): (f64, f64)) {
        self.stroke.update(|stroke| {
            self.chart.with_value(|chart| {
                let index = chart.nearest(across);
                let value = chart.clamped(chart.value_at(up));
                stroke.get_or_insert_default().go_to(chart, index, value);
            });
        });
    }

    /// Returns true while a stroke is being drawn.
    pub fn is_drawing(self) -> bool {
        self.stroke.with_untracked(Option::is_some)
    }

    /// Ends the stroke, which becomes part of the sketch.
    pub fn end_stroke(self) {
        let stroke = self.stroke.get_untracked();
        self.stroke.set(None);
        if let Some(stroke) = stroke {
            self.keep(self.sketch.with_untracked(|sketch| stroke.sketch(sketch)));
        }
    }

    /// Gives the stroke up, because it turned out to be something else.
    pub fn cancel_stroke(self) {
        self.stroke.set(None);
    }

    /// Returns the value at a knot, if there is a sketch.
    pub fn value_at(self, index: usize) -> Option<f64> {
        self.drawn.with(|drawn| drawn.get(index).copied().flatten())
    }

    /// Returns the value from which the sketch grows if there is none: that with which the healthy
    /// runs begin.
    pub fn ground(self) -> f64 {
        self.chart.with_value(|chart| {
            let first = chart.healthy.median.iter().flatten().next();
            first.copied().unwrap_or_else(|| chart.lowest())
        })
    }

    /// Moves a knot to a value.
    pub fn move_knot(self, knot: usize, value: f64) {
        let moved = self.chart.with_value(|chart| {
            let sketch = self.sketch.get_untracked();
            let sketch = match sketch.is_empty() {
                true => vec![self.ground(); chart.iterations.len()],
                false => sketch,
            };
            knot_moved(chart, &sketch, knot, value)
        });
        self.keep(moved);
    }

    /// Replaces the sketch.
    pub fn keep(self, sketch: Vec<f64>) {
        self.update(|prediction| prediction.sketch = sketch);
    }

    /// Removes the sketch, and hides again what happened.
    pub fn clear(self) {
        (self.course.progress).update(|progress| {
            progress.predictions.remove(&self.comparison.key);
        });
    }

    /// Shows what happened.
    pub fn reveal(self) {
        self.update(|prediction| prediction.is_revealed = true);
    }

    fn update(self, change: impl FnOnce(&mut Prediction)) {
        (self.course.progress).update(|progress| {
            let key = self.comparison.key.clone();
            change(progress.predictions.entry(key).or_default());
        });
    }
}

/// Returns the chart of a recorded metric with its place among the page's charts.
pub fn chart_of(
    comparison: &Comparison,
    which: usize,
) -> Option<(&'static MetricInfo, RecordedChart)> {
    let curve = comparison.curves.get(which)?;
    let info = CHARTS.iter().find(|info| info.key() == curve.metric)?;
    let iterations = comparison.iterations.iter().map(|at| *at as f64).collect();
    let (healthy, changed) = (curve.healthy.clone(), curve.changed.clone());
    let chart = RecordedChart::new(info.metric, iterations, healthy, changed);
    Some((info, chart))
}
