//! The state of a race. Each device has a training worker of its own, which ends with the race.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use crate::ui::lab::Lab;
use crate::view::race::{Lane, SIZES, settings};
use crate::workers::training::TrainingClient;
use policy_lab::protocol::{
    Command, DeviceChoice, DeviceEvent, DeviceKind, DeviceReport, Event, RunEvent,
};

/// The place of the CPU among the devices of a size.
pub const CPU: usize = 0;
/// The place of the GPU.
pub const GPU: usize = 1;
/// Longest time for a device at one size. Its first iteration may take long, or never be over.
const PATIENCE: Duration = Duration::from_secs(40);

/// The runs of a race, one after the other: at each size the CPU's, then the GPU's.
const HEATS: usize = 2 * SIZES.len();

/// Returns the place of a run in the race.
pub fn heat_of(size: usize, device: usize) -> usize {
    2 * SIZES.iter().position(|it| *it == size).unwrap_or(0) + device
}

/// A race. A copyable handle.
#[derive(Clone, Copy)]
pub struct Race {
    lab: Lab,
    /// The runs, in their order.
    pub lanes: RwSignal<[Lane; HEATS]>,
    /// The run under way.
    pub heat: RwSignal<Option<usize>>,
    /// What the search for a GPU came to: it is open, or the CPU is in its place.
    pub gpu: RwSignal<Option<DeviceReport>>,
    /// Why a device does not race, or no longer: a sentence without its full stop.
    pub missing: RwSignal<[Option<String>; 2]>,
    /// What there is to say of the race as a whole.
    pub said: RwSignal<&'static str>,
    clients: StoredValue<[Option<Rc<TrainingClient>>; 2], LocalStorage>,
    /// Counts up with each run, so that the end of its time is not taken for that of another.
    turn: StoredValue<usize>,
}

impl Race {
    /// Creates a race that has not begun.
    pub fn new(lab: Lab) -> Self {
        Self {
            lab,
            lanes: RwSignal::default(),
            heat: RwSignal::default(),
            gpu: RwSignal::default(),
            missing: RwSignal::default(),
            said: RwSignal::default(),
            clients: StoredValue::new_local([None, None]),
            turn: StoredValue::new(0),
        }
    }

    /// Begins, from the first run on.
    pub fn begin(self) {
        self.lanes.set(Default::default());
        self.gpu.set(None);
        self.missing.set([None, None]);
        self.said.set("");
        // The choice that is left to the worker says whether the adapter is software.
        let clients =
            [(CPU, DeviceChoice::Cpu), (GPU, DeviceChoice::Auto)].map(|(device, choice)| {
                let take = move |event| self.take(device, event);
                Some(Rc::new(TrainingClient::new(choice, take)))
            });
        self.clients.set_value(clients);
        self.send(CPU, Command::Cores(self.lab.cores.chosen.get_untracked()));
        self.enter(0);
    }

    /// Ends the race, and says why.
    pub fn end(self, said: &'static str) {
        self.said.set(said);
        self.heat.set(None);
        self.let_go([CPU, GPU].as_slice());
    }

    /// Goes on to a run, or to the next one whose device races.
    fn enter(self, heat: usize) {
        let next = (heat..HEATS).find(|heat| {
            let device = heat % 2;
            self.missing
                .with_untracked(|missing| missing[device].is_none())
        });
        let Some(next) = next else {
            return self.end("");
        };
        self.heat.set(Some(next));
        self.turn.update_value(|turn| *turn += 1);
        let turn = self.turn.get_value();
        if next % 2 == CPU || self.gpu.with_untracked(Option::is_some) {
            let config = Box::new(settings(SIZES[next / 2]));
            self.send(next % 2, Command::Start { config, from: None });
        }
        set_timeout(
            move || {
                let is_on = self.heat.try_get_untracked() == Some(Some(next));
                if is_on && self.turn.get_value() == turn {
                    let name = ["CPU", "GPU"][next % 2];
                    let secs = PATIENCE.as_secs();
                    self.leave(next % 2, format!("The {name} was not done within {secs} s"));
                }
            },
            PATIENCE,
        );
    }

    fn take(self, device: usize, event: Event) {
        let Some(heat) = self.heat.try_get_untracked().flatten() else {
            return;
        };
        let is_its = heat % 2 == device;
        match event {
            // Left to choose, it would train on the CPU meanwhile, and time both.
            Event::Device(DeviceEvent::FoundGpu) if device == GPU => {
                let choice = DeviceChoice::Webgpu;
                self.send(
                    GPU,
                    Command::Open {
                        choice,
                        because: None,
                    },
                );
            }
            Event::Device(DeviceEvent::Opened(report)) if device == GPU => {
                // What comes in place of a GPU that fails later is no news of what there is.
                self.gpu.update(|gpu| {
                    gpu.get_or_insert_with(|| report.clone());
                });
                if report.kind == DeviceKind::Cpu {
                    return self.leave(GPU, report.reason);
                }
                if is_its {
                    self.enter(heat);
                }
            }
            Event::Run(RunEvent::Iteration(report)) if is_its => {
                let mut is_over = false;
                self.lanes.update(|lanes| {
                    let lane = &mut lanes[heat];
                    let was_over = lane.is_over();
                    lane.take(&report);
                    is_over = lane.is_over() && !was_over;
                });
                if is_over {
                    self.send(device, Command::Stop);
                }
            }
            Event::Run(RunEvent::Stopped(_)) if is_its => self.enter(heat + 1),
            Event::Failed(failure) => self.leave(device, failure.message),
            _ => {}
        }
    }

    /// Goes on without a device.
    fn leave(self, device: usize, why: String) {
        self.missing.update(|missing| missing[device] = Some(why));
        self.let_go(&[device]);
        if let Some(heat) = self.heat.get_untracked().filter(|heat| heat % 2 == device) {
            self.enter(heat + 1);
        }
    }

    fn send(self, device: usize, command: Command) {
        self.clients.with_value(|clients| {
            if let Some(client) = &clients[device] {
                client.send(command);
            }
        });
    }

    /// Ends workers, once the closure has returned that may have been called by one of them.
    fn let_go(self, devices: &[usize]) {
        let mut gone = Vec::new();
        self.clients.update_value(|clients| {
            gone.extend(devices.iter().filter_map(|device| clients[*device].take()));
        });
        set_timeout(move || drop(gone), Duration::ZERO);
    }
}
