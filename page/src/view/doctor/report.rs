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

impl Tried {
    /// Returns the paths of both curves in a picture of this width and height, as it is and as
    /// mended, on the same axes; empty where there are not two episodes.
    pub fn paths(&self, (width, height): (f64, f64)) -> [String; 2] {
        let all = || {
            self.before
                .iter()
                .chain(&self.after)
                .copied()
                .filter(|it| it.is_finite())
        };
        let top = all().fold(f64::NEG_INFINITY, f64::max);
        let bottom = all().fold(f64::INFINITY, f64::min);
        let most = self.before.len().max(self.after.len());
        let size = (top - bottom).max(f64::MIN_POSITIVE);
        [&self.before, &self.after].map(|curve| {
            if curve.len() < 2 {
                return String::new();
            }
            let points = curve.iter().enumerate().map(|(at, value)| {
                let x = at as f64 / (most - 1) as f64 * width;
                let y = (1.0 - (value - bottom) / size) * height;
                let letter = if at == 0 { 'M' } else { 'L' };
                format!("{letter}{x:.1} {y:.1}")
            });
            points.collect()
        })
    }
}
