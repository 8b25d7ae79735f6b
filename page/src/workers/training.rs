//! The page's end of the training worker.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::{JsCast as _, closure::Closure};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::{memory, script};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::{Command, DeviceChoice, DeviceKind, Event, Failure, FailureKind, Tempo};
use policy_lab::worker::transport::{command_to_js, event_from_js};

/// The script that starts the worker.
const WORKER: &str = "worker_loader.js";

/// Spawns the worker, opens its device, queues commands until it is ready; and when its device fails, starts again on
/// the CPU with the reason, and goes on there with the run that was under way, from its newest checkpoint.
pub struct TrainingClient {
    state: Rc<State>,
}

struct State {
    on_event: Box<dyn Fn(Event)>,
    choice: Cell<DeviceChoice>,
    because: RefCell<Option<String>>,
    device: Cell<Option<DeviceKind>>,
    tempo: Cell<Tempo>,
    /// The [`Command::Start`] that goes on with the run under way when its device fails.
    running: RefCell<Option<Command>>,
    waiting: RefCell<Vec<Command>>,
    live: RefCell<Option<Live>>,
}

/// A worker that runs, with the closures that it calls.
struct Live {
    worker: Worker,
    is_ready: bool,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(ErrorEvent)>,
}

impl TrainingClient {
    /// Spawns the worker for `choice`. It never fails at once: what goes wrong arrives as [`Event::Failed`].
    pub fn new(choice: DeviceChoice, on_event: impl Fn(Event) + 'static) -> Self {
        let state = Rc::new(State {
            on_event: Box::new(on_event),
            choice: Cell::new(choice),
            because: RefCell::new(None),
            device: Cell::new(None),
            tempo: Cell::default(),
            running: RefCell::new(None),
            waiting: RefCell::new(Vec::new()),
            live: RefCell::new(None),
        });
        spawn(&state);
        Self { state }
    }

    /// Sends a command, at once or as soon as the worker listens.
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
            Command::Recall(_)
            | Command::Pause
            | Command::Resume
            | Command::StepOnce(_)
            | Command::HoldNext(_)
            | Command::Clip { .. }
            | Command::RunChecks(_) => {}
        }
        if state.live.borrow().is_none() {
            spawn(state);
        }
        state.post(command);
    }
}

impl Drop for TrainingClient {
    fn drop(&mut self) {
        self.state.terminate();
    }
}

impl State {
    fn post(&self, command: Command) {
        let live = self.live.borrow();
        match live.as_ref().filter(|live| live.is_ready) {
            Some(live) => {
                if let Ok(message) = command_to_js(&command)
                    && let Err(error) = live.worker.post_message(&message)
                {
                    web_sys::console::error_1(&error);
                }
            }
            None => self.waiting.borrow_mut().push(command),
        }
    }

    fn terminate(&self) {
        if let Some(live) = self.live.take() {
            live.worker.set_onmessage(None);
            live.worker.set_onerror(None);
            live.worker.terminate();
        }
    }

    /// Opens the device first, then whatever was asked for meanwhile.
    fn flush(&self) {
        if let Some(live) = self.live.borrow_mut().as_mut() {
            live.is_ready = true;
        }
        self.post(Command::Recall(memory::read()));
        self.post(Command::Open {
            choice: self.choice.get(),
            because: self.because.borrow().clone(),
        });
        // What waits may change it again.
        self.post(Command::Pace(self.tempo.get()));
        for command in self.waiting.take() {
            // The device that was asked for last is open already.
            if !matches!(command, Command::Open { .. }) {
                self.post(command);
            }
        }
    }

    /// Whether the worker has said that it listens.
    fn has_loaded(&self) -> bool {
        self.live
            .borrow()
            .as_ref()
            .is_some_and(|live| live.is_ready)
    }

    /// A run that begins again begins there.
    fn remember(&self, checkpoint: &Checkpoint) {
        if let Some(Command::Start { from, .. }) = self.running.borrow_mut().as_mut() {
            *from = Some(Box::new(checkpoint.clone()));
        }
    }

    fn is_on_gpu(&self) -> bool {
        self.device.get() != Some(DeviceKind::Cpu) && self.choice.get() != DeviceChoice::Cpu
    }
}

fn spawn(state: &Rc<State>) {
    let worker = match script::start(WORKER) {
        Ok(worker) => worker,
        Err(_) => {
            (state.on_event)(unloadable());
            return;
        }
    };
    let weak = Rc::downgrade(state);
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let event = event_from_js(&message.data()).unwrap_or_else(|error| {
            Event::Failed(Failure {
                kind: FailureKind::Bug,
                message: error.to_string(),
            })
        });
        hear(&weak, event);
    });
    let weak = Rc::downgrade(state);
    let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |error: ErrorEvent| {
        error.prevent_default();
        let has_loaded = weak.upgrade().is_some_and(|state| state.has_loaded());
        let event = if has_loaded {
            Event::Failed(Failure {
                kind: FailureKind::Bug,
                message: format!("The training worker broke off: {}", error.message()),
            })
        } else {
            unloadable()
        };
        hear(&weak, event);
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    state.live.replace(Some(Live {
        worker,
        is_ready: false,
        _on_message: on_message,
        _on_error: on_error,
    }));
}

fn hear(state: &Weak<State>, event: Event) {
    let Some(state) = state.upgrade() else {
        return;
    };
    match &event {
        Event::Ready => state.flush(),
        Event::Opened(report) => state.device.set(Some(report.kind)),
        Event::Timed(key, timing) => memory::add(key.clone(), *timing),
        // On the CPU no run begins again.
        Event::Checkpoint(checkpoint) if state.is_on_gpu() => state.remember(checkpoint),
        Event::Stopped(_) => drop(state.running.take()),
        Event::Failed(failure) if failure.kind.ends_worker() => {
            // Opening a GPU can break a worker too, before it could report a device.
            let is_on_gpu = state.is_on_gpu() && state.has_loaded();
            state.device.set(None);
            // The closure that runs now belongs to the worker that ends: let it return first.
            let reason = failure.message.clone();
            let again = Rc::clone(&state);
            wasm_bindgen_futures::spawn_local(async move { restart(&again, is_on_gpu, reason) });
            if is_on_gpu {
                return;
            }
        }
        Event::Failed(_) => drop(state.running.take()),
        _ => {}
    }
    (state.on_event)(event);
}

/// A fresh worker: on the CPU with the reason and the run under way, when the GPU's worker failed; otherwise idle.
fn restart(state: &Rc<State>, was_on_gpu: bool, reason: String) {
    let has_loaded = state.has_loaded();
    state.terminate();
    if was_on_gpu {
        state.choice.set(DeviceChoice::Cpu);
        state.because.replace(Some(reason));
        let again = state.running.borrow().clone();
        state.waiting.borrow_mut().extend(again);
    } else {
        state.running.take();
    }
    // A worker that could not even be loaded would fail again; the next command tries once more.
    if has_loaded {
        spawn(state);
    }
}

fn unloadable() -> Event {
    Event::Failed(Failure {
        kind: FailureKind::Bug,
        message: "The training worker could not be loaded. Check the connection and press Train to try again, or reload the page".to_owned(),
    })
}
