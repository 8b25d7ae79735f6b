"""Compares a program with its class: single steps from the same states with the same draws, random ones and some on both sides of
each border between ways. A program takes the class's place only where they agree."""

from own_environment._draws import Scripted
from own_environment._formula import compiled
from own_environment._arrays import Array, lift
from own_environment._load import class_of, line_in, module_of
from own_environment._state import Shape, leaves
from own_environment._symbols import Refusal, number
from own_environment._kinds import single
from own_environment._spaces import Uniform, action_of, between
from own_environment._trace import MODULE

STEPS, EPISODE, HALVINGS, BORDERS, EXAMPLES = 1_000, 200, 14, 120, 20
# Of what the class computes, or of 1 where that is less.
TOLERANCE = 1e-5
# Changes of a state in its last bits that show what rounding alone does.
NUDGES = 6


class Difference(Exception):
    """The program and the class part: what differs, and where both began."""

    def __init__(self, found):
        super().__init__(found)
        self.found = found


class Class:
    """The reader's class as it is, which can be put into any state."""

    def __init__(self, program, text, file):
        self.program, self.file = program, file
        traced = program.traced
        self.module = module_of(text, file, MODULE + "_plain")
        self.kind = class_of(self.module, traced.name)
        self.environment = self.kind()
        self.random = Uniform(11)
        self.shape = None

    def reset(self, draws):
        self.environment.np_random = Scripted(draws)
        observation = self.environment.reset()[0]
        if self.shape is None:
            self.shape = Shape(self.environment, self.module.__name__, self.program.traced.left_out)
        return self.state(), self.flat(observation)

    def state(self):
        """Returns the numbers of the program's state, in single precision."""
        program = self.program
        found = leaves(vars(self.environment), self.module.__name__, left_out=program.traced.left_out)
        values = [found.get(path) for path in program.paths]
        values = [program.traced.number_of(path, value) for path, value in zip(program.paths, values)]
        return [single(value) for value in values] + [float(found.get(path) is None) for path in program.flags]

    def flat(self, observation):
        whole = lift(observation)
        return [float(number(cell)) for cell in (whole.flat() if type(whole) is Array else [whole])]

    def put(self, state):
        program = self.program
        kinds = program.traced.kinds
        replaced = {path: _of_kind(value, kinds[path]) for path, value in zip(program.paths, state)}
        replaced.update((path, self._own(atoms[replaced[path]])) for path, atoms in program.traced.atoms.items() if path in replaced)
        replaced.update((path, None) for path, is_none in zip(program.flags, state[len(program.paths) :]) if is_none)
        self.shape.put(self.environment, replaced, False)

    def _own(self, atom):
        """Returns the text or the member of this module's enumeration that stands for one of the module that was followed."""
        if not hasattr(type(atom), "__members__"):
            return atom
        owner = self.module
        for name in type(atom).__qualname__.split("."):
            owner = getattr(owner, name)
        return owner[atom.name]

    def learn_shape(self, action, draws):
        """Takes over the form that attributes have after a step."""
        self.environment.np_random = Scripted(draws)
        result = self.environment.step(action)
        if not (bool(result[2]) or bool(result[3])):
            self.shape = Shape(self.environment, self.module.__name__, self.program.traced.left_out)

    def step(self, action, draws):
        """Returns the state and the observation after a step, its reward, and both ends."""
        self.environment.np_random = Scripted(draws)
        observation, reward, terminated, truncated = self.environment.step(action)[:4]
        return self.state(), self.flat(observation), [float(number(reward)), float(bool(terminated)), float(bool(truncated))]


def _of_kind(value, kind):
    return bool(value) if kind == "b" else int(round(value)) if kind == "i" else float(value)


