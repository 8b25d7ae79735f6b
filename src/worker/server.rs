//! Inside a training worker: takes commands, pumps the run on show, posts events. What devices
//! there are besides the CPU, each worker says itself.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::StreamExt as _;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures::future::{Either, LocalBoxFuture, ready, select};
use futures::stream::{LocalBoxStream, once};
use wasm_bindgen_futures::spawn_local;
use web_time::Duration;

use super::bodies::ready_for;
use super::port::{listen, post};
use super::pump::Pump;
use super::replica_crew::ReplicaCrew;
use crate::config::TrainConfig;
use crate::protocol::check_report::CheckReport;
use crate::protocol::clip_batch::ClipStep;
use crate::protocol::{
    CheckEvent, ClipEvent, Command, DeviceChoice, DeviceEvent, DeviceKind, DeviceReport, Event,
    Failure, FailureKind, ManyEvent, Timing,
};
use crate::train::clip_lab::ClipLab;
use crate::train::crew;
use crate::train::device_benchmark::{Candidate, cores, key, session_on_faster};
use crate::train::gpu::{Gpu, RunDevice};
use crate::train::session::Session;

/// Most time between two checkpoints of a run that the page shows: what a reload loses.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// The devices of a training worker.
pub trait Devices: 'static {
    /// Opens the device of a choice, or the CPU in its place. `because` is the reason why another
    /// device failed before, if one did.
    fn open(&self, choice: DeviceChoice, because: Option<String>)
    -> LocalBoxFuture<'_, OpenDevice>;

    /// Runs checks, by id and in this order, on the CPU or on the GPU that was opened last.
    fn check(&self, ids: Vec<String>, on: DeviceKind) -> LocalBoxStream<'static, CheckReport>;

    /// Trains runs side by side on a GPU. `against`: as of [`Command::TrainMany`].
    fn train_many(
        &self,
        runs: Vec<(usize, TrainConfig)>,
        gpu: Rc<dyn Gpu>,
        against: Option<usize>,
    ) -> LocalBoxStream<'static, ManyEvent>;
}

/// A device that is ready to train.
pub struct OpenDevice {
    /// The device.
    pub device: RunDevice,
    /// A description of the device and the reason for it.
    pub report: DeviceReport,
    /// The device's later faults, a sentence each.
    pub faults: LocalBoxStream<'static, String>,
}

/// An input that wakes the worker.
enum Input {
    Command(Command),
    Fault(String),
}

/// Starts to listen, and says so.
pub fn start(devices: impl Devices) {
    report_panics();
    let (sender, inbox) = unbounded();
    let commands = sender.clone();
    listen(move |command| match command {
        // The inbox lives as long as the worker.
        Ok(command) => drop(commands.unbounded_send(Input::Command(command))),
        Err(error) => tell(failed(FailureKind::Bug, error.to_string())),
    });
    spawn_local(Server::new(devices, sender).serve(inbox));
    tell(Event::Ready);
}

/// The run under way and the device it runs on.
struct Server<D> {
    devices: D,
    sender: UnboundedSender<Input>,
    device: Option<RunDevice>,
    /// The GPU that `device=auto` may take, if the CPU is not faster.
    candidate: Option<Candidate>,
    /// The speeds of the devices by the kind of work, as far as they are known.
    timings: BTreeMap<String, Timing>,
    run: Pump,
    /// Other cores that help a run on the CPU.
    crew: Rc<ReplicaCrew>,
    /// The clip lab, once it was asked for.
    clip: Option<ClipLab>,
    /// Checks or many runs under way; the run on show waits for them.
    task: Option<LocalBoxStream<'static, Event>>,
}

impl<D: Devices> Server<D> {
    fn new(devices: D, sender: UnboundedSender<Input>) -> Self {
        Self {
            devices,
            sender,
            device: None,
            candidate: None,
            timings: BTreeMap::new(),
            run: Pump::new(post::<Event>),
            crew: ReplicaCrew::new(|cores| tell(DeviceEvent::Cores(cores))),
            clip: None,
            task: None,
        }
    }

    async fn serve(mut self, mut inbox: UnboundedReceiver<Input>) {
        loop {
            let input = match &mut self.task {
                Some(task) => match select(task.next(), inbox.next()).await {
                    Either::Left((event, _)) => {
                        match event {
                            Some(event) => tell(event),
                            None => self.task = None,
                        }
                        continue;
                    }
                    Either::Right((input, _)) => input,
                },
                None => match self.run.next_or(&mut inbox).await {
                    Either::Left(event) => {
                        self.pass_on(event);
                        continue;
                    }
                    Either::Right(input) => input,
                },
            };
            match input {
                Some(Input::Command(command)) => self.handle(command).await,
                // Nothing runs there; the next run does not try it.
                Some(Input::Fault(_)) if self.is_on(DeviceKind::Cpu) => self.candidate = None,
                Some(Input::Fault(message)) => {
                    self.run.forget();
                    self.task = None;
                    tell(failed(FailureKind::Device, message));
                }
                None => return,
            }
        }
    }

    fn pass_on(&mut self, event: Option<Event>) {
        if let Some(Event::Device(event)) = &event {
            self.note_device(event);
        }
        self.run.pass_on(event);
    }

