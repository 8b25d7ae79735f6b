//! The workers that train many runs at once, and the job that they have. There is one pool for the
//! whole page, with one job at a time, because a second job would only take the cores of the first.

use std::rc::Rc;

use leptos::prelude::*;

use super::super::lab::{CoreSetting, Lab};
use crate::view::sweep::TrainedBy;
use crate::workers::gpu_runs::{GpuNews, GpuRuns};
use crate::workers::replicas::Replicas;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::{DeviceChoice, DeviceKind, Event};

/// A function that hears of the runs of a job, by their numbers.
type Listener = Rc<dyn Fn(usize, Event)>;

/// The workers and their job. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct RunPool {
    /// The number of runs that are trained at once on the CPU: one on each core.
    pub cores: CoreSetting,
    /// True while there is a job.
    pub is_busy: RwSignal<bool>,
    lab: Lab,
    listener: StoredValue<Option<Listener>, LocalStorage>,
    /// Where the job is told what trains it.
    trained_by: StoredValue<Option<RwSignal<TrainedBy>>>,
    replicas: StoredValue<Option<Rc<Replicas>>, LocalStorage>,
    gpu: StoredValue<Option<Rc<GpuRuns>>, LocalStorage>,
}

impl RunPool {
    /// Creates a pool without a job, which starts no worker.
    pub fn new(lab: Lab) -> Self {
        let cores = lab.cores;
        let pool = Self {
            cores,
            is_busy: RwSignal::new(false),
            lab,
            listener: StoredValue::new_local(None),
            trained_by: StoredValue::new(None),
            replicas: StoredValue::new_local(None),
            gpu: StoredValue::new_local(None),
        };
        Effect::new(move || {
            let chosen = cores.chosen.get();
            if let Some(replicas) = pool.replicas.get_value() {
                replicas.use_cores(chosen);
            }
        });
        pool
    }

    /// Returns what the next job is trained by, as far as it is known before: the device that the
    /// reader chose for the run on show trains many runs as well, if there is one.
    pub fn candidate(self) -> TrainedBy {
        let choice = self.lab.settings.choice.get();
        // A run that took the CPU because it is faster says how fast both are.
        let has_gpu = self.lab.run.history.with(|history| {
            let report = history.device.report.as_ref();
            report.is_none_or(|it| it.kind == DeviceKind::Webgpu || it.timing.is_some())
        });
        match choice {
            DeviceChoice::Webgpu if has_gpu => TrainedBy::Gpu(String::new()),
            DeviceChoice::Auto if has_gpu => TrainedBy::Faster,
            DeviceChoice::Webgpu | DeviceChoice::Auto | DeviceChoice::Cpu => TrainedBy::Cpu,
        }
    }

    /// Trains runs, each with its number, in this order, and says by what. Whoever calls this has
    /// seen that the pool is not busy.
    pub fn begin(
        self,
        runs: Vec<(usize, TrainConfig)>,
        trained_by: RwSignal<TrainedBy>,
        listener: impl Fn(usize, Event) + 'static,
    ) {
        self.is_busy.set(true);
        self.listener.set_value(Some(Rc::new(listener)));
        self.trained_by.set_value(Some(trained_by));
        let candidate = untrack(|| self.candidate());
        let on_gpu = |(_, config): &(usize, TrainConfig)| {
            candidate != TrainedBy::Cpu && config.runs_in_lockstep()
        };
        let (mut gpu, mut cpu): (Vec<_>, Vec<_>) = runs.into_iter().partition(on_gpu);
        // One run alone gains nothing by company.
        if candidate == TrainedBy::Faster && gpu.len() == 1 {
            cpu.splice(0..0, gpu.drain(..));
        }
        if gpu.is_empty() {
            self.say(TrainedBy::Cpu);
        } else {
            self.say(TrainedBy::Opening);
            let choice = self.lab.settings.choice.get_untracked();
            let cores = self.cores.chosen.get_untracked();
            self.gpu().train(gpu, choice, cores);
        }
        self.train_on_cpu(cpu);
    }

    fn say(self, by: TrainedBy) {
        // The page may be gone when a worker still speaks.
        if let Some(trained_by) = self.trained_by.try_get_value().flatten() {
            trained_by.try_set(by);
        }
    }

    fn train_on_cpu(self, runs: Vec<(usize, TrainConfig)>) {
        if !runs.is_empty() {
            let replicas = self.replicas.get_value().unwrap_or_else(|| {
                let replicas = Rc::new(Replicas::new(move |run, event| self.take(run, event)));
                self.replicas.set_value(Some(Rc::clone(&replicas)));
                replicas
            });
            replicas.use_cores(self.cores.chosen.get_untracked());
            replicas.train(runs);
        }
    }

    fn gpu(self) -> Rc<GpuRuns> {
        self.gpu.get_value().unwrap_or_else(|| {
            let gpu = Rc::new(GpuRuns::new(move |news| match news {
                GpuNews::Takes(report) => self.say(TrainedBy::Gpu(report.name)),
                GpuNews::Of(run, event) => self.take(run, event),
                GpuNews::LeftToCpu(runs, why) => {
                    self.say(TrainedBy::CpuInstead(why));
                    self.train_on_cpu(runs);
                }
            }));
            self.gpu.set_value(Some(Rc::clone(&gpu)));
            gpu
        })
    }

    /// Ends the job: at once, whatever is under way.
    pub fn end(self) {
        if let Some(replicas) = self.replicas.get_value() {
            replicas.cancel();
        }
        if let Some(gpu) = self.gpu.get_value() {
            gpu.cancel();
        }
        self.leave();
    }

    /// Takes note that all runs of the job are over.
    pub fn leave(self) {
        self.listener.set_value(None);
        self.trained_by.set_value(None);
        self.is_busy.set(false);
    }

    /// Passes on what happened to a run.
    pub fn take(self, run: usize, event: Event) {
        // The page may be gone when a worker still speaks.
        if let Some(listener) = self.listener.try_get_value().flatten() {
            listener(run, event);
        }
    }
}

/// Returns the pool, from within any component.
pub fn use_run_pool() -> RunPool {
    expect_context::<RunPool>()
}
