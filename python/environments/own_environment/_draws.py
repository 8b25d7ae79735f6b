"""What stands in for `self.np_random`. A program's draws are uniform in [0, 1), and everything else is a formula of them; the same
formulas, with numbers, give the class its draws where the two are compared."""

import math

from own_environment import _arrays as arrays
from own_environment import _symbols as symbols
from own_environment._arrays import Array, lift
from own_environment._heap import joined
from own_environment._lookup import drawn_place, pick
from own_environment._symbols import Refusal, graph, is_symbol, line_now, number, op, source

MOST_DRAWS, MOST_SHUFFLED = 64, 24


def _normal(first, second):
    """A draw of the standard normal distribution (Box and Muller, 1958)."""
    size = op("sqrt", op("mul", -2.0, op("ln", op("sub", 1.0, first))))
    return op("mul", size, op("cos", op("mul", 2 * math.pi, second)))


def _choices(a):
    return list(range(a)) if type(number(a)) is int else list(lift(a))


class Draws:
    """A generator whose numbers come from `uniform()`, one draw in [0, 1) at a time."""

    is_drawn = True

    def __init__(self):
        self.count = 0

    def _next(self, kind):
        raise NotImplementedError

    def _many(self, size, draw, *args):
        if size is None and not any(isinstance(lift(arg), Array) for arg in args):
            return draw(*[number(arg) for arg in args])
        shape = arrays.sizes(size) if size is not None else arrays._common_shape([lift(arg).shape for arg in args if isinstance(lift(arg), Array)])
        cells = [draw(*some) for some in zip(*[arrays.broadcast(arg, shape) for arg in args])] if args else [draw() for _ in range(arrays._count(shape))]
        return self._array(cells, shape)

    def _array(self, cells, shape):
        return Array(cells, shape, arrays.natural(cells)) if shape or not cells else cells[0]

    def random(self, size=None, dtype=None, out=None):
        return self._many(size, lambda: self._uniform(0.0, 1.0))

    def _uniform(self, low, high):
        return op("add", low, op("mul", op("sub", high, low), self._next("uniform")))

    def uniform(self, low=0.0, high=1.0, size=None):
        return self._many(size, self._uniform, low, high)

    # What numpy's older generators have.
    def rand(self, *size): return self.random(size or None)
    def randn(self, *size): return self.standard_normal(size or None)
    def randint(self, low, high=None, size=None, dtype=None): return self.integers(low, high, size)
    def random_sample(self, size=None): return self.random(size)

    def _standard(self):
        return _normal(self._next("uniform"), self._next("uniform"))

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._many(size, lambda loc, scale: op("add", loc, op("mul", scale, self._standard())), loc, scale)

    def standard_normal(self, size=None, dtype=None, out=None):
        return self._many(size, self._standard)

    def _integer(self, low, high):
        drawn = op("add", symbols.floor(op("mul", self._next("uniform"), op("sub", high, low))), low)
        return drawn if is_symbol(low) or is_symbol(high) else symbols.within(drawn, low, high - 1)

    def integers(self, low, high=None, size=None, dtype=None, endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        return self._many(size, lambda low, high: self._integer(low, op("add", high, 1) if endpoint else high), low, high)

    def exponential(self, scale=1.0, size=None):
        return self._many(size, lambda scale: op("mul", scale, op("neg", op("ln", op("sub", 1.0, self._next("uniform"))))), scale)

    def choice(self, a, size=None, replace=True, p=None, **unused):
        choices = _choices(a)
        if not replace and size is not None:
            return self._without(choices, number(size) if type(number(size)) is int else arrays._count(arrays.sizes(size)))

        def place():
            if p is None:
                return self._integer(0, len(choices))
            return drawn_place(lift(p).flat(), self._next("uniform"))

        if size is not None:
            return self._many(size, lambda: self._picked(choices, place()))
        return self._picked(choices, place())

    def _without(self, choices, count):
        """Returns some of the choices in a random order, each once at most."""
        if len(choices) > MOST_SHUFFLED:
            raise Refusal(f"{len(choices)} elements are shuffled here, and a program shuffles {MOST_SHUFFLED} at most", line_now())
        cells, taken = list(choices), []
        for place in range(count):
            at = self._integer(0, len(cells))
            taken.append(pick(cells, at) if is_symbol(at) else cells[at])
            # The last one takes the place of the one that was taken.
            last = cells.pop()
            cells = [joined(op("eq", at, other), last, cell) if is_symbol(at) else last if other == at else cell for other, cell in enumerate(cells)]
        return self._array(taken, (count,)) if all(symbols.kind_of(number(one)) for one in taken) else lift(taken)

    def permutation(self, x, axis=0):
        choices = _choices(x)
        return self._without(choices, len(choices))

    def shuffle(self, x, axis=0):
        cells = self._without(list(x), len(x))
        for place in range(len(x)):
            x[place] = cells[place]

    def _picked(self, choices, at):
        return pick(choices, symbols.within(at, 0, len(choices) - 1)) if is_symbol(at) else choices[at]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise Refusal(f"np_random.{name} has no formula in a program: uniform, random, integers, normal, choice, permutation, shuffle and exponential do", line_now())


class Symbolic(Draws):
    """Draws as symbols: those of the way that runs, in their order."""

    def _next(self, kind):
        way = graph.way
        if way.joins:
            from own_environment._ways import Again

            raise Again({join.place for join in way.joins})
        if way.is_quiet:
            from own_environment._ways import Undecided

            raise Undecided
        if way.draws >= MOST_DRAWS:
            raise Refusal(f"one call draws more than {MOST_DRAWS} random numbers", line_now())
        way.draws += 1
        return source("draw", way.draws - 1, "f", 0.0, 1.0)


class Given(Symbolic):
    """Draws whose results are inputs themselves: a recorded draw takes the place of each."""

    def _value(self, kind="f", low=-math.inf, high=math.inf):
        self._next("given")
        return source("draw", graph.way.draws - 1, kind, low, high)

    def _uniform(self, low, high):
        return self._value("f", symbols.range_of(low)[0], symbols.range_of(high)[1])

    def _standard(self):
        return self._value()

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._many(size, lambda loc, scale: self._value(), loc, scale)

    def _integer(self, low, high):
        return self._value("i", symbols.range_of(low)[0], symbols.range_of(high)[1] - 1)

    def exponential(self, scale=1.0, size=None):
        return self._many(size, lambda scale: self._value("f", 0.0), scale)

    def choice(self, a, size=None, replace=True, p=None, **unused):
        choices = _choices(a)

        def one():
            parts = [self._of(kind) for kind in [choices[0]]]
            return parts[0]

        return one() if size is None else self._many(size, one)

    def _without(self, choices, count):
        return lift([self._of(choice) for choice in choices[:count]])

    def _of(self, like):
        if isinstance(like, Array):
            return Array([self._of(cell) for cell in like.flat()], like.shape, like.kind)
        return self._value(symbols.kind_of(like) if symbols.kind_of(like) != "b" else "i")


class Scripted(Draws):
    """Draws as numbers: `numbers` are uniform in [0, 1), and are taken one after the other."""

    def __init__(self, numbers):
        super().__init__()
        self._numbers = numbers

    def _next(self, kind):
        self.count += 1
        return self._numbers[self.count - 1]

    # As above, for numbers that are known.
    def _uniform(self, low, high):
        return low + (high - low) * self._next("uniform")

    def _standard(self):
        first, second = self._next("uniform"), self._next("uniform")
        return math.sqrt(-2.0 * math.log(1.0 - first)) * math.cos(2 * math.pi * second)

    def __getattr__(self, name):
        # A class that cannot become a program can be played.
        if name.startswith("__"):
            raise AttributeError(name)
        import numpy

        return getattr(numpy.random.Generator(numpy.random.PCG64(int(self._next("seed") * 2**24))), name)

    def _array(self, cells, shape):
        import numpy

        return numpy.array(cells).reshape(shape)

    def _picked(self, choices, at):
        import numpy

        one = choices[at]
        return numpy.array(one.tolist()) if isinstance(one, Array) else one
