# The settings of a run on CartPole: 40 rollouts of 32 environments and 500 steps.
args = VPGArgs(
    num_envs=32,
    num_steps_per_rollout=500,
    total_timesteps=640_000,
    lr=0.01,
    gamma=0.99,
    ent_coef=0,
    max_grad_norm=1.0,
    normalize_returns=False,
    rollout_use_count=1,
)


class Trainer(VPGTrainer):
    """Your trainer, with environments of any class: `env` is CartPole, or a probe."""

    def __init__(self, args, env=CartPole):
        super().__init__(args)
        set_global_seeds(args.seed)
        self.envs = env(args.num_envs)
        self.policy_network = PolicyNetwork((env.obs_size,), env.num_actions)
        self.agent = VPGAgent(self.envs, self.policy_network, args)
        self.optimizer = Adam(self.policy_network.parameters(), lr=args.lr, eps=1e-5, maximize=True)
        self.rollout = Rollout(args.num_envs, args.num_steps_per_rollout, (env.obs_size,), (), args.device)
        self.num_phases = args.total_timesteps // (args.num_envs * args.num_steps_per_rollout)

    def train(self):
        """In each of self.num_phases phases: plays a rollout, climbs args.rollout_use_count times on it, and yields."""
        # Play a rollout into self.rollout. Compute the joy, go backwards, clip the gradient, take the step, clear the
        # gradient. Then `yield`, and the page draws what has happened.
        raise NotImplementedError()
