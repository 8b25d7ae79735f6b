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


Any = _Type("Any")
Annotated = _Type("Annotated")
Callable = _Type("Callable")
ClassVar = _Type("ClassVar")
Dict = _Type("Dict")
Final = _Type("Final")
Generic = object
Iterable = _Type("Iterable")
Iterator = _Type("Iterator")
List = _Type("List")
Literal = _Type("Literal")
Mapping = _Type("Mapping")
Optional = _Type("Optional")
Self = _Type("Self")
Sequence = _Type("Sequence")
Set = _Type("Set")
Tuple = _Type("Tuple")
Type = _Type("Type")
TypeAlias = _Type("TypeAlias")
Union = _Type("Union")
TYPE_CHECKING = False


def TypeVar(name, *bounds, **options):
    return _Type(name)


def cast(wanted, value):
    return value


def NamedTuple(typename, fields):
    from collections import namedtuple

    return namedtuple(typename, [name for name, _ in fields])
