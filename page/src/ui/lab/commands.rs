//! The reader's commands to a run and to the device.

use leptos::prelude::*;

use super::{Lab, PaceChoice};
use crate::ui::browser::chance;
use policy_lab::config::TrainConfig;
use policy_lab::history::{History, Phase};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::{Command, DeviceChoice, DeviceKind};

impl Lab {
    /// Starts a new run with the current settings. A paused run is dropped.
    pub fn train(self) {
        self.start_from(None);
    }

    /// Continues, with the current settings, from the newest checkpoint of a run that failed.
    pub fn go_on(self) {
        let of = |history: &History| history.run.newest_checkpoint().cloned();
        self.go_on_from(self.run.history.with_untracked(of));
    }

    /// Goes back to a checkpoint of the run and continues from there with the current settings.
    pub fn rewind(self, iteration: usize) {
        let of = |history: &History| history.run.checkpoint(iteration).cloned();
        self.go_on_from(self.run.history.with_untracked(of));
    }

    /// Does nothing without a checkpoint, so that a button that is pressed too late does not start
    /// a new run.
    fn go_on_from(self, checkpoint: Option<Checkpoint>) {
        if checkpoint.is_some() {
            self.start_from(checkpoint);
        }
    }

    fn start_from(self, checkpoint: Option<Checkpoint>) {
        if let Ok(config) = self.settings.config.get_untracked() {
            self.begin(config, checkpoint);
        }
    }

    /// Starts a run with these settings, from a checkpoint if there is one. A run under way ends.
    pub(in crate::ui) fn begin(self, config: TrainConfig, from: Option<Checkpoint>) {
        self.leave_reader_run();
        if config.env_id.is_stand_in() {
            if from.is_some() {
                let said = "Python steps this world, and what it keeps is in no checkpoint: the run began anew";
                self.address.notices.set(vec![said.to_owned()]);
            }
            return self.begin_with_python(&config);
        }
        self.run.await_start();
        // The reference of a run with the reader's functions ran at full speed, so set the pace
        // again.
        self.send(Command::Pace(self.run.tempo()));
        self.send(Command::Start {
            config: Box::new(config),
            from: from.map(Box::new),
        });
    }

    /// Pauses the run.
    pub fn pause(self) {
        self.drive(Command::Pause);
    }

    /// Continues a paused run.
    pub fn resume(self) {
        self.drive(Command::Resume);
    }

    /// Does one step of the chosen unit, in the paused run or at the start of a new one.
    pub fn step(self) {
        let unit = self.run.unit.get_untracked();
        if self.run.phase.get_untracked() == Phase::Paused {
            self.drive(Command::StepOnce(unit));
        } else {
            self.send(Command::HoldNext(unit));
            self.train();
        }
    }

    /// Chooses the pace of this run and of the next ones.
    pub fn choose_pace(self, pace: PaceChoice) {
        self.run.choose_pace(pace);
        self.keep_pace();
    }

    /// Sends the chosen pace to the run.
    pub fn keep_pace(self) {
        self.drive(Command::Pace(self.run.tempo()));
    }

    /// Ends the run.
    pub fn stop(self) {
        self.drive(Command::Stop);
    }

    /// Discards the run. The settings, including the seed, stay.
    pub fn reset(self) {
        self.drive(Command::Stop);
        self.leave_reader_run();
        self.run.discard();
    }

    /// Runs checks in the order of the list, after those already under way.
    pub fn check(self, ids: Vec<String>) {
        self.send(Command::RunChecks(ids));
    }

    /// Writes a new random number into the seed field.
    pub fn new_seed(self) {
        self.settings.write("seed", &chance::seed().to_string());
    }

    /// Changes to another device. The curves stay; a run under way ends.
    pub fn use_device(self, kind: DeviceKind) {
        let choice = match kind {
            DeviceKind::Webgpu => DeviceChoice::Webgpu,
            DeviceKind::Cpu => DeviceChoice::Cpu,
        };
        if self.is_busy() {
            self.send(Command::Stop);
        }
        self.open(choice);
    }

    /// Opens the device that a link within the page names. A run under way is not ended for it: the
    /// reader is told.
    pub(in crate::ui) fn follow_device(self, choice: DeviceChoice) {
        if choice == self.settings.choice.get_untracked() {
            return;
        }
        if untrack(|| self.can_stop()) {
            let said = "The link asks for another device, and the run under way keeps its own. Stop the run and follow the link again";
            self.address.notices.set(vec![said.to_owned()]);
        } else {
            self.open(choice);
        }
    }

    fn open(self, choice: DeviceChoice) {
        self.settings.choice.set(choice);
        (self.run.history).update(|history| history.device.report = None);
        self.send(Command::Open {
            choice,
            because: None,
        });
    }
}
