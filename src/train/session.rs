//! The training loop as a stream of events. Drop the stream to end the run; stop polling it to hold the run.

use std::pin::pin;
use std::rc::Rc;

use async_stream::stream;
use burn::tensor::Device;
use futures::Stream;

use super::failure::OtherNetworks;
use super::hooks::TrainHooks;
use super::observer::{Next, Observer};
use super::run::Run;
use crate::config::TrainConfig;
use crate::config::validate::{self, Problem};
use crate::device::cpu_report;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::{DeviceReport, Event, Failure, FailureKind, StopReason};

/// A run that can begin.
pub struct Session {
    /// Its settings.
    pub config: TrainConfig,
    /// Where it learns.
    pub device: Device,
    /// Networks and optimiser to go on from, in fresh worlds; none to begin from the start.
    pub checkpoint: Option<Checkpoint>,
    /// Functions that play parts of it.
    pub hooks: Option<Rc<dyn TrainHooks>>,
    /// Whoever looks. What the run computes does not depend on that.
    pub observer: Rc<Observer>,
}

impl Session {
    /// A run of `config` on `device`, from the start, by itself and unseen.
    pub fn new(config: TrainConfig, device: Device) -> Self {
        Self {
            config,
            device,
            checkpoint: None,
            hooks: None,
            observer: Rc::default(),
        }
    }

    /// Runs it.
    ///
    /// The stream begins with [`Event::Started`] (before it, where the device fails a test, comes [`Event::Distrusted`] or an
    /// [`Event::Opened`] with the CPU), gives an [`Event::Frame`] and an [`Event::Iteration`] per iteration (between them, now
    /// and then, an [`Event::Checkpoint`]), and ends with [`Event::Stopped`] or [`Event::Failed`]; before either comes the last
    /// good [`Event::Kept`], once an iteration is done. While somebody looks, an [`Event::Stage`] comes at the end of each
    /// stage, and the run goes on when the stream is polled again.
    /// A configuration that does not validate fails at once.
    pub fn events(self) -> impl Stream<Item = Event> {
        let observer = Rc::clone(&self.observer);
        stream! {
            let (mut run, told) = match self.begin().await {
                Ok(begun) => begun,
                Err(why) => {
                    yield Event::Failed(Failure {
                        kind: FailureKind::Run,
                        message: why.to_string(),
                    });
                    return;
                }
            };
            if let Some(event) = told {
                yield event;
            }
            yield Event::Started(run.info());
            while !run.is_done() {
                let iterated = {
                    let mut piece = pin!(run.iterate());
                    loop {
                        match observer.follow(piece.as_mut()).await {
                            Next::Stage(report) => yield Event::Stage(report),
                            Next::Done(iterated) => break iterated,
                        }
                    }
                };
                match iterated {
                    Ok(done) => {
                        // A probe world has nothing to draw.
                        if done.frame.num_carts > 0 {
                            yield Event::Frame(done.frame);
                        }
                        // Before the figures, so that a run that is held after an iteration has its checkpoint.
                        if let Some(event) = run.checkpoint().await {
                            yield event;
                        }
                        yield Event::Iteration(done.report);
                        if done.is_solved {
                            if let Some(event) = run.keep().await {
                                yield event;
                            }
                            yield Event::Stopped(StopReason::Solved);
                            return;
                        }
                    }
                    Err(failure) => {
                        if !failure.kind.ends_worker()
                            && let Some(event) = run.keep().await
                        {
                            yield event;
                        }
                        yield Event::Failed(failure);
                        return;
                    }
                }
            }
            if let Some(event) = run.keep().await {
                yield event;
            }
            yield Event::Stopped(StopReason::Finished);
        }
    }

    /// A run that has tried its device, and what is to tell of that.
    async fn begin(self) -> Result<(Run, Option<Event>), CannotBegin> {
        if let Some(problem) = validate::problems(&self.config).into_iter().next() {
            return Err(CannotBegin::Setting(problem));
        }
        let on = |device: &Device| -> Result<Run, OtherNetworks> {
            let mut run = Run::new(self.config.clone(), device)
                .with_hooks(self.hooks.clone())
                .observed_by(Rc::clone(&self.observer));
            if let Some(checkpoint) = &self.checkpoint {
                run.restore(checkpoint)?;
            }
            Ok(run)
        };
        let mut run = on(&self.device)?;
        let distrusted = run.self_test().await;
        if let Some(operation) = distrusted.iter().find(|it| it.is_essential()) {
            let name = operation.name();
            let report = DeviceReport {
                is_fallback: true,
                ..cpu_report(format!("WebGPU’s {name} failed a test, so the CPU trains"))
            };
            return Ok((on(&Device::flex())?, Some(Event::Opened(report))));
        }
        let told = distrusted.first().map(|operation| {
            let name = operation.name();
            Event::Distrusted(format!("Its {name} failed a test, so the CPU makes them"))
        });
        Ok((run, told))
    }
}

/// Why a run could not begin.
#[derive(Debug, thiserror::Error)]
enum CannotBegin {
    /// A setting cannot be used.
    #[error("{}: {}", .0.field, .0.message)]
    Setting(Problem),
    /// It cannot go on from where it was asked to.
    #[error(transparent)]
    Checkpoint(#[from] OtherNetworks),
}
