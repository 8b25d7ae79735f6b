def calc_clipped_surrogate_objective(dist, mb_action, mb_advantages, mb_logprobs, clip_coef, eps=1e-8):
    """Returns the mean of min(ratio * A, clip(ratio) * A)."""
    log_prob = dist.log_prob(mb_action)
    old_log_prob = log_prob.detach()
    ratio = t.exp(log_prob - old_log_prob)
    advantages = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + eps)
    clipped = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    return t.min(ratio * advantages, clipped * advantages).mean()
