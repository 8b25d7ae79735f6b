class PPOAgent:
    """Plays the worlds with an actor, and lets a critic value what it sees."""

    def __init__(self, envs, actor, critic, memory):
        self.envs, self.actor, self.critic, self.memory = envs, actor, critic, memory
        self.step = 0
        self.next_obs = t.tensor(envs.reset()[0], dtype=t.float)
        self.next_terminated = t.zeros(envs.num_envs, dtype=t.bool)

    def play_step(self):
        """Takes one step in all worlds, and gives the infos of it.

        Samples actions from the actor, steps the worlds, and adds obs, actions, logprobs, values, rewards and
        terminated to self.memory, as numpy arrays of one entry a world: obs and terminated as they were before
        the step. Then next_obs and next_terminated move on, and self.step grows by the number of worlds.
        """
        obs, terminated = self.next_obs, self.next_terminated
        raise NotImplementedError()
