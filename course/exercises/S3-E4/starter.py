class PPOAgent:
    """Acts with an actor, lets a critic value each observation, and records both in a memory."""

    def __init__(self, envs, actor, critic, memory):
        self.envs, self.actor, self.critic, self.memory = envs, actor, critic, memory
        self.step = 0
        self.next_obs = t.tensor(envs.reset()[0], dtype=t.float)
        self.next_terminated = t.zeros(envs.num_envs, dtype=t.bool)

    def play_step(self):
        """Takes one step in all environments and returns its infos.

        Samples actions from the actor, steps the environments, and adds obs, actions, logprobs, values, rewards
        and terminated to self.memory, as numpy arrays [num_envs, ...]. obs and terminated are those from before
        the step. Then updates next_obs and next_terminated, and adds the number of environments to self.step.

        self.envs.step(actions) returns obs, rewards, terminated, truncated and infos.
        """
        obs, terminated = self.next_obs, self.next_terminated
        raise NotImplementedError()
