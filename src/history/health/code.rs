//! Finds the reader's code at fault: compares their run with the same run with our functions, from
//! the same settings and seed. Says nothing where two seeds of a right answer may differ as much
//! (`tests/seeds.rs`).

use super::causes::{HIGH, quick};
use super::record::Record;
use crate::config::{Algorithm, TrainConfig};
use crate::history::{History, Phase};
use crate::protocol::StopReason;

/// Fewest iterations in a row for which the reader's run must be behind. Two runs that differ in
/// rounding alone may learn a few iterations apart.
const BEHIND_FOR: usize = 10;
/// Gain of our run over its start, as a multiple of the start, from which it has learnt.
const LEARNT: f64 = 2.0;
/// Largest fraction of our gain at which the reader's run is far behind.
const FAR: f64 = 0.25;

/// What the reader's code decides in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnCode {
    /// Functions of the learning. Settings, seed, environments and time limit are those of our run
    /// beside it.
    #[default]
    Functions,
    /// The reward of a step, or the end of an episode. Our run has other ones, so that it is no
    /// measure of the reader's.
    Reward,
    /// The whole loop. Our run beside it has the settings with which the cell begins, and other
    /// random numbers.
    Loop,
    /// The whole loop, in environments that no run of ours has.
    LoneLoop,
    /// The environment alone, which Python steps. The learning is ours.
    Environment,
}

impl OwnCode {
    /// Returns true if the settings of the run are those of the reader's code, and not those of the
    /// page.
    pub fn is_loop(self) -> bool {
        matches!(self, Self::Loop | Self::LoneLoop)
    }

    /// Returns true if there is no run of ours beside it.
    pub fn is_alone(self) -> bool {
        matches!(self, Self::LoneLoop | Self::Environment)
    }

    /// Returns true if episodes of the reader's run mean the same as episodes of ours.
    pub fn has_our_reward(self) -> bool {
        matches!(self, Self::Functions | Self::Loop)
    }
}

/// The reason to say that it is the code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CodeFault {
    /// Our run has learnt by this iteration, and the reader's hardly has.
    Behind {
        /// The iteration at which both are compared, from 1.
        iteration: usize,
        /// The smoothed mean length of episodes in the reader's run.
        own: f64,
        /// The smoothed mean length of episodes in our run.
        ours: f64,
    },
    /// The reader's run met a number that was not finite, and ours went on.
    BrokeOff {
        /// The iteration in which the reader's run broke off.
        iteration: usize,
    },
}

impl CodeFault {
    /// Compares the reader's run with the one that has our functions. Returns `None` as long as
    /// nothing can be said, if ours does badly as well, because then the settings may be the
    /// reason, and if the reader's run is no such run.
    pub fn of(own: &History, ours: &History, code: OwnCode) -> Option<Self> {
        let is_over = is_complete(ours);
        let (own, ours) = (Record::of(own, true)?, Record::of(ours, true)?);
        if own.config != ours.config || code.is_loop() {
            return None;
        }
        if own.has_broken_off() {
            let iteration = own.iteration + 1;
            let went_on = ours.iteration >= iteration && !ours.has_broken_off();
            return went_on.then_some(Self::BrokeOff { iteration });
        }
        if !code.has_our_reward() || !is_steady(own.config) {
            return None;
        }
        let own_score = own.score.as_ref().filter(|it| it.is_length())?;
        let our_score = ours.score.as_ref()?;
        let far = |own: f64, ours: f64| {
            let gained = ours - our_score.start;
            gained >= LEARNT * our_score.start && own - our_score.start <= FAR * gained
        };
        // What a run reached that has ended by itself stands for the iterations that it no longer
        // needs.
        let last = match is_over {
            true => own.iteration,
            false => own.iteration.min(ours.iteration),
        };
        let count = BEHIND_FOR.max(own_score.hold());
        let mut span = (last + 1).checked_sub(count)?..=last;
        let is_far = |at: usize| {
            let pair = own_score.at(at).zip(our_score.at(at));
            pair.is_some_and(|(own, ours)| far(own, ours))
        };
        let (before, by_then) = (own_score.at(last)?, our_score.at(last)?);
        // The reader's run may be further on than ours, and may have learnt since.
        let is_behind =
            span.all(is_far) && far(own_score.now(), by_then) && our_score.fall().is_none();
        is_behind.then_some(Self::Behind {
            iteration: last,
            own: before,
            ours: by_then,
        })
    }
}

/// Returns true if seeds of a run with these settings do about as well as each other: its steps are
/// not large, and PPO has its clip. With ten times VPG's learning rate, or without PPO's clip, some
/// seeds learn and others never do.
fn is_steady(config: &TrainConfig) -> bool {
    let is_clipped = config.algorithm != Algorithm::Ppo || config.clip_coef.is_some();
    is_clipped && config.learning_rate < HIGH.0 * quick(config.algorithm).learning_rate
}

/// Returns true if a run has ended by itself.
fn is_complete(history: &History) -> bool {
    use StopReason::{Finished, Solved};
    matches!(history.phase, Phase::Stopped(Finished | Solved))
}
