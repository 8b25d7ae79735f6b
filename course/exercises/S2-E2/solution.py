def cartpole_reward_function(self, action):
    """Returns rewards that say more than "still up": [num_envs], best between 0 and 1.

    self.state: [num_envs, 4], the state to which the step has led
    self.x_threshold, self.theta_threshold_radians: where episodes end
    """
    x, v, theta, omega = self.state.unbind(-1)
    off_centre = x.abs() / self.x_threshold
    leaning = theta.abs() / self.theta_threshold_radians
    # The last state of an episode may lie a little beyond a threshold.
    return (1 - 0.5 * (off_centre + leaning)).clamp(min=0.0)
