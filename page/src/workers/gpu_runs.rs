//! The page's end of a training worker of its own that trains many runs side by side on the GPU.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use policy_lab::config::TrainConfig;
use policy_lab::protocol::arrival::LoaderNews;
use policy_lab::protocol::{
    Command, DeviceChoice, DeviceEvent, DeviceKind, DeviceReport, Event, ManyEvent, RunEvent,
};
use policy_lab::worker::channel::{Channel, Incoming};

use super::channel_of;
use super::training::GPU;

/// What happens to runs on the GPU.
pub enum GpuNews {
    /// This device trains them.
    Takes(DeviceReport),
    /// An event of a run, by its number: what [`Replicas`](super::replicas::Replicas) tell of, and
    /// the device after a start.
    Of(usize, Event),
    /// The CPU is to train these from their start, for a reason: a sentence without its full stop.
    LeftToCpu(Vec<(usize, TrainConfig)>, String),
}

/// A worker that trains many runs on the GPU. It starts when there is work and ends when there is
/// none.
pub struct GpuRuns {
    state: Rc<GpuState>,
}

struct GpuState {
    channel: Rc<Channel<Command, Event>>,
    choice: Cell<DeviceChoice>,
    /// The cores of the CPU that train the runs if they are faster.
    cores: Cell<usize>,
    /// The runs that are not over.
    runs: RefCell<BTreeMap<usize, TrainConfig>>,
    report: RefCell<Option<DeviceReport>>,
    on_news: Box<dyn Fn(GpuNews)>,
}

impl GpuRuns {
    /// Creates the client of a worker that is not started yet.
    pub fn new(on_news: impl Fn(GpuNews) + 'static) -> Self {
        let state = Rc::new_cyclic(|weak| GpuState {
            channel: channel_of(GPU, weak, GpuState::on_message),
            choice: Cell::default(),
            cores: Cell::new(1),
            runs: RefCell::default(),
            report: RefCell::default(),
            on_news: Box::new(on_news),
        });
        Self { state }
    }

    /// Trains runs, each with its number, on the device that the reader chose. Where the choice is
    /// left to the page, so many `cores` of the CPU get them if those are faster. Called when no
    /// run is under way.
    pub fn train(&self, runs: Vec<(usize, TrainConfig)>, choice: DeviceChoice, cores: usize) {
        self.state.choice.set(choice);
        self.state.cores.set(cores);
        self.state.runs.replace(runs.into_iter().collect());
        self.state.channel.spawn();
    }

    /// Ends all runs at once. No event of theirs follows.
    pub fn cancel(&self) {
        self.state.runs.take();
        self.state.channel.terminate();
    }
}

impl Drop for GpuRuns {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl GpuState {
    fn on_message(self: Rc<Self>, incoming: Incoming<Event>) {
        let event = match incoming {
            Incoming::Reply(event) => event,
            Incoming::Text(text) => match LoaderNews::read(&text) {
                Ok(LoaderNews::Arriving(_)) => return,
                Ok(LoaderNews::Ended(why)) | Err(why) => return self.break_off(&why),
            },
            Incoming::Late => return self.break_off("it does not arrive"),
            Incoming::Unreadable(why) | Incoming::Broken(why) => return self.break_off(&why),
        };
        match event {
            Event::Ready => {
                self.channel.ready();
                self.channel.send(Command::Open {
                    choice: self.choice.get(),
                    because: None,
                });
            }
            Event::Device(DeviceEvent::Opened(report)) => self.begin(report),
            Event::Many(ManyEvent::Events(events)) => {
                for (run, event) in events {
                    self.take(run, event);
                }
            }
            Event::Many(ManyEvent::LeftToCpu { runs, why }) => self.leave(&runs, why),
            Event::Many(ManyEvent::Done) => self.end_if_done(),
            // The device was lost, or the program ran into a fault: nothing that is over is lost
            // with it.
            Event::Failed(failure) => self.leave_all(failure.message),
            _ => {}
        }
    }

    /// Sends the runs, once the device is open.
    fn begin(self: &Rc<Self>, report: DeviceReport) {
        if report.kind == DeviceKind::Cpu {
            return self.leave_all(report.reason);
        }
        self.report.replace(Some(report.clone()));
        (self.on_news)(GpuNews::Takes(report));
        let runs = self.runs.borrow().clone();
        self.channel.send(Command::TrainMany {
            runs: runs.into_iter().collect(),
            against: (self.choice.get() == DeviceChoice::Auto).then_some(self.cores.get()),
        });
    }

    fn take(self: &Rc<Self>, run: usize, event: Event) {
        // What a cancelled run still says is nobody's.
        if !self.runs.borrow().contains_key(&run) {
            return;
        }
        if let Event::Failed(failure) = &event
            && failure.kind.ends_worker()
        {
            return self.leave(&[run], failure.message.clone());
        }
        if event.ends_run() {
            self.runs.borrow_mut().remove(&run);
        }
        let is_start = matches!(event, Event::Run(RunEvent::Started(_)));
        (self.on_news)(GpuNews::Of(run, event));
        let report = self.report.borrow().clone();
        if let Some(report) = report.filter(|_| is_start) {
            (self.on_news)(GpuNews::Of(run, DeviceEvent::Opened(report).into()));
        }
    }

    /// Gives runs up to the CPU.
    fn leave(self: &Rc<Self>, runs: &[usize], why: String) {
        let left = runs
            .iter()
            .filter_map(|run| self.runs.borrow_mut().remove_entry(run));
        let left: Vec<_> = left.collect();
        if !left.is_empty() {
            (self.on_news)(GpuNews::LeftToCpu(left, why));
        }
        self.end_if_done();
    }

    fn break_off(self: &Rc<Self>, why: &str) {
        self.leave_all(format!("The worker of the GPU broke off: {why}"));
    }

    fn leave_all(self: &Rc<Self>, why: String) {
        let all: Vec<usize> = self.runs.borrow().keys().copied().collect();
        self.leave(&all, why);
    }

    /// Ends the worker once no run is left, after the closure has returned that it owns.
    fn end_if_done(self: &Rc<Self>) {
        if self.runs.borrow().is_empty() {
            let state = Rc::clone(self);
            spawn_local(async move {
                // A new job may have begun meanwhile.
                if state.runs.borrow().is_empty() {
                    state.channel.terminate();
                }
            });
        }
    }
}
