"""Functions of one tensor or two, element by element."""

import _lab
from torch._base import Tensor, _axis, _into, _mask, _ranks, _recorded, _tensor


def exp(input, *, out=None): return _lab.unary("exp", input) if out is None else _into(out, exp(input))
def log(input, *, out=None): return _lab.unary("log", input) if out is None else _into(out, log(input))
def log1p(input, *, out=None): return _lab.unary("log1p", input) if out is None else _into(out, log1p(input))
def sqrt(input, *, out=None): return _lab.unary("sqrt", input) if out is None else _into(out, sqrt(input))
def reciprocal(input, *, out=None): return _lab.unary("reciprocal", input) if out is None else _into(out, reciprocal(input))
def abs(input, *, out=None): return _lab.unary("abs", input) if out is None else _into(out, abs(input))
def neg(input, *, out=None): return _lab.unary("neg", input) if out is None else _into(out, neg(input))
def sign(input, *, out=None): return _lab.unary("sign", input) if out is None else _into(out, sign(input))
def sin(input, *, out=None): return _lab.unary("sin", input) if out is None else _into(out, sin(input))
def cos(input, *, out=None): return _lab.unary("cos", input) if out is None else _into(out, cos(input))
def tan(input, *, out=None): return _lab.unary("tan", input) if out is None else _into(out, tan(input))
def tanh(input, *, out=None): return _lab.unary("tanh", input) if out is None else _into(out, tanh(input))
def sigmoid(input, *, out=None): return _lab.unary("sigmoid", input) if out is None else _into(out, sigmoid(input))
def relu(input): return _lab.unary("relu", input)
def floor(input, *, out=None): return _lab.unary("floor", input) if out is None else _into(out, floor(input))
def trunc(input, *, out=None): return _lab.unary("trunc", input) if out is None else _into(out, trunc(input))
def ceil(input, *, out=None): return _lab.unary("ceil", input) if out is None else _into(out, ceil(input))
def isnan(input, *, out=None): return _lab.unary("isnan", input) if out is None else _into(out, isnan(input))
def isinf(input, *, out=None): return _lab.unary("isinf", input) if out is None else _into(out, isinf(input))
def isfinite(input, *, out=None): return ~(isnan(input) | isinf(input)) if out is None else _into(out, isfinite(input))
def logical_not(input, *, out=None): return _lab.unary("logical_not", input) if out is None else _into(out, logical_not(input))
def square(input, *, out=None): return _lab.two("mul", input, input) if out is None else _into(out, square(input))


absolute, negative = abs, neg


def round(input, *, decimals=0, out=None):
    if out is not None:
        return _into(out, round(input, decimals=decimals))
    if decimals:
        return _lab.unary("round", input * 10.0**decimals) / 10.0**decimals
    return _lab.unary("round", input)


def clamp(input, min=None, max=None, *, out=None):
    if out is not None:
        return _into(out, clamp(input, min, max))
    return _lab.clamp(input, min, max)


clip = clamp


def softmax(input, dim, dtype=None):
    return _lab.softmax(input if dtype is None else input.to(dtype), dim, False)


def log_softmax(input, dim, dtype=None):
    return _lab.softmax(input if dtype is None else input.to(dtype), dim, True)


def add(input, other, *, alpha=1, out=None): return _lab.two("add", input, other if alpha == 1 else other * alpha) if out is None else _into(out, add(input, other, alpha=alpha))
def sub(input, other, *, alpha=1, out=None): return _lab.two("sub", input, other if alpha == 1 else other * alpha) if out is None else _into(out, sub(input, other, alpha=alpha))
def mul(input, other, *, out=None): return _lab.two("mul", input, other) if out is None else _into(out, mul(input, other))
def pow(input, exponent, *, out=None): return _lab.two("pow", input, exponent) if out is None else _into(out, pow(input, exponent))
def remainder(input, other, *, out=None): return _lab.two("remainder", input, other) if out is None else _into(out, remainder(input, other))
def floor_divide(input, other, *, out=None): return _lab.two("floor_divide", input, other) if out is None else _into(out, floor_divide(input, other))
def minimum(input, other, *, out=None): return _lab.two("minimum", input, other) if out is None else _into(out, minimum(input, other))
def maximum(input, other, *, out=None): return _lab.two("maximum", input, other) if out is None else _into(out, maximum(input, other))
def eq(input, other, *, out=None): return _lab.two("eq", input, other) if out is None else _into(out, eq(input, other))
def ne(input, other, *, out=None): return _lab.two("ne", input, other) if out is None else _into(out, ne(input, other))
def lt(input, other, *, out=None): return _lab.two("lt", input, other) if out is None else _into(out, lt(input, other))
def le(input, other, *, out=None): return _lab.two("le", input, other) if out is None else _into(out, le(input, other))
def gt(input, other, *, out=None): return _lab.two("gt", input, other) if out is None else _into(out, gt(input, other))
def ge(input, other, *, out=None): return _lab.two("ge", input, other) if out is None else _into(out, ge(input, other))
def logical_and(input, other, *, out=None): return input.bool() & _tensor(other).bool() if out is None else _into(out, logical_and(input, other))
def logical_or(input, other, *, out=None): return input.bool() | _tensor(other).bool() if out is None else _into(out, logical_or(input, other))
def logical_xor(input, other, *, out=None): return input.bool() ^ _tensor(other).bool() if out is None else _into(out, logical_xor(input, other))

