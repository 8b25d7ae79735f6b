def compute_returns(rewards, done, gamma=0.9):
    """Returns the discounted returns of many environments at once.

    rewards: [num_envs, num_steps], floats
    done: [num_envs, num_steps], True where an episode ended on that step
    Returns [num_envs, num_steps]: G_t = r_t + gamma * G_{t+1}; the sum stops where an episode ended.
    """
    num_envs, num_steps = rewards.shape
    goes_on = (~done).float()
    later, columns = t.zeros(num_envs), []
    for step in range(num_steps - 1, -1, -1):
        later = rewards[:, step] + gamma * goes_on[:, step] * later
        columns.append(later)
    columns.reverse()  # the last step was appended first
    return t.stack(columns, dim=1)
