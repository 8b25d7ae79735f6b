"""The reader's class as it is, which can be put into any state."""

from own_environment._arrays import Array, lift
from own_environment._draws import Scripted
from own_environment._kinds import single
from own_environment._load import made_of
from own_environment._lookup import is_atom
from own_environment._state import LEFT_OUT, Shape, copy_of, is_alike, same_objects
from own_environment._symbols import kind_of, number

# Numbers for draws that a class takes beyond those of the program, whose longest way takes as many as it says.
_MORE = [0.5] * 64


class Plain:
    """An environment of the class, its attributes, and the numbers of the program's state among them."""

    def __init__(self, program, read):
        self.program, self.traced, self.read = program, program.traced, read
        self.module = read.module
        self.environment = made_of(read.kind, read.file)
        self.shape = self.begun = None
        self._each = [(path[0], path[1:], self.traced.atoms.get(path)) for path in program.paths]
        self._flags = [(path[0], path[1:]) for path in program.flags]
        self._kinds = [self.traced.kinds[path] for path in program.paths]

    def _give(self, draws):
        self.read.lent.give(self.environment, Scripted(draws + _MORE), self.traced.sources)

    def reset(self, draws):
        self._give(draws)
        observation = self.environment.reset()[0]
        if self.shape is None:
            self.take_shape()
            self.begun = same_objects(vars(self.environment))
        return self.state(), flat(observation)

    def take_shape(self):
        """Takes over the form that the attributes have now."""
        traced = self.traced
        names = vars(self.environment)
        constants = {name: constant for name, constant in traced.constants.items() if name in names}
        self.shape = Shape(self.environment, self.module.__name__, traced.left_out, constants)
        self.shape.apart, self.shape.left_alone = traced.shape.apart, LEFT_OUT | traced.logs
        kept = self.shape.kept
        # What is one object under two names is copied as one.
        self._is_whole = bool(same_objects(kept))
        placed = {path[0] for path in (*self.program.paths, *self.program.flags)}
        self._fixed = {name: value for name, value in kept.items() if name not in placed and _is_fixed(value)} | self.shape.held
        self._copied = {name: value for name, value in kept.items() if name not in placed and not _is_fixed(value)}
        self._placed = {name: value for name, value in kept.items() if name in placed}
        self._names = {*kept, *self.shape.held, *self.shape.left_alone}
        self._given = {}

    def state(self):
        """Returns the numbers of the program's state, in single precision."""
        names, cells, found = vars(self.environment), {}, []
        for name, rest, atoms in self._each:
            value = names.get(name)
            if rest:
                value = _part(name, value, rest, cells)
            if atoms is not None:
                value = self.traced.number_of((name, *rest), value)
            found.append(single(0 if value is None else value))
        for name, rest in self._flags:
            value = names.get(name)
            found.append(float((_part(name, value, rest, cells) if rest else value) is None))
        return found

    def put(self, state):
        """Gives the attributes the numbers of a state."""
        replaced = {}
        for path, (_, _, atoms), kind, value in zip(self.program.paths, self._each, self._kinds, state):
            value = bool(value) if kind == "b" else int(round(value)) if kind == "i" else float(value)
            replaced[path] = value if atoms is None else self._own(atoms[value])
        for path, is_none in zip(self.program.flags, state[len(self._each) :]):
            if is_none:
                replaced[path] = None
        if self._is_whole:
            self.shape.put(self.environment, replaced, False)
            return
        names = vars(self.environment)
        for name in [name for name in names if name not in self._names]:
            del names[name]
        names.update(self._fixed)
        for name, value in self._copied.items():
            if names.get(name) is not self._given.get(name) or name not in self._given or not is_alike(names[name], value):
                names[name] = self._given[name] = copy_of(value, self.module.__name__, {}, lambda path, value: value, (), False)
        replace = lambda path, value: replaced.get(path, value)
        for name, value in self._placed.items():
            names[name] = replaced[(name,)] if (name,) in replaced else copy_of(value, self.module.__name__, {}, replace, (name,), False)

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
        self._give(draws)
        result = self.environment.step(action)
        if not (bool(result[2]) or bool(result[3])):
            self.take_shape()

    def step(self, action, draws):
        """Returns the state and the observation after a step, its reward, and both ends."""
        self._give(draws)
        observation, reward, terminated, truncated = self.environment.step(action)[:4]
        return self.state(), flat(observation), [float(number(reward)), float(bool(terminated)), float(bool(truncated))]


def flat(observation):
    """Returns the numbers of an observation."""
    if type(observation).__name__ == "ndarray":
        cells = observation.tolist() if observation.ndim == 1 else observation.flatten().tolist()
    else:
        whole = lift(observation)
        cells = [number(cell) for cell in whole.flat()] if type(whole) is Array else [whole]
    return [float(cell) for cell in cells]


def _is_fixed(value):
    """Returns true for what nothing can change in place."""
    if value is None or kind_of(number(value)) or is_atom(value):
        return True
    return type(value) is tuple and all(map(_is_fixed, value))


def _part(name, value, rest, cells):
    """Returns what lies in an attribute."""
    for place, part in enumerate(rest):
        kind = type(value)
        if value is None:
            return None
        if kind.__name__ == "ndarray":
            inner = (name, *rest[:place])
            if inner not in cells:
                cells[inner] = value.flatten().tolist()
            return cells[inner][part] if part < len(cells[inner]) else None
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, (list, tuple)) or kind.__name__ == "deque":
            value = value[part] if part < len(value) else None
        else:
            value = vars(value).get(part)
    return number(value)