def matmul(input, other, *, out=None): return input @ other if out is None else _into(out, matmul(input, other))


def div(input, other, *, rounding_mode=None, out=None):
    if out is not None:
        return _into(out, div(input, other, rounding_mode=rounding_mode))
    if rounding_mode == "floor":
        return _lab.named("DivBackward2", _flat(input // other, input, other), [input, other])
    result = _lab.two("div", input, other)
    if rounding_mode == "trunc":
        whole = trunc(result.detach())
        is_whole = not input.is_floating_point() and not isinstance(other, float)
        return whole.long() if is_whole else _lab.named("DivBackward2", _flat(whole, input, other), [input, other])
    return result


def _flat(value, *inputs):
    """Gives a value that has no slope anywhere gradients of 0."""
    inputs = [part for part in inputs if isinstance(part, Tensor) and part.requires_grad]
    if not inputs or not _lab.is_grad_enabled():
        return value
    return _lab.connected(inputs, [value.detach()], lambda grad: [_lab.full(part.shape, 0, _lab.dtype(part)) for part in inputs])[0]


def mm(input, mat2, *, out=None):
    if out is not None:
        return _into(out, mm(input, mat2))
    _ranks("mm", (input, 2), (mat2, 2))
    return input @ mat2


_recorded(globals(), "square=PowBackward0")
multiply, subtract, divide, true_divide = mul, sub, div, div
not_equal, less, less_equal, greater, greater_equal = ne, lt, le, gt, ge


def dot(input, tensor, *, out=None):
    if out is not None:
        return _into(out, dot(input, tensor))
    if len(input.shape) != 1 or len(tensor.shape) != 1:
        raise RuntimeError("dot takes two vectors: use @ for matrices")
    return (input * tensor).sum()


def where(condition, input=None, other=None):
    if input is None:
        return nonzero(condition, as_tuple=True)
    _mask("where", condition)
    return _lab.where(condition, input, other)


def nonzero(input, *, as_tuple=False, out=None):
    if out is not None:
        return _into(out, nonzero(input, as_tuple=as_tuple))
    places = _lab.nonzero(input)
    return tuple(places[:, i] for i in range(places.shape[1])) if as_tuple else places


def gather(input, dim, index, *, sparse_grad=False, out=None):
    found = _lab.gather(input, dim, index)
    return found if out is None else _into(out, found)


def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    if reduce is None:
        return _lab.scatter(input, dim, index, value if src is None else src, False)
    from torch._picking import scatter_reduce

    source = _tensor(value if src is None else src).to(input.dtype).expand(index.shape)
    return scatter_reduce(input, dim, index, source, {"add": "sum", "multiply": "prod"}.get(reduce, reduce))


def index_select(input, dim, index, *, out=None):
    if out is not None:
        return _into(out, index_select(input, dim, index))
    if bool((index < 0).any()):
        raise IndexError("index_select counts from the front, and a place is below 0")
    return input[(slice(None),) * _axis(input, dim) + (index,)]


def masked_fill(input, mask, value):
    _mask("masked_fill", mask)
    return _lab.where(mask, value, input)


def equal(input, other):
    return input.shape == other.shape and bool((input == other).all())


def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    near = abs(input - other) <= atol + rtol * abs(other)
    if equal_nan:
        near = near | (isnan(input) & isnan(other))
    return near | (input == other)


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_floating_point(input):
    return _lab.dtype(input).startswith("float")


_recorded(globals(), "dot index_select masked_fill")
