"""Classes defined by their fields."""


class _Missing:
    def __repr__(self):
        return "<no default>"


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default=MISSING, default_factory=MISSING, init=True, repr=True, compare=True, metadata=None):
        self.name, self.type = None, None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.metadata = init, repr, compare, metadata or {}


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False):
    return Field(default, default_factory, init, repr, compare, metadata)


def dataclass(cls=None, *, init=True, repr=True, eq=True, order=False, frozen=False, **unused):
    def make(cls):
        return _make(cls, init, repr, eq, order, frozen)

    return make if cls is None else make(cls)


def _make(cls, init, repr, eq, order, frozen):
    found = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(getattr(base, "__dataclass_fields__", {}))
    for name, annotation in cls.__annotations__.items():
        if "ClassVar" in str(annotation):
            continue
        given = cls.__dict__.get(name, MISSING)
        made = given if isinstance(given, Field) else Field(given)
        made.name, made.type = name, annotation
        if isinstance(made.default, (list, dict, set)):
            raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: use default_factory")
        if made.default is not MISSING:
            setattr(cls, name, made.default)
        elif isinstance(given, Field):
            delattr(cls, name)
        found[name] = made
    cls.__dataclass_fields__ = found
    cls.__match_args__ = tuple(name for name, f in found.items() if f.init)
    asked = [f for f in found.values() if f.init]
    seen_default = None
    for f in asked:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = f.name
        elif seen_default:
            raise TypeError(f"non-default argument {f.name!r} follows default argument {seen_default!r}")

    def __init__(self, *args, **kwargs):
        if len(args) > len(asked):
            raise TypeError(f"{cls.__name__}.__init__() takes {len(asked) + 1} positional arguments but {len(args) + 1} were given")
        for f, value in zip(asked, args):
            if f.name in kwargs:
                raise TypeError(f"{cls.__name__}.__init__() got multiple values for argument {f.name!r}")
            kwargs[f.name] = value
        missing = []
        for f in found.values():
            if f.init and f.name in kwargs:
                value = kwargs.pop(f.name)
            elif f.default_factory is not MISSING:
                value = f.default_factory()
            elif f.default is not MISSING:
                value = f.default
            elif f.init:
                missing.append(f.name)
                continue
            else:
                continue
            object.__setattr__(self, f.name, value)
        if kwargs:
            raise TypeError(f"{cls.__name__}.__init__() got an unexpected keyword argument {next(iter(kwargs))!r}")
        if missing:
            names = " and ".join(f"{name!r}" for name in missing)
            raise TypeError(f"{cls.__name__}.__init__() missing {len(missing)} required positional arguments: {names}")
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def values(self):
        return tuple(getattr(self, f.name) for f in found.values() if f.compare)

    def __repr__(self):
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in found.values() if f.repr)
        return f"{type(self).__qualname__}({shown})"

    def __eq__(self, other):
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def refuse(self, name, value=None):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    if init and "__init__" not in cls.__dict__:
        cls.__init__ = __init__
    if repr and "__repr__" not in cls.__dict__:
        cls.__repr__ = __repr__
    if eq and "__eq__" not in cls.__dict__:
        cls.__eq__ = __eq__
        cls.__hash__ = (lambda self: hash(values(self))) if frozen else None
    if order:
        cls.__lt__ = lambda self, other: values(self) < values(other)
        cls.__le__ = lambda self, other: values(self) <= values(other)
        cls.__gt__ = lambda self, other: values(self) > values(other)
        cls.__ge__ = lambda self, other: values(self) >= values(other)
    if frozen:
        cls.__setattr__ = cls.__delattr__ = refuse
    return cls


def fields(cls):
    return tuple(cls.__dataclass_fields__.values())


def is_dataclass(obj):
    return hasattr(obj, "__dataclass_fields__")


def asdict(obj):
    def plain(value):
        if is_dataclass(value) and not isinstance(value, type):
            return asdict(value)
        if isinstance(value, (list, tuple)):
            return type(value)(plain(item) for item in value)
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return value

    return {f.name: plain(getattr(obj, f.name)) for f in fields(obj)}


def astuple(obj):
    return tuple(asdict(obj).values())


def replace(obj, **changes):
    values = {f.name: getattr(obj, f.name) for f in fields(obj) if f.init}
    return type(obj)(**{**values, **changes})
