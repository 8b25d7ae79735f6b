class Agent(nn.Module):
    """PPO: VPG with a clipped ratio, so that a rollout serves many epochs."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "PPO"
        torch.manual_seed(0)
        self.policy = nn.Sequential(nn.Linear(n_obs, 128), nn.ReLU(), nn.Linear(128, n_actions))
        self.value = nn.Sequential(nn.Linear(n_obs, 128), nn.ReLU(), nn.Linear(128, 1))

    def get_loss(self, traj_data, epsilon=0.1):
        """Returns mean((return - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A)).

        traj_data: states [n_steps, n_envs, n_obs]; actions, log_probs, returns [n_steps, n_envs]
        log_probs are those of the policy that acted; ratio = exp(new log_prob - old log_prob), A = return - value.
        """
        errors = traj_data.returns - self.value(traj_data.states).squeeze(-1)
        advantages = errors.detach()
        dist = Categorical(logits=self.policy(traj_data.states))
        # The new log-probabilities carry gradient; those of the rollout are fixed numbers.
        ratio = t.exp(dist.log_prob(traj_data.actions) - traj_data.log_probs.detach())
        clipped = ratio.clamp(1 - epsilon, 1 + epsilon)
        policy_loss = -t.min(ratio * advantages, clipped * advantages).mean()
        return policy_loss + (errors**2).mean()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
