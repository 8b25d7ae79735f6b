class Rollout:
    """Stores what many environments did, step by step."""

    def __init__(self, num_envs, max_steps, obs_shape, action_shape, device):
        self.num_envs, self.max_steps, self.device = num_envs, max_steps, device
        self.reset()

    def reset(self):
        self.timestep = 0
        self.obs, self.actions, self.logprobs, self.rewards, self.dones = [], [], [], [], []

    def add_step(self, obs, actions, logprobs, rewards, dones, infos):
        """Appends one step of all environments and adds 1 to timestep. The infos are not stored.

        obs: [num_envs, 4]
        actions, logprobs, rewards, dones: [num_envs]
        Raises ValueError("Rollout is full, cannot add more steps") if there are max_steps steps already.
        """
        raise NotImplementedError()

    def get(self):
        """Returns everything so far as RolloutTensors, [num_envs, num_steps, ...]; rewards are floats."""
        assert self.timestep > 0, "Rollout is empty"
        columns = (self.obs, self.actions, self.logprobs, self.rewards, self.dones)
        obs, actions, logprobs, rewards, dones = (t.stack(column, dim=1) for column in columns)
        return RolloutTensors(obs, actions, logprobs, rewards.float(), dones)

    def get_batches(self, batch_size):
        """Returns a list of RolloutTensors, each with `batch_size` of the environments. `t.split` helps."""
        raise NotImplementedError()
