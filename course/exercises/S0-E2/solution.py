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
        rollout.reset()
        if self.args.full_reset:
            self.obs, _ = self.envs.reset()
        dead = t.zeros(self.args.num_envs, dtype=t.bool)
        lifespan = t.zeros(self.args.num_envs)
        for step in range(1, self.args.num_steps_per_rollout + 1):
            actions, logprobs, _ = self.get_actions(self.obs)
            next_obs, rewards, terminated, truncated, infos = self.envs.step(actions)
            rollout.add_step(self.obs, actions, logprobs, rewards, terminated | truncated, infos)
            self.obs = next_obs
            dead = dead | terminated  # reaching the time limit is not death
            lifespan = lifespan + (~dead).float()
            if self.args.early_stop and step % 16 == 0 and bool(dead.all()):
                break
        return rollout, {"lifespan": lifespan}

    def get_actions(self, obs):
        """Samples an action for each environment.

        obs: [num_envs, 4]
        Returns (actions, logprobs, entropy or None), [num_envs] each; gradient flows into logprobs.
        """
        all_logprobs = F.log_softmax(self.policy_network(obs), dim=-1)
        drawn = t.multinomial(all_logprobs.exp(), 1)  # [num_envs, 1], as gather needs it
        return drawn.squeeze(1), all_logprobs.gather(1, drawn).squeeze(1), None
