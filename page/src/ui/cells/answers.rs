//! Updates the state of the cells with the answers of the Python worker.

use leptos::prelude::*;

use super::cell_run::CellState;
use super::workbench::Workbench;
use crate::course::Exercise;
use policy_lab::python::protocol::PythonAnswer;

impl Workbench {
    /// Takes an answer of the Python worker.
    pub fn take(self, answer: PythonAnswer) {
        let run = self.current();
        let is_busy = run.state.with_untracked(CellState::is_busy);
        match answer {
            PythonAnswer::Arriving(arrival) if is_busy => {
                run.state.set(CellState::Arriving(arrival));
            }
            PythonAnswer::Ready if is_busy => {
                run.state.set(CellState::Running);
                // Loading does not count.
                self.watch();
            }
            PythonAnswer::Arriving(_) | PythonAnswer::Ready => {}
            PythonAnswer::Printed(text) => run.printed.update(|printed| printed.push_str(&text)),
            PythonAnswer::Figure(svg) => run.shown.add_figure(svg),
            PythonAnswer::Markup(html) => run.shown.add_markup(html),
            PythonAnswer::Cleared => {
                run.printed.set(String::new());
                run.shown.clear_pictures();
            }
            PythonAnswer::Pose(pose) => run.shown.set_pose(pose),
            PythonAnswer::Written(file) => run.shown.add_written(file),
            PythonAnswer::Ran(failure) => {
                self.clear_timer();
                let Some(exercise) = Exercise::find(run.exercise.get_untracked()) else {
                    return;
                };
                self.note_try();
                match failure {
                    Some(failure) => run.state.set(CellState::Failed(failure)),
                    None if self.is_training.get_value() => run.state.set(CellState::Fresh),
                    // The text was edited while it ran, so the checks passed for another text than
                    // the present one.
                    None if self.text_untracked(exercise) != self.sent.get_value() => {
                        run.state.set(CellState::Ended(
                            "What ran has passed its checks, but the \
                             text has changed meanwhile: run it again"
                                .to_owned(),
                        ));
                    }
                    None => {
                        self.passed.update(|passed| passed.extend([exercise.id]));
                        run.state.set(CellState::Passed);
                    }
                }
            }
            PythonAnswer::Run(event) => self.lab.take_from_reader(*event),
            PythonAnswer::Ended(why) => {
                self.clear_timer();
                // Python that could not be loaded has tried nothing.
                if run.state.get_untracked() == CellState::Running {
                    self.note_try();
                }
                run.end(&why);
                self.lab.lose_reader_run();
            }
        }
    }
}
