class PPOAgent:
    """Acts with an actor, lets a critic value each observation, and records both in a memory."""

    def __init__(self, envs, actor, critic, memory):
        self.envs, self.actor, self.critic, self.memory = envs, actor, critic, memory
        self.step = 0
        self.next_obs = t.tensor(envs.reset()[0], dtype=t.float)
        self.next_terminated = t.zeros(envs.num_envs, dtype=t.bool)

    def play_step(self):
        """Takes one step in all environments, records it, and returns its infos."""
        obs, terminated = self.next_obs, self.next_terminated
        with t.inference_mode():
            dist = Categorical(logits=self.actor(obs))
            actions = dist.sample()
            logprobs = dist.log_prob(actions)
            values = self.critic(obs).squeeze(-1)  # [num_envs, 1] to [num_envs]

        new_obs, rewards, new_terminated, _, infos = self.envs.step(actions.cpu().numpy())

        # Both obs and terminated are those from before the step.
        obs_array, actions, logprobs, values, flags = (x.cpu().numpy() for x in (obs, actions, logprobs, values, terminated))
        self.memory.add(obs_array, actions, logprobs, values, rewards, flags)

        self.next_obs = t.tensor(new_obs, dtype=t.float)
        self.next_terminated = t.tensor(new_terminated, dtype=t.bool)
        self.step += self.envs.num_envs
        return infos
