"""What the environments with a table of transitions share."""

import _recorder
import numpy as np
from gymnasium import error, spaces
from gymnasium.envs.classic_control.base import Drawn
from gymnasium.envs.toy_text.utils import categorical_sample, place


class Table(Drawn):
    """States and actions are numbers. `P[state][action]` lists what may happen: the probability, the next state, the reward and
    whether the episode ends. A subclass gives the table, and draws it as a grid."""

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 4}
    # What the actions are called.
    _actions = ()

    def __init__(self, render_mode, P, first_states):
        super().__init__(render_mode)
        self.P, self.s, self.lastaction = P, None, None
        self.nS, self.nA = len(P), len(P[0])
        shares = [0.0] * self.nS
        for state in first_states:
            shares[state] = 1 / len(first_states)
        self.initial_state_distrib = np.array(shares, dtype=np.float64)
        self.observation_space, self.action_space = spaces.Discrete(self.nS), spaces.Discrete(self.nA)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.s, self.lastaction = categorical_sample(self.initial_state_distrib, self.np_random), None
        self._begin()
        _recorder.began(self)
        if self.render_mode == "human":
            self.render()
        return int(self.s), self._info(1)

    def _begin(self):
        """Draws what an episode begins with besides its state."""

    def step(self, action):
        if self.s is None:
            raise error.ResetNeeded("call env.reset() before env.step(action)")
        action = self._choice(action)
        outcomes = self.P[self.s][action]
        share, state, reward, terminated = outcomes[place([outcome[0] for outcome in outcomes], self.np_random)]
        self.s, self.lastaction = self._arrived(state), action
        _recorder.moved(self, (), reward, terminated)
        if self.render_mode == "human":
            self.render()
        return int(self.s), reward, terminated, False, self._info(share)

    def _arrived(self, state):
        """Returns the state in which a step ends, where that is not the table's alone."""
        return state

    def _info(self, share):
        return {"prob": share}

    def _has_begun(self):
        return self.s is not None

    def pose(self):
        row, column = self._at()
        return {"row": row, "column": column}

    def _drawn(self):
        return (self.s,)
