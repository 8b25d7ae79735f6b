class DanceCart(CartPole):
    """The cart sways to the left and to the right of the middle in a steady beat, with the pole up."""

    def reward_function(self, action):
        """Returns rewards, [num_envs]: more for a state that belongs to the dance than for one that does not."""
        x, v, theta, omega = self.state.unbind(-1)
        # Fast and near the middle at once: only a cart that swings keeps both up. Beyond a metre, speed costs.
        sway = v.abs().clamp(max=1.0) * (1 - x.abs())
        # A quick shake pays as much as a wide swing, but it whips the pole.
        return 0.5 + sway - 0.7 * omega.abs()

    def terminated(self):
        """Returns where an episode ends, [num_envs]: off the track, or where the pole leans too far."""
        return (self.state[:, 0].abs() > self.x_threshold) | (self.state[:, 2].abs() > self.theta_threshold_radians)
