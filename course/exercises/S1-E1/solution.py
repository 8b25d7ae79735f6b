class Agent(nn.Module):
    """REINFORCE: a policy, and its loss on a rollout."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "REINFORCE"
        torch.manual_seed(0)
        self.policy = nn.Sequential(nn.Linear(n_obs, 128), nn.ReLU(), nn.Linear(128, n_actions))

    def get_loss(self, traj_data):
        """Returns -mean(log_prob * return). traj_data has states, actions, log_probs, returns: [n_steps, n_envs, ...]."""
        return -(traj_data.log_probs * traj_data.returns).mean()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
