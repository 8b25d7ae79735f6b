"""The course's environments as batches of tensors: CartPole with a replaceable reward and end, and the five probes."""

import _recorder
import torch as t


class _Space:
    """The space of observations or of actions."""

    def __init__(self, shape, n=None):
        self.shape = shape
        if n is not None:
            self.n = n


class _Flags:
    """`terminated` or `truncated` of environments: called as a method, it returns which of them ended. The course's code
    also writes to it before it calls `reset`; that does nothing, because `reset` restarts every environment."""

    def __init__(self, world, method):
        self._world, self._method = world, method

    def __call__(self):
        return self._method(self._world)

    def __setitem__(self, index, value):
        pass


class World:
    """`num_envs` environments stepped together. One whose episode ends is reset within the same step."""

    obs_size, num_actions, max_episode_steps = 1, 2, None

    def __init__(self, num_envs=1, device="cpu", seed=None):
        self.num_envs = num_envs
        self.observation_space = self.single_observation_space = _Space((self.obs_size,))
        self.action_space = self.single_action_space = _Space((), self.num_actions)
        self.steps, self.total = t.zeros(num_envs, dtype=t.int64), t.zeros(num_envs)
        self.state = self.start(num_envs)
        self.terminated = _Flags(self, type(self).terminated)
        self.truncated = _Flags(self, lambda world: world.steps >= world.max_episode_steps)

    def start(self, count):
        raise NotImplementedError()

    def move(self, action):
        """Makes a step and returns the rewards; afterwards `self.state` is the state that it led to."""
        raise NotImplementedError()

    def terminated(self):
        return t.ones(self.num_envs, dtype=t.bool)

    def observe(self):
        return self.state.clone()

    def reset(self, seed=None):
        self.steps, self.total = t.zeros(self.num_envs, dtype=t.int64), t.zeros(self.num_envs)
        self.state = self.start(self.num_envs)
        _recorder.reset(self)
        return self.observe(), {}

    def step(self, actions):
        actions = t.as_tensor(actions)
        before = self.observe()
        with t.no_grad():
            rewards = self.move(actions)
            terminated = self.terminated()
            self.steps = self.steps + 1
            if self.max_episode_steps is None:
                truncated = t.zeros_like(terminated)
            else:
                truncated = (self.steps >= self.max_episode_steps) & ~terminated
            done = terminated | truncated
            self.total = self.total + rewards
            info = {"final_observation": self.observe(), "done": done}
            info["episode_length"], info["episode_return"] = self.steps.clone(), self.total.clone()
            _recorder.step(self, before, terminated, truncated, info)
            if bool(done.any()):
                self.state = t.where(done.unsqueeze(-1), self.start(self.num_envs), self.state)
                self.steps, self.total = t.where(done, 0, self.steps), t.where(done, 0.0, self.total)
        return self.observe(), rewards, terminated, truncated, info

    def close(self):
        pass


class CartPole(World):
    """Barto, Sutton and Anderson, 1983, as Gymnasium has it: Euler steps of 20 ms, a force of 10 N to either side."""

    obs_size, max_episode_steps = 4, 500
    gravity, mass_cart, mass_pole, half_length, force, tau_secs = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02
    x_threshold = 2.4
    theta_threshold_radians = 12 * 2 * 3.141592653589793 / 360

    def start(self, count):
        return t.rand(count, 4) * 0.1 - 0.05

    def move(self, action):
        x, x_dot, theta, theta_dot = t.unbind(self.state, 1)
        mass, moment = self.mass_cart + self.mass_pole, self.mass_pole * self.half_length
        force = t.where(action == 1, self.force, -self.force)
        sine, cosine = t.sin(theta), t.cos(theta)
        push = (force + moment * theta_dot * theta_dot * sine) / mass
        turn = (self.gravity * sine - cosine * push) / (
            self.half_length * (4.0 / 3.0 - self.mass_pole * cosine * cosine / mass)
        )
        slide = push - moment * turn * cosine / mass
        self.state = t.stack(
            [
                x + self.tau_secs * x_dot,
                x_dot + self.tau_secs * slide,
                theta + self.tau_secs * theta_dot,
                theta_dot + self.tau_secs * turn,
            ],
            dim=1,
        )
        return self.reward_function(action)

    def reward_function(self, action):
        return (~self.terminated()).float()

    def terminated(self):
        x, theta = self.state[:, 0], self.state[:, 2]
        return (x.abs() > self.x_threshold) | (theta.abs() > self.theta_threshold_radians)


class Probe1(World):
    """One step, nothing to choose, a reward of 1."""

    num_actions = 1

    def start(self, count):
        return t.zeros(count, 1)

    def move(self, action):
        return t.ones(self.num_envs)


class Probe2(Probe1):
    """A reward equal to the observation, -1 or 1."""

    def start(self, count):
        return t.randint(0, 2, (count, 1)).float() * 2 - 1

    def move(self, action):
        return self.state[:, 0].clone()


class Probe3(Probe1):
    """Observations 0, then 1; the reward comes at the end."""

    def move(self, action):
        self.last = self.state[:, 0] == 1
        self.state = t.ones(self.num_envs, 1)
        return self.last.float()

    def terminated(self):
        return self.last


class Probe4(Probe1):
    """Two actions: the second is the right one."""

    num_actions = 2

    def move(self, action):
        return t.where(action == 1, 1.0, -1.0)


class Probe5(Probe4):
    """The action has to equal the observation."""

    def start(self, count):
        return t.randint(0, 2, (count, 1)).float()

    def move(self, action):
        return t.where(action == self.state[:, 0].long(), 1.0, -1.0)


PROBES = {f"Probe{i}-v0": probe for i, probe in enumerate((Probe1, Probe2, Probe3, Probe4, Probe5), 1)}
