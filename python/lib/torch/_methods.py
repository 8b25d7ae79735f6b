"""The methods of tensors: functions of the module whose first argument is the tensor, and a few of their own."""

import _lab
import _late
from torch import _names as names
from torch._base import Tensor, _name, _plain, _require, _shape, _tensor
from torch._types import Size, _BY_NAME, device, dtype
from torch.random import _check_range, _check_std

_SHARED = """
abs absolute add allclose all amax argsort amin any argmax argmin bernoulli broadcast_to ceil chunk clamp clip clone cos cumsum div divide
dot eq equal exp flatten flip floor floor_divide gather ge greater greater_equal gt index_select isclose isfinite isinf
isnan is_floating_point le less less_equal log log1p log_softmax logical_and logical_not logical_or logical_xor lt
masked_fill matmul max maximum mean min minimum mm mul multinomial multiply narrow ne neg negative nonzero norm not_equal
numel permute pow prod reciprocal relu remainder reshape roll round scatter select sigmoid sign sin softmax split sqrt square
squeeze std sub subtract sum swapaxes swapdims t tan tanh transpose true_divide trunc unbind unsqueeze var
""".split()

# What `to` takes for an element type; the names are those of methods below.
_TYPES = (dtype, type)

# Those that also write their result into the tensor, as `name_`, from the start. All others come when they are asked for.
_IN_PLACE = "add clamp clip div masked_fill mul pow scatter sub sigmoid tanh relu exp sqrt".split()


def item(self): return _lab.item(self)
def tolist(self): return _lab.tolist(self)
def detach(self): return _lab.detach(self)
def cpu(self, **kwargs): return self
def cuda(self, *args, **kwargs): return self
def contiguous(self, **kwargs): return self if _lab.is_contiguous(self) else _lab.clone(self)
def is_contiguous(self, **kwargs): return _lab.is_contiguous(self)
def stride(self, dim=None): return _lab.strides(self) if dim is None else _lab.strides(self)[dim]
def pin_memory(self): return self
def share_memory_(self): return self
def is_shared(self): return False
def _of_kind(self, kind):
    """Returns the tensor itself if its elements are of this kind already, as PyTorch does."""
    return self if _lab.dtype(self) == kind else _lab.cast(self, kind)


def float(self): return _of_kind(self, "float32")
def double(self): return _of_kind(self, "float64")
def int(self): return _of_kind(self, "int32")
def long(self): return _of_kind(self, "int64")
def bool(self): return _of_kind(self, "bool")
def byte(self): return _of_kind(self, "uint8")
def dim(self): return len(self.shape)
def size(self, dim=None): return Size(self.shape) if dim is None else self.shape[dim]
def nelement(self): return names.numel(self)
def get_device(self): return -1
def element_size(self): return self.dtype.itemsize
def view_as(self, other): return _lab.strict_view(self, other.shape)
def reshape_as(self, other): return _lab.view(self, other.shape)
def repeat(self, *repeats):
    if not repeats:
        raise TypeError("repeat takes a count for each dimension")
    return _lab.named("RepeatBackward0", _repeat(self, _shape(repeats)), [self])
def where(self, condition, other): return _lab.where(condition, self, other)
def new_zeros(self, *size, dtype=None, **unused): return new_full(self, _shape(size), 0, dtype)
def new_ones(self, *size, dtype=None, **unused): return new_full(self, _shape(size), 1, dtype)
def new_empty(self, *size, dtype=None, **unused): return new_full(self, _shape(size), 0, dtype)
def type_as(self, other): return _of_kind(self, _lab.dtype(other))
def apply_(self, callable): return copy_(self, map_flat(self, callable))


def view(self, *sizes):
    if len(sizes) == 1 and isinstance(sizes[0], dtype):
        raise NotImplementedError("view cannot reinterpret bytes here: .to(dtype) converts numbers")
    return _lab.strict_view(self, _shape(sizes))


