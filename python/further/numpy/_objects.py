"""Arrays of anything: `dtype=object`, and what numpy makes of a list that holds no numbers. Indexing copies; what computes with such an
array takes its numbers, if it holds only those."""

import operator

import _lab
from numpy._array import _listed
from numpy._array import array as _numbers
from numpy._array import ndarray
from numpy._scalars import dtype


class _Kind(dtype):
    """The type of whatever it is."""

    name, kind, itemsize, char, str, type = "object", "O", 8, "O", "|O", object

    def __init__(self, *unused, **named): pass
    def __eq__(self, other): return isinstance(other, _Kind) or other in (object, "object", "O")
    def __hash__(self): return hash("object")
    def __repr__(self): return "dtype('O')"
    def __str__(self): return "object"


KIND = _Kind()


def fields(given):
    """Returns the type, which has no fields."""
    return KIND


def _parts(value):
    """Returns what a sequence holds, or None for anything else."""
    if isinstance(value, ndarray):
        return list(value) if value.shape else None
    if isinstance(value, (list, tuple)):
        return value
    is_text = isinstance(value, (str, bytes, dict, set, frozenset))
    return list(value) if not is_text and hasattr(value, "__len__") and hasattr(value, "__getitem__") and not hasattr(value, "backward") else None


def _shape(value):
    """Returns the lengths that all parts have in common, as deep as they do."""
    parts = _parts(value)
    if parts is None:
        return ()
    shapes = [_shape(part) for part in parts]
    common = shapes[0] if shapes else ()
    for shape in shapes:
        while shape[: len(common)] != common:
            common = common[:-1]
    return (len(parts), *common)


def _flat(value, depth):
    if not depth:
        return [value]
    if isinstance(value, ndarray) and not isinstance(value, _Objects) and value.ndim == depth:
        # As Python's own numbers.
        return value.flatten().tolist()
    return [inner for part in _parts(value) for inner in _flat(part, depth - 1)]


def made(value, kind=None):
    """Returns an array of what a sequence holds. numpy refuses parts of different shapes unless it is asked for one of objects."""
    if isinstance(value, _Objects):
        return value.copy()
    shape = _shape(value)
    parts = _flat(value, len(shape))
    if kind is None and any(_parts(part) is not None for part in parts):
        raise ValueError(
            "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
            f"{len(shape)} dimensions. The detected shape was {shape} + inhomogeneous part."
        )
    return _Objects(parts, shape)


def letters(value):
    """Returns an array of the letters of texts, `dtype="c"`, each as bytes. A text of one letter adds no dimension."""
    return made(_apart(value))


def _apart(value):
    parts = _parts(value)
    if parts is not None:
        apart = [_apart(part) for part in parts]
        if len({len(part) if isinstance(part, list) else 0 for part in apart}) > 1:
            raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape: the texts have unequal lengths")
        return apart
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"an array of letters (dtype='c') takes texts, and not {type(value).__name__}")
    text = value.encode("ascii") if isinstance(value, str) else value
    return text if len(text) == 1 else [text[at : at + 1] for at in range(len(text))]


def full(shape, value, kind=None):
    count = 1
    for size in shape:
        count *= size
    return _Objects([value] * count, shape)


