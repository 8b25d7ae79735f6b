"""What both kinds of generators share: sizes, parameters that may be arrays, and picking from weights."""

import _lab


def sizes(size):
    if size is None:
        return ()
    return (size.__index__(),) if hasattr(size, "__index__") and not hasattr(size, "shape") else tuple(size)


def count(shape):
    total = 1
    for length in shape:
        total *= length
    return total


def filled(draw, size, dtype="float64"):
    """Returns one number of `draw`, or an array of them."""
    if size is None:
        return draw()
    shape = sizes(size)
    return shaped([draw() for _ in range(count(shape))], shape, dtype)


def shaped(numbers, shape, dtype):
    import numpy

    return numpy.ndarray(_lab.tensor(numbers, dtype).reshape(*shape))


def each(draw, parameters, size, dtype="float64"):
    """Calls `draw` with every combination of parameters, of which some are arrays."""
    import numpy

    if not any(hasattr(part, "__len__") and not isinstance(part, str) for part in parameters):
        return filled(lambda: draw(*parameters), size, dtype)
    arrays = [numpy.array(part) for part in parameters]
    shape = sizes(size) if size is not None else _common([tuple(a.shape) if hasattr(a, "shape") else () for a in arrays])
    total = count(shape)
    columns = [_spread(a, shape, total) for a in arrays]
    return shaped([draw(*row) for row in zip(*columns)], shape, dtype)


def _common(shapes):
    rank, common = max(map(len, shapes)), []
    for place in range(rank):
        lengths = {shape[place - rank + len(shape)] for shape in shapes if place - rank + len(shape) >= 0} - {1}
        if len(lengths) > 1:
            raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
        common.append(lengths.pop() if lengths else 1)
    return tuple(common)


def _spread(array, shape, total):
    import numpy

    if not getattr(array, "shape", ()):
        return [float(array)] * total
    if tuple(array.shape) == tuple(shape):
        return array.flatten().tolist()
    return (array + numpy.zeros(shape)).flatten().tolist()


def shares(p, length):
    """Returns probabilities as a list that has been checked."""
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


def things(a):
    """Returns how many things there are to choose from, and the things if they are not just numbers."""
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
        if a is None:
            return places[0]
        return numpy.array(a)[places[0]] if _is_numeric(a) else a[places[0]]
    shape = sizes(size)
    if a is None:
        return shaped(places, shape, "int64")
    if not _is_numeric(a):
        return [a[place] for place in places]
    things = numpy.array(a)
    return things[shaped(places, (len(places),), "int64")].reshape(*shape, *things.shape[1:])


def _is_numeric(a):
    return hasattr(a, "dtype") or not isinstance(a[0], str)


def exchange(x, place, other):
    """Exchanges two entries, or two rows."""
    if hasattr(x, "dtype") and len(x.shape) > 1:
        kept = x[place].copy()
        x[place], x[other] = x[other], kept
    else:
        x[place], x[other] = x[other], x[place]


def mixed(x, order):
    """Returns the entries of a sequence in another order, as an array."""
    import numpy

    x = numpy.array(x)
    return x[shaped(order, (len(order),), "int64")]


def shuffle(x, draw):
    """Puts a list or an array in random order, in place; `draw(n)` returns a whole number from 0 to n."""
    if isinstance(x, (list,)) or not hasattr(x, "dtype"):
        for place in range(len(x) - 1, 0, -1):
            other = draw(place)
            x[place], x[other] = x[other], x[place]
        return
    order = list(range(len(x)))
    shuffle(order, draw)
    x[:] = mixed(x, order)


def binomial(n, p, double):
    """Returns how often something of probability `p` happens in `n` trials, by adding up probabilities."""
    import math

    if p > 0.5:
        return n - binomial(n, 1.0 - p, double)
    if not n or not p:
        return 0
    if p * n >= 30:
        return sum(double() < p for _ in range(n))
    q = 1.0 - p
    start = math.exp(n * math.log(q))
    mean = n * p
    bound = int(min(n, mean + 10.0 * math.sqrt(mean * q + 1)))
    times, left, here = 0, double(), start
    while left > here:
        times += 1
        if times > bound:
            times, here, left = 0, start, double()
        else:
            left -= here
            here = (n - times + 1) * p * here / (times * q)
    return times


def multinomial(n, pvals, double):
    """Returns how often each of several things happens in `n` trials."""
    weights = [float(p) for p in pvals]
    if sum(weights[:-1]) > 1.0 + 1e-12 + tolerance(pvals):
        raise ValueError("sum(pvals[:-1]) > 1.0")
    counts, left, rest = [0] * len(weights), n, 1.0
    for place, weight in enumerate(weights[:-1]):
        counts[place] = binomial(left, min(1.0, weight / rest), double)
        left -= counts[place]
        if left <= 0:
            return counts
        rest -= weight
    counts[-1] = left
    return counts
