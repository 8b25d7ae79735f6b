"""A taxi that takes a passenger from one place to another (Dietterich, 2000)."""

import numpy as np
from gymnasium.envs.classic_control.picture import BLACK, Picture
from gymnasium.envs.toy_text.base import Table
from gymnasium.utils import colorize

MAP = ["+---------+", "|R: | : :G|", "| : | : : |", "| : : : : |", "| | : | : |", "|Y| : |B: |", "+---------+"]
SOUTH, NORTH, EAST, WEST, PICKUP, DROPOFF = range(6)
# Where each move leads, and the moves to its left and right.
_MOVES = {SOUTH: (1, 0), NORTH: (-1, 0), EAST: (0, 1), WEST: (0, -1)}
_SIDES = {SOUTH: (EAST, WEST), NORTH: (WEST, EAST), EAST: (NORTH, SOUTH), WEST: (SOUTH, NORTH)}
# The number of a passenger's place in the taxi.
_INSIDE = 4
_ROAD, _TAXI = [232, 232, 226], [240, 190, 40]


def _moved(row, column, move):
    """Returns the place to which a move leads: the same one behind a wall and at the edge."""
    down, right = _MOVES[move]
    if right and MAP[1 + row][2 * column + 1 + right] != ":":
        return row, column
    return min(max(row + down, 0), 4), column + right


