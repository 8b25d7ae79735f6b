"""Random numbers: PyTorch's own, from the same seeds, unless they depend on the reader's processor."""

import _lab


class Generator:
    """An independent stream of random numbers."""

    def __init__(self, device="cpu"):
        self._stream = _lab.stream(67280421310721 % 2**32)

    def manual_seed(self, seed):
        self._stream.seed(seed % 2**32)
        self._seed = seed
        return self

    def initial_seed(self):
        return getattr(self, "_seed", 67280421310721)


default_generator = Generator()


def _stream(generator):
    return (generator or default_generator)._stream


def _sizes(size):
    if len(size) == 1 and not isinstance(size[0], int):
        return tuple(size[0])
    return size


def _kind(dtype, usual="float32"):
    return usual if dtype is None else dtype.name


def _leaf(result, requires_grad):
    if requires_grad:
        result.requires_grad = True
    return result


def manual_seed(seed):
    return default_generator.manual_seed(seed)


def seed():
    return manual_seed(int(_lab.now() * 1000)).initial_seed()


def initial_seed():
    return default_generator.initial_seed()


def rand(*size, generator=None, dtype=None, device=None, requires_grad=False):
    return _leaf(_stream(generator).rand(_sizes(size), _kind(dtype)), requires_grad)


def randn(*size, generator=None, dtype=None, device=None, requires_grad=False):
    return _leaf(_stream(generator).randn(_sizes(size), _kind(dtype)), requires_grad)


def randint(low, high=None, size=None, *, generator=None, dtype=None, device=None):
    if size is None:
        low, high, size = 0, low, high
    if high <= low:
        raise RuntimeError(f"randint needs low below high, not {low} and {high}")
    return _stream(generator).randint(low, high, _sizes((size,)), _kind(dtype, "int64"))


def randperm(n, *, generator=None, dtype=None, device=None):
    return _stream(generator).randperm(n)


def rand_like(input, *, dtype=None, device=None):
    return rand(input.shape, dtype=dtype or input.dtype)


def randn_like(input, *, dtype=None, device=None):
    return randn(input.shape, dtype=dtype or input.dtype)


def bernoulli(input, *, generator=None):
    draws = _stream(generator).rand(input.shape, "float32")
    return (draws < input).to(input.dtype)


def multinomial(input, num_samples, replacement=False, *, generator=None):
    return _stream(generator).multinomial(input, num_samples, replacement)
