class Agent(nn.Module):
    """VPG: a policy, and a critic whose values are the baseline."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "VPG"
        torch.manual_seed(0)
        self.policy = nn.Sequential(nn.Linear(n_obs, 128), nn.ReLU(), nn.Linear(128, n_actions))
        self.value = nn.Sequential(nn.Linear(n_obs, 128), nn.ReLU(), nn.Linear(128, 1))

    def get_loss(self, traj_data):
        """Returns mean((return - value)^2) - mean(log_prob * (return - value)), with value = self.value(traj_data.states)."""
        values = self.value(traj_data.states).squeeze(-1)
        errors = traj_data.returns - values
        # Without detach, the policy loss would move the critic too.
        policy_loss = -(traj_data.log_probs * errors.detach()).mean()
        value_loss = (errors**2).mean()
        return policy_loss + value_loss

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
