class Agent(nn.Module):
    """PPO with advantages by GAE."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "GAE"
        torch.manual_seed(0)

        def network(outputs):
            return nn.Sequential(
                nn.Linear(n_obs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)
            )

        self.policy, self.value = network(n_actions), network(1)

    def calc_gae(self, traj_data, gamma=0.99, lam=0.95):
        """Returns (advantages, targets): how good the actions were, and what the critic should have said.

        traj_data.rewards, .values, .not_dones: [n_steps, n_envs]; not_dones[t] is 0 where an episode ended on step t
        traj_data.next_value: [n_envs], the critic's value of the observation after the last step
        Both results are [n_steps, n_envs] and carry no gradient: A_t, and A_t + V_t.
            A_t = delta_t + gamma * lam * not_dones_t * A_{t+1}
            delta_t = r_t + gamma * not_dones_t * V_{t+1} - V_t
        """
        # What follows the last step counts, unless the episode ended there.
        next_value = traj_data.next_value
        advantage = t.zeros_like(next_value)
        rows = []
        for step in reversed(range(traj_data.rewards.shape[0])):
            goes_on = traj_data.not_dones[step]
            delta = traj_data.rewards[step] + gamma * goes_on * next_value - traj_data.values[step]
            advantage = delta + gamma * lam * goes_on * advantage
            next_value = traj_data.values[step]
            rows.append(advantage)
        advantages = t.stack(rows[::-1])
        return advantages, advantages + traj_data.values

    def get_loss(self, traj_data, epsilon=0.1):
        """Returns mean((target - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A)).

        A and target come from calc_gae, value = self.value(traj_data.states), and
        ratio = exp(new log_prob - traj_data.log_probs); the new one carries gradient.
        """
        advantages, targets = self.calc_gae(traj_data)
        dist = Categorical(logits=self.policy(traj_data.states))
        # Computed again, with gradient: this is what moves the policy.
        ratio = t.exp(dist.log_prob(traj_data.actions) - traj_data.log_probs.detach())
        clipped = ratio.clamp(1 - epsilon, 1 + epsilon)
        policy_loss = -t.min(ratio * advantages, clipped * advantages).mean()
        values = self.value(traj_data.states).squeeze(-1)
        return policy_loss + ((targets - values) ** 2).mean()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
