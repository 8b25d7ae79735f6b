def calc_entropy_bonus(dist, ent_coef):
    """Returns ent_coef times the policy's mean entropy on the minibatch. dist: Categorical."""
    entropies = dist.entropy()  # [minibatch_size]
    return ent_coef * entropies.mean()
