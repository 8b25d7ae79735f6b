//! The training loop as a stream of events. Drop the stream to end the run; stop polling it to hold the run.

use async_stream::stream;
use burn::tensor::Device;
use futures::Stream;

use super::config::{Algorithm, TrainConfig};
use super::learner::Learner;
use super::metrics::{Metric, Metrics};
use super::phases::{Learned, PPO_MEASURES, VPG_MEASURES, learn_ppo, learn_vpg, mean_of};
use super::protocol::{Event, Failure, FailureKind, Frame, IterationReport, RunInfo, StopReason};
use super::report::{frame, is_solved, set_lengths};
use super::validate;
use crate::envs::Task;
use crate::envs::cartpole::{NUM_ACTIONS, OBS_SIZE};
use crate::nn::Networks;
use crate::random::{Purpose, Stream as RandomStream};
use crate::rollout::{Collector, Episode, Lifespans, Rollout};

/// Steps between two looks at whether every world has fallen, as in the course.
const EARLY_STOP_STEPS: usize = 16;

/// Runs `config` on `device`.
///
/// The stream begins with [`Event::Started`], gives a [`Event::Frame`] and an [`Event::Iteration`] per iteration, and
/// ends with [`Event::Stopped`] or [`Event::Failed`]. A configuration that does not validate fails at once.
pub fn session(config: TrainConfig, device: Device) -> impl Stream<Item = Event> {
    stream! {
        if let Some(problem) = validate::problems(&config).first() {
            yield Event::Failed(Failure {
                kind: FailureKind::Run,
                message: format!("{}: {}", problem.field, problem.message),
            });
            return;
        }
        let mut run = Run::new(config, &device);
        yield Event::Started(run.info());
        for _ in 0..run.config.num_iterations() {
            match run.iterate().await {
                Ok(done) => {
                    yield Event::Frame(done.frame);
                    yield Event::Iteration(done.report);
                    if done.is_solved {
                        yield Event::Stopped(StopReason::Solved);
                        return;
                    }
                }
                Err(failure) => {
                    yield Event::Failed(failure);
                    return;
                }
            }
        }
        yield Event::Stopped(StopReason::Finished);
    }
}

struct Run {
    config: TrainConfig,
    learner: Learner,
    collector: Collector,
    lifespans: Lifespans,
    shuffles: RandomStream,
    epochs_done: u32,
    iteration: usize,
    global_step: u64,
    elapsed_secs: f64,
}

struct Iterated {
    report: IterationReport,
    frame: Frame,
    is_solved: bool,
}

impl Run {
    fn new(config: TrainConfig, device: &Device) -> Self {
        let networks = match config.algorithm {
            Algorithm::Vpg => Networks::vpg(OBS_SIZE, NUM_ACTIONS),
            Algorithm::Ppo => Networks::ppo(OBS_SIZE, NUM_ACTIONS),
        };
        let task = Task::balance(config.terminal_reward as f32);
        Self {
            collector: Collector::new(config.num_envs, task, networks.clone(), config.seed),
            learner: Learner::new(networks, config.seed, device),
            lifespans: Lifespans::new(config.num_envs),
            shuffles: RandomStream::new(config.seed, Purpose::Shuffle),
            epochs_done: 0,
            iteration: 0,
            global_step: 0,
            elapsed_secs: 0.0,
            config,
        }
    }

    fn info(&self) -> RunInfo {
        RunInfo {
            config: self.config.clone(),
            num_iterations: self.config.num_iterations(),
            num_parameters: self.learner.networks.num_parameters(),
        }
    }

    async fn iterate(&mut self) -> Result<Iterated, Failure> {
        self.learner.clock.start();
        let progress = self.iteration as f64 / self.config.num_iterations() as f64;
        let learning_rate = self.config.learning_rate_at(progress);

        let rollout = self.collect().await;
        let learned = match self.config.algorithm {
            Algorithm::Vpg => {
                learn_vpg(&mut self.learner, &rollout, &self.config, learning_rate).await
            }
            Algorithm::Ppo => {
                let shuffles = (&self.shuffles, &mut self.epochs_done);
                learn_ppo(
                    &mut self.learner,
                    &rollout,
                    &self.config,
                    learning_rate,
                    shuffles,
                )
                .await
            }
        };
        let learned = learned.map_err(|error| Failure {
            kind: FailureKind::Device,
            message: error.to_string(),
        })?;

        self.iteration += 1;
        self.global_step += rollout.len() as u64;
        self.check_finite(&learned.measures)?;
        let (metrics, is_solved) = self.measure(&rollout, &learned, learning_rate);
        let elapsed_secs = self.learner.clock.stop();
        let secs = elapsed_secs - self.elapsed_secs;
        self.elapsed_secs = elapsed_secs;
        Ok(Iterated {
            report: IterationReport {
                iteration: self.iteration,
                global_step: self.global_step,
                elapsed_secs: self.elapsed_secs,
                steps_per_sec: rollout.len() as f64 / secs.max(1e-6),
                metrics,
            },
            frame: frame(&rollout, self.iteration),
            is_solved,
        })
    }

