"""Functions of the module `torch`, each with PyTorch's own arguments."""

import builtins as py

import _lab
from torch._types import BoolTensor, FloatTensor, LongTensor, Size, device, dtype
from torch.random import (
    Generator,
    bernoulli,
    initial_seed,
    manual_seed,
    multinomial,
    rand,
    rand_like,
    randint,
    randn,
    randn_like,
    randperm,
)

Tensor = _lab.Tensor
inf = float("inf")
nan = float("nan")
pi = 3.141592653589793
e = 2.718281828459045


def _tensor(data, dtype=None):
    """Creates a tensor from anything that contains numbers."""
    return data if isinstance(data, Tensor) else _lab.tensor(_plain(data), _name(dtype, data))


def _plain(data):
    """Returns the tensor inside of a numpy array, and anything else unchanged."""
    inner = getattr(data, "_tensor", None)
    return data if inner is None else inner


def _name(wanted, data=None):
    """The name of an element type."""
    if wanted is None:
        return None
    if wanted is float:
        return "float32"
    if wanted is int:
        return "int64"
    if wanted is bool:
        return "bool"
    if isinstance(wanted, dtype):
        return wanted.name
    raise TypeError(f"dtype must be a torch.dtype, not {type(wanted).__name__}")


def _shape(sizes):
    """Returns sizes that are given one by one or as one tuple."""
    if len(sizes) == 1 and not isinstance(sizes[0], (int, Tensor)):
        return tuple(sizes[0])
    return tuple(int(size) for size in sizes)


def _leaf(result, requires_grad):
    if requires_grad:
        result.requires_grad = True
    return result


# Making tensors


def tensor(data, *, dtype=None, device=None, requires_grad=False):
    return _leaf(_lab.tensor(_plain(data), _name(dtype)), requires_grad)


def as_tensor(data, dtype=None, device=None):
    made = _tensor(data)
    return made if dtype is None else _lab.cast(made, _name(dtype))


def from_numpy(ndarray):
    return _lab.tensor(_plain(ndarray), None)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    if dtype is None:
        kinds = {bool: "bool", int: "int64"}
        named = kinds.get(type(fill_value), "float32")
    else:
        named = _name(dtype)
    return _leaf(_lab.full(_shape((size,)), fill_value, named), requires_grad)


def zeros(*size, dtype=None, device=None, requires_grad=False):
    return _leaf(_lab.full(_shape(size), 0, _name(dtype) or "float32"), requires_grad)


def ones(*size, dtype=None, device=None, requires_grad=False):
    return _leaf(_lab.full(_shape(size), 1, _name(dtype) or "float32"), requires_grad)


empty = zeros


def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    named = _name(dtype) or _lab.dtype(input)
    return _leaf(_lab.full(input.shape, fill_value, named), requires_grad)


def zeros_like(input, *, dtype=None, device=None, requires_grad=False):
    return full_like(input, 0, dtype=dtype, requires_grad=requires_grad)


def ones_like(input, *, dtype=None, device=None, requires_grad=False):
    return full_like(input, 1, dtype=dtype, requires_grad=requires_grad)


empty_like = zeros_like


def arange(start, end=None, step=1, *, dtype=None, device=None):
    if end is None:
        start, end = 0, start
    values, at = [], start
    while (at < end) if step > 0 else (at > end):
        values.append(at)
        at = start + len(values) * step
    kind = "int64" if py.all(isinstance(x, int) for x in (start, end, step)) else "float32"
    return _lab.tensor(values, _name(dtype) or kind)


def linspace(start, end, steps, *, dtype=None, device=None):
    gap = (end - start) / py.max(steps - 1, 1)
    return _lab.tensor([start + gap * i for i in range(steps)], _name(dtype) or "float32")


def eye(n, m=None, *, dtype=None, device=None):
    columns = n if m is None else m
    rows = [[1 if i == j else 0 for j in range(columns)] for i in range(n)]
    return _lab.tensor(rows, _name(dtype) or "float32")


# Joining and taking apart


def cat(tensors, dim=0):
    return _lab.cat(list(tensors), dim)


concat = concatenate = cat


def stack(tensors, dim=0):
    return _lab.stack(list(tensors), dim)


def split(tensor, split_size_or_sections, dim=0):
    size = tensor.shape[dim]
    if isinstance(split_size_or_sections, int):
        step = split_size_or_sections
        ends = list(range(step, size, step)) + [size]
    else:
        ends, end = [], 0
        for section in split_size_or_sections:
            end += section
            ends.append(end)
        if end != size:
            raise RuntimeError(
                f"the sections of a split have to sum to {size}, not {end}"
            )
    axis = dim % len(tensor.shape)
    parts, start = [], 0
    for end in ends:
        parts.append(tensor[(slice(None),) * axis + (slice(start, end),)])
        start = end
    return tuple(parts)


