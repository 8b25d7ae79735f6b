def normalize_returns(returns):
    """Returns the returns, [num_envs, num_steps], with mean 0 and standard deviation 1."""
    mean = returns.mean(dim=1, keepdim=True)
    std = returns.std(dim=1, keepdim=True)
    return (returns - mean) / (std + 1e-8)
