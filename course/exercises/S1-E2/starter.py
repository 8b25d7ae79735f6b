class Agent(nn.Module):
    """VPG: a policy, and a critic whose values are the baseline."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "VPG"
        torch.manual_seed(0)
        # Build self.policy first: [..., n_obs] to [..., n_actions] logits. Then self.value: [..., n_obs] to [..., 1].
        raise NotImplementedError()

    def get_loss(self, traj_data):
        """Returns mean((return - value)^2) - mean(log_prob * (return - value)), with value = self.value(traj_data.states)."""
        raise NotImplementedError()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
