"""Functions of numpy, math and torch that also take symbols, by their names."""

import math

from own_environment import _arrays as arrays
from own_environment import _kinds as kinds
from own_environment import _symbols as symbols
from own_environment import _rarer
from own_environment._arrays import Array, each, elementwise, fold, lift, made, stack
from own_environment._lookup import drawn_place
from own_environment._masked import Masked
from own_environment._symbols import Refusal, is_symbol, kind_of, line_now, negation, number, op, select, truth


def _arctangent(x):
    """The angle whose tangent is `x`, within 1e-7 (Cephes, `atanf`)."""
    size = op("abs", x)
    is_large, is_middle = op("lt", 2.414213562373095, size), op("lt", 0.4142135623730950, size)
    reduced = select(is_large, op("div", -1.0, size), select(is_middle, op("div", op("sub", size, 1.0), op("add", size, 1.0)), size))
    square = op("mul", reduced, reduced)
    series = 8.05374449538e-2
    for factor in (-1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1):
        series = op("add", op("mul", series, square), factor)
    angle = op("add", op("mul", op("mul", series, square), reduced), reduced)
    angle = op("add", angle, select(is_large, math.pi / 2, select(is_middle, math.pi / 4, 0.0)))
    return select(op("lt", x, 0), op("neg", angle), angle)


def _atan(x):
    return _arctangent(x) if is_symbol(x) else math.atan(x)


def _atan2(y, x):
    if not is_symbol(x) and not is_symbol(y):
        return math.atan2(y, x)
    # Of the two the larger one is below the line, so that nothing is divided by 0 but 0.
    straight = _arctangent(op("div", y, select(op("eq", x, 0), 1.0, x)))
    turned = select(op("lt", x, 0), op("add", straight, select(op("lt", y, 0), -math.pi, math.pi)), straight)
    return select(op("eq", x, 0), op("mul", op("sign", y), math.pi / 2), turned)


def _asin(x):
    return _atan2(x, op("sqrt", op("mul", op("sub", 1.0, x), op("add", 1.0, x)))) if is_symbol(x) else math.asin(x)


def _acos(x):
    return _atan2(op("sqrt", op("mul", op("sub", 1.0, x), op("add", 1.0, x))), x) if is_symbol(x) else math.acos(x)


def _hypot(*parts):
    return op("sqrt", fold("add", [op("mul", part, part) for part in parts]))


def _fmod(a, b):
    return op("sub", a, op("mul", b, symbols.truncated(op("div", a, b))))


def _log(x, base=None):
    return op("ln", x) if base is None else op("div", op("ln", x), op("ln", base))


def _is_finite(x):
    return op("le", op("abs", x), 3.4e38)


def _ceil(x):
    return symbols.negative(symbols.floor(symbols.negative(x)))


def _close(a, b, rel_tol=1e-9, abs_tol=0.0):
    most = op("max", op("mul", rel_tol, op("max", op("abs", a), op("abs", b))), abs_tol)
    return op("le", op("abs", op("sub", a, b)), most)


def _named(name):
    return lambda *args: op(name, *args)


# Functions of numbers that `math` has, and numpy under the same names.
_NUMBERS = {
    **{name: _named(name) for name in ("sin", "cos", "tan", "tanh", "sqrt", "exp")},
    "atan": _atan, "atan2": _atan2, "asin": _asin, "acos": _acos, "hypot": _hypot, "fabs": _named("abs"), "fmod": _fmod, "pow": symbols.power,
    "log": _log, "log2": lambda x: op("mul", op("ln", x), 1 / math.log(2)), "log10": lambda x: op("mul", op("ln", x), 1 / math.log(10)),
    "log1p": lambda x: op("ln", op("add", x, 1.0)), "expm1": lambda x: op("sub", op("exp", x), 1.0), "exp2": lambda x: op("pow", 2.0, x),
    "sinh": lambda x: op("mul", op("sub", op("exp", x), op("exp", op("neg", x))), 0.5),
    "cosh": lambda x: op("mul", op("add", op("exp", x), op("exp", op("neg", x))), 0.5),
    "radians": lambda x: op("mul", x, math.pi / 180), "degrees": lambda x: op("mul", x, 180 / math.pi),
    "floor": symbols.floor, "ceil": _ceil, "trunc": symbols.truncated,
    "copysign": lambda x, y: select(op("lt", y, 0), op("neg", op("abs", x)), op("abs", x)),
    # What is not finite ends a run anyway.
    "isnan": lambda x: False,
    "isfinite": _is_finite, "isinf": lambda x: op("lt", 3.4e38, op("abs", x)), "isclose": _close,
    "cbrt": lambda x: op("mul", op("sign", x), op("pow", op("abs", x), 1 / 3)), "dist": lambda p, q: _hypot(*[a - b for a, b in zip(p, q)]),
    "prod": lambda parts, start=1: fold("mul", parts, start), "fsum": lambda parts: fold("add", parts, 0.0),
}


