def compute_returns(rewards, done, gamma=0.9):
    """Discounted returns of many worlds at once.

    rewards: [num_envs, num_steps], floats
    done: [num_envs, num_steps], True where an episode ended on that step
    Gives [num_envs, num_steps]: G_t = r_t + gamma * G_{t+1}, and nothing is carried over an end.
    """
    raise NotImplementedError()
