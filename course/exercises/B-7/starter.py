def compute_importance_weights(logprobs_taken, tau, clip_coef):
    """Returns how much likelier each action has become, [num_envs, num_steps]."""
    weights = t.exp(logprobs_taken - tau.logprobs)
    if clip_coef is not None:
        weights = weights.clamp(1 - clip_coef, 1 + clip_coef)
    return weights
