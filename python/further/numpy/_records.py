"""Arrays of records: an element type of named fields, `np.dtype([("obs", "f4", (4,)), ("action", "i8")])`. Each field is an array of its
own here, so what is written to a field, a slice or a record is written to the array, as in numpy."""

import re

import numpy as np
from numpy._array import ndarray
from numpy._scalars import DTYPES, _apart, _kind, dtype


class _Texts(dtype):
    """The type of texts, of which the array keeps all letters."""

    name, kind, char, type = "str", "U", "U", str
    str, itemsize = "<U0", 0

    def __init__(self, *unused, **named): pass
    def __repr__(self): return f"dtype('{self.str}')"
    def __eq__(self, other): return getattr(other, "str", None) == self.str
    def __hash__(self): return hash(self.str)


class _Block(dtype):
    """The type of a field that has an array in each record."""

    kind, itemsize = "V", 0

    def __init__(self, *unused, **named): pass
    def __repr__(self): return f"dtype({self!s})"
    def __str__(self): return f"({_code(self.base)!r}, {self.shape})"
    def __eq__(self, other): return isinstance(other, _Block) and (self.base, self.shape) == (other.base, other.shape)
    def __hash__(self): return hash(self.shape)


class _Fields(dtype):
    """The type of records."""

    kind, char, itemsize = "V", "V", 0
    type = property(lambda self: void)
    str = property(lambda self: "|V%d" % self.itemsize)

    def __init__(self, *unused, **named): pass
    def __len__(self): return len(self.names)
    def __getitem__(self, key): return self.fields[self.names[key] if isinstance(key, int) else _known(self, key)][0]
    def __eq__(self, other):
        try:
            return _description(self) == _description(fields(other))
        except (TypeError, ValueError):
            return False

    def __hash__(self): return hash(self.names)
    def __repr__(self): return f"dtype({self!s})"
    def __str__(self): return repr(_description(self))

    descr = property(lambda self: _description(self, "|b1"))


def _made(of, **values):
    made = object.__new__(of)
    for name, value in values.items():
        setattr(made, name, value)
    return made


def _code(kind, truth="?"):
    if isinstance(kind, _Fields):
        return _description(kind, truth)
    return {"bool": truth, "uint8": "u1", "object": "O"}.get(kind.name, kind.str)


def _description(kind, truth="?"):
    """Returns the fields as the list that would make them."""
    parts = [(name, kind.fields[name][0]) for name in kind.names]
    return [(name, _code(part.base, truth), part.shape) if isinstance(part, _Block) else (name, _code(part, truth)) for name, part in parts]


def _known(kind, name):
    if name not in kind.fields:
        raise ValueError(f"no field of name {name}")
    return name


def _format(given):
    """Returns the type of one field, in whatever form it is given."""
    if isinstance(given, (_Fields, _Block, _Texts)):
        return given
    if isinstance(given, tuple):
        return _blocks(_format(given[0]), given[1])
    if isinstance(given, (list, dict)):
        return fields(given)
    text = "U" if given is str else given if isinstance(given, str) else ""
    if re.fullmatch("[<>|=]?[US]\\d*", text):
        return _made(_Texts, str="<U" + re.sub("\\D", "", text), itemsize=4 * int(re.sub("\\D", "", text) or 0))
    apart = _apart(given)
    if apart is not None:
        return apart.fields(given)
    counted = re.fullmatch("(\\d+)(\\D.*)", text)
    return _blocks(_format(counted[2]), int(counted[1])) if counted else DTYPES[_kind(given)]


def _blocks(base, shape):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    count = 1
    for size in shape:
        count *= size
    return _made(_Block, base=base, shape=shape, name=base.name, itemsize=base.itemsize * count) if shape else base


