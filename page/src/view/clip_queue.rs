//! The requests to the clip lab: one is under way, the newest wait. Many steps are asked for a few
//! at a time, so that the reader sees every picture on the way.

use std::collections::VecDeque;

use policy_lab::protocol::clip_batch::ClipStep;

/// Largest number of pictures of an epoch that the reader sees on the way.
const FRAMES_AN_EPOCH: usize = 4;

/// Returns the number of steps to ask for next on the way from `now` to `target`. The way back is
/// one request.
pub fn next_frame(now: usize, target: usize, num_minibatches: usize) -> usize {
    let stride = num_minibatches.div_ceil(FRAMES_AN_EPOCH).max(1);
    match target > now {
        true => target.min(now + stride),
        false => target,
    }
}

/// The requests that are under way or wait.
#[derive(Clone, Debug, Default)]
pub struct ClipQueue {
    /// The request under way, whose answers may still be on the way to it.
    under_way: Option<ClipStep>,
    waiting: VecDeque<ClipStep>,
}

impl ClipQueue {
    /// True while a request is under way.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// Returns true if an answer that stands at `reached` steps is a picture on the way to more,
    /// and nothing else waits.
    pub fn plays_on(&self, reached: Option<usize>) -> bool {
        self.waiting.is_empty() && self.rest(reached).is_some()
    }

    /// Returns the request under way, unless the answer has reached it or is a failure.
    fn rest(&self, reached: Option<usize>) -> Option<ClipStep> {
        let is_short = |step: &ClipStep| match (step, reached) {
            (ClipStep::To(target), Some(reached)) => reached < *target,
            _ => false,
        };
        self.under_way.filter(is_short)
    }

    /// Adds a request. Returns the one to send now, if none is under way.
    ///
    /// A waiting step is replaced by a newer one. A waiting rollout is not: the step comes after
    /// it.
    pub fn ask(&mut self, step: ClipStep) -> Option<ClipStep> {
        if self.under_way.is_none() {
            self.under_way = Some(step);
            return Some(step);
        }
        match step {
            ClipStep::Rollout => self.waiting.clear(),
            ClipStep::To(_) => self.waiting.retain(|it| *it == ClipStep::Rollout),
        }
        self.waiting.push_back(step);
        None
    }

    /// Takes note of an answer, which stands at `reached` steps or is a failure. Returns the
    /// request to send next.
    pub fn answered(&mut self, reached: Option<usize>) -> Option<ClipStep> {
        let rest = self.rest(reached);
        self.under_way = self.waiting.pop_front().or(rest);
        self.under_way
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
        let sent = std::iter::from_fn(|| queue.answered(None)).collect();
        assert!(!queue.is_busy());
        sent
    }

    #[test]
    fn of_waiting_steps_the_newest_is_sent() {
        assert_eq!(sent_after(&[]), []);
        assert_eq!(sent_after(&[To(1), To(2), To(3)]), [To(3)]);
    }

    #[test]
    fn ten_epochs_are_forty_pictures() {
        let mut queue = ClipQueue::default();
        let mut asked = queue.ask(To(44));
        let (mut now, mut seen) = (4, Vec::new());
        while let Some(To(target)) = asked {
            assert!(queue.is_busy());
            now = next_frame(now, target, 4);
            seen.push(now);
            assert_eq!(queue.plays_on(Some(now)), now < 44);
            asked = queue.answered(Some(now));
        }
        assert_eq!(seen, (5..=44).collect::<Vec<_>>());
        assert!(!queue.is_busy());
    }

    #[test]
    fn pictures_on_the_way_are_few_where_an_epoch_has_many_steps() {
        assert_eq!(next_frame(0, 640, 64), 16);
        assert_eq!(next_frame(632, 640, 64), 640);
        assert_eq!(next_frame(0, 3, 1), 1);
        assert_eq!((next_frame(40, 0, 4), next_frame(8, 8, 4)), (0, 8));
    }

    #[test]
    fn a_newer_request_and_a_failure_end_the_way() {
        let mut queue = ClipQueue::default();
        queue.ask(To(40));
        queue.ask(To(8));
        assert!(!queue.plays_on(Some(3)));
        assert_eq!(queue.answered(Some(3)), Some(To(8)));
        assert_eq!(queue.answered(None), None);
        assert!(!queue.is_busy());
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
