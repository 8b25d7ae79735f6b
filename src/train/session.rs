//! The training loop as a stream of events. Drop the stream to end the run; stop polling it to hold
//! the run.

use std::pin::pin;
use std::rc::Rc;

use async_stream::stream;
use futures::Stream;
use web_time::{Duration, Instant};

use super::crew::Crew;
use super::failure::OtherNetworks;
use super::gpu::{Operation, RunDevice};
use super::hooks::TrainHooks;
use super::observer::{Next, Observer};
use super::run::Run;
use crate::config::TrainConfig;
use crate::config::validate::{self, Problem};
use crate::device::{DeviceReport, cpu_report};
use crate::envs::bodies;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::{DeviceEvent, Event, Failure, FailureKind, RunEvent, StopReason};

/// A run that can begin.
pub struct Session {
    /// Its settings.
    pub config: TrainConfig,
    /// The device that it learns on.
    pub device: RunDevice,
    /// What to go on from, with its environments where they fit, and in fresh ones otherwise; none
    /// to begin from the start.
    pub checkpoint: Option<Checkpoint>,
    /// Functions that take the place of its own.
    pub hooks: Option<Rc<dyn TrainHooks>>,
    /// The observer. What the run computes does not depend on it.
    pub observer: Rc<Observer>,
    /// Time after which the run tells a checkpoint though none is due yet, for a page that may be
    /// left at any moment; none where nobody goes on from it. What the run computes does not depend
    /// on it.
    pub checkpoint_every: Option<Duration>,
    /// Other cores that help while the CPU trains. What the run computes does not depend on them.
    pub crew: Option<Rc<dyn Crew>>,
}

impl Session {
    /// A run of `config` on `device`, from the start, by itself and unseen.
    pub fn new(config: TrainConfig, device: RunDevice) -> Self {
        Self {
            config,
            device,
            checkpoint: None,
            hooks: None,
            observer: Rc::default(),
            checkpoint_every: None,
            crew: None,
        }
    }

    /// Runs it.
    ///
    /// - First [`RunEvent::Started`]; before it, where the device fails a test,
    ///   [`DeviceEvent::Distrusted`], or [`DeviceEvent::Opened`] with the CPU.
    /// - In each iteration a [`RunEvent::Frame`], now and then a [`RunEvent::Checkpoint`], and a
    ///   [`RunEvent::Iteration`]. While somebody looks, a [`RunEvent::Stage`] comes at the end of
    ///   each stage, and the run goes on when the stream is polled again.
    /// - Once an iteration is done, the last good networks come before the end:
    ///   [`RunEvent::LastGood`].
    /// - At the end [`RunEvent::Stopped`] or [`Event::Failed`]. Settings that are not valid fail at
    ///   once.
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
            let mut kept_at = Instant::now();
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
                // Before the figures, so that a run that is held after an iteration has its
                // checkpoint.
                let is_late = checkpoint_every.is_some_and(|most| kept_at.elapsed() >= most);
                if let Some(checkpoint) = run.checkpoint(is_late).await {
                    kept_at = Instant::now();
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
        let hooks = self.hooks.as_deref();
        if self.config.env_id.is_stand_in() && !hooks.is_some_and(|hooks| hooks.has_rules()) {
            return Err(CannotBegin::NoInterpreter);
        }
        if self.config.env_id.is_of_bodies() && !bodies::is_ready() {
            return Err(CannotBegin::NoBodies);
        }
        let on = |device: &RunDevice| -> Result<Run, OtherNetworks> {
            let mut run = Run::new(self.config.clone(), device)
                .with_hooks(self.hooks.clone())
                .helped_by(self.crew.clone())
                .observed_by(Rc::clone(&self.observer));
            if let Some(checkpoint) = &self.checkpoint {
                run.restore(checkpoint)?;
            }
            Ok(run)
        };
        let has_loss = self.hooks.as_ref().is_some_and(|hooks| hooks.has_loss());
        if has_loss && matches!(self.device, RunDevice::Gpu(_)) {
            return Ok((on(&RunDevice::Cpu)?, vec![cpu_trains(OWN_LOSS)]));
        }
        let mut run = on(&self.device)?;
        let found = found(&run.self_test().await);
        if matches!(found, Some(DeviceEvent::Opened(_))) {
            run = on(&RunDevice::Cpu)?;
        }
        Ok((run, found.into_iter().collect()))
    }
}

/// Why the CPU trains a run with a reader's own loss, whatever the device.
const OWN_LOSS: &str = "Your own loss is computed on the CPU, so the CPU trains";

/// Returns what is told of a device that gets these operations wrong. Without learning the CPU
/// trains: a device that errs in whole steps is not trusted with parts of them.
fn found(distrusted: &[Operation]) -> Option<DeviceEvent> {
    match distrusted.contains(&Operation::Learning) {
        true => Some(cpu_trains(
            "WebGPU’s learning failed a test, so the CPU trains",
        )),
        false => distrusted.first().map(|operation| {
            let name = operation.name();
            DeviceEvent::Distrusted(format!("Its {name} failed a test, so the CPU makes them"))
        }),
    }
}

/// Returns the event that the CPU trains instead of a GPU, with the reason.
fn cpu_trains(reason: &str) -> DeviceEvent {
    DeviceEvent::Opened(DeviceReport {
        is_fallback: true,
        ..cpu_report(reason.to_owned())
    })
}

/// Why a run could not begin.
#[derive(Debug, thiserror::Error)]
enum CannotBegin {
    /// A setting cannot be used.
    #[error("{}: {}", .0.field, .0.message)]
    Setting(Problem),
    /// Python steps its environment, and there is none here.
    #[error(
        "env_id: this world is no program, so Python steps it, in the Lab alone: neither a sweep nor a comparison of seeds can train in it"
    )]
    NoInterpreter,
    /// The program that steps its bodies has not come.
    #[error(
        "env_id: the program that moves this environment’s bodies has not arrived. Press Train again when the network is back, or choose another env_id"
    )]
    NoBodies,
    /// Its checkpoint is of other networks.
    #[error(transparent)]
    Checkpoint(#[from] OtherNetworks),
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::device::DeviceKind;

    #[test]
    fn a_device_that_cannot_learn_leaves_the_training_to_the_cpu() {
        let both = [Operation::Rollout, Operation::Learning];
        for distrusted in [&both[..], &both[1..]] {
            let Some(DeviceEvent::Opened(report)) = found(distrusted) else {
                panic!("{distrusted:?}: no other device");
            };
            assert_eq!((report.kind, report.is_fallback), (DeviceKind::Cpu, true));
            let reason = "WebGPU’s learning failed a test, so the CPU trains";
            assert_eq!(report.reason, reason);
        }
    }

    #[test]
    fn a_device_that_learns_but_errs_in_rollouts_goes_on() {
        let told = "Its rollouts failed a test, so the CPU makes them".to_owned();
        let found_wrong = found(&[Operation::Rollout]);
        assert_eq!(found_wrong, Some(DeviceEvent::Distrusted(told)));
        assert_eq!(found(&[]), None);
    }
}
