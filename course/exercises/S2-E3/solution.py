class SpinCart(CartPole):
    """A cart whose pole may turn all the way round."""

    def reward_function(self, action):
        """Returns rewards, [num_envs]: more for a fast spin, less for a cart that runs away."""
        x, v, theta, omega = self.state.unbind(-1)
        spin = (omega.abs() / 10).clamp(max=1.0)
        # Capped from above: a cart at rest in the middle pays no penalty at all.
        straying = (x.abs() / self.x_threshold + v.abs() / 10).clamp(max=1.0)
        return spin - 0.5 * straying

    def terminated(self):
        """Returns where an episode ends, [num_envs]: only where the cart has left the track."""
        return self.state[:, 0].abs() > self.x_threshold
