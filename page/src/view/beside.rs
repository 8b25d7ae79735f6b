//! A run with the reader's code beside ours: what both did by the same environment step, in a
//! sentence.

use super::format::{count, plural, with_minus};
use policy_lab::history::health::CodeFault;
use policy_lab::history::{History, Phase, Point};
use policy_lab::protocol::score::ScoreKind;

/// What there is to say it about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// True while the run starts.
    pub is_starting: bool,
    /// True once it has ended.
    pub is_over: bool,
    /// What both have done by the same step.
    pub compared: Option<Compared>,
    /// Why its code is to blame for how it does.
    pub fault: Option<CodeFault>,
    /// The reason why it broke off.
    pub failure: Option<String>,
}

/// The score of the reader's run, and that of ours at the same step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// What both are scored by.
    pub kind: ScoreKind,
    /// The step of the reader's newest score.
    pub at: RunPlace,
    /// The score there.
    pub own: f64,
    /// What our run did.
    pub ours: Ours,
    /// True if both curves are the same wherever both are, and not only at this step.
    pub is_same: bool,
}

/// A place in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunPlace {
    /// After an iteration; where both runs are compared, both have it at the same step.
    Iteration(usize),
    /// After so many environment steps.
    Step(u64),
}

/// What our run did at the reader's newest step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ours {
    /// It has not come there.
    NotYet,
    /// Its score at that step.
    There(f64),
    /// It ended before that step. Both scores are those at its end.
    Ended {
        /// Its end.
        at: RunPlace,
        /// The score of the reader's run there.
        own: f64,
        /// The score of ours there.
        ours: f64,
    },
}

impl Compared {
    /// Reads both curves at the same environment step: the newest of the reader's run or, if ours
    /// is over by then, the last of ours. Returns `None` before an episode of the reader's has
    /// ended.
    pub fn of(own: &History, ours: &History) -> Option<Self> {
        let (curve, reference) = (own.run.score_points(), ours.run.score_points());
        let (step, score) = *curve.last()?;
        let there = height(reference, step);
        let is_over = !matches!(ours.phase, Phase::Running | Phase::Paused);
        let ended = || {
            let (end, ours_there) = *reference.last().filter(|_| is_over)?;
            (end < step).then_some(Ours::Ended {
                at: place(ours, own, end)?,
                own: height(curve, end)?,
                ours: ours_there,
            })
        };
        Some(Self {
            kind: own.run.score_kind(),
            at: match there {
                Some(_) => place(own, ours, step)?,
                None => RunPlace::Iteration(iteration(own, step)?),
            },
            own: score,
            ours: match there {
                Some(there) => Ours::There(there),
                None => ended().unwrap_or(Ours::NotYet),
            },
            is_same: follows(curve, reference) && follows(reference, curve),
        })
    }

    /// Returns both scores at one step, the reader's first.
    fn both(&self) -> Option<(f64, f64)> {
        match self.ours {
            Ours::NotYet => None,
            Ours::There(ours) => Some((self.own, ours)),
            Ours::Ended { own, ours, .. } => Some((own, ours)),
        }
    }
}

/// Returns the height of a curve over a step, as it is drawn: a straight line between two points.
/// Returns `None` outside it.
fn height(curve: &[Point], step: f64) -> Option<f64> {
    let after = curve.partition_point(|point| point.0 < step);
    let (right, value) = *curve.get(after)?;
    if right == step {
        return Some(value);
    }
    let (left, before) = *curve.get(after.checked_sub(1)?)?;
    let part = (step - left) / (right - left);
    Some(before + part * (value - before))
}

/// Returns true if each point of a curve lies on another one, as far as that one goes, to the
/// digits that are told.
fn follows(curve: &[Point], other: &[Point]) -> bool {
    let is_on = |it: &Point| height(other, it.0).is_none_or(|there| told(there) == told(it.1));
    curve.iter().all(is_on)
}

/// Returns the iteration that ends at a step.
fn iteration(history: &History, step: f64) -> Option<usize> {
    let iterations = history.run.iterations();
    let place = iterations.partition_point(|it| it.1 < step);
    iterations
        .get(place)
        .filter(|it| it.1 == step)
        .map(|it| it.0)
}

/// Returns a step as the iteration that ends there, if it ends there in the other run too. Where
/// rollouts differ in length, an iteration would mean another step in each run.
fn place(history: &History, other: &History, step: f64) -> Option<RunPlace> {
    let number = iteration(history, step)?;
    Some(match iteration(other, step) == Some(number) {
        true => RunPlace::Iteration(number),
        false => RunPlace::Step(step as u64),
    })
}

/// Returns the sentence, or two.
pub fn sentence(it: &Beside) -> String {
    // Until a run has begun, what is known is of the run before it.
    let Some(compared) = it.compared.filter(|_| !it.is_starting) else {
        return match (&it.failure, it.is_over && !it.is_starting) {
            (Some(why), true) => format!("Your run broke off before its first result: {why}"),
            (None, true) => "Your run has ended before its first iteration".to_owned(),
            _ => "Your run begins…".to_owned(),
        };
    };
    let scores = scores_of(compared, it.is_over);
    if let (Some(why), true) = (&it.failure, it.is_over) {
        return match it.fault {
            Some(_) => format!(
                "{scores}. Then your run broke off, and ours went on with the same settings and seed, so it is the code: {why}"
            ),
            None => format!("{scores}. Then your run broke off: {why}"),
        };
    }
    match compared.both() {
        Some((own, ours)) if own < ours && it.fault.is_some() => {
            format!("{scores}. Settings and seed are the same, so it is the code")
        }
        Some(_) if compared.is_same => format!("{scores}: the same"),
        _ => scores,
    }
}

fn scores_of(compared: Compared, is_over: bool) -> String {
    let own = told(compared.own);
    let (does, did, unit) = match compared.kind {
        ScoreKind::Length => ("last", "lasted", " steps"),
        ScoreKind::Return => ("return", "returned", " on average"),
    };
    let when = match (compared.at, is_over) {
        (RunPlace::Iteration(number), false) => format!("Iteration {number}"),
        (at, _) => format!("After {}", words(at)),
    };
    match compared.ours {
        Ours::NotYet => format!("{when}: your episodes {does} {own}{unit}"),
        Ours::There(ours) => {
            format!(
                "{when}: your episodes {does} {own}{unit}, ours {}",
                told(ours)
            )
        }
        Ours::Ended {
            at,
            own: then,
            ours,
        } => format!(
            "{when}: your episodes {does} {own}{unit}. Ours ended after {}, where yours {did} {}{unit}, ours {}",
            words(at),
            told(then),
            told(ours)
        ),
    }
}

fn words(at: RunPlace) -> String {
    match at {
        RunPlace::Iteration(number) => plural(number, "iteration"),
        RunPlace::Step(step) => format!("{} environment steps", count(step)),
    }
}

fn told(score: f64) -> String {
    with_minus(format!("{score:.1}"))
}
