def compute_importance_weights(logprobs_taken, tau, clip_coef):
    """How much likelier each action has become since it was taken.

    logprobs_taken: [num_envs, num_steps], by the policy of now
    tau.logprobs: [num_envs, num_steps], when the action was taken
    clip_coef: None, or the weights are kept within 1 - clip_coef and 1 + clip_coef
    Gives [num_envs, num_steps], through which no gradient flows.
    """
    weights = (logprobs_taken.detach() - tau.logprobs).exp()
    if clip_coef is None:
        return weights
    return weights.clamp(1 - clip_coef, 1 + clip_coef)
