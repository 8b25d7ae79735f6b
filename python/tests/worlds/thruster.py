"""A dictionary for a state, settings in a dictionary, functions by name."""
import gymnasium as gym, numpy as np
CONFIG = {"gravity": -9.8, "dt": 0.05, "names": ["left", "stay", "right"]}
def clamp(v, lo, hi): return max(lo, min(hi, v))
class D(gym.Env):
    def __init__(self, cfg=CONFIG):
        self.cfg = cfg
        self.action_space = gym.spaces.Discrete(3)
        self.observation_space = gym.spaces.Box(-99, 99, (3,), np.float32)
        self.handlers = {"left": lambda: -1.0, "stay": lambda: 0.0, "right": lambda: 1.0}
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = {"x": float(self.np_random.normal()), "v": 0.0, "fuel": 20}
        return self.obs(), {}
    def obs(self):
        return np.array(list(self.state.values()), dtype=np.float32)
    def step(self, action):
        s = self.state
        name = self.cfg["names"][action]
        force = self.handlers[name]() if s["fuel"] > 0 else 0.0
        if name != "stay":
            s["fuel"] = max(s["fuel"] - 1, 0)
        s["v"] = clamp(s["v"] + force * self.cfg["dt"] - 0.1 * s["x"] * self.cfg["dt"], -2, 2)
        s["x"] += s["v"] * self.cfg["dt"]
        caught = abs(s["x"]) < 0.05 and abs(s["v"]) < 0.1
        reward = {True: 1.0, False: -0.1}[bool(caught)] - 0.01 * (name == "left")
        hits = sum(1 for k in ("x", "v") if abs(s[k]) > 1)
        return self.obs(), reward - hits, abs(s["x"]) > 5, s["fuel"] == 0, {"name": name}
