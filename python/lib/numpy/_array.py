"""Arrays: numbers in rows and columns, around the page's own tensors."""

import builtins as py

import _lab
import torch as _torch
from numpy import _refusals
from numpy._scalars import DTYPES, TYPES, _apart, _kind, _of_objects


def _side(value):
    """Returns the tensor inside of an array, or a number, which may have a type, unchanged."""
    if isinstance(value, ndarray):
        return value._tensor
    return value if isinstance(value, (bool, int, float)) else array(value)._tensor


def _wrap(result):
    """Returns an array, or a number if there is only one."""
    number = _lab.single(result)
    return number if number is not None else ndarray(result) if _lab.shape(result) else TYPES[_lab.dtype(result)](_lab.item(result))


def _index(index):
    if isinstance(index, tuple):
        return tuple(_index(part) for part in index)
    if not isinstance(index, ndarray):
        return index
    # Bytes are places in numpy, and a mask in PyTorch.
    return _lab.cast(index._tensor, "int64") if _lab.dtype(index._tensor) == "uint8" else index._tensor


def _negative(tensor):
    if _lab.dtype(tensor) == "bool":
        raise TypeError("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.")
    return _lab.unary("neg", tensor)


def _absolute(tensor):
    return tensor if _lab.dtype(tensor) == "bool" else _lab.unary("abs", tensor)


def _moved(a, places, name, move):
    try:
        return _wrap(move(a._tensor, _side(places)))
    except NotImplementedError:
        raise TypeError(f"ufunc '{name}' not supported for the input types{_UNSAFE}") from None


def _inverse(tensor):
    if _lab.dtype(tensor).startswith("float"):
        raise TypeError(f"ufunc 'invert' not supported for the input types{_UNSAFE}")
    return ~tensor


_UNSAFE = ", and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''"


def _defers(other):
    """Returns true for what computes with arrays by itself, which it says as in numpy."""
    return getattr(type(other), "__array_ufunc__", False) is None


