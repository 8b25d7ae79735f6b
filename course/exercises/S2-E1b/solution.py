def learning_phase(self):
    """Learns from the rollout in memory.

    For each minibatch of self.agent.get_minibatches(self.args.gamma, self.args.gae_lambda): take the gradient of
    self.compute_ppo_objective(minibatch), clip it to self.args.max_grad_norm over the parameters of self.actor and
    self.critic together, and step self.optimizer (it ascends). At the end, step self.scheduler once.
    """
    args = self.args
    weights = [*self.actor.parameters(), *self.critic.parameters()]
    for minibatch in self.agent.get_minibatches(args.gamma, args.gae_lambda):
        self.optimizer.zero_grad()
        self.compute_ppo_objective(minibatch).backward()
        nn.utils.clip_grad_norm_(weights, args.max_grad_norm)  # one norm over both networks
        self.optimizer.step()
    self.scheduler.step()
