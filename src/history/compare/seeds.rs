//! Training the same settings from several seeds, one run after another. The next step is decided from the history of
//! the page's run.

use super::record::RunRecord;
use crate::config::TrainConfig;
use crate::history::{History, Phase};
use crate::protocol::StopReason;

/// The seeds to train from, and the progress so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedPlan {
    base: TrainConfig,
    count: usize,
    done: usize,
    has_begun: bool,
}

/// The state of the current seed's run.
#[derive(Clone, Debug, PartialEq)]
pub enum SeedProgress {
    /// The run is under way or about to start.
    UnderWay,
    /// The run is over.
    Done(Box<RunRecord>),
    /// The run will not reach its end.
    EndedEarly(EndedEarly),
}

/// The reason why a plan ends before its last seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndedEarly {
    /// The reader stopped the run.
    Stopped,
    /// The run failed with this message.
    Failed(String),
    /// Another run replaced it, or it was discarded.
    Replaced,
}

impl SeedPlan {
    /// Creates a plan for these settings from `count` seeds: their own seed and those that follow it.
    pub fn new(base: TrainConfig, count: usize) -> Self {
        Self {
            base,
            count,
            done: 0,
            has_begun: false,
        }
    }

    /// Returns the settings of the current seed's run.
    pub fn config(&self) -> TrainConfig {
        TrainConfig {
            // The largest seed is followed by 0.
            seed: self.base.seed.wrapping_add(self.done as u32),
            ..self.base.clone()
        }
    }

    /// Returns the number of the current seed, from 1, and how many seeds there are.
    pub fn place(&self) -> (usize, usize) {
        (self.done + 1, self.count)
    }

    /// Returns the number of seeds that are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Moves on to the next seed. Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        self.done += 1;
        self.has_begun = false;
        self.done < self.count
    }

    /// Returns the state of the current seed's run. `is_starting` is true while the run has been requested and nothing
    /// has answered yet.
    pub fn look(&mut self, history: &History, is_starting: bool) -> SeedProgress {
        if is_starting {
            return SeedProgress::UnderWay;
        }
        if let Phase::Failed(failure) = &history.phase {
            return SeedProgress::EndedEarly(EndedEarly::Failed(failure.message.clone()));
        }
        let is_ours = (history.run.info.as_ref()).is_some_and(|run| run.config == self.config());
        if !is_ours {
            // The end of the previous run may be reported after this one was requested.
            let may_come = !self.has_begun && history.run.info.is_some();
            return match may_come && matches!(history.phase, Phase::Stopped(_)) {
                true => SeedProgress::UnderWay,
                false => SeedProgress::EndedEarly(EndedEarly::Replaced),
            };
        }
        self.has_begun = true;
        let Phase::Stopped(reason) = history.phase else {
            return SeedProgress::UnderWay;
        };
        match RunRecord::of(history) {
            Some(record) if reason != StopReason::Requested => SeedProgress::Done(Box::new(record)),
            _ => SeedProgress::EndedEarly(EndedEarly::Stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{history, ppo};
    use super::*;
    use crate::protocol::encoding::{decode, encode};
    use crate::protocol::{Event, Failure, FailureKind, RunEvent};

    fn plan() -> SeedPlan {
        let base = TrainConfig { seed: 4, ..ppo() };
        SeedPlan::new(base, 2)
    }

    #[test]
    fn seeds_follow_each_other() {
        let mut plan = plan();
        assert_eq!(plan.place(), (1, 2));
        let before = history(&ppo(), &[20.0]);
        assert_eq!(plan.look(&before, true), SeedProgress::UnderWay);
        let mut run = history(&plan.config(), &[20.0]);
        assert_eq!(plan.look(&run, false), SeedProgress::UnderWay);
        run.apply(Event::Run(RunEvent::Stopped(StopReason::Finished)));
        let SeedProgress::Done(record) = plan.look(&run, false) else {
            panic!("it is over");
        };
        assert_eq!(record.config.seed, 4);
        assert!(plan.advance());
        assert_eq!((plan.config().seed, plan.place()), (5, (2, 2)));
        // The next run has been requested, and the first is still shown.
        assert_eq!(plan.look(&run, true), SeedProgress::UnderWay);
        let mut run = history(&plan.config(), &[20.0]);
        run.apply(Event::Run(RunEvent::Stopped(StopReason::Solved)));
        assert!(matches!(plan.look(&run, false), SeedProgress::Done(_)));
        assert!(!plan.advance());
        assert_eq!(plan.done(), 2);
    }

    #[test]
    fn whatever_ends_a_run_ends_the_plan() {
        let mut run = history(&plan().config(), &[20.0]);
        run.apply(Event::Run(RunEvent::Stopped(StopReason::Requested)));
        let stopped = SeedProgress::EndedEarly(EndedEarly::Stopped);
        assert_eq!(plan().look(&run, false), stopped);

        let mut run = history(&plan().config(), &[20.0]);
        run.apply(Event::Failed(Failure {
            kind: FailureKind::Run,
            message: "not finite".to_owned(),
        }));
        let failed = SeedProgress::EndedEarly(EndedEarly::Failed("not finite".to_owned()));
        assert_eq!(plan().look(&run, false), failed);

        let replaced = SeedProgress::EndedEarly(EndedEarly::Replaced);
        let other = history(
            &TrainConfig {
                gamma: 0.5,
                ..ppo()
            },
            &[20.0],
        );
        assert_eq!(plan().look(&other, false), replaced);
        assert_eq!(plan().look(&History::default(), false), replaced);
    }

    #[test]
    fn the_end_of_the_run_before_is_not_the_plans() {
        let mut before = history(&ppo(), &[20.0]);
        before.apply(Event::Run(RunEvent::Stopped(StopReason::Requested)));
        let mut plan = plan();
        assert_eq!(plan.look(&before, false), SeedProgress::UnderWay);
        let run = history(&plan.config(), &[20.0]);
        assert_eq!(plan.look(&run, false), SeedProgress::UnderWay);
        let replaced = SeedProgress::EndedEarly(EndedEarly::Replaced);
        assert_eq!(plan.look(&before, false), replaced);
    }

    /// The worker returns a number of 17 digits unchanged, so settings can be compared exactly.
    #[test]
    fn a_run_is_known_by_settings_that_have_travelled() {
        let base = TrainConfig {
            gamma: 0.1 + 0.2,
            ..ppo()
        };
        let mut plan = SeedPlan::new(base, 2);
        let sent = encode(&plan.config()).expect("bytes");
        let arrived: TrainConfig = decode(&sent).expect("settings");
        assert_eq!(
            plan.look(&history(&arrived, &[20.0]), false),
            SeedProgress::UnderWay
        );
        let near = TrainConfig {
            gamma: 0.3,
            ..plan.config()
        };
        let replaced = SeedProgress::EndedEarly(EndedEarly::Replaced);
        assert_eq!(plan.look(&history(&near, &[20.0]), false), replaced);
    }

    #[test]
    fn the_largest_seed_is_followed_by_zero() {
        let base = TrainConfig {
            seed: u32::MAX,
            ..ppo()
        };
        let mut plan = SeedPlan::new(base, 3);
        plan.advance();
        assert_eq!(plan.config().seed, 0);
    }
}
