//! The speed of a play on the screen.

use super::Play;
use crate::envs::{EnvId, cartpole};

/// Environment steps per second of the cart's time.
pub const STEPS_PER_SEC: f64 = cartpole::STEPS_PER_SEC as f64;
/// Time for which the end of an episode stays on the screen, s.
const REST_SECS: f64 = 1.2;
/// Longest time that one refresh of the picture may advance, s; after a longer gap the tab was
/// hidden.
pub const LONGEST_LEAP_SECS: f64 = 0.1;

/// Returns the steps of an environment in a second at its natural speed: a cart's are those of its
/// own time, a task says how long each of its steps is shown.
pub fn steps_per_sec(id: EnvId) -> f64 {
    id.task()
        .map_or(STEPS_PER_SEC, |task| task.step_secs.recip())
}

/// Converts time into steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayPace {
    /// Steps that are due, including a fraction.
    due: f64,
    /// Time for which the end of the episode has been on the screen, s.
    rested_secs: f64,
}

impl PlayPace {
    /// Advances `play` by `secs` of the reader's time, at `speed` times its natural speed. Returns
    /// true if anything moved.
    pub fn turn(&mut self, play: &mut Play, secs: f64, speed: f64) -> bool {
        let leap_secs = secs.clamp(0.0, LONGEST_LEAP_SECS);
        if play.ending.is_some() {
            self.due = 0.0;
            self.rested_secs += leap_secs;
            return self.rested_secs >= REST_SECS && {
                self.rested_secs = 0.0;
                play.step()
            };
        }
        self.rested_secs = 0.0;
        self.due += leap_secs * steps_per_sec(play.id()) * speed;
        let mut has_moved = false;
        while self.due >= 1.0 {
            self.due -= 1.0;
            let moved = play.step();
            has_moved |= moved;
            // A play that waits for a push starts with that push; the time spent waiting does not
            // count.
            if !moved || play.ending.is_some() {
                self.due = 0.0;
            }
        }
        has_moved
    }
}
