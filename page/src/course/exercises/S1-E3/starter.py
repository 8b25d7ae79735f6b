class Agent(nn.Module):
    """PPO: as VPG, with a clipped ratio, so that a rollout can be used for many epochs."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "PPO"
        torch.manual_seed(0)
        # self.policy and self.value, as in VPG
        raise NotImplementedError()

    def get_loss(self, traj_data, epsilon=0.1):
        """mean((return - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A)).

        traj_data.log_probs are those of the policy that acted; ratio = exp(new log_prob - old log_prob).
        """
        raise NotImplementedError()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