def fields(given):
    """Returns the type of records with these fields: a list of names and formats, `f4,i4`, or names and formats in a dict."""
    if isinstance(given, _Fields):
        return given
    if isinstance(given, str):
        given = [("", part.strip()) for part in given.split(",")]
    if isinstance(given, dict):
        given = list(zip(given["names"], given["formats"]))
    found, offset = {}, 0
    for at, field in enumerate(given):
        if not isinstance(field, tuple) or len(field) not in (2, 3):
            raise TypeError("Field elements must be 2- or 3-tuples, got '%r'" % (field,))
        name, kind = field[0] or f"f{at}", _format(field[1])
        if name in found:
            raise ValueError(f"field '{name}' occurs more than once")
        kind = _blocks(kind, field[2]) if len(field) > 2 else kind
        found[name] = (kind, offset)
        offset += kind.itemsize
    return _made(_Fields, names=tuple(found), fields=found, itemsize=offset, name=f"void{8 * offset}")


def full(shape, value, kind):
    """Returns an array of records with a value in every field."""
    kind, columns = fields(kind), {}
    if isinstance(value, (tuple, void)):
        result = full(shape, 0, kind)
        result[...] = value
        return result
    for name in kind.names:
        part = kind.fields[name][0]
        sizes, base = (shape + part.shape, part.base) if isinstance(part, _Block) else (shape, part)
        if isinstance(base, _Texts):
            columns[name] = np.full(sizes, "" if value in (0, None) else str(value), object)
        else:
            columns[name] = np.zeros(sizes, base) if value is None and base.kind != "O" else np.full(sizes, value, base)
    return _Records(columns, shape, kind)


def made(value, kind):
    """Returns an array of the records that tuples hold, in lists as they are."""
    kind = fields(kind)
    if isinstance(value, _Records):
        result = full(value.shape, 0, kind)
        result[...] = value
        return result
    if hasattr(value, "popleft"):
        value = list(value)
    shape, rows = [], [value]
    while rows and isinstance(rows[0], list):
        shape.append(len(rows[0]))
        if any(not isinstance(row, list) or len(row) != shape[-1] for row in rows):
            raise ValueError("setting an array element with a sequence: the lists have unequal lengths")
        rows = [part for row in rows for part in row]
    result = full((len(rows),), 0, kind)
    for at, row in enumerate(rows):
        result[at] = row
    return result.reshape(tuple(shape))


class void:
    """A record of an array. What is written to it is written to the array."""

    def __init__(self, array, at):
        self._array, self._at = array, at

    dtype = property(lambda self: self._array.dtype)
    shape, ndim, size = (), 0, 1

    def _names(self, key):
        names = self.dtype.names
        if isinstance(key, (list, tuple)):
            raise IndexError("invalid index: one field of a record at a time here")
        return names[key] if isinstance(key, int) else _known(self.dtype, key)

    def __getitem__(self, key): return self._array._columns[self._names(key)][self._at]
    def __setitem__(self, key, value): self._array._columns[self._names(key)][self._at] = value
    def __len__(self): return len(self.dtype.names)
    def __iter__(self): return iter([self[name] for name in self.dtype.names])
    def item(self): return tuple(part.item() if isinstance(part, (void, np.generic)) else part for part in self)
    def __copy__(self): return self.copy()
    def __deepcopy__(self, memo): return self.copy()
    tolist = item

    def copy(self):
        """Returns the record as one of its own, which no array changes."""
        alone = full((1,), 0, self.dtype)
        alone[0] = self
        return alone[0]

    def __eq__(self, other):
        if not isinstance(other, (void, tuple)) or len(self) != len(other):
            return NotImplemented
        return np.bool_(all(bool(np.all(np.array_of(a) == np.array_of(b))) if isinstance(a, ndarray) else a == b for a, b in zip(self, other)))

    def __ne__(self, other):
        is_equal = self.__eq__(other)
        return is_equal if is_equal is NotImplemented else np.bool_(not is_equal)

    __hash__ = None

    def __str__(self):
        texts = [_of_part(part) for part in self]
        return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"

    def __repr__(self): return f"np.void({self!s}, dtype={self.dtype!s})"


