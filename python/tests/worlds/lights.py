"""A board of truths that an action turns, a place by `divmod`, bounds in one comparison."""
import gymnasium as gym, numpy as np
class Lights(gym.Env):
    """Lights out with 3x3."""
    N = 3
    def __init__(self):
        self.action_space = gym.spaces.Discrete(9)
        self.observation_space = gym.spaces.MultiBinary(9)
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.board = self.np_random.integers(0, 2, size=(3, 3))
        self.t = 0
        return self.board.flatten().astype(np.int64), {}
    def step(self, action):
        r, c = divmod(action, self.N)
        before = self.board.sum()
        for dr, dc in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]:
            rr, cc = r + dr, c + dc
            if 0 <= rr < 3 and 0 <= cc < 3:
                self.board[rr, cc] = 1 - self.board[rr, cc]
        self.t += 1
        lit = int(np.count_nonzero(self.board))
        done = lit == 0
        return self.board.flatten().astype(np.int64), float(before - lit) + (10.0 if done else 0.0), done, self.t >= 40, {}
