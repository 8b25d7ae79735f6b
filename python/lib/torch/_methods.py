"""The methods of tensors: functions of the module whose first argument is the tensor, and a few of their own."""

import _lab
from torch import _names as names
from torch._names import Tensor, _name, _plain, _shape, _tensor
from torch._types import BoolTensor, FloatTensor, LongTensor, Size, _BY_NAME, device, dtype

_SHARED = """
abs add allclose all amax amin any argmax argmin argsort broadcast_to ceil chunk clamp clip clone cos cumsum div dot eq equal exp
flatten flip floor gather ge gt index_select isfinite isinf isnan le log log1p log_softmax logical_and logical_not
logical_or logical_xor lt masked_fill matmul max mean min mm mul multiply ne neg nonzero norm numel pow prod
reciprocal relu remainder roll round scatter sigmoid sign sin softmax split sqrt square squeeze std sub subtract sum t
tan tanh transpose unbind unique unsqueeze var multinomial bernoulli maximum minimum
""".split()


def item(self): return _lab.item(self)
def tolist(self): return _lab.tolist(self)
def detach(self): return _lab.detach(self)
def cpu(self): return self
def cuda(self, *args, **kwargs): return self
def contiguous(self): return self
def float(self): return _lab.cast(self, "float32")
def double(self): return _lab.cast(self, "float64")
def int(self): return _lab.cast(self, "int32")
def long(self): return _lab.cast(self, "int64")
def bool(self): return _lab.cast(self, "bool")
def dim(self): return len(self.shape)
def size(self, dim=None): return Size(self.shape) if dim is None else self.shape[dim]
def element_size(self): return 8 if "64" in _lab.dtype(self) else 4
def is_floating_point(self): return _lab.dtype(self).startswith("float")
def view(self, *sizes): return _lab.view(self, _shape(sizes))
def view_as(self, other): return _lab.view(self, other.shape)
def permute(self, *dims): return _lab.permute(self, _shape(dims))
def repeat(self, *sizes): return _repeat(self, _shape(sizes))
def where(self, condition, other): return _lab.where(condition, self, other)
def new_zeros(self, *sizes): return _lab.full(_shape(sizes), 0, _lab.dtype(self))
def new_ones(self, *sizes): return _lab.full(_shape(sizes), 1, _lab.dtype(self))
def new_tensor(self, data): return _lab.tensor(_plain(data), _lab.dtype(self))
def type_as(self, other): return _lab.cast(self, _lab.dtype(other))


def expand(self, *sizes):
    wanted = _shape(sizes)
    own = (1,) * (len(wanted) - len(self.shape)) + self.shape
    return _lab.expand(self, tuple(o if w == -1 else w for o, w in zip(own, wanted)))


def expand_as(self, other):
    return _lab.expand(self, other.shape)


def _repeat(self, times):
    result = _lab.view(self, (1,) * (len(times) - len(self.shape)) + self.shape)
    for axis, count in enumerate(times):
        result = _lab.cat([result] * count, axis)
    return result


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False):
    for wanted in args:
        if isinstance(wanted, Tensor):
            dtype = wanted.dtype
        elif not isinstance(wanted, (str, globals()["device"])) and wanted is not None:
            dtype = wanted
    return self if dtype is None else _lab.cast(self, _name(dtype))


def type(self, wanted=None):
    named = {LongTensor: "int64", FloatTensor: "float32", BoolTensor: "bool"}
    if wanted is None:
        kinds = {"int64": "LongTensor", "float32": "FloatTensor", "bool": "BoolTensor", "int32": "IntTensor"}
        return "torch." + kinds.get(_lab.dtype(self), "DoubleTensor")
    return _lab.cast(self, named.get(wanted) or _name(wanted))


def numpy(self):
    if self.requires_grad:
        raise RuntimeError(
            "a tensor that requires grad has no numpy array: call .detach() first"
        )
    import numpy

    return numpy.ndarray(self)


def backward(self, gradient=None, retain_graph=None, create_graph=False):
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


def copy_(self, source):
    _lab.overwrite(self, _tensor(source))
    return self


def fill_(self, value):
    _lab.overwrite(self, _lab.full((), value, _lab.dtype(self)))
    return self


def zero_(self): return fill_(self, 0)
def add_(self, other, *, alpha=1): return copy_(self, self + other * alpha)
def sub_(self, other, *, alpha=1): return copy_(self, self - other * alpha)
def mul_(self, other): return copy_(self, self * other)
def div_(self, other): return copy_(self, self / other)
def clamp_(self, min=None, max=None): return copy_(self, _lab.clamp(self, min, max))
def scatter_(self, dim, index, src): return copy_(self, _lab.scatter(self, dim, index, src, False))
def masked_fill_(self, mask, value): return copy_(self, _lab.where(mask, value, self))


def uniform_(self, start=0.0, end=1.0):
    return copy_(self, names.rand(self.shape) * (end - start) + start)


def normal_(self, mean=0.0, std=1.0):
    return copy_(self, names.randn(self.shape) * std + mean)


def __deepcopy__(self, memo): return _lab.copy(self)
def __copy__(self): return _lab.copy(self)


_PROPERTIES = {
    "dtype": lambda self: _BY_NAME[_lab.dtype(self)],
    "device": lambda self: device("cpu"),
    "ndim": dim,
    "T": names.t,
    "mT": lambda self: names.transpose(self, -2, -1),
    "is_leaf": lambda self: _lab.is_leaf(self),
    "grad_fn": lambda self: None if _lab.is_leaf(self) else "<Backward>",
    "shape": lambda self: Size(_lab.shape(self)),
    "is_cuda": lambda self: False,
}


def reshape(self, *shape):
    return _lab.view(self, _shape(shape))


def install():
    """Installs both tables as the methods and properties of tensors."""
    methods = {name: getattr(names, name) for name in _SHARED}
    own = (value for value in list(globals().values()) if callable(value))
    for function in own:
        name = getattr(function, "__name__", "")
        if getattr(function, "__module__", None) == __name__ and name not in ("install",):
            if not name.startswith("_") or name.startswith("__"):
                methods[name] = function
    _lab.define(methods, _PROPERTIES)
