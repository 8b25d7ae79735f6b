class VPGAgent:
    """Plays the environments with a policy and records what happens."""

    def __init__(self, envs, policy_network, args, rng=None):
        self.envs, self.policy_network, self.args, self.rng = envs, policy_network, args, rng
        self.obs, _ = envs.reset()

    @t.no_grad()
    def gen_rollout(self, rollout):
        """Plays up to `args.num_steps_per_rollout` steps into the emptied `rollout`.

        With `args.full_reset` all environments are reset first. A step is done if it terminates or is truncated.
        Only a termination counts as death; lifespan counts the steps before the first one. With `args.early_stop`
        the loop checks every 16 steps whether every environment has died, and stops if so.
        Returns (rollout, {"lifespan": [num_envs]}).
        """
        raise NotImplementedError()

    def get_actions(self, obs):
        """Samples an action for each environment.

        obs: [num_envs, 4]
        Returns (actions, logprobs, entropy or None), [num_envs] each; gradient flows into logprobs.
        """
        raise NotImplementedError()
