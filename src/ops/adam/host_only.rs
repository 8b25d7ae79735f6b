//! Replaces `tensors` in a build without burn.

use super::{Adam, clip, descend};
use crate::device::Values;

impl Adam {
    /// Takes one gradient step, as [`descend`] does.
    pub fn step(&mut self, parameters: Values, gradient: Values, learning_rate: f64) -> Values {
        let step = self.clock.advance(learning_rate);
        let mut parameters = parameters;
        let moments = (
            self.first_moment.numbers_mut(),
            self.second_moment.numbers_mut(),
        );
        descend(parameters.numbers_mut(), gradient.numbers(), moments, step);
        parameters
    }
}

/// Scales `gradient` to a norm of at most `max_norm`, as [`clip`] does. Returns it with the norm it had.
pub fn clip_by_global_norm(gradient: Values, max_norm: Option<f64>) -> (Values, Values) {
    let (gradient, norm) = clip(gradient.into_numbers(), max_norm);
    (Values::from(gradient), Values::from(vec![norm]))
}
