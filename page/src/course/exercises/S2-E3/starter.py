class SpinCart(CartPole):
    """A cart whose pole may turn all the way round."""

    def reward_function(self, action):
        """Gives [num_envs]: more for a fast spin, less for a cart that runs away."""
        x, v, theta, omega = self.state.unbind(-1)
        raise NotImplementedError()

    def terminated(self):
        """Where an episode ends: [num_envs]. Only when the cart leaves the track."""
        return self.state[:, 0].abs() > self.x_threshold
