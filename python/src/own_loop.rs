//! Training with a loop of the reader's own: a Python generator, as a stream of events that can be
//! held and stopped after each `yield`.

use std::collections::VecDeque;
use std::rc::Rc;

use futures::Stream;
use futures::stream::unfold;
use web_time::{Duration, Instant};

use super::cell::Python;
use super::functions::sentence;
use super::isolation::LoopTurn;
use policy_lab::config::TrainConfig;
use policy_lab::device::yield_now;
use policy_lab::protocol::metrics::{CHARTS, Metric, Metrics};
use policy_lab::protocol::{
    Body, Event, Failure, FailureKind, Frame, IterationReport, POSE, RunEvent, RunInfo, StopReason,
};
use policy_lab::python::protocol::{Cell, CellFailure};

/// The metrics that the page measures in the environments, besides those that have a chart.
const MEASURED: [Metric; 3] = [
    Metric::EpisodicLengthMin,
    Metric::EpisodicLengthMax,
    Metric::EpisodesFinished,
];

/// A loop of the reader's, from its beginning to its end.
pub struct OwnLoop {
    python: Rc<Python>,
    /// The events that have happened and have not been told.
    untold: VecDeque<Event>,
    is_over: bool,
    iteration: usize,
    global_step: u64,
    worked: Duration,
}

impl OwnLoop {
    /// Runs the cell, and creates the loop: `expression` is the generator, and `iterations`, an
    /// expression of the generator's own names, is how many iterations it has. `config` holds the
    /// settings of our run beside it, and the seed.
    ///
    /// # Errors
    /// The exception that the cell or the expression raises.
    pub fn new(
        python: Rc<Python>,
        cell: &Cell,
        [expression, iterations]: [&str; 2],
        config: TrainConfig,
    ) -> Result<Self, CellFailure> {
        let num_iterations = python.begin_loop(cell, [expression, iterations], config.seed)?;
        let started = RunEvent::Started(RunInfo {
            num_iterations,
            config,
            first_iteration: 0,
            first_step: 0,
            num_parameters: 0,
            trained_by: Body::Reader,
        });
        Ok(Self {
            python,
            untold: VecDeque::from([started.into()]),
            is_over: false,
            iteration: 0,
            global_step: 0,
            worked: Duration::ZERO,
        })
    }

    /// Trains: [`RunEvent::Started`], then a [`RunEvent::Frame`] where there are carts and a
    /// [`RunEvent::Iteration`] for each `yield`, and at the end [`RunEvent::Stopped`] or
    /// [`Event::Failed`]. Lets others in before each iteration.
    pub fn events(self) -> impl Stream<Item = Event> {
        unfold(self, async |mut run| {
            if run.untold.is_empty() && !run.is_over {
                yield_now().await;
                run.proceed();
            }
            let event = run.untold.pop_front()?;
            Some((event, run))
        })
    }

    fn proceed(&mut self) {
        let begun = Instant::now();
        let turn = self.python.proceed();
        let secs = begun.elapsed();
        self.worked += secs;
        match turn {
            Ok(Some(turn)) => self.record(&turn, secs.as_secs_f64()),
            Ok(None) => self.end(RunEvent::Stopped(StopReason::Finished).into()),
            Err(failure) => self.end(Event::Failed(Failure {
                kind: FailureKind::Run,
                message: sentence(&failure),
            })),
        }
    }

    fn record(&mut self, turn: &LoopTurn, secs: f64) {
        self.iteration += 1;
        let steps = turn.global_step.saturating_sub(self.global_step);
        self.global_step = turn.global_step;
        let frame = frame(turn, self.iteration);
        (self.untold).extend(frame.map(|frame| RunEvent::Frame(frame).into()));
        let report = IterationReport {
            iteration: self.iteration,
            global_step: self.global_step,
            elapsed_secs: self.worked.as_secs_f64(),
            steps_per_sec: if secs > 0.0 { steps as f64 / secs } else { 0.0 },
            metrics: metrics(turn),
        };
        self.untold.push_back(RunEvent::Iteration(report).into());
    }

    fn end(&mut self, event: Event) {
        self.is_over = true;
        self.untold.push_back(event);
    }
}

fn metrics(turn: &LoopTurn) -> Metrics {
    let known = CHARTS.iter().map(|info| info.metric).chain(MEASURED);
    let mut metrics = Metrics::default();
    for metric in known {
        let named = turn.measured.iter().find(|(key, _)| key == metric.key());
        if let Some((_, value)) = named {
            metrics.set(metric, *value);
        }
    }
    metrics
}

/// Returns the carts of the iteration; `None` if no carts moved. The networks are the reader's, and
/// stay in Python.
fn frame(turn: &LoopTurn, iteration: usize) -> Option<Frame> {
    let [num_steps, num_carts, POSE] = *turn.film.shape() else {
        return None;
    };
    (num_steps > 0).then(|| Frame {
        iteration,
        num_steps,
        num_carts,
        poses: turn.film.floats().into_iter().map(|it| it as f32).collect(),
        ..Frame::default()
    })
}
