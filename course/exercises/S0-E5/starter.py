def compute_importance_weights(logprobs_taken, tau, clip_coef):
    """Returns how much likelier each action has become since it was taken.

    logprobs_taken: [num_envs, num_steps], by the present policy
    tau.logprobs: [num_envs, num_steps], when the action was taken
    clip_coef: if not None, weights are clipped to [1 - clip_coef, 1 + clip_coef]
    Returns [num_envs, num_steps], detached.
    """
    raise NotImplementedError()
