"""Names for types. They are read by people; nothing here is checked."""


class _Type:
    def __init__(self, name):
        self._name = name

    def __getitem__(self, inner):
        return self

    def __call__(self, *args, **kwargs):
        return self

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __repr__(self):
        return "typing." + self._name


for _name in (
    "Any Annotated Callable ClassVar Dict Final Iterable Iterator List Literal Mapping Optional Self Sequence Set Tuple Type"
    " TypeAlias Union"
).split():
    globals()[_name] = _Type(_name)
Generic, TYPE_CHECKING = object, False


def TypeVar(name, *bounds, **options):
    return _Type(name)


def cast(wanted, value):
    return value


def NamedTuple(typename, fields):
    from collections import namedtuple

    return namedtuple(typename, [name for name, _ in fields])
