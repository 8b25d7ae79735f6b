"""Random numbers: PyTorch's own, from the same seeds, unless they depend on the reader's processor."""

import _lab
from torch import _base
from torch._base import _into, _leaf


class Generator:
    """An independent stream of random numbers."""

    def __init__(self, device="cpu"):
        self._stream = _lab.stream(67280421310721 % 2**32)

    def manual_seed(self, seed):
        try:
            seed = int(seed)
        except (TypeError, OverflowError):
            raise RuntimeError(f"a seed is a whole number, not {seed!r}") from None
        if not -(2**63) <= seed < 2**64:
            raise ValueError(f"a seed has 64 bits, and {seed} does not fit into them")
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


def _kind(dtype):
    kind = _base._usual[0] if dtype is None else dtype.name
    if not kind.startswith("float"):
        raise NotImplementedError(f"such numbers have fractions, and {kind} has none: leave out dtype, or take randint")
    return kind


def manual_seed(seed):
    return default_generator.manual_seed(seed)


def seed():
    return manual_seed(int(_lab.now() * 1000)).initial_seed()


def initial_seed():
    return default_generator.initial_seed()


def rand(*size, generator=None, dtype=None, device=None, requires_grad=False, **named):
    return _leaf(_stream(generator).rand(_sizes(size or (named.get("size", ()),)), _kind(dtype)), requires_grad)


def randn(*size, generator=None, dtype=None, device=None, requires_grad=False, **named):
    return _leaf(_stream(generator).randn(_sizes(size or (named.get("size", ()),)), _kind(dtype)), requires_grad)


def randint(low=0, high=None, size=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    if size is None and not isinstance(high, int):
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    if high <= low:
        raise RuntimeError(f"randint needs low below high, not {low} and {high}")
    kind = "int64" if dtype is None else dtype.name
    if kind == "uint8" and not 0 <= low <= high <= 256:
        raise RuntimeError(f"numbers from {low} to {high - 1} do not fit into uint8: from 0 to 255 do")
    return _stream(generator).randint(low, high, _sizes((size,)), kind)


def randperm(n, *, generator=None, dtype=None, device=None, out=None):
    if out is not None:
        return _into(out, randperm(n, generator=generator, dtype=dtype, device=device))
    if n < 0:
        raise RuntimeError(f"randperm mixes a number of places from 0 up, not {n}")
    return _stream(generator).randperm(n)


def rand_like(input, *, dtype=None, device=None, requires_grad=False):
    return rand(input.shape, dtype=dtype or input.dtype, requires_grad=requires_grad)


def randn_like(input, *, dtype=None, device=None, requires_grad=False):
    return randn(input.shape, dtype=dtype or input.dtype, requires_grad=requires_grad)


def randint_like(input, low=0, high=None, *, dtype=None, device=None):
    return randint(low, high, tuple(input.shape), dtype=dtype or input.dtype)


def normal(mean=0.0, std=1.0, size=None, *, generator=None, dtype=None, device=None, out=None):
    """Returns normal numbers, with a mean and a standard deviation for each or one for all."""
    _check_std(std)
    if size is None:
        tensor = mean if isinstance(mean, _lab.Tensor) else std
        size = (mean + std).shape if isinstance(tensor, _lab.Tensor) else ()
        dtype = getattr(tensor, "dtype", dtype)
    return randn(tuple(size), generator=generator, dtype=dtype) * std + mean


def _check_std(std):
    """Refuses a standard deviation below 0, or one that is no number."""
    if isinstance(std, _lab.Tensor):
        if not bool((std >= 0).all()):
            raise RuntimeError("normal takes standard deviations from 0 up: one is below, or no number")
    elif not std >= 0:
        raise RuntimeError(f"normal takes a standard deviation from 0 up, not {std}")


def _check_range(start, end):
    """Refuses bounds of which the lower one comes last."""
    if not start <= end:
        raise RuntimeError(f"uniform_ draws from a lower bound up to a higher one, not from {start} to {end}")


def bernoulli(input, p=None, *, generator=None, out=None):
    if out is not None:
        return _into(out, bernoulli(input, p, generator=generator))
    input = input if p is None else _base._tensor(p).expand(input.shape)
    if not _lab.dtype(input).startswith("float"):
        raise NotImplementedError(f"probabilities have fractions, and {_lab.dtype(input)} has none: call .float() first")
    if not bool(((input >= 0) & (input <= 1)).all()):
        raise RuntimeError("probabilities are from 0 to 1: one is not, or no number")
    return _coins(input, generator)


def _coins(input, generator=None):
    """Returns 1 with each of these probabilities, which are known to be some, and 0 otherwise."""
    draws = _stream(generator).rand(input.shape, "float32")
    return (draws < input).to(input.dtype)


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    if out is not None:
        return _into(out, multinomial(input, num_samples, replacement, generator=generator))
    if num_samples <= 0:
        raise RuntimeError(f"multinomial draws 1 or more, not {num_samples}")
    if not _lab.dtype(input).startswith("float"):
        raise RuntimeError(f"multinomial takes weights with fractions, not {_lab.dtype(input)}: call .float() first")
    return _stream(generator).multinomial(input, num_samples, replacement)
