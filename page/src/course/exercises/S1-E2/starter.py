class Agent(nn.Module):
    """VPG: a policy, and a critic whose values are its baseline."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "VPG"
        torch.manual_seed(0)
        # self.policy: n_obs numbers to n_actions logits; self.value: n_obs numbers to one value
        raise NotImplementedError()

    def get_loss(self, traj_data):
        """mean((return - value)^2) - mean(log_prob * (return - value)), with value = self.value(traj_data.states)."""
        raise NotImplementedError()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
