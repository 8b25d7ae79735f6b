//! Runs of the same shape that a GPU trains side by side: each dispatch takes a step of all of
//! them.

use std::rc::Rc;

use async_stream::stream;
use futures::Stream;

use super::Run;
use crate::config::TrainConfig;
use crate::device::ReadError;
use crate::nn::Networks;
use crate::ops::rollout::RunWorlds;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::{Body, Event, Failure, RunEvent, RunInfo, StopReason};
use crate::train::clock::Clock;
use crate::train::failure::{LearningError, failure, no_answer};
use crate::train::gpu::{Gpu, GpuPhase, GpuState, Operation, Reading, RecordPart, RunDevice};
use crate::train::iteration_stats::IterationStats;
use crate::train::learner::HostState;
use crate::train::learning::{RunProgress, draw_ahead, keep_last_epoch, steps_of};
use crate::train::observer::Observer;
use crate::train::setup::{networks, optimiser};

/// Some runs of the same shape, each with the number by which others know it.
pub struct Lockstep {
    runs: Vec<(usize, Run)>,
    state: Rc<dyn GpuState>,
    networks: Networks,
    clock: Clock,
}

/// Why a GPU does not train runs side by side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInLockstep {
    /// The settings need the host, or differ in more than numbers.
    #[error(
        "A GPU trains runs side by side that differ in numbers alone, and without the reader's functions"
    )]
    Settings,
    /// A rollout is too long for one dispatch.
    #[error("A rollout of so many steps is too long for a GPU to take at once")]
    Length,
    /// The device fails a test.
    #[error("Its {} failed a test", .0.name())]
    Distrusted(Operation),
}

/// The outcome of an iteration for one run.
enum Outcome {
    GoesOn,
    Ends(StopReason),
    Fails(Failure),
}

impl Lockstep {
    /// Begins runs, each with its number, after a test of the device.
    ///
    /// # Errors
    /// If the device or the settings do not allow it.
    ///
    /// # Panics
    /// Without runs.
    pub async fn begin(
        runs: Vec<(usize, TrainConfig)>,
        gpu: &dyn Gpu,
    ) -> Result<Self, NotInLockstep> {
        let config = runs[0].1.clone();
        let shape = config.shape();
        let fits = |(_, run): &(usize, TrainConfig)| run.runs_in_lockstep() && run.shape() == shape;
        if !runs.iter().all(fits) {
            return Err(NotInLockstep::Settings);
        }
        let networks = networks(&config);
        if !gpu.is_one_dispatch(&config, &networks) {
            return Err(NotInLockstep::Length);
        }
        if let Some(operation) = gpu.self_test(&config).await.first() {
            return Err(NotInLockstep::Distrusted(*operation));
        }
        let runs = runs.into_iter();
        let runs: Vec<_> = runs
            .map(|(number, config)| (number, Run::new(config, &RunDevice::Cpu)))
            .collect();
        let first: Vec<HostState> = (runs.iter())
            .map(|(_, run)| {
                let parameters = run.learner.host_parameters.clone();
                HostState::new(parameters, optimiser(&run.config))
            })
            .collect();
        Ok(Self {
            state: gpu.hold(&first.iter().collect::<Vec<_>>()),
            networks,
            runs,
            clock: Clock::default(),
        })
    }

    /// Trains the runs, and tells of each, with its number: [`RunEvent::Started`], a
    /// [`RunEvent::Iteration`] for each iteration, and at the end [`RunEvent::LastGood`] and
    /// [`RunEvent::Stopped`], or [`Event::Failed`]. A device that is lost fails all runs that are
    /// under way.
    pub fn events(mut self) -> impl Stream<Item = (usize, Event)> {
        stream! {
            for (number, run) in &self.runs {
                let info = RunInfo { trained_by: Body::Kernels, ..run.info() };
                yield (*number, RunEvent::Started(info).into());
            }
            while !self.runs.is_empty() {
                let before = Rc::clone(&self.state);
                let outcomes = match self.iterate().await {
                    Ok(outcomes) => outcomes,
                    Err(lost) => {
                        for (number, _) in &self.runs {
                            yield (*number, Event::Failed(lost.clone()));
                        }
                        return;
                    }
                };
                let mut ending = Vec::new();
                let mut failing = Vec::new();
                for (place, (report, outcome)) in outcomes.into_iter().enumerate() {
                    if let Some(report) = report {
                        yield (self.runs[place].0, report);
                    }
                    match outcome {
                        Outcome::GoesOn => {}
                        Outcome::Ends(reason) => ending.push((place, RunEvent::Stopped(reason).into())),
                        Outcome::Fails(why) => failing.push((place, Event::Failed(why))),
                    }
                }
                for (state, over) in [(&self.state, &ending), (&before, &failing)] {
                    let places: Vec<usize> = over.iter().map(|(place, _)| *place).collect();
                    let networks = self.networks_of(&**state, &places).await;
                    for ((place, end), networks) in over.iter().zip(networks) {
                        let number = self.runs[*place].0;
                        if let Some(networks) = networks {
                            yield (number, RunEvent::LastGood(networks).into());
                        }
                        yield (number, end.clone());
                    }
                }
                let over: Vec<usize> = ending.iter().chain(&failing).map(|(place, _)| *place).collect();
                self.leave(&over);
            }
        }
    }

