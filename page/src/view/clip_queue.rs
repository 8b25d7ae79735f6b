//! The requests to the clip lab: one is under way, the newest wait.

use std::collections::VecDeque;

use policy_lab::protocol::clip_batch::ClipStep;

/// The requests that are under way or wait.
#[derive(Clone, Debug, Default)]
pub struct ClipQueue {
    is_busy: bool,
    waiting: VecDeque<ClipStep>,
}

impl ClipQueue {
    /// True while a request is under way.
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Adds a request. Returns the one to send now, if none is under way.
    ///
    /// A waiting step is replaced by a newer one. A waiting rollout is not: the step comes after
    /// it.
    pub fn ask(&mut self, step: ClipStep) -> Option<ClipStep> {
        if !self.is_busy {
            self.is_busy = true;
            return Some(step);
        }
        match step {
            ClipStep::Rollout => self.waiting.clear(),
            ClipStep::To(_) => self.waiting.retain(|it| *it == ClipStep::Rollout),
        }
        self.waiting.push_back(step);
        None
    }

    /// Takes note of an answer. Returns the request to send next.
    pub fn answered(&mut self) -> Option<ClipStep> {
        let next = self.waiting.pop_front();
        self.is_busy = next.is_some();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ClipStep::{Rollout, To};

    /// Asks for these while something else is under way, and returns what is sent afterwards.
    fn sent_after(asked: &[ClipStep]) -> Vec<ClipStep> {
        let mut queue = ClipQueue::default();
        assert_eq!(queue.ask(To(7)), Some(To(7)));
        for step in asked {
            assert_eq!(queue.ask(*step), None);
        }
        let sent = std::iter::from_fn(|| queue.answered()).collect();
        assert!(!queue.is_busy());
        sent
    }

    #[test]
    fn of_waiting_steps_the_newest_is_sent() {
        assert_eq!(sent_after(&[]), []);
        assert_eq!(sent_after(&[To(1), To(2), To(3)]), [To(3)]);
    }

    #[test]
    fn a_step_follows_the_rollout_that_waits() {
        assert_eq!(sent_after(&[To(8), Rollout]), [Rollout]);
        assert_eq!(
            sent_after(&[To(8), Rollout, To(1), To(2)]),
            [Rollout, To(2)]
        );
        assert_eq!(sent_after(&[Rollout, To(1), Rollout]), [Rollout]);
    }
}