    /// One rollout, in pieces between which waiting commands get in.
    async fn collect(&mut self) -> Rollout {
        let config = &self.config;
        if config.algorithm == Algorithm::Vpg && config.full_reset {
            self.collector.reset_worlds();
            self.lifespans.restart();
        }
        let mut rollout = Rollout::new(config.num_envs, config.num_steps);
        while rollout.num_steps < config.num_steps {
            let steps = EARLY_STOP_STEPS.min(config.num_steps - rollout.num_steps);
            self.collector
                .advance(&mut rollout, &self.learner.host_parameters, steps);
            let all_fell = || {
                Lifespans::until_first_fall(&rollout)
                    .iter()
                    .all(|lifespan| (*lifespan as usize) < rollout.num_steps)
            };
            if config.algorithm == Algorithm::Vpg
                && config.early_stop
                && steps == EARLY_STOP_STEPS
                && all_fell()
            {
                break;
            }
            self.learner.clock.let_others_in().await;
        }
        rollout
    }

    fn check_finite(&self, measures: &[Vec<f32>]) -> Result<(), Failure> {
        let is_finite = measures.iter().flatten().all(|value| value.is_finite())
            && self
                .learner
                .host_parameters
                .iter()
                .all(|value| value.is_finite());
        if is_finite {
            return Ok(());
        }
        Err(Failure {
            kind: FailureKind::Run,
            message: format!(
                "At iteration {} the loss or the parameters were no longer finite numbers. A smaller learning_rate or max_grad_norm keeps the steps small enough",
                self.iteration
            ),
        })
    }

    fn measure(
        &mut self,
        rollout: &Rollout,
        learned: &Learned,
        learning_rate: f64,
    ) -> (Metrics, bool) {
        let mut metrics = Metrics::default();
        let order = match self.config.algorithm {
            Algorithm::Vpg => VPG_MEASURES,
            Algorithm::Ppo => PPO_MEASURES,
        };
        for metric in order {
            metrics.set(*metric, mean_of(&learned.measures, order, *metric));
        }
        metrics.set(Metric::LearningRate, learning_rate);
        if let Some(explained) = learned.explained_variance {
            metrics.set(Metric::ExplainedVariance, explained);
        }

        let finished = self.lifespans.finished_in(rollout);
        metrics.set(Metric::EpisodesFinished, finished.len() as f64);
        let mean_return = finished
            .iter()
            .map(|episode| f64::from(episode.total_reward))
            .sum::<f64>()
            / finished.len() as f64;
        metrics.set(Metric::EpisodicReturn, mean_return);

        let is_vpg = self.config.algorithm == Algorithm::Vpg;
        let lengths: Vec<u32> = if is_vpg && self.config.full_reset {
            Lifespans::until_first_fall(rollout)
        } else {
            finished
                .iter()
                .map(|Episode { length, .. }| *length)
                .collect()
        };
        set_lengths(&mut metrics, &lengths);
        (
            metrics,
            is_vpg && self.config.full_reset && is_solved(&lengths, self.config.num_steps),
        )
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::train::presets::Preset;

    #[test]
    fn numbers_that_are_not_finite_end_the_run_and_name_the_iteration() {
        let config = TrainConfig {
            num_envs: 4,
            num_steps: 8,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        };
        let mut run = Run::new(config, &Device::flex());
        assert!(pollster::block_on(run.iterate()).is_ok());
        run.learner.host_parameters.fill(f32::NAN);
        let failure = pollster::block_on(run.iterate()).err();
        assert!(
            failure
                .as_ref()
                .is_some_and(|failure| failure.kind == FailureKind::Run
                    && failure.message.contains("At iteration 2")),
            "{failure:?}"
        );
    }
}