def new_full(self, size, fill_value, dtype=None, **unused):
    return _lab.full(tuple(size), fill_value, _name(dtype) or _lab.dtype(self))


def new_tensor(self, data, dtype=None, **unused):
    return _lab.tensor(_plain(data), _name(dtype) or _lab.dtype(self))


def map_flat(self, function):
    numbers = [function(number) for number in _lab.tolist(names.flatten(self))]
    return _lab.view(_lab.tensor(numbers, _lab.dtype(self)), self.shape)


def expand(self, *sizes):
    wanted = _shape(sizes)
    own = (1,) * (len(wanted) - len(self.shape)) + tuple(self.shape)
    return _lab.expand(self, tuple(o if w == -1 else w for o, w in zip(own, wanted)))


def expand_as(self, other):
    return _lab.expand(self, other.shape)


def _repeat(self, times):
    _require(len(times) >= len(self.shape), f"repeat takes a count for each of {len(self.shape)} dimensions, not {len(times)}")
    result = _lab.view(self, (1,) * (len(times) - len(self.shape)) + tuple(self.shape))
    sizes = tuple(count * size for count, size in zip(times, result.shape))
    _lab.fits(sizes)
    if 0 in sizes:
        return _lab.full(sizes, 0, _lab.dtype(self))
    for axis, count in enumerate(times):
        result = _lab.cat([result] * count, axis)
    return result


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    for wanted in args:
        if isinstance(wanted, Tensor):
            dtype = wanted.dtype
        elif isinstance(wanted, _TYPES):
            dtype = wanted
    if dtype is None or _name(dtype) == _lab.dtype(self):
        return names.clone(self) if copy else self
    return _lab.cast(self, _name(dtype))


def type(self, dtype=None, non_blocking=False):
    if dtype is None:
        return f"torch.{_lab.dtype(self).capitalize()}Tensor".replace("Uint8", "Byte").replace("Int64", "Long").replace("32", "").replace("Float64", "Double")
    kind = getattr(dtype, "kind", None)
    if isinstance(dtype, str):
        kind = getattr(getattr(names, dtype.split(".")[-1], None), "kind", None)
    return _of_kind(self, kind or _name(dtype))


def numpy(self, *, force=False):
    if self.requires_grad and not force:
        raise RuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead: call .detach() first"
        )
    import numpy

    return numpy.ndarray(_lab.detach(self))


def __array__(self, *args, **kwargs): return numpy(self)


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    keeps = create_graph if retain_graph is None else retain_graph
    _lab.backward([self], [gradient], keeps, create_graph)


def retain_grad(self):
    _lab.retain_grad(self)


class _Handle:
    """What `register_hook` returns."""

    def __init__(self):
        self.is_on = True

    def remove(self):
        self.is_on = False


def register_hook(self, hook):
    handle = _Handle()
    _lab.add_hook(self, lambda grad: hook(grad) if handle.is_on else None)
    return handle


def requires_grad_(self, requires_grad=True):
    self.requires_grad = requires_grad
    return self


def detach_(self):
    _lab.cut(self)
    return self


def copy_(self, src, non_blocking=False):
    _lab.overwrite(self, _tensor(src))
    return self


def fill_(self, value):
    _lab.overwrite(self, _tensor(value) if isinstance(value, Tensor) else _lab.full((), value, _lab.dtype(self)))
    return self


def zero_(self): return fill_(self, 0)


def uniform_(self, start=0.0, end=1.0, *, generator=None, **named):
    start, end = named.get("from", start), named.get("to", end)
    _check_range(start, end)
    return copy_(self, names.rand(self.shape, generator=generator, dtype=self.dtype) * (end - start) + start)


def normal_(self, mean=0.0, std=1.0, *, generator=None):
    _check_std(std)
    return copy_(self, names.randn(self.shape, generator=generator, dtype=self.dtype) * std + mean)


