//! The page's end of the two workers that train.
//!
//! The host's is small and has the CPU: it is there first, and most readers need no other. The
//! GPU's is some ten times as large. It comes where the host's has found a GPU, where the reader
//! asks for one, and for the checks, which hold the one program to the other.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::{broken, channel_of, timing_cache};
use policy_lab::protocol::arrival::{Arrival, LoaderNews};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::failure::broke_off;
use policy_lab::protocol::{
    CheckEvent, ClipEvent, Command, DeviceChoice, DeviceEvent, DeviceKind, DeviceReport, Event,
    Failure, RunEvent, Tempo, cpu_report,
};
use policy_lab::worker::channel::{Channel, Incoming};

/// The script that starts the worker on the CPU.
const HOST: &str = "host_loader.js";
/// The script that starts the worker with a GPU.
pub(super) const GPU: &str = "gpu_loader.js";

/// A client of the workers that train. Spawns them, opens the device and queues commands until it
/// is ready. A run begins on the CPU while what trains on the GPU is on its way; the next one after
/// that has the GPU. If the GPU fails, a run goes on from its newest checkpoint on the CPU, and the
/// reason is given.
pub struct TrainingClient {
    state: Rc<ClientState>,
}

struct ClientState {
    /// Trains on the CPU, and has the clip lab.
    host: Rc<Channel<Command, Event>>,
    /// Trains on a GPU, and runs the checks.
    gpu: Rc<Channel<Command, Event>>,
    on_event: Box<dyn Fn(Event)>,
    choice: Cell<DeviceChoice>,
    because: RefCell<Option<String>>,
    /// True if the GPU's worker has the run on show, whichever device it opens.
    is_gpu_on: Cell<bool>,
    /// True while the GPU's worker is on its way to a GPU that was found.
    is_gpu_coming: Cell<bool>,
    /// The GPU that is open, and waits for the end of the run on the CPU.
    next: RefCell<Option<DeviceReport>>,
    /// The device of the worker that has the run on show.
    device: Cell<Option<DeviceKind>>,
    tempo: Cell<Tempo>,
    /// The cores that a run on the CPU may use.
    cores: Cell<usize>,
    /// From a run's start until its worker tells of its end: whether that is the GPU's.
    busy: Cell<Option<bool>>,
    /// True while checks are under way or wait for their worker.
    is_checking: Cell<bool>,
    /// The [`Command::Start`] that would continue the run if its device failed.
    running: RefCell<Option<Command>>,
}

impl TrainingClient {
    /// Spawns the worker for `choice`. Never fails itself: errors arrive as [`Event::Failed`].
    pub fn new(choice: DeviceChoice, on_event: impl Fn(Event) + 'static) -> Self {
        let state = Rc::new_cyclic(|weak| ClientState {
            host: channel_of(HOST, weak, |state: Rc<ClientState>, it| {
                state.on_message(false, it);
            }),
            gpu: channel_of(GPU, weak, |state: Rc<ClientState>, it| {
                state.on_message(true, it);
            }),
            on_event: Box::new(on_event),
            choice: Cell::new(choice),
            because: RefCell::default(),
            is_gpu_on: Cell::new(choice == DeviceChoice::Webgpu),
            is_gpu_coming: Cell::default(),
            next: RefCell::default(),
            device: Cell::default(),
            tempo: Cell::default(),
            cores: Cell::new(1),
            busy: Cell::default(),
            is_checking: Cell::default(),
            running: RefCell::default(),
        });
        state.shown().spawn();
        Self { state }
    }

    /// Sends a command, at once or as soon as its worker is ready.
    pub fn send(&self, command: Command) {
        let state = &self.state;
        match &command {
            Command::Open { choice, because } => {
                state.choice.set(*choice);
                state.because.replace(because.clone());
                return state.open();
            }
            Command::Start { .. } => {
                state.busy.set(Some(state.is_gpu_on.get()));
                state.running.replace(Some(command.clone()));
            }
            Command::Stop => drop(state.running.take()),
            Command::Pace(tempo) => state.tempo.set(*tempo),
            Command::Cores(cores) => state.cores.set(*cores),
            Command::Clip { .. } => return state.host.send(command),
            // What has come for them need not come to the end of one.
            Command::RunChecks(ids) if ids.is_empty() && !state.is_gpu_on.get() => {
                state.is_checking.set(false);
                state.tell(CheckEvent::Done);
                return state.let_gpu_go();
            }
            Command::RunChecks(_) => {
                state.is_checking.set(true);
                return state.gpu.send(command);
            }
            Command::Recall(_)
            | Command::Pause
            | Command::Resume
            | Command::StepOnce(_)
            | Command::HoldNext(_)
            | Command::TrainMany { .. } => {}
        }
        state.shown().send(command);
    }

