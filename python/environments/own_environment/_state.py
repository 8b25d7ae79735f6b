"""The state of an environment: the numbers among its attributes that differ from step to step. A shape remembers where they lie,
and puts others there."""

from own_environment._arrays import Array, lift
from own_environment._heap import is_record
from own_environment._lookup import Choice, is_atom
from own_environment._symbols import kind_of, number

# What Gymnasium keeps on an environment, and what is drawn on.
LEFT_OUT = frozenset("_np_random _np_random_seed np_random action_space observation_space spec metadata render_mode np_random_seed".split())


def leaves(value, module, path=(), found=None, above=(), left_out=LEFT_OUT):
    """Returns all numbers, truths and Nones that a value holds, by where they lie. Names that are left out are an environment's. What
    lies in two places is found in both."""
    found = {} if found is None else found
    value = number(value)
    if value is None or kind_of(value) or is_atom(value) or type(value) is Choice:
        found[path] = value
        return found
    is_own = is_record(value, module)
    place = id(vars(value)) if is_own else id(value)
    if place in above:
        return found
    above = (*above, place)
    if type(value) is Array or type(value).__name__ == "ndarray":
        for place, cell in enumerate(lift(value).flat()):
            found[(*path, place)] = cell
    elif isinstance(value, (list, tuple)) or type(value).__name__ == "deque":
        for place, part in enumerate(value):
            leaves(part, module, (*path, place), found, above)
    elif isinstance(value, dict):
        for name, part in value.items():
            if path or name not in left_out:
                leaves(part, module, (*path, name), found, above)
    elif isinstance(value, (set, frozenset)):
        found[path] = f"a set of {len(value)}"
    elif is_own:
        for name, part in vars(value).items():
            if name not in LEFT_OUT:
                leaves(part, module, (*path, name), found, above)
    return found


def shown(path):
    """Returns how the reader writes a place, such as `ship.x` or `pos[0]`."""
    text = str(path[0])
    for part in path[1:]:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text


class Shape:
    """A copy of an environment's attributes, in which numbers can be replaced. Attributes that are `constant` are not copied, and those
    that are `apart` are copied by themselves, though now they are the same as others. What is `left_alone` is neither kept nor taken away."""

    def __init__(self, environment, module, left_out=LEFT_OUT, constants=None):
        self.module, self.constants, self.apart, self.left_alone = module, {} if constants is None else constants, frozenset(), LEFT_OUT
        names = {name: value for name, value in vars(environment).items() if name not in left_out}
        self.kept = copy_of({name: value for name, value in names.items() if name not in self.constants}, module, {}, lambda path, value: value, (), False)
        self.held = {name: value for name, value in names.items() if name in self.constants}

    def put(self, environment, replaced, in_symbols):
        """Gives an environment the attributes, with what `replaced` has for a place in place of it."""
        replace = lambda path, value: replaced.get(path, value)
        fresh = copy_of({name: value for name, value in self.kept.items() if name not in self.apart}, self.module, {}, replace, (), in_symbols)
        for name in self.apart:
            fresh[name] = copy_of(self.kept[name], self.module, {}, replace, (name,), in_symbols)
        fresh.update((name, self.constants[name].given(value, in_symbols)) for name, value in self.held.items())
        names = vars(environment)
        for name in [name for name in names if name not in self.left_alone and name not in fresh]:
            del names[name]
        names.update(fresh)


class Constant:
    """A large container that no step changes: it is not copied for each of them, but whether it is what it was is looked at."""

    def __init__(self, value):
        self.value, self._snapshot, self._in_symbols = value, snapshot(value)[0], None

    def given(self, value, in_symbols):
        if not in_symbols or type(value).__name__ != "ndarray":
            return value
        if self._in_symbols is None:
            self._in_symbols = lift(value)
            self._cells = list(self._in_symbols.cells)
        return self._in_symbols

    def is_as_before(self, value):
        """Returns true if an attribute is this container, and that holds what it held. Nothing may be followed meanwhile."""
        if value is self._in_symbols and value is not None:
            return all(one is other for one, other in zip(value.cells, self._cells))
        return value is self.value and is_alike(value, self._snapshot)

    def fresh(self):
        """Returns what it was at first."""
        return snapshot(self._snapshot)[0]


# Numbers in a container from which on it is not copied for each step.
LARGE = 64


