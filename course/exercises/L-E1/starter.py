def calc_clipped_surrogate_objective(dist, mb_action, mb_advantages, mb_logprobs, clip_coef, eps=1e-8):
    """Returns what PPO's policy maximises: mean(min(ratio * A, clip(ratio, 1 - clip_coef, 1 + clip_coef) * A)).

    dist: Categorical, the present policy on the minibatch's observations
    mb_action, mb_advantages, mb_logprobs: [minibatch_size]; mb_logprobs are those of the policy that acted
    A are the advantages, normalised within the minibatch; eps guards that division against 0.
    """
    raise NotImplementedError()
