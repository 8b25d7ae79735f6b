"""Compares a program with its class: single steps from the same states with the same draws, random ones, some on both sides of each
border between ways, and some at the ends of what is counted. A program takes the class's place only where they agree."""

import numpy

from own_environment import _picture
from own_environment._borders import at_borders, at_thresholds
from own_environment._columns import Columns, columns, spread
from own_environment._load import line_in, line_of, told
from own_environment._plain import Plain
from own_environment._spaces import Uniform, action_of, between
from own_environment._state import same_objects
from own_environment._symbols import Refusal
from own_environment._kinds import single

STEPS, EPISODE, EXAMPLES = 1_000, 200, 20
# Of what the class computes, or of 1 where that is less.
TOLERANCE = 1e-5
# Changes of a state in its last bits that show what rounding alone does.
NUDGES = 6
# Of as many beginnings of episodes as there are steps, those that may need more turns of a loop than the program has.
MOST_OVERDRAWN = 2
# First steps that are also taken as `reset` left the attributes.
_FIRST_STEPS = 8


class Difference(Exception):
    """The program and the class part: what differs, and where both began."""

    def __init__(self, found):
        super().__init__(found)
        self.found = found


class Row:
    """A step of the class: where it began, and what it computed."""

    __slots__ = ("state", "numbers", "action", "draws", "after", "seen", "ends", "is_over")

    def __init__(self, state, numbers, action, draws, result):
        self.state, self.numbers, self.action, self.draws = state, numbers, action, draws
        self.after, self.seen, self.ends = result
        self.is_over = bool(self.ends[1]) or bool(self.ends[2])

    def results(self):
        """Returns all that is compared. What an ended episode leaves in its attributes is not a state any more."""
        return ([] if self.is_over else self.after) + self.seen + self.ends


