"""Arrays: numbers in rows and columns, around the page's own tensors."""

import builtins as py

import _lab
import torch as _torch
from numpy._scalars import DTYPES, TYPES, _kind


def _inner(value):
    """Returns the tensor inside of an array, or a Python number unchanged."""
    if isinstance(value, ndarray):
        return value._tensor
    if isinstance(value, (bool, int, float)):
        return value
    return array(value)._tensor


def _wrap(result):
    """Returns an array, or a number if there is only one."""
    return ndarray(result) if result.shape else _number(result)


def _number(tensor):
    return TYPES[_lab.dtype(tensor)](_lab.item(tensor))


def _index(index):
    if isinstance(index, tuple):
        return tuple(_index(part) for part in index)
    if not isinstance(index, ndarray):
        return index
    # Bytes are places in numpy, and a mask in PyTorch.
    return _lab.cast(index._tensor, "int64") if _lab.dtype(index._tensor) == "uint8" else index._tensor


def _double(tensor):
    return tensor if _lab.dtype(tensor).startswith("float") else _lab.cast(tensor, "float64")


def _as(a):
    return a._tensor if isinstance(a, ndarray) else array(a)._tensor


def _sizes(shape):
    return (int(shape),) if isinstance(shape, int) else tuple(shape)


class ndarray:
    """Numbers in rows and columns."""

    __slots__ = ("_tensor",)
    __array_priority__ = 1.0

    def __init__(self, tensor):
        self._tensor = tensor

    shape = property(lambda self: py.tuple(_lab.shape(self._tensor)), lambda self, shape: self._reshape(shape))
    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: self._tensor.numel())
    dtype = property(lambda self: DTYPES[_lab.dtype(self._tensor)])
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.itemsize)
    T = property(lambda self: self.transpose())
    flat = property(lambda self: iter(self.flatten()))
    real = property(lambda self: self)

    def __matmul__(self, other): return _wrap(_product(self._tensor, _as(other)))
    def __rmatmul__(self, other): return _wrap(_product(_as(other), self._tensor))
    def __neg__(self): return ndarray(-self._tensor)
    def __pos__(self): return self
    def __abs__(self): return ndarray(py.abs(self._tensor))
    def __invert__(self): return ndarray(~self._tensor)
    def __iadd__(self, other): return self._written(self + other)
    def __isub__(self, other): return self._written(self - other)
    def __imul__(self, other): return self._written(self * other)
    def __itruediv__(self, other): return self._written(self / other)
    def __ifloordiv__(self, other): return self._written(self // other)
    def __imod__(self, other): return self._written(self % other)
    def __ipow__(self, other): return self._written(self ** other)
    def __iand__(self, other): return self._written(self & other)
    def __ior__(self, other): return self._written(self | other)

    def _written(self, result):
        """Writes a result into this array, as operators such as `+=` do."""
        result = _as(result)
        if _lab.dtype(result).startswith("float") and not _lab.dtype(self._tensor).startswith("float"):
            raise TypeError(
                f"Cannot cast ufunc output from dtype('{_lab.dtype(result)}') to dtype('{_lab.dtype(self._tensor)}'):"
                " make the array one of floats first"
            )
        if py.tuple(result.shape) != self.shape:
            raise ValueError(f"non-broadcastable output operand with shape {self.shape} doesn't match the broadcast shape {py.tuple(result.shape)}")
        _lab.overwrite(self._tensor, result)
        return self

    def _reshape(self, shape):
        self._tensor = _lab.view(self._tensor, _sizes(shape))

    def __len__(self): return len(self._tensor)
    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._tensor)

    def __float__(self): return float(self._tensor)
    def __int__(self): return int(self._tensor)
    def __index__(self): return self._tensor.__index__()
    def __iter__(self): return iter([self[i] for i in range(len(self))])
    def __contains__(self, value): return bool((self._tensor == _inner(value)).any())
    def __getitem__(self, index): return _wrap(_lab.at(self._tensor, _index(index)))

    def __setitem__(self, index, value):
        _lab.put(self._tensor, _index(index), _inner(value))

    def __repr__(self):
        from numpy._text import shown

        return shown(self)

    def __str__(self):
        from numpy._text import array2string

        return array2string(self)

    def __format__(self, spec):
        return format(self._tensor, spec) if spec else str(self)

    def __deepcopy__(self, memo): return self.copy()
    def __copy__(self): return self.copy()
    def __array__(self, dtype=None, copy=None): return self

    def tolist(self): return _lab.tolist(self._tensor)
    def item(self, *at): return _item(self, at)
    def copy(self, order="C"): return ndarray(_lab.copy(self._tensor))
    def astype(self, dtype, copy=True, **unused): return ndarray(_cast(self._tensor, _kind(dtype)))
    def view(self, dtype=None): return ndarray(_lab.detach(self._tensor))
    def reshape(self, *shape, order="C"): return ndarray(self._tensor.reshape(*shape))
    def flatten(self, order="C"): return ndarray(_lab.copy(self._tensor.flatten()))
    def ravel(self, order="C"): return ndarray(self._tensor.flatten())
    def squeeze(self, axis=None): return _wrap(self._tensor.squeeze(axis))
    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        return ndarray(self._tensor.permute(*(axes or py.tuple(range(self.ndim))[::-1])))

    def swapaxes(self, axis1, axis2): return ndarray(_torch.transpose(self._tensor, axis1, axis2))
    def fill(self, value): self[...] = value
    def dot(self, b): return _wrap(_product(self._tensor, _as(b)))
    def nonzero(self): return py.tuple(ndarray(part) for part in _torch.nonzero(self._tensor, as_tuple=True))
    def tobytes(self): return _lab.to_bytes(self._tensor)

    def sort(self, axis=-1, **unused):
        import numpy

        self[...] = numpy.sort(self, axis)

    def __getattr__(self, name):
        # Functions of the module whose first argument is the array.
        if name in _SHARED:
            import numpy

            function = getattr(numpy, name)
            return lambda *args, **kwargs: function(self, *args, **kwargs)
        if name[:1] == "_":
            raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")
        import _late

        known = [*_SHARED, *vars(ndarray)]
        raise AttributeError(_late.missing(f"ndarray.{name}", name, known))


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _operator(name, is_swapped=False):
    """An operator of an array and anything that contains numbers."""
    is_division, is_comparison = name == "div", name in _COMPARISONS

    def method(self, other):
        left, right = self._tensor, other
        kind = type(other)
        if kind is ndarray:
            right = other._tensor
        elif kind is float:
            left = _double(left)
        elif kind is TYPES["float64"]:
            left = _lab.cast(left, "float64")
        elif kind is _torch.Tensor:
            # PyTorch takes arrays for tensors.
            return _lab.two(name, other, left) if is_swapped else _lab.two(name, left, other)
        elif kind is int:
            if not 0 <= other < 256 and not is_comparison and _lab.dtype(left) == "uint8":
                raise OverflowError(f"Python integer {other} out of bounds for uint8: .astype(int) makes numbers without these bounds")
        elif kind is not bool:
            if other is None or isinstance(other, (str, dict)):
                return name == "ne" if name in ("eq", "ne") else NotImplemented
            right = _as(other)
            if kind in (TYPES["int64"], TYPES["int32"]) and _lab.dtype(left) == "uint8":
                left = _lab.cast(left, kind.__name__)
        if is_division:
            left = _double(left)
            right = _double(right) if isinstance(right, _torch.Tensor) else right
        try:
            result = _lab.two(name, right, left) if is_swapped else _lab.two(name, left, right)
        except RuntimeError as error:
            raise ValueError(f"operands could not be broadcast together with shapes {self.shape} {getattr(other, 'shape', ())}: {error}") from None
        return ndarray(result) if result.shape else _number(result)

    return method


