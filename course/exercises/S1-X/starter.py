class Agent(nn.Module):
    """PPO with advantages by GAE."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.name = "GAE"
        torch.manual_seed(0)
        # self.policy and self.value: two hidden layers of 64 units with tanh each
        raise NotImplementedError()

    def calc_gae(self, traj_data, gamma=0.99, lam=0.95):
        """Returns (advantages, targets): how good the actions were, and what the critic should have said.

        traj_data.rewards, .values, .not_dones: [n_steps, n_envs]; not_dones[t] is 0 where an episode ended on step t
        traj_data.next_value: [n_envs], the critic's value of the observation after the last step
        Both results are [n_steps, n_envs] and carry no gradient: A_t, and A_t + V_t.
            A_t = delta_t + gamma * lam * not_dones_t * A_{t+1}
            delta_t = r_t + gamma * not_dones_t * V_{t+1} - V_t
        """
        raise NotImplementedError()

    def get_loss(self, traj_data, epsilon=0.1):
        """Returns mean((target - value)^2) - mean(min(ratio * A, clip(ratio, 1 - epsilon, 1 + epsilon) * A)).

        A and target come from calc_gae, value = self.value(traj_data.states), and
        ratio = exp(new log_prob - traj_data.log_probs); the new one carries gradient.
        """
        raise NotImplementedError()

    def get_action(self, obs):
        dist = Categorical(logits=self.policy(obs))
        return dist.sample(), dist
