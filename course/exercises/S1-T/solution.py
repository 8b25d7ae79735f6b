@dataclass
class TrainerArgs:
    """The settings of a run: ReinforceAgent and VPGCriticAgent take 1 epoch, PPOClipAgent and GAEAgent 10."""

    agent: type = PPOClipAgent
    env: type = CartPole
    seed: int = 1
    n_rollouts: int = 40
    n_envs: int = 32
    n_steps: int = 200
    epochs: int = 10
    lr: float = 1e-3
    gamma: float = 0.99


class TrajData:
    """One rollout. Time comes first: states are [n_steps, n_envs, n_obs], all others [n_steps, n_envs]."""

    def __init__(self):
        self.steps = []

    def store(self, states, actions, rewards, dones, log_probs):
        """Keeps one step of all environments."""
        self.steps.append((states, actions, rewards, 1.0 - dones.float(), log_probs))

    def calc_returns(self, gamma):
        """Stacks the steps, and computes the return of each."""
        columns = [t.stack(column) for column in zip(*self.steps)]
        self.states, self.actions, self.rewards, self.not_dones, self.log_probs = columns
        following, rows = 0.0, []
        for rewards, not_dones in zip(reversed(self.rewards), reversed(self.not_dones)):
            following = rewards + gamma * not_dones * following
            rows.append(following)
        self.returns = t.stack(rows[::-1])

    def mean_length(self):
        """Returns how many steps an environment lasted on average, before its first episode or the rollout ended."""
        goes_on = t.ones(self.rewards.shape[1])
        return 1.0 + sum((goes_on := goes_on * row).mean().item() for row in self.not_dones[:-1])


class AgentTrainer:
    """Trains any of your four agents."""

    def __init__(self, args):
        self.args, self.envs = args, args.env(args.n_envs)
        self.agent = args.agent(self.envs.obs_size, self.envs.num_actions)
        self.optimizer = Adam(self.agent.parameters(), lr=args.lr)
        set_global_seeds(args.seed)  # the agent has set a seed of its own

    def rollout(self):
        """Plays n_steps steps in each environment, from a reset on, and returns them as a TrajData."""
        data = TrajData()
        obs, _ = self.envs.reset()
        for _ in range(self.args.n_steps):
            # A loss of a single epoch needs the graph of these log-probabilities. Several epochs compute new ones.
            with t.set_grad_enabled(self.args.epochs == 1):
                actions, dist = self.agent.get_action(obs)
                log_probs = dist.log_prob(actions)
            next_obs, rewards, terminated, truncated, _ = self.envs.step(actions)
            data.store(obs, actions, rewards, terminated | truncated, log_probs)
            obs = next_obs
        data.calc_returns(self.args.gamma)
        if hasattr(self.agent, "value"):
            with t.no_grad():
                data.values = self.agent.value(data.states).squeeze(-1)
                data.next_value = self.agent.value(obs).squeeze(-1)
        return data

    def update(self, data):
        """Descends the agent's loss on the whole rollout, once in each of self.args.epochs epochs."""
        for _ in range(self.args.epochs):
            loss = self.agent.get_loss(data)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def train(self):
        """For each of self.args.n_rollouts rollouts: plays it, learns from it, and yields."""
        for _ in range(self.args.n_rollouts):
            data = self.rollout()
            self.update(data)
            yield {"episodic_length": data.mean_length()}
