class Agent(nn.Module):
    """REINFORCE: a policy, and its loss on a rollout."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "REINFORCE"
        torch.manual_seed(0)
        # Build self.policy: a network from [..., n_obs] observations to [..., n_actions] logits.
        raise NotImplementedError()

    def get_loss(self, traj_data):
        """Returns -mean(log_prob * return). traj_data has states, actions, log_probs, returns: [n_steps, n_envs, ...]."""
        raise NotImplementedError()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
