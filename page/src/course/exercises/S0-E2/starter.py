class VPGAgent:
    """Plays the worlds with a policy, and keeps what happens."""

    def __init__(self, envs, policy_network, args, rng=None):
        self.envs, self.policy_network, self.args, self.rng = envs, policy_network, args, rng
        self.obs, _ = envs.reset()

    @t.no_grad()
    def gen_rollout(self, rollout):
        """Plays `args.num_steps_per_rollout` steps into `rollout`, and gives (rollout, {"lifespan": ...}).

        With `args.full_reset` the worlds begin anew first. A step is done when it terminates or is truncated;
        only a termination counts as death, and lifespan counts the steps before it. With `args.early_stop`
        the rollout ends where all worlds have died, looked at every 16 steps.
        """
        raise NotImplementedError()

    def get_actions(self, obs):
        """Samples an action for each world.

        obs: [num_envs, 4]
        Gives (actions, logprobs, entropy or None), [num_envs] each; gradient flows into logprobs.
        """
        raise NotImplementedError()
