//! The training loop as a stream of events. Drop the stream to end the run; stop polling it to hold the run.

use std::pin::pin;
use std::rc::Rc;

use async_stream::stream;
use futures::Stream;
use web_time::{Duration, Instant};

use super::crew::Crew;
use super::failure::OtherNetworks;
use super::hooks::TrainHooks;
use super::observer::{Next, Observer};
use super::run::Run;
use crate::config::TrainConfig;
use crate::config::validate::{self, Problem};
use crate::device::Device;
#[cfg(feature = "tensors")]
use crate::device::DeviceReport;
#[cfg(feature = "tensors")]
use crate::device::cpu_report;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::{DeviceEvent, Event, Failure, FailureKind, RunEvent, StopReason};

/// A run that can begin.
pub struct Session {
    /// Its settings.
    pub config: TrainConfig,
    /// The device that it learns on.
    pub device: Device,
    /// What to go on from, with its environments where they fit, and in fresh ones otherwise; none to begin from the start.
    pub checkpoint: Option<Checkpoint>,
    /// Functions that take the place of its own.
    pub hooks: Option<Rc<dyn TrainHooks>>,
    /// The observer. What the run computes does not depend on it.
    pub observer: Rc<Observer>,
    /// Time after which the run tells a checkpoint though none is due yet, for a page that may be left at any moment; none where nobody
    /// goes on from it. What the run computes does not depend on it.
    pub checkpoint_every: Option<Duration>,
    /// Other cores that help while the CPU trains. What the run computes does not depend on them.
    pub crew: Option<Rc<dyn Crew>>,
    /// True if every loss is recorded as a graph of tensors. Otherwise the CPU learns in a loop of its own, which is faster.
    #[cfg(feature = "autodiff")]
    pub records_losses: bool,
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
            checkpoint_every: None,
            crew: None,
            #[cfg(feature = "autodiff")]
            records_losses: false,
        }
    }

    /// Runs it.
    ///
    /// - First [`RunEvent::Started`]; before it, where the device fails a test, [`DeviceEvent::Distrusted`], or
    ///   [`DeviceEvent::Opened`] with the CPU.
    /// - In each iteration a [`RunEvent::Frame`], now and then a [`RunEvent::Checkpoint`], and a [`RunEvent::Iteration`].
    ///   While somebody looks, a [`RunEvent::Stage`] comes at the end of each stage, and the run goes on when the stream is
    ///   polled again.
    /// - Once an iteration is done, the last good networks come before the end: [`RunEvent::LastGood`].
    /// - At the end [`RunEvent::Stopped`] or [`Event::Failed`]. Settings that are not valid fail at once.
    pub fn events(self) -> impl Stream<Item = Event> {
        let observer = Rc::clone(&self.observer);
        let checkpoint_every = self.checkpoint_every;
        stream! {
            let (mut run, found) = match self.begin().await {
                Ok(begun) => begun,
                Err(why) => {
                    yield Event::Failed(Failure {
                        kind: FailureKind::Run,
                        message: why.to_string(),
                    });
                    return;
                }
            };
            for event in found {
                yield Event::Device(event);
            }
            yield RunEvent::Started(run.info()).into();
            let mut reason = StopReason::Finished;
            let mut told = Instant::now();
            while !run.is_done() {
                let iterated = {
                    let mut piece = pin!(run.iterate());
                    loop {
                        match observer.follow(piece.as_mut()).await {
                            Next::Stage(report) => yield RunEvent::Stage(report).into(),
                            Next::Done(iterated) => break iterated,
                        }
                    }
                };
                let done = match iterated {
                    Ok(done) => done,
                    Err(failure) => {
                        if !failure.kind.ends_worker()
                            && let Some(checkpoint) = run.take_last_good().await
                        {
                            yield RunEvent::LastGood(checkpoint).into();
                        }
                        yield Event::Failed(failure);
                        return;
                    }
                };
                // A probe has nothing to draw.
                if done.frame.num_carts > 0 {
                    yield RunEvent::Frame(done.frame).into();
                }
                // Before the figures, so that a run that is held after an iteration has its checkpoint.
                let is_late = checkpoint_every.is_some_and(|most| told.elapsed() >= most);
                if let Some(checkpoint) = run.checkpoint(is_late).await {
                    told = Instant::now();
                    yield RunEvent::Checkpoint(checkpoint).into();
                }
                yield RunEvent::Iteration(done.report).into();
                if done.is_solved {
                    reason = StopReason::Solved;
                    break;
                }
            }
            if let Some(checkpoint) = run.take_last_good().await {
                yield RunEvent::LastGood(checkpoint).into();
            }
            yield RunEvent::Stopped(reason).into();
        }
    }

    /// Returns a run that has tested its device, and what it found.
    async fn begin(self) -> Result<(Run, Vec<DeviceEvent>), CannotBegin> {
        if let Some(problem) = validate::problems(&self.config).into_iter().next() {
            return Err(CannotBegin::Setting(problem));
        }
        let on = |device: &Device| -> Result<Run, OtherNetworks> {
            let mut run = Run::new(self.config.clone(), device)
                .with_hooks(self.hooks.clone())
                .helped_by(self.crew.clone())
                .observed_by(Rc::clone(&self.observer));
            #[cfg(feature = "autodiff")]
            if self.records_losses {
                run = run.with_recorded_losses();
            }
            if let Some(checkpoint) = &self.checkpoint {
                run.restore(checkpoint)?;
            }
            Ok(run)
        };
        #[cfg(not(feature = "tensors"))]
        return Ok((on(&self.device)?, Vec::new()));
        #[cfg(feature = "tensors")]
        Self::tested(on, &self.device).await
    }

    /// Returns a run whose device has been tested, and what was found.
    #[cfg(feature = "tensors")]
    async fn tested(
        on: impl Fn(&Device) -> Result<Run, OtherNetworks>,
        device: &Device,
    ) -> Result<(Run, Vec<DeviceEvent>), CannotBegin> {
        let mut run = on(device)?;
        let distrusted = run.self_test().await;
        if let Some(operation) = distrusted.iter().find(|it| it.is_essential()) {
            let name = operation.name();
            let report = DeviceReport {
                is_fallback: true,
                ..cpu_report(format!("WebGPU’s {name} failed a test, so the CPU trains"))
            };
            return Ok((on(&Device::flex())?, vec![DeviceEvent::Opened(report)]));
        }
        let told = distrusted.iter().map(|operation| {
            let (name, instead) = (operation.name(), operation.instead());
            DeviceEvent::Distrusted(format!("Its {name} failed a test, so {instead}"))
        });
        Ok((run, told.collect()))
    }
}

/// Why a run could not begin.
#[derive(Debug, thiserror::Error)]
enum CannotBegin {
    /// A setting cannot be used.
    #[error("{}: {}", .0.field, .0.message)]
    Setting(Problem),
    /// Its checkpoint is of other networks.
    #[error(transparent)]
    Checkpoint(#[from] OtherNetworks),
}
