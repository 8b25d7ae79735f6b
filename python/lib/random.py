"""Random choices, on a stream of torch's kind. Numbers differ from CPython's for the same seed."""

import _lab

_stream = _lab.stream(int(_lab.now() * 1000) % 2**32)


def seed(a=None, version=2):
    _stream.seed(int(_lab.now() * 1000 if a is None else a) % 2**32)


def random():
    return _lab.item(_stream.rand((), "float64"))


def uniform(a, b):
    return a + (b - a) * random()


def randrange(start, stop=None, step=1):
    if stop is None:
        start, stop = 0, start
    count = len(range(start, stop, step))
    if not count:
        raise ValueError("empty range for randrange()")
    return start + step * _lab.item(_stream.randint(0, count, (), "int64"))


def randint(a, b):
    return randrange(a, b + 1)


def choice(seq):
    if not len(seq):
        raise IndexError("Cannot choose from an empty sequence")
    return seq[randrange(len(seq))]


def choices(population, weights=None, *, k=1):
    if weights is None:
        return [choice(population) for _ in range(k)]
    if len(weights) != len(population):
        raise ValueError("The number of weights does not match the population")
    if not sum(weights) > 0:
        raise ValueError("Total of weights must be greater than zero")
    picks = _stream.multinomial(_lab.tensor(list(weights), "float64"), k, True)
    return [population[i] for i in _lab.tolist(picks)]


def shuffle(x):
    order = _lab.tolist(_stream.randperm(len(x)))
    x[:] = [x[i] for i in order]


def sample(population, k):
    if not 0 <= k <= len(population):
        raise ValueError("Sample larger than population or is negative")
    return [population[i] for i in _lab.tolist(_stream.randperm(len(population)))[:k]]


def gauss(mu=0.0, sigma=1.0):
    return mu + sigma * _lab.item(_stream.randn((), "float32"))


normalvariate = gauss
