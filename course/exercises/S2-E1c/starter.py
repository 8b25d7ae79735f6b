def compute_ppo_objective(self, minibatch):
    """Returns what PPO maximises on a minibatch: clipped surrogate - value loss + entropy bonus.

    self.actor, self.critic: the networks; self.args: clip_coef, vf_coef, ent_coef
    minibatch: obs, actions, logprobs, advantages, returns, [minibatch_size, ...] each
    You can call the three functions of the learning phase: calc_clipped_surrogate_objective,
    calc_value_function_loss and calc_entropy_bonus.
    """
    raise NotImplementedError()