for _name, _own in (
    ("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("floordiv", "floor_divide"), ("mod", "remainder"),
    ("pow", "pow"), ("and", "bitwise_and"), ("or", "bitwise_or"), ("xor", "bitwise_xor"),
):
    setattr(ndarray, f"__{_name}__", _operator(_own))
    setattr(ndarray, f"__r{_name}__", _operator(_own, True))
for _name in _COMPARISONS:
    setattr(ndarray, f"__{_name}__", _operator(_name))
ndarray.__hash__ = None

_SHARED = frozenset(
    "all any argmax argmin argpartition argsort clip conj cumprod cumsum diagonal max mean min partition prod ptp repeat round"
    " searchsorted std sum take trace var".split()
)


def _item(array, at):
    if not at:
        return _lab.item(array._tensor)
    return _lab.item(_torch.flatten(array._tensor)[at[0]] if len(at) == 1 and isinstance(at[0], int) else array._tensor[at])


def _cast(tensor, name):
    return _lab.copy(tensor) if _lab.dtype(tensor) == name else _lab.cast(tensor, name)


def _product(a, b):
    if _lab.dtype(a) != _lab.dtype(b):
        wide = py.max(_lab.dtype(a), _lab.dtype(b), key=("bool", "uint8", "int32", "int64", "float32", "float64").index)
        a, b = _lab.cast(a, wide), _lab.cast(b, wide)
    return a @ b if a.shape and b.shape else a * b


def array(object, dtype=None, copy=True, order=None, ndmin=0, **unused):
    wanted = _kind(dtype)
    if isinstance(object, ndarray):
        made = _cast(object._tensor, wanted or _lab.dtype(object._tensor))
    elif isinstance(object, _torch.Tensor):
        made = _lab.tensor(object, wanted)
    else:
        made = _listed(object, wanted)
    while len(made.shape) < ndmin:
        made = _lab.view(made, (1, *made.shape))
    return ndarray(made)


def _listed(object, wanted):
    if not isinstance(object, (list, py.tuple, bool, int, float)):
        if hasattr(object, "__array__"):
            return _listed(object.__array__().tolist(), wanted)
        if isinstance(object, (range, set, frozenset)) or hasattr(object, "__len__") and hasattr(object, "__getitem__") and not isinstance(object, (str, dict)):
            object = list(object)
        else:
            raise TypeError(f"an array holds numbers here, not {type(object).__name__}")
    if isinstance(object, (list, py.tuple)) and object:
        kinds = {type(part) for part in object}
        if kinds == {ndarray} or kinds == {_torch.Tensor}:
            # The parts have a type already.
            parts = [_as(part) for part in object]
            if len({py.tuple(part.shape) for part in parts}) > 1:
                raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape: the parts have unequal lengths")
            made = _lab.stack(parts, 0)
            return made if wanted is None else _lab.cast(made, wanted)
        if wanted is None and kinds == {TYPES["float32"]}:
            wanted = "float32"
    made = _lab.tensor(object, wanted)
    # Python's floats have 64 bits here.
    if wanted is None and _lab.dtype(made) == "float32" and not isinstance(object, TYPES["float32"]):
        made = _lab.tensor(object, "float64")
    return made