    /// One iteration of all runs. Returns the report and the outcome of each; one that fails has no
    /// report.
    ///
    /// # Errors
    /// If the device does not answer.
    async fn iterate(&mut self) -> Result<Vec<(Option<Event>, Outcome)>, Failure> {
        self.clock.start();
        let config = self.runs[0].1.config.clone();
        let mut gathered: Vec<IterationStats> = Vec::new();
        gathered.resize_with(self.runs.len(), IterationStats::default);
        let mut failed: Vec<Option<Failure>> = vec![None; self.runs.len()];
        for done in 0..config.rollouts_per_iteration {
            let updates = done * config.updates_per_rollout();
            let mut phase = (self.phase(updates))
                .map_err(|error| failure(error, self.runs[0].1.iteration, &config, None))?;
            let wanted = Reading {
                parameters: false,
                record: RecordPart::WithoutObs,
            };
            self.clock.let_others_in().await;
            let shuffling = draw_ahead(self.runs.iter().map(|(_, run)| {
                let epochs = run.config.plan().update_epochs;
                (&run.shuffles, (run.epochs_done, epochs), &run.config)
            }));
            let (back, drawn) = futures::join!(phase.read(wanted), shuffling);
            let back = back.map_err(no_answer)?;
            drawn.map_err(|error| failure(error, self.runs[0].1.iteration, &config, None))?;
            self.state = phase.state();
            for (place, ((_, run), mut back)) in self.runs.iter_mut().zip(back).enumerate() {
                keep_last_epoch(&mut back.measured, &config.plan());
                let rollout = run.collector.rollout_without_obs(config.num_steps);
                let are_finite = back.is_finite;
                let (rollout, learned) = run.adopt(back, rollout);
                if let Err(why) = run.check_finite(&learned.measured, are_finite) {
                    failed[place].get_or_insert(why);
                }
                run.gather(&mut gathered[place], &rollout, learned);
            }
        }
        let elapsed_secs = self.clock.stop();
        let runs = self.runs.iter_mut().zip(gathered).zip(failed);
        Ok(runs
            .map(|(((_, run), gathered), failed)| match failed {
                Some(why) => (None, Outcome::Fails(why)),
                None => {
                    let done = run.conclude(&gathered, &[], elapsed_secs);
                    let outcome = match (done.is_solved, run.is_done()) {
                        (true, _) => Outcome::Ends(StopReason::Solved),
                        (false, true) => Outcome::Ends(StopReason::Finished),
                        (false, false) => Outcome::GoesOn,
                    };
                    (Some(RunEvent::Iteration(done.report).into()), outcome)
                }
            })
            .collect())
    }

    /// Sends one rollout of every run and all that is learned from it to the device.
    fn phase(&mut self, updates: usize) -> Result<Box<dyn GpuPhase>, LearningError> {
        for (_, run) in &mut self.runs {
            run.begin_rollout();
        }
        let observer = Observer::default();
        let steps = self.runs.iter_mut().map(|(_, run)| {
            let mut progress = RunProgress {
                iterations: run.iteration,
                updates,
                shuffles: &run.shuffles,
                epochs_done: &mut run.epochs_done,
                hooks: None,
                observer: &observer,
            };
            let epochs = run.config.plan().update_epochs;
            steps_of(epochs, updates, &run.config, &mut progress)
        });
        let steps: Vec<_> = steps.collect::<Result<_, _>>()?;
        let configs: Vec<&TrainConfig> = self.runs.iter().map(|(_, run)| &run.config).collect();
        let worlds: Vec<RunWorlds<'_>> = (self.runs.iter())
            .map(|(_, run)| run.collector.run_worlds())
            .collect();
        let plan = self.runs[0].1.collector.plan(configs[0].num_steps);
        Ok((self.state).phase_with_rollouts(&self.networks, &configs, &steps, (&worlds, plan)))
    }

    /// Reads the networks of runs that end, by their places. None of a run that has not done an
    /// iteration, or if the device is gone: what the runs told of is not lost with it.
    async fn networks_of(&self, state: &dyn GpuState, places: &[usize]) -> Vec<Option<Checkpoint>> {
        if places.is_empty() {
            return Vec::new();
        }
        let read: Result<Vec<Checkpoint>, ReadError> = state.of(places).read(0, 0).await;
        let networks =
            read.map_or_else(|_| Vec::new(), |read| read.into_iter().map(Some).collect());
        let mut networks = networks.into_iter().chain(std::iter::repeat(None));
        let found = places.iter().map(|place| {
            let run = &self.runs[*place].1;
            let networks = networks.next().flatten()?;
            (run.iteration > 0).then_some(Checkpoint {
                iteration: run.iteration,
                global_step: run.global_step,
                ..networks
            })
        });
        found.collect()
    }

    /// Goes on without some runs.
    fn leave(&mut self, places: &[usize]) {
        if places.is_empty() {
            return;
        }
        let rest: Vec<usize> = (0..self.runs.len())
            .filter(|place| !places.contains(place))
            .collect();
        if !rest.is_empty() {
            self.state = self.state.of(&rest);
        }
        let mut place = 0;
        self.runs.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
    }
}
