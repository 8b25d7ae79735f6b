def compute_advantages(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    """Returns the generalised advantage estimates, [num_steps, num_envs].

    rewards, values, terminated: [num_steps, num_envs]; terminated[t] is true if an episode ended just before step t
    next_value, next_terminated: [num_envs], value and flag after the last step

        A_t = delta_t + gamma * gae_lambda * (1 - d_{t+1}) * A_{t+1}
        delta_t = r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t
    """
    raise NotImplementedError()