    /// Takes note of what a run says of the devices.
    fn note_device(&mut self, event: &DeviceEvent) {
        match event {
            DeviceEvent::Timed(key, timing) => drop(self.timings.insert(key.clone(), *timing)),
            DeviceEvent::Opened(report) => {
                self.device = Some(match (&self.candidate, report.kind) {
                    (Some(gpu), DeviceKind::Webgpu) => gpu.device.clone(),
                    _ => RunDevice::Cpu,
                });
            }
            DeviceEvent::Arriving(_)
            | DeviceEvent::FoundGpu
            | DeviceEvent::Cores(_)
            | DeviceEvent::Distrusted(_)
            | DeviceEvent::Timing => {}
        }
    }

    fn is_on(&self, kind: DeviceKind) -> bool {
        self.device.as_ref().map(RunDevice::kind) == Some(kind)
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Recall(timings) => self.timings = timings,
            Command::Cores(cores) => self.crew.use_cores(cores),
            Command::Open { choice, because } => self.open(choice, because).await,
            Command::Start { config, from } => match &self.device {
                Some(device) => {
                    if let Err(why) = ready_for(config.env_id).await {
                        return tell(failed(FailureKind::Run, why));
                    }
                    // Where the CPU trains, or may turn out to be the faster one.
                    let may_share = self.is_on(DeviceKind::Cpu) || self.candidate.is_some();
                    match may_share && crew::is_worth_sharing(&config) {
                        true => self.crew.start_helpers(),
                        false => self.crew.share_nothing(),
                    }
                    let crew: Rc<dyn crew::Crew> = Rc::clone(&self.crew) as _;
                    let session = Session {
                        checkpoint: from.map(|checkpoint| *checkpoint),
                        observer: self.run.observer(),
                        checkpoint_every: Some(CHECKPOINT_EVERY),
                        crew: Some(crew),
                        ..Session::new(*config, device.clone())
                    };
                    self.run.begin(match &self.candidate {
                        Some(gpu) => {
                            let key = key(&gpu.report.name, cores(&session), &session.config);
                            let known = self.timings.get(&key);
                            session_on_faster(session, gpu.clone(), known.copied()).boxed_local()
                        }
                        None => session.events().boxed_local(),
                    });
                }
                None => tell(failed(FailureKind::Run, "No device is open yet".to_owned())),
            },
            Command::Clip { config, step } => self.clip(*config, step).await,
            Command::RunChecks(ids) => self.check(ids),
            Command::TrainMany { runs, against } => self.train_many(runs, against),
            Command::Pause
            | Command::Resume
            | Command::StepOnce(_)
            | Command::HoldNext(_)
            | Command::Pace(_)
            | Command::Stop => self.run.handle(&command),
        }
    }

    async fn open(&mut self, choice: DeviceChoice, because: Option<String>) {
        self.run.stop();
        // Whoever has asked for none is not told of their end.
        if self.task.is_some() {
            self.check(Vec::new());
        }
        let opened = self.devices.open(choice, because).await;
        let may_choose = choice == DeviceChoice::Auto;
        let is_gpu = opened.report.kind == DeviceKind::Webgpu;
        self.candidate = (may_choose && is_gpu).then(|| Candidate {
            device: opened.device.clone(),
            report: opened.report.clone(),
        });
        self.device = Some(opened.device);
        let sender = self.sender.clone();
        spawn_local(opened.faults.for_each(move |fault| {
            drop(sender.unbounded_send(Input::Fault(fault)));
            ready(())
        }));
        tell(DeviceEvent::Opened(opened.report));
    }

    /// One step in the clip lab; settings that it cannot adopt begin another.
    async fn clip(&mut self, config: TrainConfig, step: ClipStep) {
        if let Err(why) = ready_for(config.env_id).await {
            return tell(ClipEvent::Failed(why));
        }
        if !self.clip.as_mut().is_some_and(|clip| clip.adopt(&config)) {
            self.clip = Some(ClipLab::new(config));
        }
        let Some(clip) = &mut self.clip else { return };
        let answer = match clip.go(step).await {
            Ok(batch) => ClipEvent::Batch(Box::new(batch)),
            Err(error) => ClipEvent::Failed(error.to_string()),
        };
        tell(answer);
    }

    fn check(&mut self, ids: Vec<String>) {
        self.task = match &self.device {
            Some(device) if !ids.is_empty() => {
                let reports = self
                    .devices
                    .check(ids, device.kind())
                    .map(CheckEvent::Report);
                let all = reports.chain(once(ready(CheckEvent::Done)));
                Some(all.map(Event::Check).boxed_local())
            }
            _ => {
                tell(CheckEvent::Done);
                None
            }
        };
    }

    fn train_many(&mut self, runs: Vec<(usize, TrainConfig)>, against: Option<usize>) {
        self.task = match &self.device {
            Some(RunDevice::Gpu(gpu)) if !runs.is_empty() => {
                let events = self.devices.train_many(runs, Rc::clone(gpu), against);
                Some(events.map(Event::Many).boxed_local())
            }
            _ => {
                tell(ManyEvent::LeftToCpu {
                    runs: runs.iter().map(|(run, _)| *run).collect(),
                    why: "There is no GPU".to_owned(),
                });
                tell(ManyEvent::Done);
                None
            }
        };
    }
}

fn tell(event: impl Into<Event>) {
    post::<Event>(&event.into());
}

fn failed(kind: FailureKind, message: String) -> Failure {
    Failure { kind, message }
}

/// Tells the page of a panic before the worker dies of it.
fn report_panics() {
    let to_console = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        tell(failed(
            FailureKind::Bug,
            format!("The training worker broke off: {info}"),
        ));
        to_console(info);
    }));
}
