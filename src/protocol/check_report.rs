//! The report of a check: rows that compare a value with the expected one. Plain data, for the page
//! and for tests alike.

use serde::{Deserialize, Serialize};

/// One comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the value that is compared.
    pub what: String,
    /// The expected value, as text.
    pub expected: String,
    /// The value that the device gave, as text.
    pub actual: String,
    /// Largest difference allowed; empty where they must be equal.
    pub tolerance: String,
    /// True if they agree.
    pub agrees: bool,
}

/// All comparisons of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The comparisons, in the order in which they were made.
    pub rows: Vec<Row>,
}

impl Evidence {
    /// True if there is evidence, and all of it agrees.
    pub fn passes(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.agrees)
    }

    /// Compares one number; it may be off by `tolerance`.
    pub fn close(&mut self, what: &str, actual: f64, expected: f64, tolerance: f64) {
        self.rows.push(Row {
            what: what.to_owned(),
            expected: number(expected),
            actual: number(actual),
            tolerance: number(tolerance),
            agrees: (actual - expected).abs() <= tolerance,
        });
    }

    /// Compares a list of numbers, each of which may be off by `tolerance`; the row shows the worst
    /// of them.
    pub fn all_close(&mut self, what: &str, actual: &[f32], expected: &[f64], tolerance: f64) {
        if actual.len() != expected.len() || expected.is_empty() {
            return self.equal(&format!("{what}: how many"), actual.len(), expected.len());
        }
        let error = |index: usize| (f64::from(actual[index]) - expected[index]).abs();
        // A NaN is worse than any number.
        let worst = (0..actual.len())
            .max_by(|a, b| {
                let rank = |index: &usize| (error(*index).is_nan(), error(*index));
                let ((a_nan, a), (b_nan, b)) = (rank(a), rank(b));
                a_nan.cmp(&b_nan).then(a.total_cmp(&b))
            })
            .unwrap_or(0);
        let name = match actual.len() {
            1 => what.to_owned(),
            count => format!("{what} (worst of {count})"),
        };
        self.close(&name, f64::from(actual[worst]), expected[worst], tolerance);
    }

    /// Something that must be equal.
    pub fn equal<T: std::fmt::Display + PartialEq>(&mut self, what: &str, actual: T, expected: T) {
        self.rows.push(Row {
            what: what.to_owned(),
            expected: expected.to_string(),
            actual: actual.to_string(),
            tolerance: String::new(),
            agrees: actual == expected,
        });
    }

    /// A number that must lie between two others, both allowed.
    pub fn between(&mut self, what: &str, actual: f64, (low, high): (f64, f64)) {
        let expected = match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("{} to {}", number(low), number(high)),
            (true, false) => format!("at least {}", number(low)),
            (false, _) => format!("at most {}", number(high)),
        };
        self.rows.push(Row {
            what: what.to_owned(),
            expected,
            actual: number(actual),
            tolerance: String::new(),
            agrees: (low..=high).contains(&actual),
        });
    }

    /// Something that must be so.
    pub fn holds(&mut self, what: &str, is_so: bool) {
        let word = |is_so| if is_so { "yes" } else { "no" };
        self.equal(what, word(is_so), "yes");
    }
}

/// Six significant digits.
fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e7).contains(&size) {
        format!("{value:.3e}")
    } else {
        let decimals = (5 - size.log10().floor() as i32).clamp(0, 8) as usize;
        let text = format!("{value:.decimals$}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    }
}

/// State of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    /// Not run yet, or not to its end.
    Pending,
    /// Under way.
    Running,
    /// All evidence agrees.
    Passed,
    /// Some does not, or the check could not be done.
    Failed,
}

impl CheckState {
    /// The value of the page's `data-state`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Passed => "passed",
            Self::Failed => "failed",
        }
    }
}

/// A check and its result so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// Id of the check, from the list of checks.
    pub id: String,
    /// Its state.
    pub state: CheckState,
    /// Its comparisons so far.
    pub evidence: Evidence,
    /// The reason why it could not be done, where it could not.
    pub error: Option<String>,
    /// Seconds that it took.
    pub elapsed_secs: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_passes_only_if_there_is_some_and_all_of_it_agrees() {
        let mut evidence = Evidence::default();
        assert!(!evidence.passes());
        evidence.close("half", 0.500_01, 0.5, 1e-4);
        evidence.all_close("list", &[1.0, 2.0], &[1.0, 2.0], 0.0);
        evidence.between("share", 0.5, (0.0, 1.0));
        assert!(evidence.passes());
        for spoil in [
            |evidence: &mut Evidence| evidence.close("NaN", f64::NAN, 0.0, 1e9),
            |evidence: &mut Evidence| evidence.all_close("one", &[f32::NAN, 0.0], &[0.0, 0.0], 1.0),
            |evidence: &mut Evidence| evidence.all_close("short", &[1.0], &[1.0, 2.0], 1.0),
            |evidence: &mut Evidence| evidence.between("above", 1.5, (0.0, 1.0)),
            |evidence: &mut Evidence| evidence.holds("so", false),
        ] {
            let mut spoilt = evidence.clone();
            spoil(&mut spoilt);
            assert!(!spoilt.passes(), "{:?}", spoilt.rows.last());
        }
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.236_887_89, "-0.236888"),
            (1.0, "1"),
            (2.71, "2.71"),
            (1e-5, "1.000e-5"),
            (500.0, "500"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