def _over(name, a, axis, keepdims=False, start=None):
    """Returns what an operation makes of all elements, or of those along an axis."""
    a = lift(a)
    if type(a) is Masked:
        return a.reduced(name)
    if type(a) is not Array:
        return a
    if a.kind in kinds.NARROW and name in ("add", "mul"):
        a = a.astype("int64")
    if axis is None:
        return fold(name, a.flat(), start)
    if isinstance(axis, (tuple, list)):
        (axis,) = axis
    if axis % len(a.shape) == 0:
        rows = list(a)
        made = elementwise(lambda *cells: fold(name, cells, start), *rows) if len(a.shape) > 1 else fold(name, a.flat(), start)
    else:
        made = stack([_over(name, row, axis % len(a.shape) - 1, start=start) for row in a])
    return made.reshape(*[1 if at == axis % len(a.shape) else size for at, size in enumerate(a.shape)]) if keepdims and type(made) is Array else made


def _reduction(name, start=None, before=None):
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, **unused):
        a = lift(a)
        return _over(name, elementwise(before, a) if before else a, axis, keepdims, start)

    return reduce


def _count_of(a, axis):
    a = lift(a)
    return a.count() if type(a) is Masked else 1 if type(a) is not Array else a.size if axis is None else a.shape[axis]


def _mean(a, axis=None, **unused):
    return op("div", _sum(a), _count_of(a, None)) if axis is None else elementwise(lambda cell: op("div", cell, _count_of(a, axis)), _sum(a, axis))


def _var(a, axis=None, ddof=0, **unused):
    differences = elementwise(lambda x: op("mul", x, x), lift(a) - _mean(a))
    return op("div", _sum(differences), _count_of(a, None) - ddof)


def _norm(x, ord=None, axis=None, **unused):
    x = lift(x)
    if ord == 1:
        return _sum(elementwise(lambda cell: op("abs", cell), x), axis)
    if ord == math.inf:
        return _over("max", elementwise(lambda cell: op("abs", cell), x), axis)
    if ord not in (None, 2, "fro"):
        raise Refusal(f"np.linalg.norm with ord={ord} has no operation in a program", line_now())
    return elementwise(lambda cell: op("sqrt", cell), _sum(elementwise(lambda cell: op("mul", cell, cell), x), axis))


def _arg(is_better):
    def place(a, axis=None, **unused):
        cells = lift(a).flat()
        best, at = cells[0], 0
        for one, cell in enumerate(cells[1:], 1):
            test = is_better(cell, best)
            best, at = select(test, cell, best), select(test, one, at)
        return at

    return place


def _clip(a, a_min=None, a_max=None, **named):
    a_min, a_max = named.get("min", a_min), named.get("max", a_max)
    result = lift(a)
    if a_min is not None:
        result = each("max", result, a_min)
    return result if a_max is None else each("min", result, a_max)


def _concatenate(parts, axis=0, dtype=None, **unused):
    parts, dtype = [lift(part) for part in parts], kinds.kind_name(dtype)
    if axis is None:
        parts, axis = [part.ravel() if type(part) is Array else stack([part]) for part in parts], 0
    if axis % parts[0].ndim == 0:
        return stack([row for part in parts for row in part], dtype)
    return stack([_concatenate(rows, axis % parts[0].ndim - 1) for rows in zip(*parts)], dtype)


def _at_least_1d(part):
    part = lift(part)
    return part if type(part) is Array and part.shape else stack([part.item() if type(part) is Array else part])


def _hstack(parts, **unused):
    parts = [_at_least_1d(part) for part in parts]
    return _concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def _vstack(parts, **unused):
    return _concatenate([part if part.ndim > 1 else part.reshape(1, -1) for part in map(_at_least_1d, parts)])


def _stack(parts, axis=0, **unused):
    parts = [lift(part) for part in parts]
    whole = stack(parts)
    return whole if axis == 0 else stack([stack(list(cells)) for cells in zip(*parts)]) if axis % (parts[0].ndim + 1) == 1 else whole.T


def _append(a, values, axis=None):
    return _concatenate([_at_least_1d(a).ravel(), _at_least_1d(values).ravel()]) if axis is None else _concatenate([a, values], axis)


def _full(shape, fill_value, dtype=None, **unused):
    shape = arrays.sizes(shape)
    whole = Array([0.0] * arrays._count(shape), shape, kinds.kind_name(dtype) or arrays.natural([fill_value] if not hasattr(fill_value, "__len__") else lift(fill_value).flat()))
    whole[...] = fill_value
    return whole