    /// Asks for a worker anew that has not arrived. What was to be done waits for the new one.
    pub fn ask_again(&self) {
        let state = &self.state;
        let is_gpu_late = state.is_checking.get() && !state.gpu.is_ready();
        state
            .channel(is_gpu_late || state.is_gpu_on.get())
            .respawn();
    }
}

impl Drop for TrainingClient {
    fn drop(&mut self) {
        self.state.host.terminate();
        self.state.gpu.terminate();
    }
}

impl ClientState {
    fn channel(&self, is_gpu: bool) -> &Rc<Channel<Command, Event>> {
        if is_gpu { &self.gpu } else { &self.host }
    }

    /// Returns the worker that has the run on show.
    fn shown(&self) -> &Rc<Channel<Command, Event>> {
        self.channel(self.is_gpu_on.get())
    }

    fn tell(&self, event: impl Into<Event>) {
        (self.on_event)(event.into());
    }

    /// Opens the device that was chosen. A run under way has been told to stop.
    fn open(self: &Rc<Self>) {
        let is_gpu = self.choice.get() == DeviceChoice::Webgpu;
        self.is_gpu_on.set(is_gpu);
        self.is_gpu_coming.set(false);
        self.next.take();
        self.device.set(None);
        // One that is not ready opens its device when it is.
        let shown = self.channel(is_gpu);
        shown.spawn();
        if shown.is_ready() {
            self.begin(shown);
        }
        self.let_gpu_go();
    }

    fn on_message(self: Rc<Self>, is_gpu: bool, incoming: Incoming<Event>) {
        let is_shown = is_gpu == self.is_gpu_on.get();
        let channel = self.channel(is_gpu);
        let event = match incoming {
            Incoming::Reply(event) => event,
            Incoming::Text(text) => match LoaderNews::read(&text) {
                Ok(LoaderNews::Arriving(arrival)) => DeviceEvent::Arriving(arrival).into(),
                Ok(LoaderNews::Ended(why)) => broken(format!("{} ({why})", unloadable(is_gpu))),
                Err(why) => broken(why),
            },
            Incoming::Late => DeviceEvent::Arriving(Arrival::Late).into(),
            Incoming::Unreadable(why) => broken(why),
            Incoming::Broken(why) if channel.is_ready() => {
                broken(broke_off("The training worker", &why))
            }
            Incoming::Broken(_) => broken(unloadable(is_gpu).to_owned()),
        };
        match &event {
            Event::Ready => {
                let waiting = channel.ready();
                self.begin(channel);
                waiting
                    .into_iter()
                    .for_each(|command| channel.send(command));
            }
            // It comes behind what the reader has already, unless they wait for it.
            Event::Device(DeviceEvent::Arriving(_)) if !is_shown && !self.is_checking.get() => {
                return;
            }
            Event::Device(DeviceEvent::FoundGpu) if self.choice.get() == DeviceChoice::Auto => {
                self.is_gpu_coming.set(true);
                match self.gpu.is_ready() {
                    true => self.begin(&self.gpu),
                    false => self.gpu.spawn(),
                }
            }
            Event::Device(DeviceEvent::Opened(report)) if !is_shown => {
                let is_wanted = is_gpu && self.is_gpu_coming.replace(false);
                if is_wanted && report.kind == DeviceKind::Webgpu {
                    self.next.replace(Some(report.clone()));
                    self.go_on_to_gpu();
                } else if is_wanted && report.is_fallback {
                    self.tell(event);
                }
                return self.let_gpu_go();
            }
            Event::Device(DeviceEvent::Opened(report)) => self.device.set(Some(report.kind)),
            Event::Device(DeviceEvent::Timed(key, timing)) => {
                timing_cache::add(key.clone(), *timing);
            }
            // Only a run on a GPU may be started again, so only its checkpoints are remembered.
            Event::Run(RunEvent::Checkpoint(checkpoint)) if self.is_on_gpu() => {
                self.remember(checkpoint);
            }
            Event::Run(RunEvent::Stopped(_)) => {
                self.tell(event);
                return self.end_run();
            }
            Event::Check(CheckEvent::Done) => {
                self.is_checking.set(false);
                self.let_gpu_go();
            }
            Event::Failed(failure) if failure.kind.ends_worker() => {
                return self.replace(is_gpu, failure.clone());
            }
            Event::Failed(_) => {
                self.tell(event);
                return self.end_run();
            }
            _ => {}
        }
        self.tell(event);
    }