def _as(a): return a._tensor if isinstance(a, ndarray) else array(a)._tensor
def _sizes(shape): return (int(shape),) if isinstance(shape, int) else tuple(shape)
def _cast(tensor, name): return _lab.copy(tensor) if _lab.dtype(tensor) == name else _lab.cast(tensor, name)
def _double(tensor): return tensor if _lab.dtype(tensor).startswith("float") else _lab.cast(tensor, "float64")


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
    strides = property(lambda self: py.tuple(step * self.itemsize for step in _lab.strides(self._tensor)))
    flat = property(lambda self: iter(self.flatten()))
    real = property(lambda self: self)
    imag = property(lambda self: ndarray(_lab.full(_lab.shape(self._tensor), 0, _lab.dtype(self._tensor))))

    def __matmul__(self, other): return NotImplemented if _defers(other) else _matmul(self, other)
    def __rmatmul__(self, other): return _matmul(other, self)
    def __neg__(self): return _wrap(_negative(self._tensor))
    def __pos__(self): return self
    def __abs__(self): return _wrap(_absolute(self._tensor))
    def __rlshift__(self, other): return array(other) << self
    def __rrshift__(self, other): return array(other) >> self
    def __lshift__(self, other): return _moved(self, other, "left_shift", lambda a, b: a << b)
    def __rshift__(self, other): return _moved(self, other, "right_shift", lambda a, b: a >> b)
    def __invert__(self): return _wrap(_inverse(self._tensor))
    def __iadd__(self, other): return self._written(self + other, "add")
    def __isub__(self, other): return self._written(self - other, "subtract")
    def __imul__(self, other): return self._written(self * other, "multiply")
    def __itruediv__(self, other): return self._written(self / other, "divide")
    def __ifloordiv__(self, other): return self._written(self // other, "floor_divide")
    def __imod__(self, other): return self._written(self % other, "remainder")
    def __ipow__(self, other): return self._written(self ** other, "power")
    def __iand__(self, other): return self._written(self & other, "bitwise_and")
    def __ior__(self, other): return self._written(self | other, "bitwise_or")

    def _written(self, result, name):
        """Writes a result into this array, as operators such as `+=` do."""
        result = _as(result)
        if "buif".index(DTYPES[_lab.dtype(result)].kind) > "buif".index(self.dtype.kind):
            raise _refusals.UFuncTypeError(
                f"Cannot cast ufunc '{name}' output from dtype('{_lab.dtype(result)}') to dtype('{_lab.dtype(self._tensor)}')"
                " with casting rule 'same_kind': make the array one of floats first"
            )
        if py.tuple(result.shape) != self.shape:
            raise ValueError(f"non-broadcastable output operand with shape {self.shape} doesn't match the broadcast shape {py.tuple(result.shape)}")
        _lab.overwrite(self._tensor, result)
        return self

    def _reshape(self, shape):
        try:
            self._tensor = _lab.view(self._tensor, _sizes(shape))
        except RuntimeError:
            raise ValueError(_refusals.of_reshaped(self.size, _sizes(shape))) from None

    def __len__(self): return len(self._tensor)
    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._tensor)

    def __float__(self): return float(self._single())
    def __int__(self): return int(self._single())
    def _single(self):
        if self.size != 1:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return self._tensor

    def __index__(self): return self._tensor.__index__()
    def __iter__(self): return iter([self[i] for i in range(len(self))])
    def __contains__(self, value): return bool((self._tensor == _side(value)).any())
    def __getitem__(self, index):
        number = _lab.number_at(self._tensor, index)
        if number is not None:
            return number
        try:
            return _wrap(_lab.at(self._tensor, index if type(index) is int else _index(index)))
        except (IndexError, TypeError) as error:
            raise self._misplaced(index, error) from None

    def __setitem__(self, index, value):
        if _lab.put_number(self._tensor, index, value):
            return
        kind = _lab.dtype(self._tensor)
        if value is None and kind.startswith("float"):
            value = float("nan")
        elif isinstance(value, (str, list, py.tuple)) or kind == "uint8" and type(value) in (int, float):
            value = array(value, kind)
        try:
            _lab.put(self._tensor, _index(index), _side(value))
        except IndexError as error:
            raise self._misplaced(index, error) from None
        except RuntimeError as error:
            if str(error).startswith("unsupported operation"):
                raise ValueError("assignment destination is read-only: broadcast_to repeats numbers without a copy, which .copy() makes") from None
            if str(error).startswith("value cannot be converted"):
                raise _refusals.refusal(error) from None
            place, given = getattr(self[index], "shape", ()), py.tuple(_side(value).shape)
            if not place:
                raise ValueError("setting an array element with a sequence.") from None
            raise ValueError(f"could not broadcast input array from shape {_refusals.shown(given)} into shape {_refusals.shown(place)}") from None

    def _misplaced(self, index, error):
        words = _refusals.of_index(self.shape, index)
        return IndexError(words) if words else _refusals.refusal(error)

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
    def astype(self, dtype, copy=True, **unused):
        apart = _apart(dtype)
        return ndarray(_cast(self._tensor, _kind(dtype))) if apart is None else apart.made(self, dtype)

    def view(self, dtype=None): return ndarray(_lab.detach(self._tensor))
    def reshape(self, *shape, order="C"):
        try:
            return ndarray(self._tensor.reshape(*shape))
        except RuntimeError:
            sizes = shape if len(shape) > 1 or isinstance(shape[0], int) else py.tuple(shape[0])
            raise ValueError(_refusals.of_reshaped(self.size, sizes)) from None

    def flatten(self, order="C"): return ndarray(_lab.copy(self._tensor.flatten()))
    def ravel(self, order="C"): return ndarray(self._tensor.flatten())
    def squeeze(self, axis=None):
        axes = () if axis is None else axis if isinstance(axis, py.tuple) else (axis,)
        if any(self.shape[at] != 1 for at in axes if -self.ndim <= at < self.ndim):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return _wrap(self._tensor.squeeze(axis))

    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        if axes and len(axes) != self.ndim:
            raise ValueError("axes don't match array")
        return ndarray(self._tensor.permute(*(axes or py.tuple(range(self.ndim))[::-1])))

    def swapaxes(self, axis1, axis2): return ndarray(_refusals.refusing(_torch.transpose)(self._tensor, axis1, axis2))
    def fill(self, value): self[...] = value
    def conj(self): return self
    conjugate = conj
    def dot(self, b): return _dot(self, b)
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


def _two(name, left, right):
    """Computes an operation of numpy on two arrays, numbers, or what arrays are made of."""
    return _wrap(_lab.numpy_two(name, _side(left), _side(right)))


def _operator(name, is_swapped=False):
    """An operator of an array and anything that contains numbers."""
    def method(self, other):
        if isinstance(other, _torch.Tensor):
            # PyTorch takes arrays for tensors.
            return _lab.two(name, other, self._tensor) if is_swapped else _lab.two(name, self._tensor, other)
        if other is None or isinstance(other, (str, dict)):
            return name == "ne" if name in ("eq", "ne") else NotImplemented
        if _defers(other):
            return NotImplemented
        return _two(name, other, self) if is_swapped else _two(name, self, other)

    return method


