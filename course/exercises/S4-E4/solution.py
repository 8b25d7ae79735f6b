def get_cumulative_rewards(rewards, gamma=0.99):
    """Returns the discounted returns of one episode.

    rewards: list of numbers, one for each step
    Returns a list of the same length: G_t = r_t + gamma * r_{t+1} + gamma**2 * r_{t+2} + ...
    """
    returns = [0.0] * len(rewards)
    later = 0.0  # the return of the step after this one
    for step in range(len(rewards) - 1, -1, -1):
        later = rewards[step] + gamma * later
        returns[step] = later
    return returns
