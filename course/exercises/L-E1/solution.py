def calc_clipped_surrogate_objective(dist, mb_action, mb_advantages, mb_logprobs, clip_coef, eps=1e-8):
    """Returns what PPO's policy maximises: a single number that gradient flows through."""
    ratio = (dist.log_prob(mb_action) - mb_logprobs).exp()
    scaled = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + eps)
    bounded = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    # First the smaller of the two for each sample, then the mean.
    return t.minimum(ratio * scaled, bounded * scaled).mean()