def snapshot(value):
    """Returns a copy of lists, tuples, dictionaries and arrays, and how many numbers and texts are in it. Raises `TypeError` for
    anything else in them."""
    kind = type(value)
    if kind is list or kind is tuple:
        parts = [snapshot(part) for part in value]
        return kind(part for part, _ in parts), sum(count for _, count in parts)
    if kind is dict:
        parts = {name: snapshot(part) for name, part in value.items()}
        return {name: part for name, (part, _) in parts.items()}, sum(count for _, count in parts.values())
    if kind.__name__ == "ndarray":
        return value.copy(), int(value.size)
    if value is None or kind_of(number(value)) or is_atom(value):
        return value, 1
    raise TypeError


def is_alike(value, other):
    """Returns true if a container holds what a snapshot of it holds."""
    if type(value).__name__ == "ndarray":
        return type(value) is type(other) and value.tolist() == other.tolist()
    try:
        return bool(value == other)
    except Exception:
        # Such as a symbol among numbers.
        return False


def constants_of(environment, left_out):
    """Returns the attributes that are large containers of plain numbers and texts."""
    found = {}
    for name, value in vars(environment).items():
        if name not in left_out and (type(value) in (list, tuple, dict) or type(value).__name__ == "ndarray"):
            try:
                if snapshot(value)[1] > LARGE and is_alike(value, snapshot(value)[0]):
                    found[name] = Constant(value)
            except TypeError:
                pass
    return found


def same_objects(names):
    """Returns the groups of attributes that are one object which can be changed in place."""
    groups = {}
    for name, value in names.items():
        if name not in LEFT_OUT and (type(value) in (list, dict, set, Array) or type(value).__name__ in ("ndarray", "deque")):
            groups.setdefault(id(value), []).append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def copy_of(value, module, seen, replace, path, in_symbols):
    """Returns a copy of what can be changed, each number as `replace` gives it. With `in_symbols` arrays are ours."""
    if value is None or kind_of(number(value)) or is_atom(value):
        return replace(path, number(value) if in_symbols else value)
    if id(value) in seen:
        return seen[id(value)]
    kind = type(value)
    if kind.__name__ == "ndarray" or kind is Array:
        own = lift(value)
        cells = [replace((*path, place), cell) for place, cell in enumerate(own.flat())]
        if in_symbols:
            made = Array(cells, own.shape, own.kind)
        else:
            made = value.copy()
            if made.size and str(made.dtype)[:3] in ("flo", "int", "boo"):
                made = _array_of(cells, made)
            else:
                for place, cell in enumerate(cells):
                    made[_index(place, own.shape)] = cell
        seen[id(value)] = made
        return made
    if kind is list or kind.__name__ == "deque":
        made = seen[id(value)] = [] if kind is list else kind(maxlen=value.maxlen)
        made.extend(copy_of(part, module, seen, replace, (*path, place), in_symbols) for place, part in enumerate(value))
        return made
    if isinstance(value, tuple):
        parts = [copy_of(part, module, seen, replace, (*path, place), in_symbols) for place, part in enumerate(value)]
        return kind(*parts) if hasattr(kind, "_fields") else tuple(parts)
    if isinstance(value, dict):
        made = seen[id(value)] = _empty(value)
        for name, part in value.items():
            made[name] = part if not path and name in LEFT_OUT else copy_of(part, module, seen, replace, (*path, name), in_symbols)
        return made
    if kind is set:
        return set(value)
    if is_record(value, module):
        made = seen[id(value)] = object.__new__(kind)
        for name, part in vars(value).items():
            made.__dict__[name] = copy_of(part, module, seen, replace, (*path, name), in_symbols)
        return made
    return value


def _empty(value):
    """Returns a dictionary of the same kind with nothing in it."""
    kind = type(value)
    return kind(value.default_factory) if hasattr(value, "default_factory") else kind()


def _array_of(cells, like):
    import numpy

    return numpy.array(cells, dtype=like.dtype).reshape(like.shape)


def _index(place, shape):
    at = []
    for size in reversed(shape):
        at.append(place % size)
        place //= size
    return tuple(reversed(at))


def is_generator(value):
    """Returns true for a source of random numbers other than the environment's own."""
    return type(value).__name__ in ("Generator", "RandomState", "Random")


def sources_of(environment):
    """Returns the attributes that are sources of random numbers besides the environment's own."""
    return [name for name, value in vars(environment).items() if name not in LEFT_OUT and (is_generator(value) or getattr(type(value), "is_drawn", False))]