def bernoulli_(self, p=0.5, *, generator=None):
    return copy_(self, names.bernoulli(names.full(self.shape, 1.0) * p, generator=generator))


def exponential_(self, lambd=1.0, *, generator=None):
    if not lambd > 0:
        raise RuntimeError(f"exponential_ takes a rate above 0, not {lambd}")
    return copy_(self, -names.log1p(-names.rand(self.shape, generator=generator, dtype=self.dtype)) / lambd)


def random_(self, low=None, high=None, *, generator=None):
    if high is None:
        low, high = 0, 2**24 if low is None else low
    return copy_(self, names.randint(low, high, tuple(self.shape), generator=generator))


def transpose_(self, dim0, dim1): return _reshaped(self, names.transpose(self, dim0, dim1))
def t_(self): return _reshaped(self, names.t(self))
def squeeze_(self, dim=None): return _reshaped(self, names.squeeze(self, dim))
def unsqueeze_(self, dim): return _reshaped(self, names.unsqueeze(self, dim))


def _reshaped(self, result):
    self.data = result
    return self


def __deepcopy__(self, memo):
    made = _lab.copy(self)
    if _lab.is_parameter(self):
        _lab.mark_parameter(made)
    return made


def __reduce_ex__(self, protocol):
    from torch._saving import _reduced

    return _reduced(self)


def __copy__(self): return __deepcopy__(self, None)
def __reversed__(self): return names.flip(self, 0)


def __dir__(self): return list(_table) + list(_PROPERTIES) + ["data", "grad", "requires_grad"]


_PROPERTIES = {
    "dtype": lambda self: _BY_NAME[_lab.dtype(self)],
    "device": lambda self: _CPU,
    "ndim": dim,
    "T": lambda self: _lab.permute(self, tuple(range(len(self.shape) - 1, -1, -1))),
    "mT": lambda self: names.transpose(self, -2, -1),
    "is_leaf": lambda self: _lab.is_leaf(self),
    "grad_fn": lambda self: _lab.grad_fn(self),
    "shape": lambda self: Size(_lab.shape(self)),
    "is_cuda": lambda self: False,
    "is_sparse": lambda self: False,
    "is_quantized": lambda self: False,
    "itemsize": element_size,
    "nbytes": lambda self: names.numel(self) * element_size(self),
    "layout": lambda self: "torch.strided",
    "_grad": lambda self: self.grad,
    "names": lambda self: (None,) * len(self.shape),
    "real": lambda self: self,
}
_CPU = device("cpu")
_table = {}


def _writing(function):
    def method(self, *args, **kwargs):
        # The gradient is made of what the tensor was.
        return copy_(self, function(_lab.kept(self), *args, **kwargs))

    return method


def _missing(self, name):
    """Finds a method that is not in the table: a rarer function, or one that writes its result into the tensor."""
    if name[:1] == "_":
        raise AttributeError(f"'Tensor' object has no attribute '{name}'")
    import torch

    plain = name[:-1] if name[-1] == "_" else name
    function = _table.get(plain) or _late.found("torch", torch._PARTS, plain)
    if not callable(function):
        known = [*_table, *_PROPERTIES, *_late.names("torch._methods", "torch", (), torch._PARTS)]
        raise AttributeError(_late.missing(f"Tensor.{name}", name, known))
    _table[plain] = function
    if plain != name:
        _table[name] = _writing(function)
    # The table has it now.
    return getattr(self, name)


def install():
    """Installs both tables as the methods and properties of tensors."""
    for name in _SHARED:
        _table[name] = getattr(names, name)
    for name in _IN_PLACE:
        _table[name + "_"] = _writing(_table[name])
    for name, function in list(globals().items()):
        if getattr(function, "__module__", None) == __name__ and callable(function):
            if name not in ("install", "map_flat") and (not name.startswith("_") or name.startswith("__")):
                _table[name] = function
    _lab.define(_table, _PROPERTIES, _missing)
