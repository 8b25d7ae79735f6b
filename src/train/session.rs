//! The training loop as a stream of events. Drop the stream to end the run; stop polling it to hold the run.

use std::pin::pin;
use std::rc::Rc;

use async_stream::stream;
use burn::tensor::Device;
use futures::Stream;

use super::hooks::TrainHooks;
use super::observer::{Next, Observer};
use super::run::Run;
use crate::config::TrainConfig;
use crate::config::validate;
use crate::device::cpu_report;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::{DeviceReport, Event, Failure, FailureKind, StopReason};

/// Runs `config` on `device`, from the start.
///
/// The stream begins with [`Event::Started`] (before it, where the device fails a test, comes [`Event::Distrusted`] or an
/// [`Event::Opened`] with the CPU), gives an [`Event::Frame`] and an [`Event::Iteration`] per iteration (between them, now
/// and then, an [`Event::Checkpoint`]), and ends with [`Event::Stopped`] or [`Event::Failed`]; before either comes the last
/// good [`Event::Kept`], once an iteration is done.
/// A configuration that does not validate fails at once.
pub fn session(config: TrainConfig, device: Device) -> impl Stream<Item = Event> {
    session_from(config, None, device)
}

/// Runs `config` on `device`, from a checkpoint if there is one: its networks and optimiser, in fresh worlds.
pub fn session_from(
    config: TrainConfig,
    checkpoint: Option<Checkpoint>,
    device: Device,
) -> impl Stream<Item = Event> {
    session_with(config, checkpoint, device, None)
}

/// The same, with some parts played by functions from outside.
pub fn session_with(
    config: TrainConfig,
    checkpoint: Option<Checkpoint>,
    device: Device,
    functions: Option<Rc<dyn TrainHooks>>,
) -> impl Stream<Item = Event> {
    session_watched(config, checkpoint, device, (functions, Rc::default()))
}

/// The same, seen by `watch`. While somebody looks, an [`Event::Stage`] comes at the end of each stage, and the run goes on
/// when the stream is polled again. What it computes does not depend on that.
pub fn session_watched(
    config: TrainConfig,
    checkpoint: Option<Checkpoint>,
    device: Device,
    (functions, watch): (Option<Rc<dyn TrainHooks>>, Rc<Observer>),
) -> impl Stream<Item = Event> {
    stream! {
        if let Some(problem) = validate::problems(&config).first() {
            yield refused(format!("{}: {}", problem.field, problem.message));
            return;
        }
        let (mut run, told) = match begin(config, checkpoint, &device, functions).await {
            Ok(begun) => begun,
            Err(why) => {
                yield refused(why);
                return;
            }
        };
        if let Some(event) = told {
            yield event;
        }
        run = run.seen_by(Rc::clone(&watch));
        yield Event::Started(run.info());
        while !run.is_done() {
            let iterated = {
                let mut piece = pin!(run.iterate());
                loop {
                    match watch.follow(piece.as_mut()).await {
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
async fn begin(
    config: TrainConfig,
    checkpoint: Option<Checkpoint>,
    device: &Device,
    functions: Option<Rc<dyn TrainHooks>>,
) -> Result<(Run, Option<Event>), String> {
    let on = |device: &Device| -> Result<Run, String> {
        let mut run = Run::new(config.clone(), device).with(functions.clone());
        if let Some(checkpoint) = &checkpoint {
            run.restore(checkpoint)?;
        }
        Ok(run)
    };
    let mut run = on(device)?;
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

fn refused(message: String) -> Event {
    Event::Failed(Failure {
        kind: FailureKind::Run,
        message,
    })
}
