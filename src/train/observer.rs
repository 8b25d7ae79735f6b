//! An observer who follows a run stage by stage: the run says in which stage it is, and waits there
//! until that has been seen. Without anybody looking, a stage costs a few writes to a cell.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use super::clock::Clock;
use crate::device::ReadError;
use crate::protocol::stages::{Detail, Position, Stage, StageReport, StageView, StepView};
use crate::rollout::Rollout;

/// Carts in a picture.
pub const FRAME_CARTS: usize = 16;

/// The state that a run and its observer share.
#[derive(Debug, Default)]
pub struct Observer {
    detail: Cell<Detail>,
    position: Cell<Option<Position>>,
    reached: RefCell<Option<StageReport>>,
}

/// The next thing that happens in a run.
pub enum Next<T> {
    /// The run waits for this stage to be seen.
    Stage(StageReport),
    /// The iteration is done.
    Done(T),
}

impl Observer {
    /// Sets how closely the run is observed from now on.
    pub fn look(&self, detail: Detail) {
        self.detail.set(detail);
    }

    /// Returns the run's position, or `None` before it starts.
    pub fn position(&self) -> Option<Position> {
        self.position.get()
    }

    /// Forgets the run, because another one starts.
    pub fn clear(&self) {
        self.position.set(None);
        self.reached.take();
    }

    /// Returns true if somebody looks at the stages.
    pub fn is_looking(&self) -> bool {
        self.detail.get() != Detail::Nothing
    }

    /// Records that the run starts this iteration, from 1, or another rollout of it.
    pub fn begin(&self, iteration: usize, num_steps: usize) {
        let stage = Stage::Collect { step: 0, num_steps };
        self.position.set(Some(Position { iteration, stage }));
    }

    /// Records that the run enters a stage of its iteration.
    pub fn enter(&self, stage: Stage) {
        let position = self.position.get();
        (self.position).set(position.map(|position| Position { stage, ..position }));
    }

    /// Records that the run has done a stage. If somebody looks, `view` is computed and the run
    /// waits until it has been seen, with its clock stopped.
    ///
    /// Fails if the view needs numbers from a device that does not answer.
    pub async fn stage(
        &self,
        clock: &Clock,
        stage: Stage,
        view: impl AsyncFnOnce() -> Result<StageView, ReadError>,
    ) -> Result<(), ReadError> {
        self.enter(stage);
        if self.is_looking() {
            let view = view().await?;
            self.show(clock, view).await;
        }
        Ok(())
    }

    /// Starts to observe the steps of a rollout.
    pub fn steps(&self, num_steps: usize, is_drawn: bool) -> ObservedSteps<'_> {
        ObservedSteps {
            observer: self,
            num_steps,
            is_drawn,
            shown: 0,
        }
    }

    /// Waits until `view` has been seen.
    async fn show(&self, clock: &Clock, view: StageView) {
        let Some(position) = self.position.get() else {
            return;
        };
        clock.stop();
        let view = Some(view);
        self.reached.replace(Some(StageReport { position, view }));
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

    /// Polls a part of the run until its next stage to be seen, or its end. The run continues only
    /// when it is polled again.
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

/// The steps of one rollout, as closely as they are observed.
pub struct ObservedSteps<'a> {
    observer: &'a Observer,
    num_steps: usize,
    is_drawn: bool,
    /// The number of steps already shown.
    shown: usize,
}

impl ObservedSteps<'_> {
    /// Returns how many of `most` steps may be taken before there is something to see.
    pub fn at_once(&self, most: usize) -> usize {
        most.min(self.stride().unwrap_or(most))
    }

    /// Records that the run has taken more steps and may take more. Once enough have been taken,
    /// waits until they have been seen.
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

    /// Records that the rollout is complete, whatever ended it. If somebody looks, waits until that
    /// has been seen.
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
        StageView::Step(newest_step(rollout, self.shown, self.is_drawn))
    }
}

/// Returns a view of a rollout's newest step. `since` steps were shown before.
fn newest_step(rollout: &Rollout, since: usize, is_drawn: bool) -> StepView {
    let Some(newest) = rollout.num_steps.checked_sub(1) else {
        return StepView::default();
    };
    let carts = 0..if is_drawn {
        rollout.num_envs.min(FRAME_CARTS)
    } else {
        0
    };
    let first = newest * rollout.num_envs;
    let finite = |value: f32| value.is_finite().then_some(f64::from(value));
    let (size, num_controls) = (rollout.row.state, rollout.row.controls);
    let mut poses = Vec::with_capacity(carts.len() * (size + 1));
    for world in carts.clone() {
        // Of an episode that has ended since, the end is shown.
        let ended = (since..=newest)
            .rev()
            .find(|step| rollout.ending(*step, world) > 0.0);
        let step = ended.unwrap_or(newest);
        let sample = step * rollout.num_envs + world;
        poses.extend_from_slice(&rollout.states()[sample * size..][..size]);
        poses.push(rollout.ending(step, world));
    }
    // A cart whose state is not finite cannot be drawn.
    let is_finite = poses.iter().all(|number| number.is_finite());
    StepView {
        num_carts: if is_finite { carts.len() } else { 0 },
        poses: if is_finite { poses } else { Vec::new() },
        action: rollout.actions[first],
        controls: rollout.controls[first * num_controls..][..num_controls].to_vec(),
        probability: finite(rollout.log_prob[first].exp()),
        reward: finite(rollout.rewards[first]),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::envs::{Env, EnvId, Mover};
    use crate::ops::rollout::{Recorded, RowSize};

    /// Two steps of two environments.
    #[test]
    fn the_newest_step_has_the_numbers_of_a_continuous_action() {
        let id = EnvId::Pendulum;
        let recorded = Recorded {
            states: (0..8).map(|number| number as f32 / 10.0).collect(),
            controls: vec![0.1, 0.2, 0.3, 0.4],
            taken: vec![0; 4],
            log_prob: vec![0.0; 4],
            rewards: vec![-2.0; 4],
        };
        let mut rollout = Rollout::new((2, 2), (id.obs_size(), RowSize::of(id)));
        rollout.append(&recorded, &mut Mover::new(&Env::new(id)));
        let seen = newest_step(&rollout, 1, true);
        assert_eq!((seen.action, seen.controls), (0, vec![0.3]));
        assert_eq!(seen.poses, [0.4, 0.5, 0.0, 0.6, 0.7, 0.0]);
        assert_eq!((seen.probability, seen.reward), (Some(1.0), Some(-2.0)));
    }
}
