//! Checks the class in Python's worker, and takes what the worker answers.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::state::WorldState;
use crate::ui::browser::chance;
use crate::ui::cells::CellState;
use crate::ui::lab::PythonTrainer;
use crate::view::world::{ANSWER, asking, report};
use policy_lab::config::TrainConfig;
use policy_lab::envs::EnvId;
use policy_lab::history::health::OwnCode;
use policy_lab::protocol::Command;
use policy_lab::python::output::Output;
use policy_lab::python::protocol::{CellFailure, Program, PythonAnswer, PythonRequest};

/// All checks belong to one notebook, so that modules are imported once.
const NOTEBOOK: &str = "own-world";
/// The time limit of a check.
const LIMIT: Duration = Duration::from_secs(90);

impl WorldState {
    /// Checks the class as it is now.
    pub fn check(self) {
        if self.state.with_untracked(CellState::is_busy) {
            return;
        }
        if self.trains() && untrack(|| self.lab.can_stop()) {
            return self.state.set(CellState::Ended(
                "Python is stepping the world of the run under way. Stop that run first".to_owned(),
            ));
        }
        let text = self.text();
        self.report.set(None);
        self.printed.set(Output::default());
        self.said.set(None);
        if text.trim().is_empty() {
            return self.state.set(CellState::Ended(
                "There is no class yet. Write one, or begin with one of ours".to_owned(),
            ));
        }
        self.state.set(CellState::Running);
        self.asked.set_value((text.clone(), None));
        self.watch();
        self.is_warm.set_value(true);
        self.send(PythonRequest::RunProgram(Program {
            notebook: NOTEBOOK.to_owned(),
            file: "check.py".to_owned(),
            source: asking(&text),
            seed: chance::seed(),
            ..Program::default()
        }));
    }

    /// Lets the lab train in a world that Python steps.
    pub(super) fn offer_to_train(self) {
        let begin = move |config: &TrainConfig| {
            self.is_warm.set_value(true);
            self.send(PythonRequest::Train {
                cells: Vec::new(),
                parts: Vec::new(),
                config: Box::new(config.clone()),
            });
        };
        let drive = move |command: Command| {
            let stops = command == Command::Stop;
            self.send(PythonRequest::Drive(command));
            if stops {
                // A step that never ends hears nothing.
                self.lab.after_patience(move || {
                    if let Some(client) = self.client.get_value() {
                        client.restart();
                    }
                    self.lab.lose_reader_run();
                });
            }
        };
        (self.lab.reader_run.python).set_value(Some(PythonTrainer {
            begin: Rc::new(begin),
            drive: Rc::new(drive),
        }));
    }

    fn send(self, request: PythonRequest) {
        if let Some(client) = self.client.get_value() {
            client.send(request);
        }
    }

    /// Ends the check, whatever it is doing. The text stays.
    pub fn stop(self) {
        self.end("Stopped. Your class is still here");
    }

    /// Starts Python before it is needed.
    pub(super) fn warm_up(self) {
        let is_first = self.is_warm.with_value(|is_warm| !is_warm);
        if is_first && let Some(client) = self.client.get_value() {
            self.is_warm.set_value(true);
            client.restart();
        }
    }

    fn end(self, why: &str) {
        self.clear_timer();
        if let Some(client) = self.client.get_value() {
            client.restart();
        }
        if self.state.with_untracked(CellState::is_busy) {
            self.state.set(CellState::Ended(why.to_owned()));
        }
    }

    /// Takes an answer of the worker.
    pub fn take(self, answer: PythonAnswer) {
        let is_busy = self.state.with_untracked(CellState::is_busy);
        match answer {
            PythonAnswer::Ended(why) => {
                self.clear_timer();
                self.is_warm.set_value(false);
                if is_busy {
                    self.state.set(CellState::Ended(why));
                }
                if self.trains() {
                    self.lab.lose_reader_run();
                }
            }
            PythonAnswer::Run(event) if self.trains() => self.lab.take_from_reader(*event),
            PythonAnswer::Arriving(arrival) if is_busy => {
                self.state.set(CellState::Arriving(arrival));
            }
            PythonAnswer::Ready if is_busy => {
                self.state.set(CellState::Running);
                // Loading does not count.
                self.watch();
            }
            PythonAnswer::Printed(text) if is_busy => {
                self.printed.update(|printed| printed.write(&text));
            }
            PythonAnswer::Cleared if is_busy => self.printed.set(Output::default()),
            PythonAnswer::Written(file) if is_busy && file.path == ANSWER => {
                self.asked
                    .update_value(|(_, found)| *found = Some(file.bytes));
            }
            PythonAnswer::Ran(failure) if is_busy => self.finish(failure),
            // What comes after a stop, and what a class draws while it is checked.
            PythonAnswer::Arriving(_)
            | PythonAnswer::Ready
            | PythonAnswer::Printed(_)
            | PythonAnswer::Cleared
            | PythonAnswer::Written(_)
            | PythonAnswer::Ran(_)
            | PythonAnswer::Figure(_)
            | PythonAnswer::Markup(_)
            | PythonAnswer::Pose(_)
            | PythonAnswer::Run(_) => {}
        }
    }

    /// Returns true if the run on show is in a world that Python steps.
    fn trains(self) -> bool {
        self.lab.reader_run.is_shown.get_untracked()
            && self.lab.reader_run.code.get_untracked() == OwnCode::Environment
    }

    fn finish(self, failure: Option<CellFailure>) {
        self.clear_timer();
        let asked = self.asked.try_update_value(std::mem::take);
        let (text, found) = asked.unwrap_or_default();
        let found = match (failure, found) {
            (Some(failure), _) => return self.state.set(CellState::Failed(failure)),
            (None, Some(found)) => report::read(&found, &text),
            (None, None) => Err("Python has left no answer. Check the class again".to_owned()),
        };
        let mut found = match found {
            Ok(found) => found,
            Err(why) => return self.state.set(CellState::Ended(why)),
        };
        if let Some(program) = found.program.take() {
            match EnvId::own(program) {
                Ok(id) => self.keep_program(id),
                Err(why) => {
                    found.became_program = false;
                    found.sentence = Some(why.to_string());
                }
            }
        }
        self.report.set(Some((text, found)));
        self.state.set(CellState::Passed);
    }

    /// Starts the time limit. It starts again when Python is ready, and while it arrives.
    fn watch(self) {
        self.clear_timer();
        let on_time = move || {
            match self.state.get_untracked() {
            CellState::Arriving(_) => self.watch(),
            CellState::Running => self.end(
                "The check was ended after 90 seconds. Does a loop in reset or step never stop? Let it end after a fixed number of turns",
            ),
            CellState::Fresh | CellState::Passed | CellState::Failed(_) | CellState::Ended(_) => {}
        }
        };
        self.timer
            .set_value(set_timeout_with_handle(on_time, LIMIT).ok());
    }

    fn clear_timer(self) {
        if let Some(timer) = self.timer.get_value() {
            timer.clear();
        }
    }
}