for _name, _own in (
    ("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("floordiv", "floor_divide"), ("mod", "remainder"),
    ("pow", "pow"), ("and", "bitwise_and"), ("or", "bitwise_or"), ("xor", "bitwise_xor"),
):
    setattr(ndarray, f"__{_name}__", _operator(_own))
    setattr(ndarray, f"__r{_name}__", _operator(_own, True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ndarray, f"__{_name}__", _operator(_name))
ndarray.__hash__ = None

_SHARED = frozenset(
    "all any argmax argmin argpartition argsort clip conj cumprod cumsum diagonal max mean min partition prod ptp repeat round"
    " searchsorted std sum take trace var".split()
)


def _item(array, at):
    if not at:
        if array.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return _lab.item(array._tensor)
    return _lab.item(_torch.flatten(array._tensor)[at[0]] if len(at) == 1 and isinstance(at[0], int) else array._tensor[at])


def _product(a, b):
    wide = _lab.numpy_type(a, b)
    if wide == "bool":
        return _lab.cast(_product(_lab.cast(a, "int64"), _lab.cast(b, "int64")), "bool")
    a, b = _lab.cast(a, wide), _lab.cast(b, wide)
    return a @ b if a.shape and b.shape else a * b


def _factor(a):
    """Returns a factor of a matrix product, which has rows at least."""
    made = _as(a)
    if not made.shape:
        raise ValueError("matmul: Input operand does not have enough dimensions (has 0, needs 1 or more)")
    return made


_matmul = _refusals.refusing(
    lambda a, b: _wrap(_product(_factor(a), _factor(b))), lambda a, b: _refusals.of_product(_as(a).shape, _as(b).shape)
)
_dot = _refusals.refusing(
    lambda a, b: _wrap(_product(_as(a), _as(b))), lambda a, b: _refusals.of_dot(_as(a).shape, _as(b).shape)
)


def array(object, dtype=None, copy=True, order=None, ndmin=0, **unused):
    if isinstance(dtype, str) and dtype == "c":
        return _of_objects().letters(object)
    apart = _apart(dtype)
    if apart is not None:
        return apart.made(object, dtype)
    wanted = _kind(dtype)
    if isinstance(object, ndarray):
        if wanted is None and type(object) is not ndarray:
            return object.copy()
        made = _cast(object._tensor, wanted or _lab.dtype(object._tensor))
    elif isinstance(object, _torch.Tensor):
        if object.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        made = _lab.tensor(object, wanted)
    else:
        try:
            made = _listed(object, wanted)
        except TypeError:
            # Whoever names a type learns what an array holds.
            if wanted is not None:
                raise
            return _of_objects().made(object)
    while len(made.shape) < ndmin:
        made = _lab.view(made, (1, *made.shape))
    return ndarray(made)


def _listed(object, wanted):
    if isinstance(object, str) and wanted is not None:
        return _listed(_read(object, _plain_kind(wanted)), wanted)
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
            parts = _common([_as(part) for part in object])
            if len({py.tuple(part.shape) for part in parts}) > 1:
                raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape: the parts have unequal lengths")
            made = _lab.stack(parts, 0)
            return made if wanted is None else _lab.cast(made, wanted)
    try:
        return _typed(object, wanted)
    except RuntimeError as error:
        raise _refusals.refusal(error) from None
    except TypeError:
        if wanted is None:
            raise
        return _typed(_read(object, _plain_kind(wanted)), wanted)


def _plain_kind(name):
    """Returns Python's type of the numbers of an element type."""
    return getattr(TYPES[name], "_plain", bool)


def _read(part, kind):
    """Returns the numbers that texts stand for, in lists as they are."""
    if isinstance(part, (list, py.tuple)):
        return [_read(inner, kind) for inner in part]
    if part is None and kind is float:
        return float("nan")
    if part is None or isinstance(part, str):
        return kind(part)
    if not hasattr(part, "__float__"):
        raise TypeError(f"an array holds numbers here, not {type(part).__name__}")
    return part


def _typed(numbers, wanted):
    """Returns a tensor of numbers in lists. Python's floats have 64 bits here, and bytes have to hold all of them."""
    if wanted != "uint8":
        return _lab.tensor(numbers, wanted, "float64")
    made = _lab.tensor(numbers, None, "float64")
    for name in ("min", "max") if made.numel() else ():
        number = _lab.item(_lab.reduce(name, made, None, False))
        if not 0 <= number < 256:
            raise OverflowError(f"Python integer {int(number)} out of bounds for uint8")
    return _lab.cast(made, wanted)


def _common(tensors):
    """Returns tensors of the type that numpy gives them together."""
    kinds = {_lab.dtype(tensor) for tensor in tensors}
    if len(kinds) < 2:
        return tensors
    first, *others = tensors
    for other in others:
        first = _lab.cast(first, _lab.numpy_type(first, other))
    return [_lab.cast(tensor, _lab.dtype(first)) for tensor in tensors]