class Comparison:
    def __init__(self, program, text, file):
        self.program, self.data = program, program.data
        self.plain = Class(program, text, file)
        self.step, self.observe, self.first = (compiled(self.data[name]) for name in ("step", "observe", "first"))
        self.tests, self.guards = compiled(self.data["step"], True), compiled(program.guards)
        self.compared, self.largest, self.where = 0, 0.0, None
        # Some steps of the class: the inputs of the formula, and what the class computed.
        self.examples = []
        self.random = Uniform(23)

    def run(self):
        """Compares. Raises `Difference` at the first one, and `Refusal` where the class itself fails or a loop turns too often."""
        try:
            self._steps()
        except (Refusal, Difference):
            raise
        except Exception as error:
            raise Refusal(f"a step ends with {type(error).__name__}: {error}", line_in(error, self.plain.file)) from None

    def _draws(self, name):
        return [self.random() for _ in range(self.data["draws"][name])]

    def _action(self):
        """Returns numbers of an action, and the action that they are: some lie beyond the space, as those of a policy do."""
        space = self.program.traced.action
        if space.kind == "Discrete":
            place = int(self.random() * space.n)
            return [float(place)], space.start + place
        numbers = [single(between(low, high, 1.2 * self.random() - 0.1)) for low, high in zip(space.low, space.high)]
        return numbers, action_of(space, numbers)

    def _steps(self):
        plain, pool = self.plain, []
        length = EPISODE
        while self.compared < STEPS:
            length = 0
            draws = self._draws("first")
            state, seen = plain.reset(draws + [0.5] * 64)
            self._compare_first(draws, state, seen)
            while length < EPISODE and self.compared < STEPS:
                numbers, action = self._action()
                draws = self._draws("step")
                if not length and self.compared < 3:
                    plain.learn_shape(action, draws + [0.5] * 64)
                    plain.put(state)
                after, ended = self._compare(state, numbers, action, draws)
                if state is not None and len(pool) < 600:
                    pool.append((state, numbers, action, draws))
                state, length = after, length + 1
                if ended:
                    break
        self._borders(pool)

    def _compare_first(self, draws, state, seen):
        made = self.first(draws)
        kept = len(state)
        self._near(made[:kept], state, seen, self.observe(made), {"draws": draws, "call": "reset"})

    def _near(self, made, state, seen, shown_by_program, begin):
        for place, (one, other) in enumerate(zip(made + shown_by_program, state + seen)):
            self._differs(one, other, self._name(place, len(state)), begin)
        if len(seen) != len(shown_by_program):
            raise Difference(begin | {"where": "observation", "class": seen, "program": shown_by_program})

    def _name(self, place, size):
        names = self.data["state"]
        return names[place] if place < size else f"observation[{place - size}]"

    def _differs(self, one, other, name, begin, room=0.0):
        difference = abs(one - other) / max(1.0, abs(other))
        if one != other and not difference <= TOLERANCE + room:
            raise Difference(begin | {"where": name, "class": other, "program": one})
        if difference > self.largest:
            self.largest, self.where = difference, name

    def _of_program(self, state, numbers, draws):
        full = state + [0.0] * (len(self.data["state"]) - len(state))
        given = full + numbers + draws
        for line, holds in zip(self.program.traced.step["lines"], self.guards(given)):
            if holds:
                raise Refusal("this loop turns a number of times that the state decides, and more than 4 times from some states, so it cannot become a program", line)
        made = self.step(given)
        count = len(self.data["state"])
        return made[: len(state)], self.observe(made[:count]), made[count:]

    def _compare(self, state, numbers, action, draws):
        """Compares a step from a state, and returns the state after it and whether the episode is over."""
        plain = self.plain
        plain.put(state)
        after, seen, ends = plain.step(action, draws + [0.5] * 64)
        made, shown_by_program, made_ends = self._of_program(state, numbers, draws)
        self.compared += 1
        begin = {"call": "step", "state": dict(zip(self.data["state"], state)), "action": numbers, "draws": draws}
        is_over = bool(ends[1]) or bool(ends[2])
        # What an ended episode leaves in attributes that are None at times is not a state any more.
        of_class = ([] if is_over else after) + seen + ends
        of_program = ([] if is_over else made) + shown_by_program + made_ends
        names = ([] if is_over else self.data["state"][: len(after)]) + [f"observation[{place}]" for place in range(len(seen))] + ["reward", "terminated", "truncated"]
        if len(of_class) != len(of_program):
            raise Difference(begin | {"where": "observation", "class": seen, "program": shown_by_program})
        try:
            for one, other, name in zip(of_program, of_class, names):
                self._differs(one, other, name, begin)
            if len(self.examples) < EXAMPLES and not is_over and len(after) == len(self.data["state"]):
                self.examples.append({"inputs": state + numbers + draws, "results": after + ends})
        except Difference as difference:
            plain.put(state)
            again = plain.step(action, draws + [0.5] * 64)
            # A class that computes something else the second time keeps more than its state.
            if ([] if is_over else again[0]) + again[1] + again[2] != of_class:
                raise
            self._excused(state, numbers, draws, of_program, is_over, difference)
        return after, is_over

    def _excused(self, state, numbers, draws, of_program, was_over, difference):
        """Returns if rounding alone makes as much of a difference in the class, otherwise raises the difference."""
        plain, found = self.plain, []
        kinds = [self.program.traced.kinds[path] for path in self.program.paths]
        for turn in range(NUDGES):
            nudged = [value * (1 + (self.random() - 0.5) * 2**-21) + (self.random() - 0.5) * 2**-24 if kind == "f" else value for value, kind in zip(state, kinds)]
            moved = [value * (1 + (self.random() - 0.5) * 2**-21) for value in numbers] if self.program.traced.action.kind != "Discrete" else numbers
            plain.put(nudged + state[len(kinds) :])
            action = action_of(self.program.traced.action, moved) if moved is not numbers else self.program.traced.action.start + int(numbers[0])
            after, seen, ends = plain.step(action, [min(max(one + (self.random() - 0.5) * 2**-23, 0.0), 1 - 2**-24) for one in draws] + [0.5] * 64)
            found.append(([] if was_over else after) + seen + ends)
        alike = [one for one in found if len(one) == len(of_program)]
        for one in alike:
            spread = [max(abs(a - b) for a, b in zip(cells, cells[1:])) if len(cells) > 1 else 0.0 for cells in zip(*alike)]
            if all(a == b or abs(a - b) <= TOLERANCE * max(1.0, abs(b)) + 8 * room for a, b, room in zip(of_program, one, spread)):
                return
        raise difference

    def _borders(self, pool):
        """Compares steps from states between two that take different ways, close to where these part."""
        kinds = [self.program.traced.kinds[path] for path in self.program.paths]
        tried = 0
        if not pool or "f" not in kinds:
            return
        seen = {}
        for turn in range(6 * BORDERS):
            if tried >= BORDERS:
                return
            state, numbers, action, draws = pool[int(self.random() * len(pool))]
            other = pool[int(self.random() * len(pool))][0]
            far = [b if kind == "f" else a for a, b, kind in zip(state, other, kinds)] + state[len(kinds) :]
            way, other_way = self._way(state, numbers, draws), self._way(far, numbers, draws)
            if way == other_way or seen.get((way, other_way), 0) > 3:
                continue
            seen[way, other_way] = seen.get((way, other_way), 0) + 1
            near = state
            for _ in range(HALVINGS):
                middle = [single((a + b) / 2) if kind == "f" else a for a, b, kind in zip(near, far, kinds)] + state[len(kinds) :]
                if self._way(middle, numbers, draws) == way:
                    near = middle
                else:
                    far = middle
            for begin in (near, far):
                self._compare(begin, numbers, action, draws)
            tried += 1

    def _way(self, state, numbers, draws):
        full = state + [0.0] * (len(self.data["state"]) - len(state))
        return tuple(self.tests(full + numbers + draws))