class _Objects(ndarray):
    """Things in rows and columns."""

    __slots__ = ("_held", "_sizes")

    def __init__(self, held, sizes):
        self._held, self._sizes = held, tuple(sizes)

    shape = property(lambda self: self._sizes)
    ndim = property(lambda self: len(self._sizes))
    size = property(lambda self: len(self._held))
    dtype = property(lambda self: KIND)
    # What numbers there are, for all that computes with them.
    _tensor = property(lambda self: _listed(self.tolist(), None))

    def _places(self, index):
        """Returns the places in the list that an index means: one, or an array of them."""
        return self._order()[index._held if isinstance(index, _Objects) else index]

    def _at(self, places):
        """Returns what stands at places, in their shape."""
        return _Objects([self._held[at] for at in places.flatten().tolist()], places.shape)

    def __getitem__(self, index):
        places = self._places(index)
        return self._at(places) if isinstance(places, ndarray) else self._held[places]

    def __setitem__(self, index, value):
        places = self._places(index)
        if not isinstance(places, ndarray):
            self._held[places] = value
            return
        values = _flat(value, len(_shape(value))) if _parts(value) is not None else [value]
        count = places.size
        if len(values) != count and len(values) != 1:
            raise ValueError(f"could not broadcast input array from shape {_shape(value)} into shape {places.shape}")
        for at, held in zip(places.flatten().tolist(), values * (count if len(values) == 1 else 1)):
            self._held[at] = held

    def __len__(self):
        if not self._sizes:
            raise TypeError("len() of unsized object")
        return self._sizes[0]

    def __iter__(self): return iter([self[at] for at in range(len(self))])
    def __contains__(self, value): return value in self._held
    def __bool__(self): return bool(self._held[0]) if len(self._held) == 1 else super().__bool__()
    def __reduce_ex__(self, protocol): return _Objects, (self._held, self._sizes)
    def __repr__(self): return f"array({self._shown(',', 7)}, dtype=object)"
    def __str__(self): return self._shown("", 1)

    def _shown(self, mark, margin):
        if not self.ndim:
            return repr(self._held[0])
        if self.ndim == 1:
            return "[" + f"{mark} ".join(f"list({part!r})" if type(part) is list else repr(part) for part in self._held) + "]"
        between = mark + "\n" * (self.ndim - 1) + " " * margin
        return "[" + between.join(part._shown(mark, margin + 1) for part in self) + "]"

    def copy(self, order="C"): return _Objects(list(self._held), self._sizes)
    def flatten(self, order="C"): return _Objects(list(self._held), (len(self._held),))
    ravel = flatten
    def tolist(self): return [part.tolist() if isinstance(part, _Objects) else part for part in self] if self._sizes else self._held[0]
    def item(self, *at): return self[at] if at else self._held[0]
    def astype(self, dtype, **unused):
        if dtype is str or isinstance(dtype, str) and dtype in ("U", "U1", "<U1", "str"):
            return _Objects([part.decode() if isinstance(part, bytes) else str(part) for part in self._held], self._sizes)
        return self.copy() if dtype == KIND else _numbers(self.tolist(), dtype)
    def _order(self): return ndarray(_lab.view(_lab.tensor(list(range(len(self._held))), "int64"), self._sizes))
    def transpose(self, *axes): return self._at(self._order().transpose(*axes))
    def swapaxes(self, axis1, axis2): return self._at(self._order().swapaxes(axis1, axis2))
    def nonzero(self): return _numbers([bool(part) for part in self._held]).reshape(self._sizes).nonzero()

    def squeeze(self, axis=None):
        places = self._order().squeeze(axis)
        return self._at(places) if isinstance(places, ndarray) else _Objects(list(self._held), ())

    def _joined(self, arrays, axis):
        """Returns what several arrays hold, one behind the other."""
        parts = [part if isinstance(part, _Objects) else made(part, KIND) for part in arrays]
        if axis is None:
            parts, axis = [part.flatten() for part in parts], 0
        held, orders, count = [], [], 0
        for part in parts:
            orders.append(part._order() + count)
            held, count = held + part._held, count + part.size
        import numpy

        return _Objects(held, (count,))._at(numpy.concatenate(orders, axis))

    def reshape(self, *shape, order="C"):
        shape = shape if len(shape) > 1 or isinstance(shape[0], int) else shape[0]
        return _Objects(list(self._held), self._order().reshape(*shape).shape)

    def sum(self, axis=None, **unused):
        if axis is not None:
            return _numbers(self.tolist()).sum(axis)
        total = 0
        for part in self._held:
            total = total + part
        return total


def _operator(compute, is_swapped, kind):
    def method(self, other):
        others = other._held if isinstance(other, _Objects) else None
        if others is None:
            others = _flat(other, len(_shape(other))) if _parts(other) is not None and _shape(other) == self._sizes else [other] * len(self._held)
        pairs = zip(others, self._held) if is_swapped else zip(self._held, others)
        results = [compute(a, b) for a, b in pairs]
        if kind:
            made = _numbers([bool(result) for result in results])
            return made if self.ndim == 1 else made.reshape(self._sizes)
        return _Objects(results, self._sizes)

    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(_Objects, f"__{_name}__", _operator(getattr(operator, _name), False, False))
    setattr(_Objects, f"__r{_name}__", _operator(getattr(operator, _name), True, False))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(_Objects, f"__{_name}__", _operator(getattr(operator, _name), False, True))
_Objects.__hash__ = None
