//! The training loop as a stream of events. Drop the stream to end the run; stop polling it to hold the run.

use async_stream::stream;
use burn::tensor::Device;
use futures::Stream;

use super::checkpoint::Checkpoint;
use super::config::TrainConfig;
use super::protocol::{Event, Failure, FailureKind, StopReason};
use super::run::Run;
use super::validate;

/// Runs `config` on `device`, from the start.
///
/// The stream begins with [`Event::Started`] (before it comes each [`Event::Distrusted`], if the device fails a test),
/// gives an [`Event::Frame`] and an [`Event::Iteration`] per iteration, and ends with [`Event::Stopped`] or [`Event::Failed`]; before either comes the last good [`Event::Kept`], once an
/// iteration is done. A configuration that does not validate fails at once.
pub fn session(config: TrainConfig, device: Device) -> impl Stream<Item = Event> {
    session_from(config, None, device)
}

/// Runs `config` on `device`, from a checkpoint if there is one: its networks and optimiser, in fresh worlds.
pub fn session_from(
    config: TrainConfig,
    checkpoint: Option<Checkpoint>,
    device: Device,
) -> impl Stream<Item = Event> {
    stream! {
        if let Some(problem) = validate::problems(&config).first() {
            yield refused(format!("{}: {}", problem.field, problem.message));
            return;
        }
        let mut run = Run::new(config, &device);
        if let Some(checkpoint) = checkpoint
            && let Err(why) = run.restore(&checkpoint)
        {
            yield refused(why);
            return;
        }
        for operation in run.trial().await {
            yield Event::Distrusted(operation.instead().to_owned());
        }
        yield Event::Started(run.info());
        while !run.is_done() {
            match run.iterate().await {
                Ok(done) => {
                    // A probe world has nothing to draw.
                    if done.frame.num_carts > 0 {
                        yield Event::Frame(done.frame);
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
                    if failure.kind == FailureKind::Run
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

fn refused(message: String) -> Event {
    Event::Failed(Failure {
        kind: FailureKind::Run,
        message,
    })
}
