//! The cells of a sweep's picture: what is written in each, and its colour.

use super::curves::SweepFrame;
use super::words::{setting_name, setting_result};
use crate::view::format;
use policy_lab::history::sweep::{CombinationResult, SweepHistory, SweepRun};
use policy_lab::protocol::score::ScoreKind;

/// Number of colours, from the worst to the best (`--heat-1` to `--heat-6` in `styles/tokens.css`).
pub const LEVELS: usize = 6;

/// The quantity that the colours show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepMeasure {
    /// Environment steps to solve the task; fewer are better.
    #[default]
    Steps,
    /// Score of the last episodes; higher is better.
    Score,
}

impl SweepMeasure {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Steps, Self::Score];

    /// Returns the one that a sweep opens with: a world without a score from which it counts as
    /// solved is never solved.
    pub fn fitting(sweep: &SweepHistory) -> Self {
        let mut settings = sweep.plan().combinations().iter();
        match settings.any(|it| it.config.solved_score().is_some()) {
            true => Self::Steps,
            false => Self::Score,
        }
    }

    /// Returns its name; `kind` is what the runs are scored by, if all are scored by the same.
    pub fn label(self, kind: Option<ScoreKind>) -> &'static str {
        match (self, kind) {
            (Self::Steps, _) => "Steps to solve",
            (Self::Score, Some(ScoreKind::Length)) => "Final length",
            (Self::Score, Some(ScoreKind::Return)) => "Final return",
            (Self::Score, None) => "Final score",
        }
    }

    /// Returns the unit of the scale of colours, likewise.
    pub fn unit(self, kind: Option<ScoreKind>) -> &'static str {
        match (self, kind) {
            (Self::Steps, _) => "environment steps, median over the seeds",
            (Self::Score, Some(ScoreKind::Length)) => {
                "steps of an episode at the end, median over the seeds"
            }
            (Self::Score, Some(ScoreKind::Return)) => {
                "return of an episode at the end, median over the seeds"
            }
            (Self::Score, None) => "score of an episode at the end, median over the seeds",
        }
    }

    fn of(self, result: &CombinationResult) -> Option<f64> {
        match self {
            Self::Steps => result.steps_to_solve,
            Self::Score => result.final_score,
        }
    }
}

/// The values of the worst and of the best colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepScale {
    /// The value of the first colour.
    pub worst: f64,
    /// The value of the last one.
    pub best: f64,
}

impl SweepScale {
    /// Returns the number of the colour for a value, from 1 to [`LEVELS`].
    fn level(self, value: f64) -> usize {
        let width = self.best - self.worst;
        let part = match width == 0.0 {
            true => 1.0,
            false => (value - self.worst) / width,
        };
        1 + ((part.clamp(0.0, 1.0) * LEVELS as f64) as usize).min(LEVELS - 1)
    }
}

/// A cell of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepCell {
    /// The number in it.
    pub text: String,
    /// What its seeds show, in few words.
    pub detail: String,
    /// The number of its colour; `None` if it has none to show.
    pub level: Option<usize>,
    /// `waiting`, `running`, `solved` or `unsolved`.
    pub state: &'static str,
    /// The path of the curve of its newest run, while one is under way.
    pub curve: String,
    /// All of it in words.
    pub label: String,
}

/// Returns the values of the worst and of the best colour; `None` while nothing has a colour.
/// Lengths are compared with the longest episode, returns with each other and with that from which
/// the task counts as solved, steps with each other.
pub fn scale(history: &SweepHistory, measure: SweepMeasure) -> Option<SweepScale> {
    let settings = 0..history.plan().combinations().len();
    let values = settings.filter_map(|place| measure.of(&history.result_of(place)));
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    (low <= high).then(|| match measure {
        SweepMeasure::Steps => SweepScale {
            worst: high,
            best: low,
        },
        SweepMeasure::Score => {
            let configs = history.plan().combinations().iter().map(|it| &it.config);
            let ends = configs.filter_map(|config| match ScoreKind::of(config.env_id) {
                ScoreKind::Length => Some(config.longest_episode() as f64),
                ScoreKind::Return => config.solved_score(),
            });
            let best = ends.reduce(f64::max);
            match history.score_kind() {
                Some(ScoreKind::Length) => SweepScale {
                    worst: 0.0,
                    best: best.unwrap_or_default(),
                },
                Some(ScoreKind::Return) | None => SweepScale {
                    worst: low,
                    best: best.map_or(high, |best| best.max(high)),
                },
            }
        }
    })
}

/// Returns the cells of all settings, in their order.
pub fn cells(history: &SweepHistory, measure: SweepMeasure) -> Vec<SweepCell> {
    let scale = scale(history, measure);
    let frame = SweepFrame::of(history);
    let settings = 0..history.plan().combinations().len();
    let cell = |place: usize| {
        let result = history.result_of(place);
        let value = measure.of(&result);
        let newest = history.runs_of(place).filter_map(|(_, run)| match run {
            SweepRun::UnderWay(_) => Some(run.score_points()),
            SweepRun::Waiting | SweepRun::Over(_) => None,
        });
        let newest = newest.max_by_key(|points| points.len());
        SweepCell {
            text: text(&result, measure),
            detail: detail(&result),
            level: scale.zip(value).map(|(scale, value)| scale.level(value)),
            state: match (result.under_way, result.over) {
                (0, 0) => "waiting",
                (1.., _) => "running",
                _ if result.steps_to_solve.is_some() => "solved",
                _ => "unsolved",
            },
            curve: newest.map_or_else(String::new, |points| frame.path(points)),
            label: label(history, place, &result),
        }
    };
    settings.map(cell).collect()
}

fn text(result: &CombinationResult, measure: SweepMeasure) -> String {
    match (measure.of(result), measure) {
        (Some(steps), SweepMeasure::Steps) => format::compact(steps),
        (Some(score), SweepMeasure::Score) => format::score(score),
        (None, _) if result.over == 0 => String::new(),
        (None, _) if result.failed == result.over => "failed".to_owned(),
        (None, SweepMeasure::Steps) => "not solved".to_owned(),
        (None, SweepMeasure::Score) => "–".to_owned(),
    }
}

/// Says how many of the seeds solved the task: `2/3 solved`, or `2/3, 1 failed`. Without a result
/// it is empty.
fn detail(result: &CombinationResult) -> String {
    let CombinationResult { solved, over, .. } = result;
    match (over, result.failed) {
        (0, _) => String::new(),
        (_, 0) => format!("{solved}/{over} solved"),
        (_, failed) => format!("{solved}/{over}, {failed} failed"),
    }
}

fn label(history: &SweepHistory, place: usize, result: &CombinationResult) -> String {
    let name = setting_name(history.plan(), place);
    format!("{name}: {}", setting_result(result))
}
