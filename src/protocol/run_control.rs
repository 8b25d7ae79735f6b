//! When a run is held, when it goes on, and how closely it is looked at meanwhile. Knows no clock and no worker.

use super::stages::{Detail, Position, StageReport};
use super::{Command, Event, Tempo, Unit};

/// Of the time that a stage is shown, the part for a step or a jump of steps within it.
const PART_OF_STAGE: u32 = 4;

/// What is to be done with a run after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// It goes on.
    GoOn,
    /// It waits for so many milliseconds.
    Rest(u32),
    /// It is held until somebody asks for more.
    Hold,
}

/// What was asked of a run.
#[derive(Clone, Debug, Default)]
pub struct Stepping {
    is_held: bool,
    /// How far the run may go before it is held again.
    step: Option<Unit>,
    tempo: Tempo,
    /// The position that was told last.
    told: Option<Position>,
}

impl Stepping {
    /// Another run begins, at the tempo of the one before; it is held after `step`, if there is one.
    pub fn begin(&mut self, step: Option<Unit>) {
        *self = Self {
            step,
            tempo: self.tempo,
            ..Self::default()
        };
    }

    /// Whether the run is held.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Whether every picture counts, because few come.
    pub fn is_slow(&self) -> bool {
        self.step.is_some() || self.tempo != Tempo::Full
    }

    /// How closely to look.
    pub fn grain(&self) -> Detail {
        match (self.step, self.tempo) {
            (Some(Unit::EnvStep), _)
            | (
                _,
                Tempo::Slow {
                    env_steps: true, ..
                },
            ) => Detail::Steps,
            (_, Tempo::Slow { .. }) => Detail::Jumps,
            (Some(Unit::Minibatch | Unit::Epoch), Tempo::Full) => Detail::Stages,
            (Some(Unit::Iteration) | None, Tempo::Full) => Detail::Nothing,
        }
    }

    /// Takes a command for a run that stands at `position`, and gives what to tell of it.
    pub fn obey(&mut self, command: &Command, position: Option<Position>) -> Vec<Event> {
        match command {
            Command::Pause => {
                self.is_held = true;
                let unseen = position.filter(|position| self.told != Some(*position));
                let report = unseen.map(|position| {
                    Event::Stage(StageReport {
                        position,
                        seen: None,
                    })
                });
                self.told = position;
                report.into_iter().chain([Event::Paused]).collect()
            }
            Command::Resume => self.go(None),
            Command::StepOnce(unit) => self.go(Some(*unit)),
            Command::Pace(tempo) => {
                self.tempo = *tempo;
                self.unwatched().into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Takes note of an event of the run.
    pub fn after(&mut self, event: &Event) -> NextStep {
        let is_done = match event {
            Event::Stage(report) => {
                self.told = Some(report.position);
                self.step.is_some_and(|unit| report.completes(unit))
            }
            Event::Iteration(_) => self.step == Some(Unit::Iteration),
            _ => return NextStep::GoOn,
        };
        if is_done {
            self.is_held = true;
            return NextStep::Hold;
        }
        match (event, self.tempo) {
            (Event::Stage(report), Tempo::Slow { millis, .. }) => {
                let is_complete = report.position.stage.is_complete();
                NextStep::Rest(if is_complete {
                    millis
                } else {
                    millis / PART_OF_STAGE
                })
            }
            _ => NextStep::GoOn,
        }
    }

    fn go(&mut self, step: Option<Unit>) -> Vec<Event> {
        self.is_held = false;
        self.step = step;
        [Event::Resumed]
            .into_iter()
            .chain(self.unwatched())
            .collect()
    }

    /// Nobody looks at a run that goes on at full speed.
    fn unwatched(&mut self) -> Option<Event> {
        let is_watched = self.is_held || self.grain() != Detail::Nothing;
        if is_watched {
            return None;
        }
        self.told.take().map(|_| Event::Unwatched)
    }
}
