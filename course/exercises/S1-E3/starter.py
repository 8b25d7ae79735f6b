class Agent(nn.Module):
    """PPO: VPG with a clipped ratio, so that a rollout serves many epochs."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "PPO"
        torch.manual_seed(0)
        # self.policy and self.value, as in your VPG agent
        raise NotImplementedError()

    def get_loss(self, traj_data, epsilon=0.1):
        """Returns mean((return - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A)).

        traj_data: states [n_steps, n_envs, n_obs]; actions, log_probs, returns [n_steps, n_envs]
        log_probs are those of the policy that acted; ratio = exp(new log_prob - old log_prob), A = return - value.
        """
        raise NotImplementedError()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
