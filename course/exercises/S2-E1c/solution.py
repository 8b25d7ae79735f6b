def compute_ppo_objective(self, minibatch):
    """Returns what PPO maximises on a minibatch: clipped surrogate - value loss + entropy bonus.

    self.actor, self.critic: the networks; self.args: clip_coef, vf_coef, ent_coef
    minibatch: obs, actions, logprobs, advantages, returns, [minibatch_size, ...] each
    You can call the three functions of the learning phase: calc_clipped_surrogate_objective,
    calc_value_function_loss and calc_entropy_bonus.
    """
    args, obs = self.args, minibatch.obs
    policy = Categorical(logits=self.actor(obs))
    predicted = self.critic(obs).squeeze(-1)  # [minibatch_size, 1] to [minibatch_size]

    surrogate = calc_clipped_surrogate_objective(
        policy, minibatch.actions, minibatch.advantages, minibatch.logprobs, args.clip_coef
    )
    critic_loss = calc_value_function_loss(predicted, minibatch.returns, args.vf_coef)
    return surrogate - critic_loss + calc_entropy_bonus(policy, args.ent_coef)