class TaxiEnv(Table):
    """Actions 0 to 3 drive south, north, east and west, 4 picks the passenger up, 5 lets them out. A step costs 1, a wrong 4 or 5
    costs 10, and the end of the ride pays 20. In the rain a move goes to either side at times, and a fickle passenger may want to
    go elsewhere after the first move. What `action_mask` allows changes the state."""

    _actions = ("South", "North", "East", "West", "Pickup", "Dropoff")

    def __init__(
        self, render_mode=None, is_rainy=False, fickle_passenger=False, rainy_probability=0.8, fickle_probability=0.3,
    ):
        self.desc = np.asarray(MAP, dtype="c")
        self.locs = [(0, 0), (0, 4), (4, 0), (4, 3)]
        self.locs_colors = [(255, 0, 0), (0, 255, 0), (255, 255, 0), (0, 0, 255)]
        self.max_row = self.max_col = 4
        self.rainy_probability, self.fickle_probability = rainy_probability, fickle_probability
        self.fickle_passenger, self.fickle_step = fickle_passenger, False
        P, starts = {}, []
        for row in range(5):
            for column in range(5):
                ways = [self._ways(row, column, move, is_rainy) for move in _MOVES]
                for passenger in range(5):
                    for destination in range(4):
                        state = self.encode(row, column, passenger, destination)
                        inside = passenger * 4 + destination
                        P[state] = {
                            move: [(share, place * 20 + inside, -1, False) for share, place in ways[move]] for move in _MOVES
                        }
                        P[state][PICKUP] = [(1.0, *self._picked_up(row, column, passenger, destination))]
                        P[state][DROPOFF] = [(1.0, *self._let_out(row, column, passenger, destination))]
                        if passenger not in (_INSIDE, destination):
                            starts.append(state)
        super().__init__(render_mode, P, starts)

    def _ways(self, row, column, move, is_rainy):
        """Returns the probability and the number of each place to which a move may lead."""
        ahead = _moved(row, column, move)
        if not is_rainy:
            return [(1.0, ahead[0] * 5 + ahead[1])]
        # A taxi that cannot go ahead goes to no side either.
        sides = [ahead if ahead == (row, column) else _moved(row, column, side) for side in _SIDES[move]]
        aside = (1.0 - self.rainy_probability) / 2.0
        shares = (self.rainy_probability, aside, aside)
        return [(share, place[0] * 5 + place[1]) for share, place in zip(shares, (ahead, *sides))]

    def _picked_up(self, row, column, passenger, destination):
        if passenger < _INSIDE and (row, column) == self.locs[passenger]:
            return self.encode(row, column, _INSIDE, destination), -1, False
        return self.encode(row, column, passenger, destination), -10, False

    def _let_out(self, row, column, passenger, destination):
        if passenger == _INSIDE and (row, column) in self.locs:
            there = self.locs.index((row, column))
            is_over = there == destination
            return self.encode(row, column, there, destination), 20 if is_over else -1, is_over
        return self.encode(row, column, passenger, destination), -10, False

    def encode(self, taxi_row, taxi_col, pass_loc, dest_idx):
        """Returns the number of a state."""
        return ((taxi_row * 5 + taxi_col) * 5 + pass_loc) * 4 + dest_idx

    def decode(self, i):
        """Returns the taxi's row and column, the passenger's place and the destination of a state's number."""
        place, inside = divmod(i, 20)
        if not 0 <= place < 25:
            raise AssertionError(f"states are numbers from 0 to 499, and {i} is none of them")
        return (*divmod(place, 5), *divmod(inside, 4))

    def action_mask(self, state):
        """Returns an array with a 1 for each action that changes the state."""
        row, column, passenger, destination = self.decode(int(state))
        mask = [int(_moved(row, column, move) != (row, column)) for move in _MOVES]
        mask.append(int(passenger < _INSIDE and (row, column) == self.locs[passenger]))
        mask.append(int(passenger == _INSIDE and (row, column) in self.locs))
        return np.array(mask, dtype=getattr(np, "int8", np.int64))

    def _begin(self):
        self.fickle_step = self.fickle_passenger and self.np_random.random() < self.fickle_probability

    def _arrived(self, state):
        row, column, passenger, destination = self.decode(int(self.s))
        there = self.decode(int(state))
        if not (self.fickle_step and passenger == _INSIDE and there[:2] != (row, column)):
            return state
        self.fickle_step = False
        others = [other for other in range(4) if other != destination]
        return self.encode(*there[:3], others[int(self.np_random.integers(0, 3))])

    def _info(self, share):
        return {"prob": float(share), "action_mask": self.action_mask(self.s)}

    def _at(self):
        return self.decode(int(self.s))[:2]

    def pose(self):
        return dict(zip(("row", "column", "passenger", "destination"), self.decode(int(self.s))))

    def _text(self):
        rows = [list(row) for row in MAP]
        row, column, passenger, destination = self.decode(int(self.s))

        def coloured(place, *look, **more):
            r, c = 1 + place[0], 2 * place[1] + 1
            rows[r][c] = colorize("_" if rows[r][c] == " " and look == ("green",) else rows[r][c], *look, **more)

        if passenger < _INSIDE:
            coloured((row, column), "yellow", highlight=True)
            coloured(self.locs[passenger], "blue", bold=True)
        else:
            coloured((row, column), "green", highlight=True)
        coloured(self.locs[destination], "magenta")
        last = "" if self.lastaction is None else f"  ({self._actions[self.lastaction]})"
        return "\n".join(["".join(row) for row in rows] + [last]) + "\n"

    def _draw(self):
        picture, wide, high, left, bottom = Picture(536, 456), 88, 72, 48, 48
        row, column, passenger, destination = self.decode(int(self.s))
        corner = lambda place: (left + place[1] * wide, bottom + (4 - place[0]) * high)
        picture.box(left, bottom, left + 5 * wide, bottom + 5 * high, _ROAD)
        for place, colour in zip(self.locs, self.locs_colors):
            x, y = corner(place)
            picture.box(x + 3, y + 3, x + wide - 3, y + high - 3, colour)
        for r in range(5):
            for c in range(5):
                x, y = corner((r, c))
                if c and MAP[1 + r][2 * c] == "|":
                    picture.box(x - 2, y, x + 2, y + high, BLACK)
        for edge in ((0, 0, 5, 0), (0, 5, 5, 5), (0, 0, 0, 5), (5, 0, 5, 5)):
            x, y, to_x, to_y = (left + wide * edge[0], bottom + high * edge[1], left + wide * edge[2], bottom + high * edge[3])
            picture.box(x - 2, y - 2, to_x + 2, to_y + 2, BLACK)
        x, y = corner(self.locs[destination])
        picture.polygon([(x + 12, y + 60), (x + 12, y + 36), (x + 40, y + 48)], BLACK)
        x, y = corner((row, column))
        picture.box(x + 16, y + 18, x + 72, y + 46, _TAXI)
        for wheel in (28, 60):
            picture.disc(x + wheel, y + 18, 8, BLACK)
        x, y = (x + 44, y + 46) if passenger == _INSIDE else [at + 14 for at in corner(self.locs[passenger])]
        picture.disc(x, y, 10, [120, 60, 160])
        return picture.array()