def _filled(value):
    return lambda shape, dtype=None, **unused: _full(shape, value, dtype or "float64")


def _filled_like(value):
    return lambda a, dtype=None, **unused: _full(lift(a).shape, value, dtype or lift(a).kind)


def _array(value, dtype=None, **unused):
    return made(value, kinds.kind_name(dtype))


def _view(value, dtype=None, **unused):
    return value if type(value) is Array and kinds.kind_name(dtype) in (None, value.kind) else _array(value, dtype)


def _where(test, *sides):
    if not sides:
        raise Refusal("np.where with one argument gives a changing number of places, which a program cannot have", line_now())
    return arrays.where(test, *sides)


def _cross(a, b):
    (a0, a1, *a2), (b0, b1, *b2) = lift(a), lift(b)
    if not a2:
        return a0 * b1 - a1 * b0
    return stack([a1 * b2[0] - a2[0] * b1, a2[0] * b0 - a0 * b2[0], a0 * b1 - a1 * b0])


def _dot(a, b):
    a, b = lift(a), lift(b)
    return arrays.product(a, b) if type(a) is type(b) is Array else a * b


def _cumulated(name):
    def cumulate(a, axis=None, **unused):
        cells, total = [], None
        for cell in lift(a).flat():
            total = cell if total is None else op(name, total, cell)
            cells.append(total)
        return stack(cells)

    return cumulate


def _interp(x, xp, fp, **unused):
    xp, fp = lift(xp).flat(), lift(fp).flat()

    def at(one):
        result = fp[0]
        for place in range(len(xp) - 1):
            slope = op("div", op("sub", fp[place + 1], fp[place]), op("sub", xp[place + 1], xp[place]))
            inner = op("add", fp[place], op("mul", slope, op("sub", op("min", one, xp[place + 1]), xp[place])))
            result = select(op("lt", xp[place], one), inner, result)
        return result

    return elementwise(at, x)


def categorical(shares, np_random):
    """What Gymnasium's toy texts draw with: the first place at which the sum of the shares is above a draw."""
    return drawn_place(lift(shares).flat(), np_random.random())


_sum = _reduction("add", 0)
_ROUND = lambda a, decimals=0, **unused: elementwise(lambda cell: _float(symbols.rounded(cell, decimals)), a)
_all_close = lambda a, b, rtol=1e-5, atol=1e-8, **unused: elementwise(lambda x, y: op("le", op("abs", op("sub", x, y)), op("add", atol, op("mul", rtol, op("abs", y)))), a, b)


def _float(value):
    return op("mul", value, 1.0) if kind_of(value) != "f" else value


def _over_elements(function):
    return lambda *args, **unused: elementwise(function, *args)


