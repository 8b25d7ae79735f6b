"""What the functions of `torch` share: how arguments are read, and the usual element type."""

import _lab
from torch._types import _BY_NAME, dtype

Tensor = _lab.Tensor
_usual = ["float32"]


def _tensor(data, dtype=None):
    """Creates a tensor from anything that contains numbers."""
    return data if isinstance(data, Tensor) else _make(data, _name(dtype))


def _make(data, name):
    """Creates a tensor of numbers, in the usual type if they are fractions and no type is named."""
    return _lab.tensor(_plain(data), name, _usual[0])


def _plain(data):
    """Returns the tensor inside of a numpy array, and anything else unchanged."""
    inner = getattr(data, "_tensor", None)
    return data if inner is None else inner


def _name(wanted):
    """The name of an element type."""
    if wanted is None or isinstance(wanted, dtype):
        return wanted and wanted.name
    if wanted in (float, int, bool):
        return {float: "float64", int: "int64", bool: "bool"}[wanted]
    raise TypeError(f"dtype must be a torch.dtype, not {type(wanted).__name__}")


def _kind(wanted):
    """The name of an element type, or the usual one."""
    return _name(wanted) or _usual[0]


def _shape(sizes):
    """Returns sizes that are given one by one or as one tuple."""
    if len(sizes) == 1 and not isinstance(sizes[0], (int, Tensor)):
        return tuple(sizes[0])
    return tuple(int(size) for size in sizes)


def _leaf(result, requires_grad):
    if requires_grad:
        result.requires_grad = True
    return result


def _into(out, result):
    """Writes a result into the tensor that an argument `out` names, and returns that."""
    from torch._outputs import written

    return written(out, result)


def _recorded(scope, names):
    """Gives functions of a module that are made of several operations the name that PyTorch's record has for all of it:
    `silu` stands for `SiluBackward0`, and `selu=EluBackward0` for itself."""
    for entry in names.split():
        name, _, record = entry.partition("=")
        scope[name] = _as_one(scope[name], record or "".join(part.capitalize() for part in name.split("_")) + "Backward0")


def _as_one(function, record):
    def applied(*given, **named):
        return _lab.named(record, function(*given, **named), [*given, *named.values()])

    applied.__name__ = applied.__qualname__ = function.__name__
    applied.__doc__ = function.__doc__
    applied.__module__ = function.__module__
    applied.__wrapped__ = function
    return applied


def _axis(input, dim):
    """Returns a dimension counted from the front."""
    rank = len(input.shape) or 1
    if not -rank <= dim < rank:
        raise IndexError(f"there is no dimension {dim}: they go from {-rank} to {rank - 1}")
    return dim % rank


def _require(fits, words):
    """Refuses arguments that do not fit a function."""
    if not fits:
        raise RuntimeError(words)


def _ranks(name, *pairs):
    """Refuses tensors of another number of dimensions than a function takes."""
    for input, rank in pairs:
        if len(input.shape) != rank:
            raise RuntimeError(f"{name} takes a tensor of {rank} dimension{'s' * (rank > 1)} there, not {len(input.shape)}")


def _mask(name, mask):
    """Refuses a mask that is not made of truth values."""
    if _lab.dtype(mask) not in ("bool", "uint8"):
        raise RuntimeError(f"{name} takes a mask of truth values, not {_lab.dtype(mask)}: call .bool(), or compare")


def _at(input, dim, index):
    """Returns the part at `index`, a number, a slice or a tensor of places, along one dimension."""
    return input[(slice(None),) * _axis(input, dim) + (index,)]


def set_default_dtype(d):
    if _name(d) not in ("float32", "float64"):
        raise TypeError("only floating-point types are supported as the default type")
    _usual[0] = _name(d)


def get_default_dtype():
    return _BY_NAME[_usual[0]]


def set_default_tensor_type(t):
    set_default_dtype(t if isinstance(t, dtype) else _BY_NAME[getattr(t, "kind", None) or _kind_of(t)])


def _kind_of(named):
    return "float64" if "Double" in str(named) else "float32"
