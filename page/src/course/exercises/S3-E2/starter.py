def compute_advantages(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    """Generalised advantage estimation.

    rewards, values, terminated: [num_steps, num_envs]; terminated[t] says that an episode ended just before step t
    next_value, next_terminated: [num_envs], for what follows the last step
    Gives [num_steps, num_envs]:
        A_t = delta_t + gamma * gae_lambda * (1 - d_{t+1}) * A_{t+1}
        delta_t = r_t + gamma * (1 - d_{t+1}) * V_{t+1} - V_t
    """
    raise NotImplementedError()
