@dataclass
class PPOArgs:
    """The settings of a run; `env` is the class of the environments."""

    env: type = CartPole
    seed: int = 1
    total_timesteps: int = 200_000
    num_envs: int = 32
    num_steps_per_rollout: int = 128
    num_minibatches: int = 4
    batches_per_learning_phase: int = 4
    lr: float = 5e-3
    max_grad_norm: float = 0.5
    gamma: float = 0.99
    gae_lambda: float = 0.95
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.25

    def __post_init__(self):
        self.batch_size = self.num_envs * self.num_steps_per_rollout
        self.minibatch_size = self.batch_size // self.num_minibatches
        self.total_phases = self.total_timesteps // self.batch_size


class ReplayMemory:
    """Keeps the steps of one rollout, and splits them into minibatches."""

    def __init__(self, args):
        self.args, self.rng, self.steps = args, np.random.default_rng(args.seed), []

    def add(self, obs, actions, logprobs, values, rewards, terminated):
        self.steps.append((obs, actions, logprobs, values, rewards, terminated))

    def get_minibatches(self, next_value, next_terminated):
        """Yields each minibatch of each epoch, and forgets the rollout."""
        args, columns = self.args, [t.tensor(np.stack(column)) for column in zip(*self.steps)]
        obs, actions, logprobs, values, rewards, terminated = columns  # [num_steps, num_envs, ...]
        advantages = compute_advantages(
            next_value, next_terminated, rewards, values, terminated, args.gamma, args.gae_lambda
        )
        self.steps = []
        columns = obs, actions, logprobs, advantages, advantages + values, terminated
        batch = [column.flatten(0, 1) for column in columns]  # [batch_size, ...]
        for _ in range(args.batches_per_learning_phase):
            for indices in get_minibatch_indices(self.rng, args.batch_size, args.minibatch_size):
                yield ReplayMinibatch(*(column[indices] for column in batch))


class Player(PPOAgent):
    """Your agent, which also hands out the minibatches of its rollout."""

    def get_minibatches(self, gamma, gae_lambda):
        with t.no_grad():
            next_value = self.critic(self.next_obs).squeeze(-1)
        return list(self.memory.get_minibatches(next_value, self.next_terminated))


class PPOTrainer:
    """Plays, learns from what it played, and plays again."""

    def __init__(self, args):
        set_global_seeds(args.seed)
        self.args, self.num_envs = args, args.num_envs
        self.envs = make_envs(args.env, args.num_envs)
        self.actor, self.critic = get_actor_and_critic(self.envs)
        self.agent = Player(self.envs, self.actor, self.critic, ReplayMemory(args))
        self.optimizer, self.scheduler = make_optimizer(self.actor, self.critic, args.total_phases, args.lr)

    # Your functions of the exercises before, as methods.
    rollout_phase = rollout_phase
    learning_phase = learning_phase
    compute_ppo_objective = compute_ppo_objective

    def train(self):
        """In each of self.args.total_phases phases: plays a rollout, learns from it, and yields."""
        # Three lines. `yield` hands over to the page, which draws what has happened since the last one.
        raise NotImplementedError()