def chunk(input, chunks, dim=0):
    return split(input, -(-input.shape[dim] // chunks), dim)


def unbind(input, dim=0):
    axis = dim % len(input.shape)
    return tuple(input[(slice(None),) * axis + (i,)] for i in range(input.shape[axis]))


def reshape(input, shape):
    return _lab.view(input, tuple(int(size) for size in shape))


def flatten(input, start_dim=0, end_dim=-1):
    shape = input.shape
    if not shape:
        return _lab.view(input, (1,))
    start, end = start_dim % len(shape), end_dim % len(shape)
    merged = 1
    for size in shape[start : end + 1]:
        merged *= size
    return _lab.view(input, shape[:start] + (merged,) + shape[end + 1 :])


def squeeze(input, dim=None):
    shape = input.shape
    if dim is None:
        return _lab.view(input, tuple(size for size in shape if size != 1))
    at = dim % py.max(len(shape), 1)
    if not shape or shape[at] != 1:
        return input
    return _lab.view(input, shape[:at] + shape[at + 1 :])


def unsqueeze(input, dim):
    shape = input.shape
    if not -len(shape) - 1 <= dim <= len(shape):
        raise IndexError(
            f"a new dimension cannot be number {dim}: from {-len(shape) - 1} to {len(shape)}"
        )
    at = dim % (len(shape) + 1)
    return _lab.view(input, shape[:at] + (1,) + shape[at:])


def permute(input, dims):
    return _lab.permute(input, tuple(dims))


def transpose(input, dim0, dim1):
    order = list(range(len(input.shape)))
    order[dim0], order[dim1] = order[dim1], order[dim0]
    return _lab.permute(input, tuple(order))


def t(input):
    return input if len(input.shape) < 2 else transpose(input, 0, 1)


def broadcast_to(input, shape):
    return _lab.expand(input, tuple(shape))


def clone(input):
    """Returns a copy, through which gradients flow."""
    return _lab.two("mul", input, 1) if input.dtype.is_floating_point else _lab.copy(input)


def flip(input, dims):
    for dim in (dims,) if isinstance(dims, int) else dims:
        axis = dim % len(input.shape)
        input = _lab.at(input, (slice(None),) * axis + (slice(None, None, -1),))
    return clone(input)


def roll(input, shifts, dims=None):
    if dims is None:
        return roll(input.flatten(), shifts, 0).reshape(input.shape)
    axis = dims % len(input.shape)
    size = input.shape[axis]
    cut = (-shifts) % size if size else 0
    front = (slice(None),) * axis
    return cat([input[front + (slice(cut, None),)], input[front + (slice(None, cut),)]], axis)


# One tensor, element by element


def exp(input): return _lab.unary("exp", input)
def log(input): return _lab.unary("log", input)
def log1p(input): return _lab.unary("log1p", input)
def sqrt(input): return _lab.unary("sqrt", input)
def reciprocal(input): return _lab.unary("reciprocal", input)
def abs(input): return _lab.unary("abs", input)
def neg(input): return _lab.unary("neg", input)
def sign(input): return _lab.unary("sign", input)
def sin(input): return _lab.unary("sin", input)
def cos(input): return _lab.unary("cos", input)
def tan(input): return _lab.unary("tan", input)
def tanh(input): return _lab.unary("tanh", input)
def sigmoid(input): return _lab.unary("sigmoid", input)
def relu(input): return _lab.unary("relu", input)
def floor(input): return _lab.unary("floor", input)
def ceil(input): return _lab.unary("ceil", input)
def round(input): return _lab.unary("round", input)
def isnan(input): return _lab.unary("isnan", input)
def isinf(input): return _lab.unary("isinf", input)
def isfinite(input): return ~(isnan(input) | isinf(input))
def logical_not(input): return _lab.unary("logical_not", input)
def square(input): return _lab.two("mul", input, input)


def clamp(input, min=None, max=None):
    return _lab.clamp(input, min, max)


clip = clamp


def softmax(input, dim, dtype=None):
    return _lab.softmax(input, dim, False)


def log_softmax(input, dim, dtype=None):
    return _lab.softmax(input, dim, True)


def cumsum(input, dim):
    return _lab.cumsum(input, dim)


# Two tensors


def add(input, other, *, alpha=1): return _lab.two("add", input, other if alpha == 1 else other * alpha)
def sub(input, other, *, alpha=1): return _lab.two("sub", input, other if alpha == 1 else other * alpha)
def mul(input, other): return _lab.two("mul", input, other)
def div(input, other): return _lab.two("div", input, other)
def pow(input, exponent): return _lab.two("pow", input, exponent)
def remainder(input, other): return _lab.two("remainder", input, other)
def minimum(input, other): return _lab.two("minimum", input, other)
def maximum(input, other): return _lab.two("maximum", input, other)
def eq(input, other): return _lab.two("eq", input, other)
def ne(input, other): return _lab.two("ne", input, other)
def lt(input, other): return _lab.two("lt", input, other)
def le(input, other): return _lab.two("le", input, other)
def gt(input, other): return _lab.two("gt", input, other)
def ge(input, other): return _lab.two("ge", input, other)
def logical_and(input, other): return input.bool() & other.bool()
def logical_or(input, other): return input.bool() | other.bool()
def logical_xor(input, other): return input.bool() ^ other.bool()
def matmul(input, other): return input @ other


mm = matmul
multiply, subtract, divide, true_divide = mul, sub, div, div


def dot(input, tensor):
    return (input * tensor).sum()


def where(condition, input=None, other=None):
    if input is None:
        return nonzero(condition, as_tuple=True)
    return _lab.where(condition, input, other)


def nonzero(input, *, as_tuple=False):
    places = _lab.nonzero(input)
    return unbind(places, 1) if as_tuple else places


def gather(input, dim, index):
    return _lab.gather(input, dim, index)


def scatter(input, dim, index, src):
    return _lab.scatter(input, dim, index, src, False)


def index_select(input, dim, index):
    return input[(slice(None),) * (dim % len(input.shape)) + (index,)]


def masked_fill(input, mask, value):
    return _lab.where(mask, value, input)


def equal(input, other):
    return input.shape == other.shape and bool((input == other).all())


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    near = abs(input - other) <= atol + rtol * abs(other)
    if equal_nan:
        near = near | (isnan(input) & isnan(other))
    return bool((near | (input == other)).all())


# Many numbers into few


class _Extreme(tuple):
    """The result of `max` along a dimension: values and indices."""

    values = property(lambda self: self[0])
    indices = property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.max(\nvalues={self[0]!r},\nindices={self[1]!r})"


def _extreme(is_max, input, dim, keepdim):
    name = "max" if is_max else "min"
    if dim is None:
        return _lab.reduce(name, input, None, False)
    if isinstance(dim, Tensor):
        return _lab.two(name + "imum", input, dim)
    return _Extreme(_lab.extreme(is_max, input, dim, keepdim))


def max(input, dim=None, keepdim=False): return _extreme(True, input, dim, keepdim)
def min(input, dim=None, keepdim=False): return _extreme(False, input, dim, keepdim)
def amax(input, dim=None, keepdim=False): return _lab.reduce("max", input, dim, keepdim)
def amin(input, dim=None, keepdim=False): return _lab.reduce("min", input, dim, keepdim)
def argsort(input, dim=-1, descending=False):
    """Returns the index that each element had before sorting."""
    return _lab.argsort(input, dim, descending)


def argmax(input, dim=None, keepdim=False): return _lab.arg_extreme(True, input, dim, keepdim)
def argmin(input, dim=None, keepdim=False): return _lab.arg_extreme(False, input, dim, keepdim)
def all(input, dim=None, keepdim=False): return _lab.reduce("all", input, dim, keepdim)
def any(input, dim=None, keepdim=False): return _lab.reduce("any", input, dim, keepdim)


def sum(input, dim=None, keepdim=False, *, dtype=None):
    total = _lab.reduce("sum", input, dim, keepdim)
    return total if dtype is None else _lab.cast(total, _name(dtype))


def mean(input, dim=None, keepdim=False, *, dtype=None):
    return _lab.reduce("mean", input if dtype is None else _lab.cast(input, _name(dtype)), dim, keepdim)


def prod(input, dim=None, keepdim=False):
    return _lab.reduce("prod", input, dim, keepdim)


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return _lab.spread(True, input, dim, _correction(unbiased, correction), keepdim)


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return _lab.spread(False, input, dim, _correction(unbiased, correction), keepdim)


def _correction(unbiased, correction):
    return float(correction if correction is not None else unbiased)


def norm(input, p=2):
    if p == float("inf"):
        return abs(input).max()
    return sqrt((input * input).sum())


def numel(input):
    count = 1
    for size in input.shape:
        count *= size
    return count


def unique(input):
    return _lab.tensor(sorted(set(_lab.tolist(flatten(input)))), _lab.dtype(input))


def is_tensor(obj):
    return isinstance(obj, Tensor)


# Whether gradients are recorded


class set_grad_enabled:
    """As a context manager or, called with a function, as a decorator."""

    def __init__(self, mode):
        self.mode, self.before = bool(mode), []

    def __enter__(self):
        self.before.append(_lab.set_grad_enabled(self.mode))

    def __exit__(self, *raised):
        _lab.set_grad_enabled(self.before.pop())

    def __call__(self, function):
        def guarded(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        guarded.__name__ = function.__name__
        guarded.__doc__ = function.__doc__
        return guarded


def no_grad(function=None):
    guard = set_grad_enabled(False)
    return guard if function is None else guard(function)


def inference_mode(mode=True):
    if callable(mode):
        return set_grad_enabled(False)(mode)
    return set_grad_enabled(not mode and is_grad_enabled())


def enable_grad(function=None):
    guard = set_grad_enabled(True)
    return guard if function is None else guard(function)


def is_grad_enabled():
    return _lab.is_grad_enabled()


def compile(model, **options):
    return model


def set_default_dtype(wanted):
    if _name(wanted) != "float32":
        raise NotImplementedError("only torch.float32 can be the default here")


def set_printoptions(**options):
    pass
