def compute_ppo_objective(self, minibatch):
    """Returns what PPO maximises on a minibatch."""
    with t.no_grad():
        dist = Categorical(logits=self.actor(minibatch.obs))
    values = self.critic(minibatch.obs).squeeze(-1)
    surrogate = calc_clipped_surrogate_objective(
        dist, minibatch.actions, minibatch.advantages, minibatch.logprobs, self.args.clip_coef
    )
    value_loss = calc_value_function_loss(values, minibatch.returns, self.args.vf_coef)
    return surrogate - value_loss + calc_entropy_bonus(dist, self.args.ent_coef)
