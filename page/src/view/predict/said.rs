//! What curves do, in sentences: each alone, and sketch beside record.

use super::{Movement, RecordedChart, Trend};

/// Largest distance of two values that count as the same, as a part of the axis.
const SAME: f64 = 0.05;
/// Largest distance of two iterations that count as the same, as a part of all.
const SAME_TIME: f64 = 0.1;

/// Describes a curve for who cannot see it.
pub fn described(chart: &RecordedChart, values: &[Option<f64>]) -> String {
    let Some(moved) = Movement::of(chart, values) else {
        return "nothing was measured".to_owned();
    };
    let written = |value: f64| chart.written(value);
    let (first, last) = (written(moved.first), written(moved.last));
    let turn = moved.turn.map(written).unwrap_or_default();
    let half = moved
        .half_done
        .map(|at| format!(", half of it by iteration {at}"));
    let half = half.unwrap_or_default();
    match moved.trend {
        Trend::Stays => format!("stays between {first} at the start and {last} at the end"),
        Trend::Rises => format!("rises from {first} to {last}{half}"),
        Trend::Falls => format!("falls from {first} to {last}{half}"),
        Trend::RisesAndFalls => format!("rises from {first} to {turn}, then falls to {last}{half}"),
        Trend::FallsAndRises => format!("falls from {first} to {turn}, then rises to {last}{half}"),
    }
}

/// Compares a sketch with the median of the changed runs, in sentences. Empty if there is nothing
/// to compare.
pub fn compared(chart: &RecordedChart, sketch: &[f64]) -> Vec<String> {
    // Where the runs were over, there is nothing to compare with.
    let median = &chart.changed.median;
    let count = median
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    let sketched = sketch.iter().enumerate();
    let sketched: Vec<Option<f64>> = sketched
        .map(|(index, value)| (index < count).then_some(*value))
        .collect();
    let (Some(drawn), Some(found)) = (
        Movement::of(chart, &sketched),
        Movement::of(chart, &chart.changed.median),
    ) else {
        return Vec::new();
    };
    let mut all = vec![course(chart, &drawn, &found), end(chart, &drawn, &found)];
    if let Some(away) = distance(&sketched, &chart.changed.median) {
        let away = chart.written(away);
        all.push(format!(
            "On average your curve is {away} away from the median of the recorded runs."
        ));
    }
    if let Some(apart) = distance(&chart.healthy.median, &chart.changed.median)
        && apart < SAME * chart.height()
    {
        let apart = chart.written(apart);
        all.push(format!(
            "The two medians are only {apart} apart on average: this chart hardly shows the difference."
        ));
    }
    all
}

/// Says whether the course of the curve is right, and when what happens does.
fn course(chart: &RecordedChart, drawn: &Movement, found: &Movement) -> String {
    if drawn.trend != found.trend {
        let at = found.half_done.map(|at| {
            format!(
                ", half of {} by iteration {at} of {}",
                which(found.trend),
                whole(chart)
            )
        });
        return format!(
            "You drew a curve that {}; the recorded one {}{}.",
            verb(drawn.trend),
            verb(found.trend),
            at.unwrap_or_default()
        );
    }
    let (Some(mine), Some(theirs)) = (drawn.half_done, found.half_done) else {
        return "You were right that it stays about where it begins.".to_owned();
    };
    let what = which(found.trend);
    let all = whole(chart);
    let times = match (mine - theirs).abs() <= SAME_TIME * all {
        true => {
            format!("half of it is done by iteration {theirs} of {all}, about where you drew it")
        }
        false => format!(
            "half of it is done by iteration {theirs} of {all}, and you drew that at {mine}"
        ),
    };
    format!("You were right about {what}: {times}.")
}

/// Says where the curve ends.
fn end(chart: &RecordedChart, drawn: &Movement, found: &Movement) -> String {
    let (mine, theirs) = (chart.written(drawn.last), chart.written(found.last));
    match (drawn.last - found.last).abs() <= SAME * chart.height() {
        true => format!("It ends at {theirs}, close to your {mine}."),
        false => format!("It ends at {theirs}; yours ends at {mine}."),
    }
}

fn verb(trend: Trend) -> &'static str {
    match trend {
        Trend::Stays => "stays about where it begins",
        Trend::Rises => "rises",
        Trend::Falls => "falls",
        Trend::RisesAndFalls => "rises and then falls",
        Trend::FallsAndRises => "falls and then rises",
    }
}

/// Returns the name of a curve's last change.
fn which(trend: Trend) -> &'static str {
    match trend {
        Trend::Stays => "the level",
        Trend::Rises | Trend::FallsAndRises => "the rise",
        Trend::Falls | Trend::RisesAndFalls => "the fall",
    }
}

fn whole(chart: &RecordedChart) -> f64 {
    chart.iterations.last().copied().unwrap_or(0.0)
}

/// Returns the mean distance of two curves where both have a value.
fn distance(one: &[Option<f64>], other: &[Option<f64>]) -> Option<f64> {
    let both = one.iter().zip(other);
    let both = both.filter_map(|(one, other)| Some(((*one)? - (*other)?).abs()));
    let (sum, count) = both.fold((0.0, 0), |(sum, count), away| (sum + away, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
