class Rollout:
    """Keeps what many worlds did, step after step."""

    def __init__(self, num_envs, max_steps, obs_shape, action_shape, device):
        self.num_envs, self.max_steps, self.device = num_envs, max_steps, device
        self.reset()

    def reset(self):
        self.timestep = 0
        self.obs, self.actions, self.logprobs, self.rewards, self.dones = [], [], [], [], []

    def add_step(self, obs, actions, logprobs, rewards, dones, infos):
        """Appends one step of all worlds: tensors whose first dimension is num_envs. The infos are not kept.

        A step too many raises ValueError("Rollout is full, cannot add more steps").
        """
        raise NotImplementedError()

    def get(self):
        """Everything so far, as tensors [num_envs, num_steps, ...]; rewards are floats."""
        assert self.timestep > 0, "Rollout is empty"
        columns = (self.obs, self.actions, self.logprobs, self.rewards, self.dones)
        obs, actions, logprobs, rewards, dones = (t.stack(column, dim=1) for column in columns)
        return RolloutTensors(obs, actions, logprobs, rewards.float(), dones)

    def get_batches(self, batch_size):
        """A list of RolloutTensors, each with `batch_size` of the worlds. `t.split` helps."""
        raise NotImplementedError()