class _Records(ndarray):
    """Records in rows and columns."""

    __slots__ = ("_columns", "_sizes", "_fields")

    def __init__(self, columns, sizes, fields):
        self._columns, self._sizes, self._fields = columns, tuple(sizes), fields

    shape = property(lambda self: self._sizes)
    ndim = property(lambda self: len(self._sizes))
    dtype = property(lambda self: self._fields)

    @property
    def size(self):
        count = 1
        for size in self._sizes:
            count *= size
        return count

    @property
    def _tensor(self):
        raise TypeError(f"records are no numbers: take a field first, as in a['{self._fields.names[0]}']")

    def _block(self, name):
        """Returns the shape that a field has in each record."""
        return self._columns[name].shape[len(self._sizes) :]

    def _place(self, index):
        """Returns an index of records as one of columns, which may have further dimensions."""
        parts = index if isinstance(index, tuple) else (index,)
        if not any(part is Ellipsis for part in parts):
            return index
        used = sum(getattr(part, "ndim", 1) if getattr(getattr(part, "dtype", None), "name", "") == "bool" else 1 for part in parts if part is not None and part is not Ellipsis)
        at = next(at for at, part in enumerate(parts) if part is Ellipsis)
        return parts[:at] + (slice(None),) * (len(self._sizes) - used) + parts[at + 1 :]

    def __getitem__(self, index):
        if isinstance(index, str):
            return self._columns[_known(self._fields, index)]
        if isinstance(index, list) and index and all(isinstance(part, str) for part in index):
            kinds = [(name, self._fields[name]) for name in index]
            return _Records({name: self._columns[name] for name in index}, self._sizes, fields(kinds))
        index, name = self._place(index), self._fields.names[0]
        whole = index if isinstance(index, tuple) else (index,)
        part = self._columns[name][index]
        if len(whole) == len(self._sizes) and all(hasattr(at, "__index__") and not getattr(at, "shape", ()) for at in whole):
            return void(self, index)
        shape = part.shape[: len(part.shape) - len(self._block(name))]
        return _Records({name: column[index] for name, column in self._columns.items()}, shape, self._fields)

    def __setitem__(self, index, value):
        if isinstance(index, str):
            self._columns[_known(self._fields, index)][...] = value
            return
        index, names = self._place(index), self._fields.names
        if isinstance(value, list):
            value = made(value, self._fields)
        if isinstance(value, _Records):
            parts = [value[name] for name in value.dtype.names]
        elif isinstance(value, (void, tuple)):
            parts = list(value)
        else:
            parts = [value] * len(names)
        if len(parts) != len(names):
            raise ValueError(f"could not assign tuple of length {len(parts)} to structure with {len(names)} fields.")
        for name, part in zip(names, parts):
            self._columns[name][index] = part

    def __len__(self):
        if not self._sizes:
            raise TypeError("len() of unsized object")
        return self._sizes[0]

    def __iter__(self): return iter([self[at] for at in range(len(self))])
    def __bool__(self): raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
    def __reduce_ex__(self, protocol): return _Records, (self._columns, self._sizes, self._fields)
    def _each(self, change, sizes): return _Records({name: change(name, column) for name, column in self._columns.items()}, sizes, self._fields)
    def copy(self, order="C"): return self._each(lambda name, column: column.copy(), self._sizes)
    def tolist(self): return [part.tolist() for part in self] if self._sizes else self[()].tolist()
    def flatten(self, order="C"): return self.copy().reshape(-1)
    def ravel(self, order="C"): return self.reshape(-1)
    def astype(self, dtype, **unused): return made(self, dtype)
    def view(self, dtype=None): return self[...]

    def reshape(self, *shape, order="C"):
        shape = shape if len(shape) > 1 or isinstance(shape[0], int) else tuple(shape[0])
        sizes = np.arange(self.size).reshape(*shape).shape if shape else ()
        return self._each(lambda name, column: column.reshape(sizes + self._block(name)), sizes)

    def argsort(self, axis=-1, kind=None, order=None):
        order = list(self._fields.names) if order is None else [order] if isinstance(order, str) else list(order)
        columns = [self[name].tolist() for name in order]
        return np.array(sorted(range(len(self)), key=lambda at: [column[at] for column in columns]), dtype=np.int64)

    def sort(self, axis=-1, kind=None, order=None):
        self[...] = self[self.argsort(order=order)].copy()

    def _joined(self, arrays, axis):
        """Returns the records of several arrays behind one another."""
        parts = [made(part, self._fields) if not isinstance(part, _Records) else part for part in arrays]
        parts, axis = ([part.reshape(-1) for part in parts], 0) if axis is None else (parts, axis % self.ndim)
        columns = {name: np.concatenate([part[name] for part in parts], axis) for name in self._fields.names}
        name = self._fields.names[0]
        shape = columns[name].shape
        return _Records(columns, shape[: len(shape) - len(self._block(name))], self._fields)

    def __eq__(self, other):
        if not isinstance(other, (_Records, void)) or other.dtype.names != self._fields.names:
            return NotImplemented
        result = np.ones(self._sizes, bool)
        for name in self._fields.names:
            same, axes = self[name] == other[name], tuple(range(len(self._sizes), len(self._columns[name].shape)))
            result = result & (np.all(same, axis=axes) if axes else same)
        return result

    def __ne__(self, other):
        is_equal = self.__eq__(other)
        return is_equal if is_equal is NotImplemented else ~is_equal

    __hash__ = None

    def _texts(self):
        """Returns each record as text, its numbers as wide as the others of its field."""
        from numpy._text import _floats, _others

        columns = []
        for name in self._fields.names:
            column, block = self._columns[name], self._block(name)
            if isinstance(column, _Records):
                columns.append(column._texts())
                continue
            numbers = column.flatten().tolist()
            if column.dtype.kind == "O":
                texts = [repr(number) for number in numbers]
            elif column.dtype.kind == "f":
                texts = _floats(numbers, column.dtype.name, None, None)
            else:
                texts = _others(numbers, 5 if column.dtype.kind == "b" else 0)
            count = len(texts) // max(self.size, 1)
            columns.append([_bracketed(texts[at * count : (at + 1) * count], block) for at in range(self.size)])
        return ["(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")" for parts in zip(*columns)]

    def _shown(self, separator, margin):
        from numpy._text import _nested, _options, _places

        if not self.size:
            return "[]"
        texts = self._texts()
        is_long = self.size > _options["threshold"]
        # The places stand for the records: those that are left out have no text.
        places = np.arange(self.size).reshape(self._sizes).tolist() if self._sizes else 0
        kept = []
        _listed(places, self.ndim, lambda size: _places(size, is_long), kept)
        return _nested(places, self.ndim, is_long, iter([texts[at] for at in kept]), separator, margin, _options["linewidth"])

    def __str__(self): return self._shown(" ", 0)
    def __repr__(self):
        head, kind = f"array({self._shown(', ', len('array('))},", f"dtype={self._fields!s})"
        is_short = len(head) - head.rfind("\n") + len(kind) <= 75
        return head + (" " if is_short else "\n      ") + kind


def _of_part(part):
    """Returns a part of one record as text: a fraction has as many digits as it needs, also among others."""
    from numpy._text import array2string

    if not isinstance(part, ndarray):
        return repr(part) if isinstance(part, str) else str(part)
    if part.dtype.kind == "f":
        return _bracketed([str(number) for number in part.flatten()], part.shape)
    return array2string(part, separator=", ")


def _bracketed(texts, block):
    if not block:
        return texts[0]
    step = len(texts) // max(block[0], 1)
    return "[" + ", ".join(_bracketed(texts[at * step : (at + 1) * step], block[1:]) for at in range(block[0])) + "]"


def _listed(places, rank, shown, kept):
    if not rank:
        kept.append(places)
        return
    for at in shown(len(places)):
        if at is not None:
            _listed(places[at], rank - 1, shown, kept)
