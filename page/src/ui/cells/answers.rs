//! What Python answers, taken into the state of the cells.

use leptos::prelude::*;

use super::workbench::{State, Workbench};
use crate::course::{Exercise, word};
use policy_lab::python::protocol::Answer;

impl Workbench {
    pub(super) fn take(self, answer: Answer) {
        match answer {
            Answer::Loading { loaded, total } if self.is_busy() => {
                self.state.set(State::Loading(loaded, total));
            }
            Answer::Building if self.is_busy() => self.state.set(State::Building),
            Answer::Ready if self.is_busy() => self.state.set(State::Running),
            Answer::Building | Answer::Loading { .. } | Answer::Ready => {}
            Answer::Printed(text) => self.printed.update(|printed| printed.push_str(&text)),
            Answer::Ran(failure) => {
                self.clear_timer();
                let Some(exercise) = Exercise::find(self.ran.get_untracked()) else {
                    return;
                };
                match failure {
                    Some(failure) => self.state.set(State::Failed(failure)),
                    None if self.is_training.get_value() => self.state.set(State::Fresh),
                    // The tick belongs to the text that ran.
                    None if self.text_untracked(exercise) != self.sent.get_value() => {
                        self.state
                            .set(State::Ended(word("cells.changed-meanwhile").to_owned()));
                    }
                    None => {
                        self.passed.update(|passed| passed.extend([exercise.id]));
                        self.state.set(State::Passed);
                    }
                }
            }
            Answer::Run(event) => self.lab.take_mine(event),
            Answer::Ended(why) => {
                self.clear_timer();
                if self.is_busy() {
                    self.state.set(State::Ended(why));
                }
                self.lab.lose_mine();
            }
        }
    }
}
