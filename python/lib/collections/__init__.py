"""Containers."""

import keyword
from _collections import OrderedDict, defaultdict, deque


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A tuple with named elements."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    fields = tuple(str(name) for name in field_names)
    for name in (typename,) + fields:
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
    if len(set(fields)) != len(fields):
        raise ValueError("Encountered duplicate field name")
    given = tuple(defaults or ())
    usual = dict(zip(fields[len(fields) - len(given) :], given))

    def __new__(cls, *args, **kwargs):
        if len(args) > len(fields):
            raise TypeError(f"{typename}() takes {len(fields)} arguments but {len(args)} were given")
        values = {**usual, **dict(zip(fields, args)), **kwargs}
        missing = [name for name in fields if name not in values]
        surplus = [name for name in values if name not in fields]
        if missing or surplus:
            raise TypeError(f"{typename}() is missing {missing}" if missing else f"{typename}() knows no {surplus}")
        return tuple.__new__(cls, [values[name] for name in fields])

    def __repr__(self):
        return typename + "(" + ", ".join(f"{n}={v!r}" for n, v in zip(fields, self)) + ")"

    def _replace(self, **kwargs):
        return type(self)(**{**self._asdict(), **kwargs})

    body = {
        "__slots__": (),
        "_fields": fields,
        "_field_defaults": usual,
        "__new__": __new__,
        "__repr__": __repr__,
        "_asdict": lambda self: dict(zip(fields, self)),
        "_replace": _replace,
        "_make": classmethod(lambda cls, values: cls(*values)),
        "__match_args__": fields,
    }
    for place, name in enumerate(fields):
        body[name] = property(lambda self, place=place: self[place])
    return type(typename, (tuple,), body)


class Counter(dict):
    """Counts how often each thing occurs."""

    def __init__(self, iterable=(), **kwargs):
        super().__init__()
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def update(self, iterable=(), **kwargs):
        pairs = iterable.items() if isinstance(iterable, dict) else ((item, 1) for item in iterable)
        for key, count in pairs:
            self[key] = self[key] + count
        for key, count in kwargs.items():
            self[key] = self[key] + count

    def most_common(self, n=None):
        return sorted(self.items(), key=lambda pair: -pair[1])[:n]
