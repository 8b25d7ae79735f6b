def normalize_returns(returns):
    """Returns the returns, [num_envs, num_steps], with mean 0 and standard deviation 1."""
    mean = returns.mean()
    std = returns.std()
    return (returns - mean) / (std + 1e-8)
