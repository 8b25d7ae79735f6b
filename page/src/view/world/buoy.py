import gymnasium as gym
import numpy as np


class Buoy(gym.Env):
    """Hold a depth of 10 metres while currents push. A push of 1 lifts or sinks the buoy, and costs a little."""

    window = (-12.0, 12.0, -22.0, 2.0)  # left, right, bottom, top of the picture

    def __init__(self):
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, shape=(2,), dtype=np.float32)
        self.action_space = gym.spaces.Box(-1.0, 1.0, shape=(1,), dtype=np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.depth = self.np_random.uniform(5.0, 15.0)
        self.speed = 0.0
        return self.observation(), {}

    def step(self, action):
        push = float(np.clip(action[0], -1.0, 1.0))
        current = self.np_random.normal(0.0, 0.5)
        self.speed += 0.1 * (2.0 * push + current - 0.5 * self.speed)
        self.depth += 0.1 * self.speed
        reward = 1.0 - abs(self.depth - 10.0) / 5.0 - 0.1 * push**2
        terminated = bool(self.depth <= 0.0 or self.depth >= 20.0)  # the surface or the ground
        return self.observation(), reward, terminated, False, {}

    def observation(self):
        return np.array([(self.depth - 10.0) / 5.0, self.speed], dtype=np.float32)

    def picture(self):
        # The surface, the depth to hold, the ground, and the buoy.
        lines = [("rod", (-width, -depth), (width, -depth)) for width, depth in ((12, 0), (2, 10), (12, 20))]
        return [*lines, ("disc", (0, -self.depth), 0.8)]
