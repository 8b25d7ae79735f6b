def compute_advantages(next_value, next_terminated, rewards, values, terminated, gamma, gae_lambda):
    """Returns the generalised advantage estimates, [num_steps, num_envs]."""
    next_advantage = t.zeros_like(next_value)
    backwards = []
    for step in reversed(range(len(rewards))):
        # 0 where this step ended an episode: nothing that follows belongs to it.
        goes_on = 1.0 - next_terminated.float()
        delta = rewards[step] + gamma * goes_on * next_value - values[step]
        next_advantage = delta + gamma * gae_lambda * goes_on * next_advantage
        backwards.append(next_advantage)
        # For the step before, this one comes next.
        next_value, next_terminated = values[step], terminated[step]
    return t.stack(backwards[::-1])
