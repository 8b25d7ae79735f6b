"""Functions of numpy that few environments use, for symbols too."""

from own_environment import _arrays as arrays
from own_environment._arrays import Array, elementwise, fold, lift, stack
from own_environment._symbols import Refusal, floor_divide, line_now, modulo, number, op, select


def _places(name):
    """Returns a function that tells how many of some edges, which grow, a number is past."""
    def past(x, edges):
        edges = lift(edges).flat()
        return elementwise(lambda one: fold("add", [select(op(name, edge, one), 1, 0) for edge in edges], 0), x)

    return past


_at_least, _above = _places("le"), _places("lt")


def digitize(x, bins, right=False):
    edges = lift(bins).flat()
    if any(not a <= b for a, b in zip(edges, edges[1:])):
        raise Refusal("np.digitize takes edges here that grow", line_now())
    return (_above if right else _at_least)(x, bins)


def searchsorted(a, v, side="left", sorter=None):
    return (_above if side == "left" else _at_least)(v, a)


def unravel_index(indices, shape, order="C"):
    places = []
    for size in reversed(arrays.sizes(shape)):
        places.append(elementwise(lambda one: modulo(one, size), indices))
        indices = elementwise(lambda one: floor_divide(one, size), indices)
    return tuple(reversed(places))


def ravel_multi_index(multi_index, dims, **unused):
    place = 0
    for index, size in zip(multi_index, arrays.sizes(dims)):
        place = elementwise(lambda a, b: op("add", op("mul", a, size), b), place, index)
    return place


def heaviside(x, half):
    return elementwise(lambda one, middle: select(op("lt", one, 0), 0.0, select(op("eq", one, 0), middle, 1.0)), x, half)


def flip(m, axis=None):
    m = lift(m)
    if axis is None and m.ndim == 1 or axis in (0, -m.ndim):
        return m[::-1]
    if m.ndim == 2 and axis in (1, -1):
        return m[:, ::-1]
    return m[::-1, ::-1]


def tile(a, reps):
    a, reps = lift(a), number(reps)
    if type(reps) is not int or type(a) is Array and a.ndim > 1:
        raise Refusal("np.tile takes one row and a count here", line_now())
    cells = a.flat() if type(a) is Array else [a]
    return stack(cells * reps)


def repeat(a, repeats, axis=None):
    a, repeats = lift(a), number(repeats)
    if type(repeats) is not int or axis is not None:
        raise Refusal("np.repeat takes a known count and no axis here", line_now())
    return stack([cell for cell in (a.flat() if type(a) is Array else [a]) for _ in range(repeats)])


def expand_dims(a, axis):
    a = lift(a)
    shape = list(a.shape)
    shape.insert(axis if axis >= 0 else len(shape) + 1 + axis, 1)
    return a.reshape(*shape)


def ptp(a, **unused):
    cells = lift(a).flat()
    return op("sub", fold("max", cells), fold("min", cells))


def select_of(condlist, choicelist, default=0):
    made = default
    for test, choice in reversed(list(zip(condlist, choicelist))):
        made = arrays.where(test, choice, made)
    return made


TABLE = {
    "digitize": digitize, "searchsorted": searchsorted, "unravel_index": unravel_index, "ravel_multi_index": ravel_multi_index, "heaviside": heaviside,
    "flip": flip, "tile": tile, "repeat": repeat, "expand_dims": expand_dims, "ptp": ptp, "select": select_of,
}
