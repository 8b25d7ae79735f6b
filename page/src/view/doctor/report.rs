//! What the doctor has found in a script, as Python tells it.

use serde::Deserialize;

use crate::view::plain_table::PlainTable;

/// Everything that it has to say of a script.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct DoctorReport {
    /// The findings, the weightiest first.
    pub findings: Vec<DoctorFinding>,
    /// What was looked at, in phrases.
    pub looked_at: Vec<String>,
    /// What to do next where nothing was found, in sentences.
    pub next: Vec<String>,
    /// Why the script could not be looked at, or only in part: a sentence.
    pub trouble: Option<String>,
    /// Returns of the script's episodes, in order.
    pub curve: Vec<f64>,
    /// Its health, update by update.
    pub signs: Vec<DoctorSign>,
    /// Its newest minibatch in the picture of the clip, if its loss is clipped.
    pub clip: Option<ClippedBatch>,
    /// What its agent did in the course's probes; empty if it was given none.
    pub probes: Vec<Played>,
}

/// A quantity that was measured in each update.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct DoctorSign {
    /// What it is, with its unit.
    pub name: String,
    /// One number for each update, two at least.
    pub values: Vec<f64>,
    /// What it tells, in a phrase.
    pub said: String,
}

/// A minibatch of a loss that is clipped.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ClippedBatch {
    /// The ratio of each sample: `[size]`.
    pub ratios: Vec<f64>,
    /// The advantage of each sample: `[size]`.
    pub advantages: Vec<f64>,
    /// The lower bound of the clip.
    pub low: f64,
    /// The upper bound of the clip.
    pub high: f64,
    /// The line that multiplies both, from 1.
    pub line: usize,
}

/// A sample in the picture of the clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClippedSample {
    /// From the left, of the picture's width.
    pub x: f64,
    /// From the top, of its height.
    pub y: f64,
    /// True if the clip takes its gradient away.
    pub is_held: bool,
}

impl ClippedBatch {
    /// Ratios farther than this from 1 stand at the edge, unless a bound is farther.
    const REACH: f64 = 0.5;

    fn reach(&self) -> f64 {
        let bounds = (self.high - 1.0).max(1.0 - self.low);
        Self::REACH.max(1.25 * bounds)
    }

    /// Returns the place of a ratio from the left of a picture, of its width.
    pub fn across(&self, ratio: f64) -> f64 {
        let part = (ratio - 1.0) / self.reach();
        (0.5 + 0.5 * part).clamp(0.0, 1.0)
    }

    /// Returns the samples: the ratio across with 1 in the middle, the advantage upwards with 0 in
    /// the middle.
    pub fn samples(&self) -> impl Iterator<Item = ClippedSample> + '_ {
        let most = self
            .advantages
            .iter()
            .copied()
            .map(f64::abs)
            .fold(f64::MIN_POSITIVE, f64::max);
        self.ratios
            .iter()
            .zip(&self.advantages)
            .map(move |(ratio, advantage)| ClippedSample {
                x: self.across(*ratio),
                y: 0.5 - 0.5 * advantage / most,
                is_held: (*advantage > 0.0 && *ratio > self.high)
                    || (*advantage < 0.0 && *ratio < self.low),
            })
    }
}

/// A probe that the script's agent has played.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Played {
    /// Its number in the course, from 1.
    pub probe: u32,
    /// What it asks, as a question.
    pub asks: String,
    /// How it ended: `passed`, `failed` or `open`.
    pub state: String,
    /// The numbers behind that, in a phrase.
    pub said: String,
}

/// A mistake.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct DoctorFinding {
    /// Its kind, such as `sign-of-loss`.
    pub kind: String,
    /// The line to mend, from 1; none if it is in no one line.
    pub line: Option<usize>,
    /// What is wrong, in a sentence.
    pub said: String,
    /// Where to look, without the answer.
    pub hint: String,
    /// Why it matters, in sentences.
    pub why: String,
    /// What to write instead, in a sentence.
    pub cure: String,
    /// The line as it should be, where that can be written.
    pub replaced: Option<String>,
    /// How sure it is: `certain`, `likely` or `remark`.
    pub sure: String,
    /// What of this run shows it.
    pub evidence: DoctorEvidence,
    /// What came of the mended script.
    pub tried: Option<Tried>,
    /// The address of the lesson that explains it, such as `?lesson=vpg`.
    pub lesson: Option<String>,
}

/// Numbers of the run that show a mistake.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct DoctorEvidence {
    /// What they show, in a sentence.
    pub sentence: String,
    /// The heads of a small table.
    pub heads: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// The script as it is and as mended, from the same seeds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Tried {
    /// What came of it, in a sentence.
    pub sentence: String,
    /// Returns of episodes as it is.
    pub before: Vec<f64>,
    /// Returns of episodes as mended.
    pub after: Vec<f64>,
}

/// Reads what Python has left.
///
/// # Errors
/// A sentence, if it is something else.
pub fn read(bytes: &[u8]) -> Result<DoctorReport, String> {
    serde_json::from_slice(bytes)
        .map_err(|_| "Python’s answer cannot be read. Ask again".to_owned())
}

impl DoctorReport {
    /// Returns the first sentence: how many mistakes there are, and where the first is.
    pub fn verdict(&self) -> String {
        let Some(first) = self.findings.first() else {
            return match &self.trouble {
                Some(why) => why.clone(),
                None => "Nothing was found that keeps this script from learning".to_owned(),
            };
        };
        let place = first
            .line
            .map_or(String::new(), |line| format!(", in line {line}"));
        let what = match first.sure.as_str() {
            "remark" => "One remark",
            "likely" => "Probably one mistake",
            _ => "Found a mistake",
        };
        let more = match self.findings.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more below it"),
        };
        format!("{what}{place}{more}")
    }

    /// Returns true if a hint can be had before the answer.
    pub fn has_hint(&self) -> bool {
        self.findings.first().is_some_and(|it| !it.hint.is_empty())
    }
}

impl Played {
    /// Returns how it ended, in a word or two.
    pub fn verdict(&self) -> &'static str {
        match self.state.as_str() {
            "passed" => "passed",
            "failed" => "failed",
            _ => "not decided",
        }
    }
}

impl DoctorFinding {
    /// Returns the numbers that show it as a table.
    pub fn table(&self) -> PlainTable {
        PlainTable {
            note: self.evidence.sentence.clone(),
            heads: self.evidence.heads.clone(),
            rows: self.evidence.rows.clone(),
        }
    }
}

/// Returns the paths of curves in a picture of this width and height, on the same axes; empty where
/// a curve has not two points. What is not finite has no point.
pub fn paths<const N: usize>(curves: [&[f64]; N], (width, height): (f64, f64)) -> [String; N] {
    let all = || (curves.iter().copied().flatten().copied()).filter(|it| it.is_finite());
    let top = all().fold(f64::NEG_INFINITY, f64::max);
    let bottom = all().fold(f64::INFINITY, f64::min);
    let most = curves.iter().map(|curve| curve.len()).max().unwrap_or(0);
    let size = (top - bottom).max(f64::MIN_POSITIVE);
    curves.map(|curve| {
        if curve.len() < 2 {
            return String::new();
        }
        let points = (curve.iter().enumerate()).filter(|(_, value)| value.is_finite());
        let points = points.enumerate().map(|(order, (at, value))| {
            let x = at as f64 / (most - 1) as f64 * width;
            let y = (1.0 - (value - bottom) / size) * height;
            let letter = if order == 0 { 'M' } else { 'L' };
            format!("{letter}{x:.1} {y:.1}")
        });
        points.collect()
    })
}
