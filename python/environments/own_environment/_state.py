"""The state of an environment: the numbers among its attributes that differ from step to step. A shape remembers where they lie,
and puts others there."""

from own_environment._arrays import Array, lift
from own_environment._heap import is_record
from own_environment._lookup import Choice, is_atom
from own_environment._symbols import kind_of, number

# What Gymnasium keeps on an environment, and what is drawn on.
LEFT_OUT = frozenset("_np_random _np_random_seed np_random action_space observation_space spec metadata render_mode np_random_seed".split())


def leaves(value, module, path=(), found=None, seen=None, left_out=LEFT_OUT):
    """Returns all numbers, truths and Nones that a value holds, by where they lie. Names that are left out are an environment's."""
    found = {} if found is None else found
    seen = {} if seen is None else seen
    value = number(value)
    if value is None or kind_of(value) or is_atom(value) or type(value) is Choice:
        found[path] = value
        return found
    if id(value) in seen:
        return found
    seen[id(value)] = value
    if type(value) is Array or type(value).__name__ == "ndarray":
        for place, cell in enumerate(lift(value).flat()):
            found[(*path, place)] = cell
    elif isinstance(value, (list, tuple)) or type(value).__name__ == "deque":
        for place, part in enumerate(value):
            leaves(part, module, (*path, place), found, seen)
    elif isinstance(value, dict):
        for name, part in value.items():
            if path or name not in left_out:
                leaves(part, module, (*path, name), found, seen)
    elif isinstance(value, (set, frozenset)):
        found[path] = f"a set of {len(value)}"
    elif is_record(value, module):
        for name, part in vars(value).items():
            if name not in LEFT_OUT:
                leaves(part, module, (*path, name), found, seen)
    return found


def shown(path):
    """Returns how the reader writes a place, such as `ship.x` or `pos[0]`."""
    text = str(path[0])
    for part in path[1:]:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text


class Shape:
    """A copy of an environment's attributes, in which numbers can be replaced."""

    def __init__(self, environment, module, left_out=LEFT_OUT):
        self.module = module
        self.kept = {name: value for name, value in vars(environment).items() if name not in left_out}
        self.kept = copy_of(self.kept, module, {}, lambda path, value: value, (), False)

    def put(self, environment, replaced, in_symbols):
        """Gives an environment the attributes, with what `replaced` has for a place in place of it."""
        fresh = copy_of(self.kept, self.module, {}, lambda path, value: replaced.get(path, value), (), in_symbols)
        names = vars(environment)
        for name in [name for name in names if name not in LEFT_OUT and name not in fresh]:
            del names[name]
        names.update(fresh)


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
    if kind is dict:
        made = seen[id(value)] = {}
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


def _index(place, shape):
    at = []
    for size in reversed(shape):
        at.append(place % size)
        place //= size
    return tuple(reversed(at))


def is_generator(value):
    """Returns true for a source of random numbers other than the environment's own."""
    return type(value).__name__ in ("Generator", "RandomState", "Random")
