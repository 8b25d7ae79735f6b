//! Somebody who looks at a run from outside, stage by stage: the run says where it is, and waits there until it has been
//! seen. Unseen, a stage costs a few writes to a cell.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::clock::Clock;
use crate::device::ReadError;
use crate::protocol::POSE;
use crate::protocol::stages::{Detail, Position, Stage, StageReport, StageView, StepView};
use crate::rollout::Rollout;

/// Carts that are shown.
pub const FRAME_CARTS: usize = 16;

/// What is shared between a run and whoever looks.
#[derive(Debug, Default)]
pub struct Observer {
    detail: Cell<Detail>,
    position: Cell<Option<Position>>,
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
    pub fn look(&self, detail: Detail) {
        self.detail.set(detail);
    }

    /// Where the run stands; nothing before it begins.
    pub fn position(&self) -> Option<Position> {
        self.position.get()
    }

    /// Another run begins.
    pub fn clear(&self) {
        self.position.set(None);
        self.reached.take();
    }

    fn is_looking(&self) -> bool {
        self.detail.get() != Detail::Nothing
    }

    /// The run begins this iteration, from 1, or another rollout of it.
    pub fn begin(&self, iteration: usize, num_steps: usize) {
        let stage = Stage::Collect { step: 0, num_steps };
        self.position.set(Some(Position { iteration, stage }));
    }

    /// The run is in a stage of its iteration from now on.
    pub fn enter(&self, stage: Stage) {
        let before = self.position.get();
        (self.position).set(before.map(|before| Position { stage, ..before }));
    }

    /// The run has done a stage. If somebody looks, `view` is made and the run waits until it has been seen; its clock stands
    /// still meanwhile.
    ///
    /// # Errors
    /// When the view needs numbers from a device that does not answer.
    pub async fn stage(
        &self,
        clock: &Clock,
        stage: Stage,
        view: impl AsyncFnOnce() -> Result<StageView, ReadError>,
    ) -> Result<(), ReadError> {
        self.enter(stage);
        if self.is_looking() {
            let seen = view().await?;
            self.show(clock, seen).await;
        }
        Ok(())
    }

    /// Follows the steps of a rollout that begins.
    pub fn steps(&self, num_steps: usize, has_carts: bool) -> ObservedSteps<'_> {
        ObservedSteps {
            observer: self,
            num_steps,
            has_carts,
            shown: 0,
        }
    }

    /// Waits until this has been seen.
    async fn show(&self, clock: &Clock, seen: StageView) {
        let Some(position) = self.position.get() else {
            return;
        };
        clock.stop();
        let seen = Some(seen);
        self.reached.replace(Some(StageReport { position, seen }));
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

/// The steps of one rollout, as closely as somebody looks.
pub struct ObservedSteps<'a> {
    observer: &'a Observer,
    num_steps: usize,
    has_carts: bool,
    /// Steps up to the newest that was shown.
    shown: usize,
}

impl ObservedSteps<'_> {
    /// Returns how many of `most` steps may be taken before there is something to see.
    pub fn at_once(&self, most: usize) -> usize {
        most.min(self.stride().unwrap_or(most))
    }

    /// The run has taken more steps, and may take more: waits until they have been seen, if enough came together.
    pub async fn taken(&mut self, clock: &Clock, rollout: &Rollout) {
        let (step, num_steps) = (rollout.num_steps, self.num_steps);
        self.observer.enter(Stage::Collect { step, num_steps });
        match self.stride() {
            // A whole rollout is shown once it is complete.
            Some(stride) if step >= self.shown + stride && step < num_steps => {
                self.observer.show(clock, self.view(rollout)).await;
                self.shown = step;
            }
            Some(_) => {}
            None => self.shown = step,
        }
    }

    /// The rollout is complete, for whatever reason: waits until that has been seen, if somebody looks.
    pub async fn complete(self, clock: &Clock, rollout: &Rollout) {
        let num_steps = rollout.num_steps;
        self.observer.enter(Stage::Collect {
            step: num_steps,
            num_steps,
        });
        if self.observer.is_looking() {
            self.observer.show(clock, self.view(rollout)).await;
        }
    }

    fn stride(&self) -> Option<usize> {
        self.observer.detail.get().stride(self.num_steps)
    }

    fn view(&self, rollout: &Rollout) -> StageView {
        StageView::Step(glimpse(rollout, self.shown, self.has_carts))
    }
}

/// The newest step of a rollout of which `since` steps were seen before.
fn glimpse(rollout: &Rollout, since: usize, has_carts: bool) -> StepView {
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
