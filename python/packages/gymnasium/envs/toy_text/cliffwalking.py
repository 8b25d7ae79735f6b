"""A way along a cliff (Sutton and Barto, example 6.6)."""

import numpy as np
from gymnasium.envs.classic_control.picture import BLACK, BLUE, BROWN, YELLOW, Picture
from gymnasium.envs.toy_text.base import Table

UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
POSITION_MAPPING = {UP: [-1, 0], RIGHT: [0, 1], DOWN: [1, 0], LEFT: [0, -1]}
_GROUND, _EDGE = [214, 226, 196], [180, 196, 160]


class CliffWalkingEnv(Table):
    """Actions 0 to 3 go up, right, down and left. A step costs 1; one over the cliff costs 100, and leads back to the start. The
    goal ends the episode. On slippery ground each step goes as it should, or to either side, in a third of the cases."""

    _actions = ("Up", "Right", "Down", "Left")

    def __init__(self, render_mode=None, is_slippery=False):
        self.shape, self.is_slippery = (4, 12), is_slippery
        self.start_state_index = np.int64(36)
        self._cliff = np.zeros(self.shape, dtype=np.bool_)
        self._cliff[3, 1:-1] = True
        turns = (-1, 0, 1) if is_slippery else (0,)
        P = {}
        for state in range(48):
            ways = [self._way(state, move) for move in range(4)]
            P[state] = {action: [(1 / len(turns), *ways[(action + turn) % 4]) for turn in turns] for action in range(4)}
        super().__init__(render_mode, P, [36])

    def _way(self, state, move):
        """Returns where a move leads, what that pays and whether it ends the episode."""
        (row, column), (down, right) = divmod(state, 12), POSITION_MAPPING[move]
        row, column = min(max(row + down, 0), 3), min(max(column + right, 0), 11)
        if row == 3 and 0 < column < 11:
            return self.start_state_index, -100, False
        return np.int64(row * 12 + column), -1, row == 3 and column == 11

    def _at(self):
        return divmod(int(self.s), 12)

    def _text(self):
        signs = ["o"] * 36 + ["o", *"C" * 10, "T"]
        signs[self.s] = "x"
        return "".join("  ".join(signs[start : start + 12]) + "\n" for start in range(0, 48, 12)) + "\n"

    def _draw(self):
        picture = Picture(768, 256)
        for state in range(48):
            row, column = divmod(state, 12)
            left, bottom = column * 64, 256 - (row + 1) * 64
            is_cliff = row == 3 and 0 < column < 11
            picture.box(left, bottom, left + 64, bottom + 64, _EDGE)
            picture.box(left + 1, bottom + 1, left + 63, bottom + 63, BROWN if is_cliff else _GROUND)
            if state == 36:
                picture.box(left + 14, bottom + 14, left + 50, bottom + 50, _EDGE)
            elif state == 47:
                picture.box(left + 31, bottom + 12, left + 33, bottom + 54, BLACK)
                picture.polygon([(left + 32, bottom + 54), (left + 32, bottom + 34), (left + 52, bottom + 44)], YELLOW)
            if state == self.s:
                picture.disc(left + 32, bottom + 32, 14, BLUE)
        return picture.array()
