//! Updates the state of the cells with the answers of the Python worker.

use leptos::prelude::*;

use super::workbench::{CellState, Workbench};
use crate::course::Exercise;
use policy_lab::python::protocol::PythonAnswer;

impl Workbench {
    /// Takes an answer of the Python worker.
    pub fn take(self, answer: PythonAnswer) {
        match answer {
            PythonAnswer::Loading { loaded, total } if self.is_busy() => {
                self.state.set(CellState::Loading(loaded, total));
            }
            PythonAnswer::Building if self.is_busy() => self.state.set(CellState::Building),
            PythonAnswer::Ready if self.is_busy() => {
                self.state.set(CellState::Running);
                // Loading does not count.
                self.watch();
            }
            PythonAnswer::Building | PythonAnswer::Loading { .. } | PythonAnswer::Ready => {}
            PythonAnswer::Printed(text) => self.printed.update(|printed| printed.push_str(&text)),
            PythonAnswer::Ran(failure) => {
                self.clear_timer();
                let Some(exercise) = Exercise::find(self.ran.get_untracked()) else {
                    return;
                };
                match failure {
                    Some(failure) => self.state.set(CellState::Failed(failure)),
                    None if self.is_training.get_value() => self.state.set(CellState::Fresh),
                    // The text was edited while it ran, so the checks passed for another text than the present one.
                    None if self.text_untracked(exercise) != self.sent.get_value() => {
                        self.state.set(CellState::Ended(
                            "What ran has passed its checks, but the \
                             text has changed meanwhile: run it again"
                                .to_owned(),
                        ));
                    }
                    None => {
                        self.passed.update(|passed| passed.extend([exercise.id]));
                        self.state.set(CellState::Passed);
                    }
                }
            }
            PythonAnswer::Run(event) => self.lab.take_from_reader(event),
            PythonAnswer::Ended(why) => {
                self.clear_timer();
                if self.is_busy() {
                    self.state.set(CellState::Ended(why));
                }
                self.lab.lose_reader_run();
            }
        }
    }
}
