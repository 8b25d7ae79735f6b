//! Decides when a run is held, when it goes on, and how closely it is looked at meanwhile. Knows no
//! clock and no worker.

use super::stages::{Detail, Position, StageReport};
use super::{Command, RunEvent, Tempo, Unit};

/// Of the time that a stage is shown, the part for a step or a jump of steps within it.
const PART_OF_STAGE: u32 = 4;

/// The next thing to do with a run after one of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Go on.
    GoOn,
    /// Wait for so many milliseconds.
    Rest(u32),
    /// Hold it until the reader asks for more.
    Hold,
}

/// The reader's hold on a run: held or not, the step under way, the tempo.
#[derive(Clone, Debug, Default)]
pub struct Stepping {
    is_held: bool,
    /// Hold the run again after this unit.
    step: Option<Unit>,
    tempo: Tempo,
    /// The position in the run that the page was told of last.
    last_reported: Option<Position>,
}

impl Stepping {
    /// Another run begins, at the tempo of the one before; it is held after `step`, if there is
    /// one.
    pub fn begin(&mut self, step: Option<Unit>) {
        *self = Self {
            step,
            tempo: self.tempo,
            ..Self::default()
        };
    }

    /// True if the run is held.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// True if every frame counts, because few come.
    pub fn is_slow(&self) -> bool {
        self.step.is_some() || self.tempo != Tempo::Full
    }

    /// Returns how closely to look.
    pub fn detail(&self) -> Detail {
        match (self.step, self.tempo) {
            (Some(Unit::EnvStep), _)
            | (
                _,
                Tempo::Slow {
                    env_steps: true, ..
                },
            ) => Detail::Steps,
            (_, Tempo::Slow { .. }) => Detail::Jumps,
            (Some(Unit::Minibatch | Unit::Epoch), _) => Detail::Stages,
            (Some(Unit::Iteration) | None, _) => Detail::Nothing,
        }
    }

    /// Handles a command for a run that stands at `position`, and returns what to tell the page.
    pub fn handle(&mut self, command: &Command, position: Option<Position>) -> Vec<RunEvent> {
        match command {
            Command::Pause => {
                self.is_held = true;
                let unseen = position.filter(|position| self.last_reported != Some(*position));
                let report = unseen.map(|position| {
                    RunEvent::Stage(StageReport {
                        position,
                        view: None,
                    })
                });
                self.last_reported = position;
                report.into_iter().chain([RunEvent::Paused]).collect()
            }
            Command::Resume => self.go(None),
            Command::StepOnce(unit) => self.go(Some(*unit)),
            Command::Pace(tempo) => {
                self.tempo = *tempo;
                self.unobserved().into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Takes note of an event of the run, and returns what to do with the run next.
    pub fn after(&mut self, event: &RunEvent) -> NextStep {
        let is_done = match event {
            RunEvent::Stage(report) => {
                self.last_reported = Some(report.position);
                self.step.is_some_and(|unit| report.completes(unit))
            }
            RunEvent::Iteration(_) => self.step == Some(Unit::Iteration),
            _ => return NextStep::GoOn,
        };
        if is_done {
            self.is_held = true;
            return NextStep::Hold;
        }
        match (event, self.tempo) {
            (RunEvent::Stage(report), Tempo::Slow { millis, .. }) => {
                let is_complete = report.position.stage.is_complete();
                NextStep::Rest(if is_complete {
                    millis
                } else {
                    millis / PART_OF_STAGE
                })
            }
            (RunEvent::Iteration(_), Tempo::Watched { millis }) => NextStep::Rest(millis),
            _ => NextStep::GoOn,
        }
    }

    fn go(&mut self, step: Option<Unit>) -> Vec<RunEvent> {
        self.is_held = false;
        self.step = step;
        [RunEvent::Resumed]
            .into_iter()
            .chain(self.unobserved())
            .collect()
    }

    /// Nobody observes a run that goes on at full speed: the page is told so, once.
    fn unobserved(&mut self) -> Option<RunEvent> {
        let is_observed = self.is_held || self.detail() != Detail::Nothing;
        if is_observed {
            return None;
        }
        self.last_reported.take().map(|_| RunEvent::Unobserved)
    }
}
