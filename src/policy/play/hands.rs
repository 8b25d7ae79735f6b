//! The reader's pushes.

use super::Push;

/// The reader's two keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hands {
    is_left_down: bool,
    is_right_down: bool,
    /// The current push; `None` before the first press of an episode.
    pub push: Option<Push>,
}

impl Hands {
    /// Presses or releases a key.
    pub fn hold(&mut self, push: Push, is_down: bool) {
        let (this, other, opposite) = match push {
            Push::Left => (&mut self.is_left_down, self.is_right_down, Push::Right),
            Push::Right => (&mut self.is_right_down, self.is_left_down, Push::Left),
        };
        let was_down = std::mem::replace(this, is_down);
        if is_down {
            self.push = Some(push);
        } else if was_down && other {
            self.push = Some(opposite);
        }
    }
}
