//! How fast a play goes on the screen.

use super::Play;
use crate::envs::cartpole;

/// Steps in a second of the cart's time.
pub const STEPS_PER_SEC: f64 = cartpole::STEPS_PER_SEC as f64;
/// Time for which the end of an episode stays in view, s.
const REST_SECS: f64 = 1.2;
/// Longest leap between two refreshes of a picture, s; after a longer one the tab was hidden.
pub const LONGEST_LEAP_SECS: f64 = 0.1;

/// Turns time into steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayPace {
    /// Steps that are due, with fraction.
    due: f64,
    /// How long the end of an episode has been in view, s.
    rested_secs: f64,
}

impl PlayPace {
    /// Moves `play` on by `secs` of the reader's time, at `speed` times its natural speed; gives whether anything moved.
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
        self.due += leap_secs * STEPS_PER_SEC * speed;
        let mut has_moved = false;
        while self.due >= 1.0 {
            self.due -= 1.0;
            let moved = play.step();
            has_moved |= moved;
            // What waits for a push begins with it, and not with what has become due meanwhile.
            if !moved || play.ending.is_some() {
                self.due = 0.0;
            }
        }
        has_moved
    }
}
