def calc_clipped_surrogate_objective(dist, mb_action, mb_advantages, mb_logprobs, clip_coef, eps=1e-8):
    """What PPO's policy maximises: mean(min(ratio * A, clip(ratio, 1 - clip_coef, 1 + clip_coef) * A)).

    dist: Categorical, the policy of now on the minibatch's observations
    mb_action, mb_advantages, mb_logprobs: [minibatch_size]; mb_logprobs are those of the policy that acted
    The advantages A are normalised within the minibatch first; eps keeps that from dividing by 0.
    """
    raise NotImplementedError()
