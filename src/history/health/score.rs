//! The score of a run, and whether it fell.

use std::ops::Range;

use super::record::{Measured, Record, median};
use crate::protocol::metrics::Metric;
use crate::protocol::score::ScoreKind;

/// Fewest iterations in a smoothing window. After a single peak REINFORCE's score ordinarily falls
/// to a third of it.
const WINDOW: usize = 3;
/// Most iterations in a smoothing window, for runs whose few environments make the score noisy.
const WIDEST: usize = 16;
/// Number of environments whose episodes make the mean of one iteration steady.
const STEADY: usize = 64;
/// Windows for which a score must stay down to count as fallen, or be back up to count as
/// recovered.
const HOLD: usize = 2;
/// Windows for which a score must stay down if it keeps some of its gain: of the runs in
/// `docs/runs.jsonl`, those that dipped for up to 13 iterations, less than five windows, came back
/// by themselves.
const LONG: usize = 5;
/// Windows that a run gets after it went back to a checkpoint: the environments start fresh, and
/// the episodes that end first are the short ones. After a collapse without a clip, PPO's quick
/// preset needs 23 iterations to recover once the clip is set again.
const GRACE: usize = 8;
/// Fractions of the gain over the start: below the first a score is down, and below the second it
/// has fallen. Dips of healthy runs stay below the second for four iterations at most, and falls
/// without a clip for eight at least.
const KEEP: (f64, f64) = (0.5, 0.25);
/// Fraction of the gain over the start from which a score is back up.
const BACK: f64 = 0.8;
/// Fraction of an untrained policy's score below which a policy is worse than untrained.
const BELOW_START: f64 = 0.6;
/// Smallest gain, as a multiple of the start, whose loss counts as a fall.
const GAIN: f64 = 1.0;
/// The same for a task whose threshold is known, as a part of the way from the start to there: its
/// returns may begin anywhere below 0, so no multiple of the start says how much there is to learn.
const WAY: f64 = 0.5;
/// Smallest such gain as a multiple of the start, for runs that begin near the threshold.
const NEAR: f64 = 0.1;

/// A fall of the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// The scored metric: the mean length or the mean return of episodes.
    pub metric: Metric,
    /// The best smoothed score before the fall.
    pub best: f64,
    /// The last iteration whose score was close to the best.
    pub best_at: usize,
    /// The lowest smoothed score since the fall.
    pub lowest: f64,
    /// The current smoothed score.
    pub now: f64,
}

/// The smoothed score of a run.
pub struct Score {
    /// The scored metric.
    pub metric: Metric,
    /// The median of the first window of scores that tell:
    /// [`first_telling_step`](crate::config::TrainConfig::first_telling_step).
    pub start: f64,
    /// The best smoothed score so far.
    pub best: f64,
    raw: Vec<Measured>,
    smooth: Vec<f64>,
    hold: usize,
    long: usize,
    /// Iterations that are not judged, because the run has just gone back to a checkpoint.
    grace: Range<usize>,
    /// True if the score is the length of episodes.
    is_length: bool,
    /// The score from which the task is solved, if it can tell.
    solved: Option<f64>,
    /// The smallest gain over the start whose loss counts as a fall.
    least_gain: f64,
}

impl Score {
    /// Scores a run. Returns `None` where a score means nothing: in probe environments, and before
    /// there is a full window of iterations whose scores tell.
    pub fn of(record: &Record<'_>, is_our_reward: bool) -> Option<Self> {
        let config = record.config;
        if config.env_id.probe().is_some() {
            return None;
        }
        let kind = ScoreKind::of(config.env_id);
        // Steps are what a cart's reward asks for, unless it is another one.
        let is_length =
            is_our_reward && config.env_id.pays_per_step() && config.reward.trim().is_empty();
        let metric = match is_length {
            true => kind.metric(),
            false => Metric::EpisodicReturn,
        };
        let is_usual = is_our_reward && metric == kind.metric();
        let telling = config.first_telling_step();
        let mut raw = record.all(metric);
        raw.retain(|it| record.step_of(it.0) as f64 >= telling);
        let worlds = config.num_envs * config.rollouts_per_iteration;
        let window = (STEADY / worlds.max(1)).clamp(WINDOW, WIDEST);
        if raw.len() < window {
            return None;
        }
        let values: Vec<f64> = raw.iter().map(|it| it.1).collect();
        let smooth: Vec<f64> = values.windows(window).map(median).collect();
        let start = median(&values[..window]);
        let solved = config.solved_score().filter(|_| is_usual);
        Some(Self {
            metric,
            start,
            best: smooth.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            raw: raw[window - 1..].to_vec(),
            smooth,
            hold: HOLD * window,
            long: LONG * window,
            grace: match record.first_iteration {
                0 => 0..0,
                first => first + 1..first + 1 + GRACE * window,
            },
            is_length,
            solved,
            least_gain: match solved.filter(|_| !is_length) {
                Some(solved) => (WAY * (solved - start)).max(NEAR * start.abs()),
                None => GAIN * start.abs(),
            },
        })
    }