    /// Tells a worker that is ready what the other one knows, and opens its device.
    fn begin(&self, channel: &Rc<Channel<Command, Event>>) {
        channel.send(Command::Recall(timing_cache::read()));
        channel.send(Command::Cores(self.cores.get()));
        channel.send(Command::Open {
            choice: self.choice.get(),
            because: self.because.borrow().clone(),
        });
        // A waiting command may change the pace again.
        channel.send(Command::Pace(self.tempo.get()));
    }

    fn end_run(self: &Rc<Self>) {
        self.running.take();
        self.busy.set(None);
        self.go_on_to_gpu();
        self.let_gpu_go();
    }

    /// Has the next run on the GPU, if one is open and no run is under way.
    fn go_on_to_gpu(&self) {
        if self.busy.get().is_some() {
            return;
        }
        if let Some(report) = self.next.take() {
            self.is_gpu_on.set(true);
            self.device.set(Some(report.kind));
            // Its helpers have nothing to do any more.
            self.host.send(Command::Cores(1));
            self.gpu.send(Command::Cores(self.cores.get()));
            self.gpu.send(Command::Pace(self.tempo.get()));
            self.tell(DeviceEvent::Opened(report));
        }
    }

    /// Ends the GPU's worker if nothing waits for it.
    fn let_gpu_go(self: &Rc<Self>) {
        let is_needed = |state: &Self| {
            state.is_gpu_on.get()
                || state.is_gpu_coming.get()
                || state.is_checking.get()
                || state.next.borrow().is_some()
                // Its run has been told to stop, and will say so.
                || state.busy.get() == Some(true)
        };
        if !is_needed(self) {
            // Let a closure of its channel return before the worker ends, because the worker owns
            // it.
            let state = Rc::clone(self);
            spawn_local(async move {
                if !is_needed(&state) {
                    state.gpu.terminate();
                }
            });
        }
    }

    /// Makes a run that is started again start from this checkpoint.
    fn remember(&self, checkpoint: &Checkpoint) {
        if let Some(Command::Start { from, .. }) = self.running.borrow_mut().as_mut() {
            *from = Some(Box::new(checkpoint.clone()));
        }
    }

    fn is_on_gpu(&self) -> bool {
        self.is_gpu_on.get() && self.device.get() != Some(DeviceKind::Cpu)
    }

    /// Ends a worker that failed. In place of the GPU's the host's goes on with the run and gives
    /// the reason. The host's is started again, and is idle.
    fn replace(self: Rc<Self>, is_gpu: bool, failure: Failure) {
        let (is_shown, was_on_gpu) = (is_gpu == self.is_gpu_on.get(), self.is_on_gpu());
        let had_loaded = self.channel(is_gpu).is_ready();
        // Let this closure return before the worker ends, because the worker owns it.
        let channel = Rc::clone(self.channel(is_gpu));
        let run = self.running.borrow().clone();
        if is_gpu && self.is_checking.replace(false) {
            self.tell(CheckEvent::Done);
        }
        if is_gpu {
            self.is_gpu_coming.set(false);
            self.next.take();
        }
        if is_gpu && is_shown && was_on_gpu {
            self.choice.set(DeviceChoice::Cpu);
            self.because.replace(Some(failure.message));
            self.busy.set(run.is_some().then_some(false));
            spawn_local(async move {
                channel.terminate();
                self.open();
                if let Some(run) = run {
                    self.host.send(run);
                }
            });
            return;
        }
        if is_shown {
            self.running.take();
            self.busy.set(None);
            self.device.set(None);
            self.tell(failure);
        } else if is_gpu {
            // What the reader has goes on without it.
            self.tell(DeviceEvent::Opened(DeviceReport {
                is_fallback: true,
                ..cpu_report(failure.message)
            }));
        } else {
            self.tell(ClipEvent::Failed(failure.message));
        }
        spawn_local(async move {
            channel.terminate();
            // One that could not even be loaded would fail again, so the next command tries once
            // more.
            if had_loaded && is_shown {
                channel.spawn();
            }
        });
    }
}

fn unloadable(is_gpu: bool) -> &'static str {
    match is_gpu {
        true => "What trains on a GPU could not be loaded. Reload the page to try again",
        false => {
            "The training worker could not be loaded. Check the connection and press Train to try again, or reload the page"
        }
    }
}
