"""What both kinds of generators share: sizes, parameters that may be arrays, and picking from weights."""

from math import prod as count

import _lab


def sizes(size):
    if size is None:
        return ()
    return (size.__index__(),) if hasattr(size, "__index__") and not hasattr(size, "shape") else tuple(size)


def sizes_of(size, out):
    """Returns the size that was asked for, or that of the array to be written."""
    return size if out is None else tuple(out.shape)


def written(drawn, out):
    """Returns what was drawn, in an array if one is given for it."""
    if out is None:
        return drawn
    out[...] = drawn
    return out


def named(dtype):
    """Returns the name of a type of numbers."""
    if dtype in (int, float, bool, None):
        return {int: "int64", float: "float64", bool: "bool", None: "float64"}[dtype]
    return dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or dtype.__name__


def is_array(part):
    """Returns true for an array or a list, and not for one number."""
    return hasattr(part, "__len__") and getattr(part, "shape", None) != ()


def rank(part):
    """Returns how many dimensions a list or an array has."""
    if isinstance(part, (list, tuple)):
        return 1 + rank(part[0]) if part else 1
    return getattr(part, "ndim", 0)


def parameter(part):
    """Returns a parameter as a Python number or as a tensor of 64 bits."""
    if is_array(part):
        return _lab.tensor(getattr(part, "_tensor", part), "float64")
    return float(part)


def anywhere(truths):
    """Returns true if one of the truth values is."""
    return truths if isinstance(truths, bool) else _lab.item(_lab.reduce("any", truths, None, False))


def not_below_0(name, part):
    """Returns a parameter that has to be 0 or more."""
    part = parameter(part)
    if anywhere(part < 0):
        raise ValueError(f"{name} < 0")
    return part


def range_between(low, high):
    """Refuses bounds that are no numbers, or infinite."""
    width = high - low
    # Infinity less itself is no number either.
    if anywhere(width - width != 0):
        raise OverflowError("high - low range exceeds valid bounds")


def whole(x):
    """Returns a single whole number, or None for anything else."""
    return None if is_array(x) or not hasattr(x, "__index__") else x.__index__()


def cast(drawn, dtype):
    """Returns an array in another type, or a number as it is."""
    return drawn.astype(dtype) if hasattr(drawn, "astype") and drawn.dtype.name != dtype else drawn


def laid_out(tensor, shape):
    """Returns an array of the numbers that were drawn."""
    import numpy

    return numpy.ndarray(tensor if tuple(tensor.shape) == shape else _lab.view(tensor, shape))


def shaped(numbers, shape, dtype):
    return laid_out(_lab.tensor(numbers, dtype), shape)


def function(name, drawn):
    """Applies a function of one tensor to an array."""
    import numpy

    return numpy.ndarray(_lab.unary(name, drawn._tensor))


def each(draw, parameters, size, dtype="float64"):
    """Calls `draw` with every combination of parameters, of which some are arrays."""
    import numpy

    if not any(map(is_array, parameters)):
        if size is None:
            return draw(*parameters)
        shape = sizes(size)
        return shaped([draw(*parameters) for _ in range(count(shape))], shape, dtype)
    arrays = [numpy.array(part) for part in parameters]
    shape = sizes(size) if size is not None else common([getattr(part, "shape", ()) for part in arrays])
    total = count(shape)
    columns = [_spread(a, shape, total) for a in arrays]
    return shaped([draw(*row) for row in zip(*columns)], shape, dtype)


def common(shapes):
    """Returns the shape to which all of these can be stretched."""
    if shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    rank, shared = max(map(len, shapes)), []
    for place in range(rank):
        lengths = {shape[place - rank + len(shape)] for shape in shapes if place - rank + len(shape) >= 0} - {1}
        if len(lengths) > 1:
            raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
        shared.append(lengths.pop() if lengths else 1)
    return tuple(shared)


def _spread(array, shape, total):
    import numpy

    if not getattr(array, "shape", ()):
        return [float(array)] * total
    if tuple(array.shape) == tuple(shape):
        return array.flatten().tolist()
    return (array + numpy.zeros(shape)).flatten().tolist()


def shares(p, length):
    """Returns probabilities as a list that has been checked."""
    if rank(p) > 1:
        raise ValueError("'p' must be 1-dimensional")
    weights = p.tolist() if hasattr(p, "tolist") else [float(part) for part in p]
    if len(weights) != length:
        raise ValueError("'a' and 'p' must have same size")
    total = sum(weights)
    if total != total:
        raise ValueError("probabilities contain NaN")
    if min(weights) < 0:
        raise ValueError("probabilities are not non-negative")
    if abs(total - 1.0) > 1.5e-8 and abs(total - 1.0) > tolerance(p):
        raise ValueError("probabilities do not sum to 1")
    return weights


def tolerance(p):
    """Returns how far from 1 the sum of probabilities may be: float32 has fewer digits."""
    return 3.5e-4 if str(getattr(p, "dtype", "")).endswith("float32") else 1.5e-8


def rising(weights):
    """Returns sums of the first weights, over the sum of all."""
    sums, total = [], 0.0
    for weight in weights:
        total += weight
        sums.append(total)
    return [part / total for part in sums]


def picks(sums, numbers):
    """Returns for each number the first place whose sum is above it."""
    found = []
    for number in numbers:
        low, high = 0, len(sums)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if number < sums[middle] else (middle + 1, high)
        found.append(low)
    return found


def distinct(weights, size, draw):
    """Returns `size` different places in proportion to weights; `draw(n)` returns n numbers from 0 to 1."""
    if sum(weight > 0 for weight in weights) < size:
        raise ValueError("Fewer non-zero entries in p than size")
    found, weights = [], list(weights)
    while len(found) < size:
        numbers = draw(size - len(found))
        for place in found:
            weights[place] = 0.0
        for place in picks(rising(weights), numbers):
            if place not in found:
                found.append(place)
    return found


def things(a, size):
    """Returns how many things there are to choose from, and the things if they are not just numbers."""
    if isinstance(a, (str, float)):
        raise ValueError("a must be a sequence or an integer, not %s" % type(a))
    if size is not None and not count(sizes(size)):
        return (a.__index__(), None) if whole(a) is not None else (len(a), a)
    if hasattr(a, "__index__") and not getattr(a, "shape", ()):
        if a.__index__() <= 0:
            raise ValueError("a must be a positive integer unless no samples are taken")
        return a.__index__(), None
    if not len(a):
        raise ValueError("'a' cannot be empty unless no samples are taken")
    return len(a), list(a) if isinstance(a, range) else a


def chosen(a, places, size):
    """Returns the things at the places, in the form that `size` asks for."""
    import numpy

    if size is None:
        place = int(places[0])
        if a is None:
            return place
        return numpy.array(a)[place] if _is_numeric(a) else a[place]
    shape = sizes(size)
    if a is not None and not len(a):
        return laid_out(_lab.full((0,), 0, "float64"), shape)
    places = _lab.tensor(places, "int64")
    if a is None:
        return laid_out(places, shape)
    if not _is_numeric(a):
        return [a[place] for place in _lab.tolist(places)]
    things = numpy.array(a)
    return things[numpy.ndarray(places)].reshape(*shape, *things.shape[1:])


def _is_numeric(a):
    return hasattr(a, "dtype") or not isinstance(a[0], str)


def mixed(x, order, axis=0):
    """Returns an array of the entries of a sequence in another order, which `order` gives for their number."""
    import numpy

    x = numpy.array(x).swapaxes(0, axis) if axis else numpy.array(x)
    x = x[numpy.ndarray(order(len(x)))]
    return x.swapaxes(0, axis) if axis else x
