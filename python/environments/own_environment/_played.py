"""Finds the state of an environment: it plays some episodes, and takes for the state what differs between the beginnings of steps."""

from own_environment._draws import Scripted
from own_environment._load import line_of
from own_environment._lookup import Choice, is_atom
from own_environment._spaces import Uniform, action_of, between
from own_environment._state import LEFT_OUT, Shape, constants_of, leaves, same_objects, shown, sources_of
from own_environment._symbols import Refusal, is_symbol, kind_of

# Episodes and steps of random actions that tell which attributes change.
EPISODES, STEPS = 8, 40
# Steps in which every attribute that steps set is seen.
_TRIED = 20
# What puts something into a container.
_FILLS = ("append", "add", "extend", "pop", "insert", "remove", "update")


class _Changed(Exception):
    """A large container is changed by steps after all."""


class Played:
    """An environment that was played: `paths` says where the numbers of its state lie, `kinds` of which kind each is, `mixed` which are
    None at times, and `atoms` which are texts or members of an enumeration. `logs` are the containers that grow, `constants` large ones
    that no step changes, and `sources` generators of random numbers of its own."""

    def _find_state(self):
        environment = self.environment
        self.logs, self.sources = set(), []
        self.before = Shape(environment, self.module.__name__)
        self.left_out = LEFT_OUT | self._names_of_steps()
        self.constants = constants_of(environment, self.left_out)
        self.before.constants = self.constants
        for name, constant in self.constants.items():
            if self.before.kept.pop(name, None) is not None:
                self.before.held[name] = constant.value
        while True:
            try:
                seen = self._play()
                break
            except _Changed as changed:
                self.thaw(changed.args[0])
        self.own.constants = [self.before_symbols(name) for name in self.constants]
        self._take(seen)

    def before_symbols(self, name):
        return self.constants[name].given(self.constants[name].value, True)

    def thaw(self, name):
        """Takes a container for one that steps may change, and gives it back what it held."""
        fresh = self.constants.pop(name).fresh()
        setattr(self.environment, name, fresh)
        for shape in (self.before, getattr(self, "shape", None)):
            if shape is not None and name in shape.held:
                del shape.held[name]
                shape.kept[name] = fresh
        self.own.constants = [self.before_symbols(other) for other in self.constants]

    def give(self, draws):
        """Lets the environment draw from these in the call that follows."""
        self.sources = sources_of(self.environment)
        self.lent.give(self.environment, draws, self.sources)

    def seen_now(self):
        return leaves(vars(self.environment), self.module.__name__, left_out=self.left_out.union(self.constants))

    def _shape_now(self):
        names = vars(self.environment)
        for name, constant in self.constants.items():
            if not constant.is_as_before(names.get(name)):
                raise _Changed(name)
        return Shape(self.environment, self.module.__name__, self.left_out, self.constants)

    def _play(self):
        """Returns what the attributes are at the beginnings of steps."""
        environment, random = self.environment, Uniform(7)
        draws, seen, self.shape = Scripted(random), [], None
        for episode in range(EPISODES):
            self.give(draws)
            environment.reset()
            seen.append(self.seen_now())
            if not episode:
                self.begun = self.shape = self._shape_now()
                self.begun_same = same_objects(vars(environment))
            for _ in range(STEPS):
                self.give(draws)
                result = environment.step(self.random_action(random))
                if bool(result[2]) or bool(result[3]):
                    break
                seen.append(self.seen_now())
                self.shape = self._shape_now()
        return seen

    def _take(self, seen):
        self.paths, self.mixed, self.atoms, self.kinds = [], set(), {}, {}
        template = leaves(self.shape.kept, self.module.__name__)
        for path in sorted({path for one in seen for path in one if path and path[0] not in ("np_random", "_np_random")}, key=str):
            if path[0] in self.logs:
                continue
            values = [one.get(path) for one in seen]
            grows = isinstance(values[0], str) and values[0].startswith("a set of ") and any(value != values[0] for value in values)
            if grows or any(path not in one for one in seen) and not self._is_none_at_times(path, seen):
                self._take_for_log(path)
                continue
            if all(_same(value, values[0]) for value in values):
                continue
            kinds = {kind_of(value) for value in values}
            if any(map(is_atom, values)):
                self._learn_atoms(path, values)
            elif None in kinds:
                self.mixed.add(path)
            if path in template:
                self.paths.append(path)
        self.paths = [path for path in self.paths if path[0] not in self.logs]
        for path in self.paths:
            kinds = {kind_of(one.get(path)) for one in seen} - {None} or {"i"}
            self.kinds[path] = kinds.pop() if len(kinds) == 1 else "f" if "f" in kinds else "i"
        self._part(seen)

    def _take_for_log(self, path):
        """Takes a container that grows for one that is only put into. Who reads it is refused."""
        name = path[0]
        kept = self.shape.kept.get(name)
        if not isinstance(kept, (list, dict, set)) and type(kept).__name__ != "deque":
            self._refuse_growth(path)
        self.logs.add(name)
        self.left_out = self.left_out | {name}
        for shape in (self.before, self.shape, self.begun):
            shape.kept.pop(name, None)
            shape.left_alone = shape.left_alone | {name}

    def _part(self, seen):
        """Lets attributes that are one object now, but were not always equal, be copied by themselves."""
        for group in same_objects(self.shape.kept):
            for name in group[1:]:
                paths = [path for path in self.kinds if path[0] == name]
                if any(one.get(path) != one.get((group[0], *path[1:])) for one in seen for path in paths):
                    self.shape.apart = self.shape.apart | {name}

    def _names_of_steps(self):
        """Returns the attributes that only steps set, such as the last action. None is there after `reset`, so no step can need one of
        the step before; who reads it all the same is refused."""
        environment, random = self.environment, Uniform(3)
        draws = Scripted(random)
        self.give(draws)
        environment.reset()
        names = set(vars(environment))
        for _ in range(_TRIED):
            self.give(draws)
            result = environment.step(self.random_action(random))
            if bool(result[2]) or bool(result[3]):
                break
        added = set(vars(environment)) - names
        self.before.put(environment, {}, False)
        return added

    def _learn_atoms(self, path, values):
        """Remembers the texts or members of an enumeration that an attribute may be: its number is the place of one."""
        known = self.atoms.setdefault(path, [])
        for value in values:
            for atom in value.choices if type(value) is Choice else [value]:
                if not is_atom(atom):
                    raise Refusal(f"self.{shown(path)} is text at times and something else at others, and the state of a program is numbers", self._line_about(path))
                if atom not in known:
                    known.append(atom)

    def number_of(self, path, value):
        """Returns the number that an attribute is in the state."""
        if path not in self.atoms:
            return 0 if value is None else value
        if type(value) is Choice:
            return value.place_in(self.atoms[path])
        # A member of an enumeration may be that of another copy of the module.
        return [getattr(atom, "name", atom) for atom in self.atoms[path]].index(getattr(value, "name", value))

    def _is_none_at_times(self, path, seen):
        """Returns true if a part of a path is None where the whole is missing."""
        return all(any(one.get(path[:size], 0) is None for size in range(1, len(path))) for one in seen if path not in one)

    def _refuse_growth(self, path):
        name = str(path[0])
        raise Refusal(f"self.{name} changes its length or its form from step to step, and the state of a program is a fixed number of numbers", self._line_about(path))

    def _line_about(self, path, begin=None):
        """Returns the line of the text that gives an attribute its value after the beginning, or after another line."""
        name = str(path[0])
        lines = self.text.split("\n")
        begin = begin or line_of(self.kind, "step") or 1
        for mark in [*(f"self.{name}.{fill}" for fill in _FILLS), f"self.{name} +=", f"self.{name}[", f"self.{name} ="]:
            # What a statement begins with is changed, and elsewhere an element is read.
            found = [at for at, line in enumerate(lines, 1) if (line.strip().startswith(mark) if mark[-1] == "[" else mark in line)]
            after = [at for at in found if at >= begin]
            if found:
                return (after or found)[0]
        return begin

    def random_action(self, random):
        """Returns a random action as a policy would give it."""
        if self.action.kind == "Discrete":
            return self.action.start + int(random() * self.action.n)
        return action_of(self.action, [between(low, high, random()) for low, high in zip(self.action.low, self.action.high)])


def _same(one, other):
    if is_symbol(one) or is_symbol(other) or type(one) is Choice or type(other) is Choice:
        return one is other
    return type(one) is type(other) and (one == other or one != one and other != other) or kind_of(one) is not None and kind_of(other) is not None and one == other