    /// Returns the newest smoothed score.
    pub fn now(&self) -> f64 {
        self.smooth.last().copied().unwrap_or_default()
    }

    /// Returns the smoothed score as it was after an iteration.
    pub fn at(&self, iteration: usize) -> Option<f64> {
        let known = self.raw.partition_point(|it| it.0 <= iteration);
        self.smooth.get(known.checked_sub(1)?).copied()
    }

    /// Returns the number of iterations for which a score must stay down.
    pub fn hold(&self) -> usize {
        self.hold
    }

    /// Returns true if the score is high enough for the task to count as solved.
    pub fn is_solved(&self) -> bool {
        self.solved.is_some_and(|solved| self.now() >= solved)
    }

    /// Returns true if the score is the return of a task, and has come half of the way to where
    /// the task counts as solved.
    pub fn is_on_its_way(&self) -> bool {
        let solved = self.solved.filter(|_| !self.is_length);
        solved.is_some_and(|solved| self.now() >= self.start + WAY * (solved - self.start))
    }

    /// Returns true if the score is the length of episodes.
    pub fn is_length(&self) -> bool {
        self.is_length
    }

    /// Returns true if the score is a tenth higher than it was this many iterations ago, or if the
    /// run is younger than that.
    pub fn rises(&self, iterations: usize) -> bool {
        let before = self.smooth.len().checked_sub(iterations + 1);
        before
            .is_none_or(|before| self.now() > self.smooth[before] + 0.1 * self.smooth[before].abs())
    }

    /// Returns the fall that the run has not recovered from, and the first iteration in which it
    /// was down.
    pub fn fall(&self) -> Option<(usize, Fall)> {
        let (mut best, mut low, mut deep, mut high) = (f64::NEG_INFINITY, 0, 0, 0);
        let mut fallen = None;
        // A task that is solved has not collapsed, however well it was solved before.
        let solved = self.solved.filter(|_| !self.is_length);
        let most = solved.unwrap_or(f64::INFINITY);
        for (place, value) in self.smooth.iter().copied().enumerate() {
            best = best.max(value);
            if self.grace.contains(&self.raw[place].0) {
                (low, deep, high, fallen) = (0, 0, 0, None);
                continue;
            }
            let gained = best - self.start;
            let has_gained = gained >= self.least_gain;
            let kept = |part: f64| self.start + part * gained;
            let (floor, bottom, back) = if has_gained {
                // A score that is still above half of the best is in a dip. Of a best below 0 the
                // half is higher, and decides nothing.
                let most = most.min(0.5 * best);
                (kept(KEEP.0).min(most), kept(KEEP.1).min(most), kept(BACK))
            } else if self.is_length() {
                let floor = BELOW_START * self.start;
                (floor, floor, BACK * self.start)
            } else {
                continue;
            };
            low = if value < floor { low + 1 } else { 0 };
            deep = if value < bottom { deep + 1 } else { 0 };
            high = if value >= back { high + 1 } else { 0 };
            if fallen.is_some() && (high >= self.hold || value == best) {
                fallen = None;
            } else if fallen.is_none() && (deep >= self.hold || low >= self.long) {
                let last_high = self.raw[..=place + 1 - low].iter();
                let last_high = last_high.rev().find(|it| it.1 >= back);
                let best_at = last_high.map_or(self.raw[0].0, |it| it.0);
                fallen = Some((best_at, best, place, floor));
            }
        }
        let (best_at, best, place, floor) = fallen?;
        let since = self.smooth[place..].iter().copied();
        let fall = Fall {
            metric: self.metric,
            best,
            best_at,
            lowest: since.fold(f64::INFINITY, f64::min),
            now: self.now(),
        };
        let is_down = |it: &&Measured| it.0 > best_at && it.1 < floor;
        let down = self.raw.iter().find(is_down);
        Some((down.map_or(best_at + 1, |it| it.0), fall))
    }
}
