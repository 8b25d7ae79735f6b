def compute_importance_weights(logprobs_taken, tau, clip_coef):
    """Returns how much likelier each action has become since it was taken.

    logprobs_taken: [num_envs, num_steps], by the present policy
    tau.logprobs: [num_envs, num_steps], when the action was taken
    clip_coef: if not None, weights are clipped to [1 - clip_coef, 1 + clip_coef]
    Returns [num_envs, num_steps], detached.
    """
    weights = (logprobs_taken.detach() - tau.logprobs).exp()
    if clip_coef is None:
        return weights
    return weights.clamp(1 - clip_coef, 1 + clip_coef)
