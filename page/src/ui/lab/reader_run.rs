//! A run with the reader's functions. It takes the place of the lab's own run, which goes on beside it as the reference: same
//! settings, same seed, our functions.

use std::time::Duration;

use leptos::prelude::*;

use super::Lab;
use policy_lab::config::TrainConfig;
use policy_lab::history::{History, Phase};
use policy_lab::protocol::{Command, Event, StopReason, Tempo};

/// Time for the reader's functions to give way to a stop.
const PATIENCE: Duration = Duration::from_millis(1_500);

impl Lab {
    /// Begins the reference, and waits for the first event of the reader's run.
    pub fn train_mine(self, config: &TrainConfig) {
        if !self.is_mine.get_untracked() {
            let device = self
                .history
                .with_untracked(|history| history.device.clone());
            self.own_device.set_value(device);
            self.is_mine.set(true);
        }
        self.starting.set(true);
        self.failure.set(None);
        self.reference.update(History::reset);
        self.keep_pace();
        // Nobody looks at the reference.
        self.send(Command::Pace(Tempo::Full));
        self.send(Command::Start {
            config: Box::new(config.clone()),
            from: None,
        });
    }

    /// Goes back to runs with our functions: the reader's ends, and its reference is forgotten.
    pub fn leave_mine(self) {
        if !self.is_mine.get_untracked() {
            return;
        }
        self.drive(Command::Stop);
        self.is_mine.set(false);
        self.reference.update(History::reset);
        let device = self.own_device.get_value();
        self.history.update(|history| history.device = device);
    }

    /// Takes in an event of the reader's run.
    pub fn take_mine(self, event: Event) {
        if self.is_mine.get_untracked() {
            self.record(event);
        }
    }

    /// Python has ended, and with it the reader's run.
    pub fn lose_mine(self) {
        let is_under_way = self.starting.get_untracked()
            || matches!(self.phase.get_untracked(), Phase::Running | Phase::Paused);
        if self.is_mine.get_untracked() && is_under_way {
            self.record(Event::Stopped(StopReason::Requested));
        }
    }

    /// Commands the run that is shown.
    pub(in crate::ui) fn drive(self, command: Command) {
        if !self.is_mine.get_untracked() {
            self.send(command);
            return;
        }
        let stops = command == Command::Stop;
        if let Some(drive) = self.driver.get_value() {
            drive(command);
        }
        if stops {
            self.send(Command::Stop);
        }
    }

    /// Whether a stop that was asked for so long ago has not been heard.
    pub(in crate::ui) fn after_patience(self, then: impl Fn() + 'static) {
        let check = move || {
            if self.is_mine.get_untracked() && self.phase.get_untracked() == Phase::Running {
                then();
            }
        };
        set_timeout(check, PATIENCE);
    }

    /// Whether an event of the training worker belongs to the reference run.
    pub(in crate::ui) fn is_of_reference(self, event: &Event) -> bool {
        let is_of_a_run = !matches!(
            event,
            Event::Ready | Event::Check(_) | Event::ChecksDone | Event::Timed(..)
        );
        self.is_mine.get_untracked() && is_of_a_run
    }

    pub(in crate::ui) fn take_reference(self, event: Event) {
        match event {
            Event::Opened(report) => self.own_device.set_value(Some(report)),
            // The carts that are shown are those of the reader's run, and so are the networks to go back to.
            Event::Frame(_) | Event::Checkpoint(_) => {}
            event => {
                let is_stream = matches!(event, Event::Iteration(_));
                self.reference
                    .update_untracked(|reference| reference.apply(event));
                // The reader's own iterations announce both.
                if !is_stream {
                    self.reference.notify();
                }
            }
        }
    }
}