class Comparison:
    """A comparison: `compared` counts its steps, and `largest` is the largest difference, at `where`."""

    def __init__(self, program, read):
        self.program, self.data = program, program.data
        self.plain = Plain(program, read)
        self.kinds = [program.traced.kinds[path] for path in program.paths]
        self.step, self.observe, self.first = (Columns(self.data[name]) for name in ("step", "observe", "first"))
        self.guards, self.first_guards = Columns(program.guards), Columns(program.first_guards)
        self.compared, self.largest, self.where = 0, 0.0, None
        # Some steps of the class: the inputs of the formula, and what the class computed.
        self.examples = []
        self.random, self.goes_beyond = Uniform(23), True

    def run(self):
        """Compares. Raises `Difference` at the first one, and `Refusal` where the class itself fails or a loop turns too often."""
        try:
            self._hold_draws()
            try:
                rows = self._played()
            except AssertionError:
                # A class may hold that actions are in their space.
                self.goes_beyond = False
                rows = self._played()
            self.compare(rows, True)
            at_borders(self, rows)
            at_thresholds(self, rows)
            self._compare_pictures(rows)
        except (Refusal, Difference):
            raise
        except Exception as error:
            raise Refusal(f"a step ends with {told(error)}", line_in(error, self.plain.read.file)) from None

    def _hold_draws(self):
        """Refuses a class whose `reset` often draws again more times than the program does."""
        lines = self.program.traced.first["lines"]
        if not lines:
            return
        rows = [self.draws("first") for _ in range(STEPS)]
        for line, tests in zip(lines, self.first_guards.results(columns(rows, self.data["draws"]["first"]))):
            if sum(map(bool, spread(tests, STEPS))) > MOST_OVERDRAWN:
                raise Refusal("this loop draws again until something fits, and often more times than a program can, so it cannot become one", line)

    def _compare_pictures(self, rows):
        try:
            _picture.hold(self, rows)
        except Refusal as refusal:
            del self.data["picture"]
            self.program.traced.has_no_picture(refusal)
        except Exception as error:
            del self.data["picture"]
            line = line_in(error, self.plain.read.file)
            self.program.traced.has_no_picture(Refusal(f"it ends with {told(error)}", line))

    def draws(self, name):
        return [self.random() for _ in range(self.data["draws"][name])]

    def _action(self):
        """Returns numbers of an action, and the action that they are: some lie beyond the space, as those of a policy do."""
        space = self.program.traced.action
        if space.kind == "Discrete":
            place = int(self.random() * space.n)
            return [float(place)], space.start + place
        reach = (1.2, -0.1) if self.goes_beyond else (1.0, 0.0)
        numbers = [single(between(low, high, reach[0] * self.random() + reach[1])) for low, high in zip(space.low, space.high)]
        return numbers, action_of(space, numbers)

    def _played(self):
        """Returns random steps of the class."""
        plain, rows, begun = self.plain, [], []
        while len(rows) < STEPS:
            draws = self.draws("first")
            state, seen = plain.reset(draws)
            begun.append((draws, state, seen))
            for length in range(min(EPISODE, STEPS - len(rows))):
                numbers, action = self._action()
                draws = self.draws("step")
                real = None
                if not length and len(begun) <= _FIRST_STEPS:
                    real = Row(state, numbers, action, draws, plain.step(action, draws))
                    if not real.is_over:
                        plain.take_shape()
                row = self.taken(state, numbers, action, draws)
                if real is not None:
                    self._hold_apart(real, row)
                rows.append(row)
                if row.is_over:
                    break
                state = row.after
        self._compare_first(begun)
        return rows

    def taken(self, state, numbers, action, draws):
        """Returns a step that the class takes from a state."""
        self.plain.put(state)
        return Row(state, numbers, action, draws, self.plain.step(action, draws))

    def _hold_apart(self, real, row):
        """Refuses a class whose first step differs because two attributes are one object after `reset`, and later are not."""
        groups = set(self.plain.begun) - set(same_objects(self.plain.shape.kept))
        if not groups or real.is_over != row.is_over:
            return
        if all(abs(a - b) <= 1e-4 * max(1.0, abs(b)) for a, b in zip(real.results(), row.results())):
            return
        one, other = groups.pop()[:2]
        raise Refusal(f"self.{one} and self.{other} are one object after reset, and the first step changes both: give one of them a copy", self.program.traced._line_about((other,), line_of(self.plain.read.kind, "reset")))

    def _compare_first(self, begun):
        count, size = len(begun), len(begun[0][1])
        made = self.first.results(columns([draws for draws, _, _ in begun], self.data["draws"]["first"]))
        shown_by_program = self._seen(made, count)
        made = [spread(one, count) for one in made[:size]]
        for at, (draws, state, seen) in enumerate(begun):
            begin = {"draws": draws, "call": "reset"}
            if len(seen) != len(shown_by_program):
                raise Difference(begin | {"where": "observation", "class": seen, "program": [one[at] for one in shown_by_program]})
            for one, other, name in zip(made + shown_by_program, state + seen, self._names(size, len(seen))):
                difference = abs(one[at] - other) / max(1.0, abs(other))
                if one[at] != other and not difference <= TOLERANCE:
                    if name.startswith("observation[") and abs(one[at] - other) <= TOLERANCE * max(1.0, abs(other)) + 8 * self._room(state, int(name[12:-1])):
                        continue
                    raise Difference(begin | {"where": name, "class": other, "program": one[at]})
                if difference > self.largest:
                    self.largest, self.where = difference, name

    def _room(self, state, place):
        """Returns how far apart observations of a state are that differs in its last bits."""
        missing = [0.0] * (len(self.data["state"]) - len(state))
        nudged = [[value * (1 + (self.random() - 0.5) * 2**-21) for value in state] + missing for _ in range(NUDGES)]
        seen = self._seen(columns(nudged, len(nudged[0])), NUDGES)[place]
        return max(seen) - min(seen)

    def _names(self, size, observed):
        return self.data["state"][:size] + [f"observation[{place}]" for place in range(observed)] + ["reward", "terminated", "truncated"]

    def _seen(self, state, count):
        """Returns the columns of observations for columns of states."""
        state = [one if hasattr(one, "tolist") and getattr(one, "shape", ()) else numpy.array([one] * count, dtype="float32") for one in state]
        return [spread(one, count) for one in self.observe.results(state)]

    def given(self, rows):
        """Returns the columns of a step's inputs."""
        missing = [0.0] * (len(self.data["state"]) - len(rows[0].state))
        given = [row.state + missing + row.numbers + row.draws for row in rows]
        return columns(given, len(given[0]))

    def of_program(self, rows):
        """Returns what the program makes of the same beginnings, a column for each number."""
        given, count = self.given(rows), len(rows)
        for line, tests in zip(self.program.traced.step["lines"], self.guards.results(given)):
            if any(spread(tests, count)):
                raise Refusal("this loop turns a number of times that the state decides, and more than 4 times from some states, so it cannot become a program", line)
        made, size = self.step.results(given), len(self.data["state"])
        return [spread(one, count) for one in made[: len(rows[0].after)]] + self._seen(made[:size], count) + [spread(one, count) for one in made[size:]]

    def compare(self, rows, with_examples=False):
        """Compares steps of the class with what the program makes of their beginnings."""
        if not rows:
            return
        of_program, size, observed = self.of_program(rows), len(rows[0].after), len(rows[0].seen)
        self.compared += len(rows)
        names = self._names(size, observed)
        if len(of_program) != len(names):
            count = len(of_program) - size - 3
            raise Difference(self._begin(rows[0]) | {"where": "observation", "class": rows[0].seen, "program": [one[0] for one in of_program[size : size + count]]})
        over = numpy.array([row.is_over for row in rows])
        apart = {}
        for place, (name, column) in enumerate(zip(names, of_program)):
            one = numpy.array(column, dtype="float64")
            other = numpy.array([(row.after + row.seen + row.ends)[place] for row in rows], dtype="float64")
            difference = abs(one - other) / numpy.maximum(abs(other), 1.0)
            differs = (one != other) & ~(difference <= TOLERANCE)
            if place < size:
                differs = differs & ~over
                difference = numpy.where(over, 0.0, difference)
            if differs.any():
                for at, is_apart in enumerate(differs.tolist()):
                    if is_apart:
                        apart.setdefault(at, place)
            most = float(numpy.where(difference <= TOLERANCE, difference, 0.0).max())
            if most > self.largest:
                self.largest, self.where = most, name
        for at, place in sorted(apart.items()):
            row = rows[at]
            found = Difference(self._begin(row) | {"where": names[place], "class": (row.after + row.seen + row.ends)[place], "program": of_program[place][at]})
            # A class that computes something else the second time keeps more than its state.
            if self.taken(row.state, row.numbers, row.action, row.draws).results() != row.results():
                raise found
            self._excuse(row, [one[at] for one in of_program[size if row.is_over else 0 :]], found)
        if with_examples and size == len(self.data["state"]):
            fit = [row for at, row in enumerate(rows) if not row.is_over and at not in apart]
            self.examples = [{"inputs": row.state + row.numbers + row.draws, "results": row.after + row.ends} for row in fit[:EXAMPLES]]

    def _begin(self, row):
        return {"call": "step", "state": dict(zip(self.data["state"], row.state)), "action": row.numbers, "draws": row.draws}

    def _excuse(self, row, of_program, difference):
        """Returns if rounding alone makes as much of a difference in the class, otherwise raises the difference."""
        found, space = [], self.program.traced.action
        size = len(self.kinds)
        for _ in range(NUDGES):
            nudged = [value * (1 + (self.random() - 0.5) * 2**-21) + (self.random() - 0.5) * 2**-24 if kind == "f" else value for value, kind in zip(row.state, self.kinds)]
            moved = [value * (1 + (self.random() - 0.5) * 2**-21) for value in row.numbers] if space.kind != "Discrete" else row.numbers
            action = row.action if moved is row.numbers else action_of(space, moved)
            draws = [min(max(one + (self.random() - 0.5) * 2**-23, 0.0), 1 - 2**-24) for one in row.draws]
            again = self.taken(nudged + row.state[size:], moved, action, draws)
            found.append(([] if row.is_over else again.after) + again.seen + again.ends)
        alike = [one for one in found if len(one) == len(of_program)]
        for one in alike:
            spreads = [max(abs(a - b) for a, b in zip(cells, cells[1:])) if len(cells) > 1 else 0.0 for cells in zip(*alike)]
            if all(a == b or abs(a - b) <= TOLERANCE * max(1.0, abs(b)) + 8 * room for a, b, room in zip(of_program, one, spreads)):
                return
        raise difference
