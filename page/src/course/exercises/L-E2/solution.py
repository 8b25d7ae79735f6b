def calc_value_function_loss(values, mb_returns, vf_coef):
    """vf_coef times the mean squared error of the critic. Both are [minibatch_size]."""
    errors = values - mb_returns
    return vf_coef * errors.pow(2).mean()
