def calc_entropy_bonus(dist, ent_coef):
    """Returns ent_coef times the mean entropy of the policy."""
    log_probs = t.log_softmax(dist.logits, dim=-1)
    entropy = -(log_probs.exp() * log_probs).sum(dim=-1)
    return ent_coef * entropy.mean()
