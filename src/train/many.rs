//! Many runs on a GPU: those of one shape side by side, one shape after the other, unless the CPU
//! is faster.

use std::pin::pin;
use std::rc::Rc;

use async_stream::stream;
use futures::{Stream, StreamExt as _};
use web_time::{Duration, Instant};

use super::device_benchmark::{LONG_ENOUGH, LONGEST_WARM_UP, pace_on_cpu, within};
use super::gpu::Gpu;
use super::lockstep::Lockstep;
use crate::config::TrainConfig;
use crate::protocol::{Event, ManyEvent, RunEvent};

/// Shortest time between two reports. A small iteration takes a few milliseconds.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Trains runs, each with its number, and tells of them in batches. With `against` so many cores of
/// the CPU, the runs are left to those if the GPU turns out to be slower, or cannot train them.
///
/// The first iterations count: what a run has told of before it is left to the CPU is void, because
/// it starts again there.
pub fn train_many(
    runs: Vec<(usize, TrainConfig)>,
    gpu: Rc<dyn Gpu>,
    against: Option<usize>,
) -> impl Stream<Item = ManyEvent> {
    stream! {
        for group in groups(runs, &*gpu) {
            let mut left: Vec<usize> = group.iter().map(|(run, _)| *run).collect();
            let config = group[0].1.clone();
            let lockstep = match Lockstep::begin(group, &*gpu).await {
                Ok(lockstep) => lockstep,
                Err(why) => {
                    yield ManyEvent::LeftToCpu { runs: left, why: why.to_string() };
                    continue;
                }
            };
            let needed = match against {
                Some(cores) => pace_on_cpu(&config, None).await.ok().map(|pace| pace.steps_per_sec * cores as f64),
                None => None,
            };
            let mut trial = needed.map(Trial::new);
            let mut events = pin!(lockstep.events());
            let mut batch = Vec::new();
            let mut sent_at = Instant::now();
            let slow = loop {
                let limit = trial.as_ref().map_or(Duration::MAX, Trial::longest_wait);
                let (run, event) = match within(limit, events.next()).await {
                    Some(Some(next)) => next,
                    Some(None) => break None,
                    None => break Some(0.0),
                };
                if let (Event::Run(RunEvent::Iteration(_)), Some(under_way)) = (&event, &mut trial) {
                    let steps = config.batch_size() * config.rollouts_per_iteration;
                    under_way.took(steps);
                    match under_way.verdict() {
                        None => {}
                        Some(Verdict::Faster) => trial = None,
                        Some(Verdict::Slower(share)) => break Some(share),
                    }
                }
                if event.ends_run() {
                    left.retain(|other| *other != run);
                }
                batch.push((run, event));
                if sent_at.elapsed() >= REPORT_INTERVAL {
                    sent_at = Instant::now();
                    yield ManyEvent::Events(std::mem::take(&mut batch));
                }
            };
            yield ManyEvent::Events(batch);
            if let Some(share) = slow {
                yield ManyEvent::LeftToCpu { runs: left, why: slower(share) };
            }
        }
        yield ManyEvent::Done;
    }
}

/// Divides runs into groups that can be trained side by side, in the order of their first runs.
fn groups(runs: Vec<(usize, TrainConfig)>, gpu: &dyn Gpu) -> Vec<Vec<(usize, TrainConfig)>> {
    let mut groups: Vec<Group> = Vec::new();
    for (run, config) in runs {
        let shape = config.shape();
        let fits = |group: &&mut Group| group.shape == shape && group.runs.len() < group.most;
        match groups.iter_mut().find(fits) {
            Some(group) => group.runs.push((run, config)),
            None => groups.push(Group {
                most: gpu.most_runs(&config),
                shape,
                runs: vec![(run, config)],
            }),
        }
    }
    groups.into_iter().map(|group| group.runs).collect()
}

/// Runs of one shape.
struct Group {
    shape: TrainConfig,
    /// As many can be trained side by side.
    most: usize,
    runs: Vec<(usize, TrainConfig)>,
}

/// Says why runs are left to the CPU, given the pace of the GPU as a share of the CPU's.
fn slower(share: f64) -> String {
    match (100.0 * share).round() {
        percent if percent < 1.0 => "the GPU is far slower with these settings".to_owned(),
        percent => format!("the GPU has {percent} % of its speed with these settings"),
    }
}

/// The pace of a GPU, measured on the runs themselves.
struct Trial {
    /// The pace that it must have, in environment steps a second.
    needed: f64,
    begun: Instant,
    /// The end of the first iteration, which compiles the programs.
    warm: Option<Instant>,
    steps: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Faster,
    /// With its pace as a share of the needed one.
    Slower(f64),
}

impl Trial {
    fn new(needed: f64) -> Self {
        Self {
            needed,
            begun: Instant::now(),
            warm: None,
            steps: 0,
        }
    }

    /// Returns how long the next event may take.
    fn longest_wait(&self) -> Duration {
        LONGEST_WARM_UP.saturating_sub(self.begun.elapsed())
    }

    /// Takes note of the steps of a run's iteration that is done.
    fn took(&mut self, steps: usize) {
        match self.warm {
            None => self.warm = Some(Instant::now()),
            Some(_) => self.steps += steps,
        }
    }

    /// Returns what the measurement says, once it is long enough.
    fn verdict(&self) -> Option<Verdict> {
        let elapsed = self.warm?.elapsed();
        (elapsed >= LONG_ENOUGH).then(|| {
            let share = self.steps as f64 / elapsed.as_secs_f64() / self.needed;
            match share >= 1.0 {
                true => Verdict::Faster,
                false => Verdict::Slower(share),
            }
        })
    }
}
