def compute_advantages(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    """Returns the advantages of generalised advantage estimation, [num_steps, num_envs]."""
    advantage, rows = t.zeros_like(next_value), []
    value, ended = next_value, next_terminated
    for step in reversed(range(len(rewards))):
        goes_on = 1.0 - ended.float()
        delta = rewards[step] + gamma * goes_on * value - values[step]
        advantage = delta + gamma * gae_lambda * goes_on * advantage
        rows.append(advantage)
        value, ended = values[step], terminated[step]
    return t.stack(rows[::-1])
