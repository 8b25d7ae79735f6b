def get_cumulative_rewards(rewards, gamma=0.99):
    """Returns the discounted returns of one episode.

    rewards: list of numbers, one for each step
    Returns a list of the same length: G_t = r_t + gamma * r_{t+1} + gamma**2 * r_{t+2} + ...
    """
    # Begin with the last step: G_t = r_t + gamma * G_{t+1}
    raise NotImplementedError()
