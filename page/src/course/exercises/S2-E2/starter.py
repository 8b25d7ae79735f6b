def cartpole_reward_function(self, action):
    """A reward for carts that says more than "still up".

    self.state: [num_envs, 4], where the step has led
    Gives [num_envs], best between 0 and 1. self.x_threshold and self.theta_threshold_radians are where episodes end.
    """
    x, v, theta, omega = self.state.unbind(-1)
    raise NotImplementedError()
