def calc_entropy_bonus(dist, ent_coef):
    """ent_coef times the mean entropy of the policy on the minibatch. dist: Categorical."""
    entropies = dist.entropy()  # [minibatch_size]
    return ent_coef * entropies.mean()
