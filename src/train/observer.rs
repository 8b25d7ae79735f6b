//! Somebody who looks at a run from outside, stage by stage: the run says where it is, and waits there until it has been
//! seen. Unseen, a stage costs a few writes to a cell.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::clock::Clock;
use super::iteration_stats::FRAME_CARTS;
use crate::protocol::POSE;
use crate::protocol::stages::{Detail, Position, Stage, StageReport, StageView, StepView};
use crate::rollout::Rollout;

/// What is shared between a run and whoever looks.
#[derive(Debug, Default)]
pub struct Observer {
    grain: Cell<Detail>,
    place: Cell<Option<Position>>,
    reached: RefCell<Option<StageReport>>,
}

/// What happens next in a run.
pub enum Next<T> {
    /// It waits to be seen.
    Stage(StageReport),
    /// Its iteration is done.
    Done(T),
}

impl Observer {
    /// Looks so closely from now on.
    pub fn look(&self, grain: Detail) {
        self.grain.set(grain);
    }

    /// Where the run stands; nothing before it begins.
    pub fn place(&self) -> Option<Position> {
        self.place.get()
    }

    /// Another run begins.
    pub fn clear(&self) {
        self.place.set(None);
        self.reached.take();
    }

    /// Whether anybody looks.
    pub fn is_looking(&self) -> bool {
        self.grain.get() != Detail::Nothing
    }

    /// Steps between two looks at a rollout of `num_steps`.
    pub fn stride(&self, num_steps: usize) -> Option<usize> {
        self.grain.get().stride(num_steps)
    }

    /// The run begins a stage of this iteration, from 1.
    pub fn enter(&self, iteration: usize, stage: Stage) {
        self.place.set(Some(Position { iteration, stage }));
    }

    /// The stage is done: waits until that has been seen. The clock of the run stands still meanwhile.
    pub async fn reach(&self, clock: &mut Clock, seen: StageView) {
        let Some(place) = self.place.get() else {
            return;
        };
        clock.stop();
        let seen = Some(seen);
        self.reached.replace(Some(StageReport { place, seen }));
        let mut has_waited = false;
        poll_fn(|context| {
            if has_waited {
                return Poll::Ready(());
            }
            has_waited = true;
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        clock.start();
    }

    /// Follows a piece of the run up to the next moment to be seen, or to its end. Only when it is followed again does the
    /// run go on.
    pub async fn follow<F: Future>(&self, mut piece: Pin<&mut F>) -> Next<F::Output> {
        poll_fn(|context| match piece.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(Next::Done(result)),
            Poll::Pending => match self.reached.take() {
                Some(report) => Poll::Ready(Next::Stage(report)),
                None => Poll::Pending,
            },
        })
        .await
    }
}

/// The newest step of a rollout of which `since` steps were seen before.
pub fn glimpse(rollout: &Rollout, since: usize, has_carts: bool) -> StepView {
    let Some(newest) = rollout.num_steps.checked_sub(1) else {
        return StepView::default();
    };
    let carts = 0..if has_carts {
        rollout.num_envs.min(FRAME_CARTS)
    } else {
        0
    };
    let first = newest * rollout.num_envs;
    let finite = |value: f32| value.is_finite().then_some(f64::from(value));
    let mut poses = Vec::with_capacity(carts.len() * POSE);
    for world in carts.clone() {
        let sample = first + world;
        poses.extend_from_slice(&rollout.obs[sample * rollout.obs_size..][..rollout.obs_size]);
        let ends = (since..=newest)
            .rev()
            .map(|step| rollout.ending(step, world));
        poses.push(ends.fold(0.0, |newer, older| if newer > 0.0 { newer } else { older }));
    }
    // Nowhere to draw a cart that has left the numbers.
    let is_finite = poses.iter().all(|number| number.is_finite());
    StepView {
        num_carts: if is_finite { carts.len() } else { 0 },
        poses: if is_finite { poses } else { Vec::new() },
        action: rollout.actions[first],
        probability: finite(rollout.log_prob[first].exp()),
        reward: finite(rollout.rewards[first]),
    }
}
