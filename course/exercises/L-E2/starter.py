def calc_value_function_loss(values, mb_returns, vf_coef):
    """Returns vf_coef times the critic's mean squared error. values and mb_returns are [minibatch_size]."""
    raise NotImplementedError()
