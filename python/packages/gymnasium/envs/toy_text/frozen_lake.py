"""A lake with holes, whose ice is slippery."""

import numpy as np
from gymnasium.envs.classic_control.picture import BLACK, RED, YELLOW, Picture
from gymnasium.envs.toy_text.base import Table
from gymnasium.utils import colorize, seeding

LEFT, DOWN, RIGHT, UP = 0, 1, 2, 3
MAPS = {
    "4x4": ["SFFF", "FHFH", "FFFH", "HFFG"],
    "8x8": ["SFFFFFFF", "FFFFFFFF", "FFFHFFFF", "FFFFFHFF", "FFFHFFFF", "FHHFFFHF", "FHFFHFHF", "FFFHFFFG"],
}
_MOVES = {LEFT: (0, -1), DOWN: (1, 0), RIGHT: (0, 1), UP: (-1, 0)}
_ICE, _EDGE, _WATER = [222, 238, 250], [180, 200, 230], [40, 80, 130]


def is_valid(board, max_size):
    """Returns whether a way without holes leads from the upper left field to the goal of a square map."""
    waiting, seen = [(0, 0)], {(0, 0)}
    while waiting:
        row, column = waiting.pop()
        for down, right in _MOVES.values():
            r, c = row + down, column + right
            if not (0 <= r < max_size and 0 <= c < max_size) or (r, c) in seen or board[r][c] == "H":
                continue
            if board[r][c] == "G":
                return True
            seen.add((r, c))
            waiting.append((r, c))
    return False


def generate_random_map(size=8, p=0.8, seed=None):
    """Returns the rows of a map that has a way to the goal. A field is ice with probability `p`, and a hole otherwise."""
    if size < 2 or p <= 0:
        raise ValueError(f"a map of size {size} with p={p} has no way to the goal: size starts at 2, and p is above 0")
    np_random, _ = seeding.np_random(seed)
    p = min(1, p)
    while True:
        board = [["FH"[place] for place in row] for row in np_random.choice(2, (size, size), p=[p, 1 - p]).tolist()]
        board[0][0], board[-1][-1] = "S", "G"
        if is_valid(board, size):
            return ["".join(row) for row in board]


class FrozenLakeEnv(Table):
    """Actions 0 to 3 go left, down, right and up. On slippery ice a step goes as it should with `success_rate`, and otherwise to
    either side. The goal, a hole and ice pay what `reward_schedule` says; the first two end the episode."""

    _actions = ("Left", "Down", "Right", "Up")

    def __init__(
        self, render_mode=None, desc=None, map_name="4x4", is_slippery=True, success_rate=1.0 / 3.0, reward_schedule=(1, 0, 0),
    ):
        if desc is None:
            if map_name is not None and map_name not in MAPS:
                raise ValueError(f"{map_name!r} is no map: there are {', '.join(MAPS)}, and desc=[\"SFF\", \"FHG\"] gives one of your own")
            desc = generate_random_map() if map_name is None else MAPS[map_name]
        self.desc = np.asarray(desc, dtype="c")
        if len(self.desc.shape) != 2:
            raise ValueError("desc takes rows of the same length, made of the letters S, F, H and G")
        self.nrow, self.ncol = self.desc.shape
        self.reward_range = (min(reward_schedule), max(reward_schedule))
        self._letters = [letter for row in self.desc.tolist() for letter in row]
        aside = (1.0 - success_rate) / 2.0
        turns = ((-1, aside), (0, success_rate), (1, aside)) if is_slippery else ((0, 1.0),)
        P = {}
        for state, letter in enumerate(self._letters):
            if letter in b"GH":
                P[state] = {action: [(1.0, state, 0, True)] for action in range(4)}
                continue
            ways = [self._way(state, move, reward_schedule) for move in range(4)]
            P[state] = {action: [(share, *ways[(action + turn) % 4]) for turn, share in turns] for action in range(4)}
        starts = [state for state, letter in enumerate(self._letters) if letter == b"S"]
        if not starts:
            raise ValueError("desc needs a field S, where an episode starts")
        super().__init__(render_mode, P, starts)

    def _way(self, state, move, reward_schedule):
        """Returns where a move leads, what that pays and whether it ends the episode."""
        row, column = divmod(state, self.ncol)
        down, right = _MOVES[move]
        row, column = min(max(row + down, 0), self.nrow - 1), min(max(column + right, 0), self.ncol - 1)
        following = row * self.ncol + column
        letter = self._letters[following]
        return following, reward_schedule[b"GHF".index(letter if letter in b"GH" else b"F")], letter in b"GH"

    def _at(self):
        return divmod(int(self.s), self.ncol)

    def _drawn(self):
        return (self.s,) if b"".join(self._letters) == "".join(MAPS["4x4"]).encode() else ()

    def _text(self):
        letters = [letter.decode() for letter in self._letters]
        letters[self.s] = colorize(letters[self.s], "red", highlight=True)
        rows = ["".join(letters[start : start + self.ncol]) for start in range(0, len(letters), self.ncol)]
        return "\n".join(["" if self.lastaction is None else f"  ({self._actions[self.lastaction]})", *rows]) + "\n"

    def _draw(self):
        width, height = min(64 * self.ncol, 512), min(64 * self.nrow, 512)
        picture, wide, high = Picture(width, height), width / self.ncol, height / self.nrow
        unit = min(wide, high)
        for state, letter in enumerate(self._letters):
            row, column = divmod(state, self.ncol)
            left, bottom = column * wide, height - (row + 1) * high
            middle, level = left + wide / 2, bottom + high / 2
            picture.box(left, bottom, left + wide, bottom + high, _EDGE)
            picture.box(left + 1, bottom + 1, left + wide - 1, bottom + high - 1, _ICE)
            if letter == b"H":
                picture.disc(middle, level, unit * 0.42, _WATER)
            elif letter == b"S":
                picture.box(middle - unit * 0.3, level - unit * 0.3, middle + unit * 0.3, level + unit * 0.3, _EDGE)
            elif letter == b"G":
                picture.box(middle - 1, level - unit * 0.3, middle + 1, level + unit * 0.35, BLACK)
                tip = (middle + unit * 0.3, level + unit * 0.2)
                picture.polygon([(middle, level + unit * 0.35), (middle, level + unit * 0.05), tip], YELLOW)
            if state == self.s:
                picture.disc(middle, level, unit * 0.22, RED)
        return picture.array()
