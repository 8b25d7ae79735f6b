class DanceCart(CartPole):
    """A cart that dances. Say here, in one sentence, what a stranger should see it do."""

    def reward_function(self, action):
        """Returns rewards, [num_envs]: more for a state that belongs to the dance than for one that does not."""
        x, v, theta, omega = self.state.unbind(-1)
        raise NotImplementedError()

    def terminated(self):
        """Returns where an episode ends, [num_envs]: off the track, or where the pole leans too far."""
        return (self.state[:, 0].abs() > self.x_threshold) | (self.state[:, 2].abs() > self.theta_threshold_radians)
