class SpinCart(CartPole):
    """A cart whose pole may turn all the way round."""

    def reward_function(self, action):
        """Returns rewards, [num_envs]: more for a fast spin, less for a cart that runs away."""
        x, v, theta, omega = self.state.unbind(-1)
        raise NotImplementedError()

    def terminated(self):
        """Returns where an episode ends, [num_envs]: only where the cart has left the track."""
        return self.state[:, 0].abs() > self.x_threshold
