//! The page's end of the training worker.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::{broken, channel_of, timing_cache};
use policy_lab::protocol::arrival::{Arrival, LoaderNews};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::failure::broke_off;
use policy_lab::protocol::{
    Command, DeviceChoice, DeviceEvent, DeviceKind, Event, RunEvent, Tempo,
};
use policy_lab::worker::channel::{Channel, Incoming};

/// The script that starts the worker.
pub(super) const WORKER: &str = "worker_loader.js";

/// A client of the training worker. Spawns the worker, opens its device and queues commands until
/// it is ready. If the device fails, starts again on the CPU, gives the reason, and continues the
/// run from its newest checkpoint.
pub struct TrainingClient {
    state: Rc<ClientState>,
}

struct ClientState {
    channel: Rc<Channel<Command, Event>>,
    on_event: Box<dyn Fn(Event)>,
    choice: Cell<DeviceChoice>,
    because: RefCell<Option<String>>,
    device: Cell<Option<DeviceKind>>,
    tempo: Cell<Tempo>,
    /// The cores that a run on the CPU may use.
    cores: Cell<usize>,
    /// The [`Command::Start`] that would continue the run if its device failed.
    running: RefCell<Option<Command>>,
}

impl TrainingClient {
    /// Spawns the worker for `choice`. Never fails itself: errors arrive as [`Event::Failed`].
    pub fn new(choice: DeviceChoice, on_event: impl Fn(Event) + 'static) -> Self {
        let state = Rc::new_cyclic(|weak| ClientState {
            channel: channel_of(WORKER, weak, ClientState::on_message),
            on_event: Box::new(on_event),
            choice: Cell::new(choice),
            because: RefCell::default(),
            device: Cell::default(),
            tempo: Cell::default(),
            cores: Cell::new(1),
            running: RefCell::default(),
        });
        state.channel.spawn();
        Self { state }
    }

    /// Sends a command, at once or as soon as the worker is ready.
    pub fn send(&self, command: Command) {
        let state = &self.state;
        match &command {
            Command::Open { choice, because } => {
                state.choice.set(*choice);
                state.because.replace(because.clone());
            }
            Command::Start { .. } => drop(state.running.replace(Some(command.clone()))),
            Command::Stop => drop(state.running.take()),
            Command::Pace(tempo) => state.tempo.set(*tempo),
            Command::Cores(cores) => state.cores.set(*cores),
            Command::Recall(_)
            | Command::Pause
            | Command::Resume
            | Command::StepOnce(_)
            | Command::HoldNext(_)
            | Command::Clip { .. }
            | Command::TrainMany { .. }
            | Command::RunChecks(_) => {}
        }
        state.channel.send(command);
    }

    /// Asks for a worker anew that has not arrived. What was to be done waits for the new one.
    pub fn ask_again(&self) {
        self.state.channel.respawn();
    }
}

impl Drop for TrainingClient {
    fn drop(&mut self) {
        self.state.channel.terminate();
    }
}

impl ClientState {
    fn on_message(self: Rc<Self>, incoming: Incoming<Event>) {
        let event = match incoming {
            Incoming::Reply(event) => event,
            Incoming::Text(text) => match LoaderNews::read(&text) {
                Ok(LoaderNews::Arriving(arrival)) => DeviceEvent::Arriving(arrival).into(),
                Ok(LoaderNews::Ended(why)) => broken(format!("{UNLOADABLE} ({why})")),
                Err(why) => broken(why),
            },
            Incoming::Late => DeviceEvent::Arriving(Arrival::Late).into(),
            Incoming::Unreadable(why) => broken(why),
            Incoming::Broken(why) if self.channel.is_ready() => {
                broken(broke_off("The training worker", &why))
            }
            Incoming::Broken(_) => broken(UNLOADABLE.to_owned()),
        };
        match &event {
            Event::Ready => self.flush(),
            Event::Device(DeviceEvent::Opened(report)) => self.device.set(Some(report.kind)),
            Event::Device(DeviceEvent::Timed(key, timing)) => {
                timing_cache::add(key.clone(), *timing);
            }
            // Only a run on a GPU may be started again, so only its checkpoints are remembered.
            Event::Run(RunEvent::Checkpoint(checkpoint)) if self.is_on_gpu() => {
                self.remember(checkpoint);
            }
            Event::Run(RunEvent::Stopped(_)) => drop(self.running.take()),
            Event::Failed(failure) if failure.kind.ends_worker() => {
                // Opening a GPU can also break a worker, before the worker reports a device.
                let was_on_gpu = self.is_on_gpu() && self.channel.is_ready();
                self.device.set(None);
                // Let this closure return before the worker ends, because the worker owns it.
                let (state, reason) = (Rc::clone(&self), failure.message.clone());
                spawn_local(async move { state.restart(was_on_gpu, reason) });
                if was_on_gpu {
                    return;
                }
            }
            Event::Failed(_) => drop(self.running.take()),
            _ => {}
        }
        (self.on_event)(event);
    }

    /// Opens the device, then sends the waiting commands.
    fn flush(&self) {
        let waiting = self.channel.ready();
        self.channel.send(Command::Recall(timing_cache::read()));
        self.channel.send(Command::Cores(self.cores.get()));
        self.channel.send(Command::Open {
            choice: self.choice.get(),
            because: self.because.borrow().clone(),
        });
        // A waiting command may change the pace again.
        self.channel.send(Command::Pace(self.tempo.get()));
        for command in waiting {
            // Waiting commands to open a device are not needed: the last choice is opened above.
            if !matches!(command, Command::Open { .. }) {
                self.channel.send(command);
            }
        }
    }

    /// Makes a run that is started again start from this checkpoint.
    fn remember(&self, checkpoint: &Checkpoint) {
        if let Some(Command::Start { from, .. }) = self.running.borrow_mut().as_mut() {
            *from = Some(Box::new(checkpoint.clone()));
        }
    }

    fn is_on_gpu(&self) -> bool {
        self.device.get() != Some(DeviceKind::Cpu) && self.choice.get() != DeviceChoice::Cpu
    }

    /// Replaces the worker with a new one. If the GPU's worker failed, the new one uses the CPU,
    /// gives the reason and continues the run; otherwise it is idle.
    fn restart(&self, was_on_gpu: bool, reason: String) {
        let had_loaded = self.channel.is_ready();
        self.channel.terminate();
        // A worker that could not even be loaded would fail again, so the next command tries once
        // more.
        if had_loaded {
            self.channel.spawn();
        }
        if was_on_gpu {
            self.choice.set(DeviceChoice::Cpu);
            self.because.replace(Some(reason));
            let run = self.running.borrow().clone();
            if let Some(run) = run {
                self.channel.send(run);
            }
        } else {
            self.running.take();
        }
    }
}

const UNLOADABLE: &str = "The training worker could not be loaded. Check the connection and press Train to try again, or reload the page";
