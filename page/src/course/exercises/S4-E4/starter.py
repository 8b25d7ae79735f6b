def get_cumulative_rewards(rewards, gamma=0.99):
    """Discounted returns of one episode.

    rewards: a list of numbers, one for each step
    Gives a list as long: G_t = r_t + gamma * r_{t+1} + gamma**2 * r_{t+2} + ...
    """
    # Begin with the last step: G_t = r_t + gamma * G_{t+1}
    raise NotImplementedError()