_NUMPY = {
    **{name: _over_elements(function) for name, function in _NUMBERS.items() if name not in ("dist", "prod", "fsum", "pow", "isclose")},
    **{name: _over_elements(_NUMBERS[old]) for name, old in (
        ("arctan", "atan"), ("arctan2", "atan2"), ("arcsin", "asin"), ("arccos", "acos"), ("deg2rad", "radians"), ("rad2deg", "degrees"), ("power", "pow"),
        ("float_power", "pow"), ("fix", "trunc"),
    )},
    "floor": _over_elements(lambda x: _float(symbols.floor(x))), "ceil": _over_elements(lambda x: _float(_ceil(x))), "trunc": _over_elements(lambda x: _float(symbols.truncated(x))),
    "rint": _ROUND, "round": _ROUND, "around": _ROUND, "square": _over_elements(lambda x: op("mul", x, x)), "reciprocal": _over_elements(lambda x: op("div", 1.0, x)),
    **{name: _over_elements(_named(own)) for name, own in (
        ("add", "add"), ("subtract", "sub"), ("multiply", "mul"), ("divide", "div"), ("true_divide", "div"), ("negative", "neg"), ("abs", "abs"),
        ("absolute", "abs"), ("minimum", "min"), ("maximum", "max"), ("fmin", "min"), ("fmax", "max"), ("sign", "sign"), ("less", "lt"),
        ("less_equal", "le"), ("equal", "eq"),
    )},
    "greater": _over_elements(lambda a, b: op("lt", b, a)), "greater_equal": _over_elements(lambda a, b: op("le", b, a)),
    "not_equal": _over_elements(lambda a, b: negation(op("eq", a, b))), "floor_divide": _over_elements(symbols.floor_divide),
    "mod": _over_elements(symbols.modulo), "remainder": _over_elements(symbols.modulo),
    "logical_and": _over_elements(lambda a, b: op("and", truth(a), truth(b))), "logical_or": _over_elements(lambda a, b: op("or", truth(a), truth(b))),
    "logical_not": _over_elements(negation), "logical_xor": _over_elements(lambda a, b: negation(op("eq", truth(a), truth(b)))),
    "sum": _sum, "prod": _reduction("mul", 1), "min": _reduction("min"), "max": _reduction("max"), "amin": _reduction("min"), "amax": _reduction("max"),
    "any": _reduction("or", False, truth), "all": _reduction("and", True, truth), "mean": _mean, "average": _mean, "var": _var,
    "std": lambda *args, **named: op("sqrt", _var(*args, **named)), "count_nonzero": lambda a, **unused: _sum(elementwise(lambda x: select(truth(x), 1, 0), a)),
    "clip": _clip, "where": _where, "array": _array, "asarray": _view, "ascontiguousarray": _view, "copy": _array, "zeros": _filled(0.0), "ones": _filled(1.0),
    "empty": _filled(0.0), "full": _full, "zeros_like": _filled_like(0), "ones_like": _filled_like(1), "empty_like": _filled_like(0),
    "full_like": lambda a, value, **unused: _full(lift(a).shape, value, lift(a).kind), "concatenate": _concatenate, "hstack": _hstack, "vstack": _vstack,
    "stack": _stack, "append": _append, "dot": _dot, "matmul": _dot, "inner": _dot, "vdot": _dot, "cross": _cross, "argmax": _arg(lambda a, b: op("lt", b, a)),
    "argmin": _arg(lambda a, b: op("lt", a, b)), "atleast_1d": _at_least_1d, "ravel": lambda a, **unused: _at_least_1d(a).ravel(),
    "reshape": lambda a, shape, **unused: lift(a).reshape(shape), "squeeze": lambda a, **unused: lift(a).squeeze() if type(lift(a)) is Array else a,
    "transpose": lambda a, *unused: lift(a).T, "cumsum": _cumulated("add"), "cumprod": _cumulated("mul"), "diff": lambda a, **unused: lift(a)[1:] - lift(a)[:-1],
    "interp": _interp, "isclose": _all_close, "allclose": lambda *args, **named: fold("and", _at_least_1d(_all_close(*args, **named)).flat()),
    "array_equal": lambda a, b: fold("and", _at_least_1d(lift(a) == lift(b)).flat()), "float32": None, "float64": None, "int32": None, "int64": None, "bool_": None,
    "int8": None, "uint8": None, "int16": None, "uint16": None,
    "take": lambda a, index, **unused: lift(a)[index], "ndarray": Array, "isscalar": lambda x: type(lift(x)) is not Array, "shape": lambda a: getattr(lift(a), "shape", ()),
    "size": lambda a: getattr(lift(a), "size", 1), "ndim": lambda a: getattr(lift(a), "ndim", 0), "roll": lambda a, shift, **unused: _concatenate([lift(a)[-shift:], lift(a)[:-shift]]) if shift else lift(a),
    **_rarer.TABLE, "outer": lambda a, b: stack([lift(b) * cell for cell in lift(a)]), "nan_to_num": lambda a, **unused: elementwise(lambda x: select(_NUMBERS["isnan"](x), 0.0, x), a),
}
_LINEAR = {"norm": _norm}
_TORCH = {
    **{name: _NUMPY[name] for name in (
        "sin", "cos", "tan", "tanh", "exp", "log", "sqrt", "abs", "sign", "floor", "ceil", "round", "where", "minimum", "maximum", "sum", "mean", "prod", "stack", "any", "all",
        "zeros_like", "ones_like", "dot", "matmul", "argmax", "argmin", "square", "hypot", "remainder", "logical_and", "logical_or", "logical_not", "isnan", "isfinite",
        "min", "max",
    )},
    "tensor": lambda value, dtype=None, **unused: made(value, kinds.kind_name(str(dtype).replace("torch.", "")) if dtype is not None else None), "as_tensor": _view, "from_numpy": _view,
    "clamp": _clip, "clip": _clip, "atan2": _NUMPY["arctan2"], "atan": _NUMPY["arctan"], "cat": _concatenate, "zeros": _filled(0.0), "ones": _filled(1.0),
    "norm": _norm, "fmod": _NUMPY["fmod"], "pow": _NUMPY["power"],
}


def method(name):
    """Returns the function that a method of an array is."""
    return _NUMPY.get(name) or _LINEAR[name]


def _numbers_only(name):
    function = _NUMBERS[name]

    def call(*args, **named):
        args = [arg.item() if type(arg) is Array and name not in ("dist", "prod", "fsum") else number(arg) for arg in args]
        return function(*args, **named)

    return call


TABLES = {"numpy": _NUMPY, "numpy.linalg": _LINEAR, "math": {name: _numbers_only(name) for name in _NUMBERS}, "torch": _TORCH}
