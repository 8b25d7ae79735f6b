"""Discrete Fourier transforms."""

import math

import _late
import numpy as np
from numpy._complex import _Complex, made


def _prepared(a, n, axis):
    """Returns the numbers with the dimension in question last, cut off or filled with zeros to `n`, and where it was."""
    a = made(a)
    if not a.ndim:
        raise IndexError("tuple index out of range: a transform takes one number or more in a row")
    axis = axis % a.ndim
    parts = [np.moveaxis(part, axis, -1) for part in (a.real, a.imag)]
    have = parts[0].shape[-1]
    n = have if n is None else int(n)
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    if n < have:
        parts = [part[..., :n] for part in parts]
    elif n > have:
        parts = [np.concatenate([part, np.zeros((*part.shape[:-1], n - have))], -1) for part in parts]
    return parts, axis


def _angles(first, second, n, sign):
    """Returns the cosines and sines of all products of two ranges, as shares of a whole turn. They are counted in whole numbers,
    of which full turns are left out, so that no large angle is rounded."""
    turns = np.reshape(np.arange(first), (first, 1)) * np.arange(second) % n
    return _circle(turns * (sign * 2 * math.pi / n))


def _circle(angles):
    """Returns cosines and sines, which are 0 at a quarter of a turn: pi is not that exact."""
    return tuple(np.where(np.abs(part) < 1e-15, 0.0, part) for part in (np.cos(angles), np.sin(angles)))


def _transformed(real, imag, sign):
    """Returns the sums along the last dimension: a short one by a product of matrices, a long one part by part.

    Cooley and Tukey, An algorithm for the machine calculation of complex Fourier series, 1965."""
    n = real.shape[-1]
    part = next((part for part in range(32, 1, -1) if n % part == 0), None)
    if n <= 32 or part is None and n <= 512:
        cos, sin = _angles(n, n, n, sign)
        return real @ cos - imag @ sin, real @ sin + imag @ cos
    if part is None:
        return _chirped(real, imag, sign)
    rest, outer = n // part, real.shape[:-1]
    # Every `part`-th number, from each of the first on.
    real, imag = (np.swapaxes(np.reshape(numbers, (*outer, rest, part)), -1, -2) for numbers in (real, imag))
    real, imag = _transformed(real, imag, sign)
    cos, sin = _angles(part, rest, n, sign)
    real, imag = real * cos - imag * sin, real * sin + imag * cos
    real, imag = _transformed(np.swapaxes(real, -1, -2), np.swapaxes(imag, -1, -2), sign)
    return tuple(np.reshape(np.swapaxes(numbers, -1, -2), (*outer, n)) for numbers in (real, imag))


def _chirped(real, imag, sign):
    """Returns the sums for a length with a large prime factor, as a convolution of a length that has none.

    Bluestein, A linear filtering approach to the computation of discrete Fourier transform, 1970."""
    n = real.shape[-1]
    size = 1 << (2 * n - 1).bit_length()
    turns = np.arange(n) * np.arange(n) % (2 * n) * (sign * math.pi / n)
    cos, sin = _circle(turns)
    filled = np.zeros((*real.shape[:-1], size - n))
    first = [np.concatenate([part, filled], -1) for part in (real * cos - imag * sin, real * sin + imag * cos)]
    gap = np.zeros(size - 2 * n + 1)
    # The other chirp runs both ways round.
    second = [np.concatenate([part, gap, part[1:][::-1]]) for part in (cos, -sin)]
    a, b = _Complex(*_transformed(*first, -1)), _Complex(*_transformed(*second, -1))
    both = a * b
    both = _Complex(*_transformed(both.real, both.imag, 1))
    real, imag = both.real[..., :n] / size, both.imag[..., :n] / size
    return real * cos - imag * sin, real * sin + imag * cos


def _scale(norm, n, is_inverse):
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    if norm == "ortho":
        return 1 / math.sqrt(n)
    return 1 / n if is_inverse == (norm != "forward") else 1.0


def _whole(a, n, axis, norm, is_inverse):
    (real, imag), axis = _prepared(a, n, axis)
    scale = _scale(norm, real.shape[-1], is_inverse)
    parts = _transformed(real, imag, 1 if is_inverse else -1)
    return _Complex(*[np.moveaxis(part * scale, -1, axis) for part in parts])


def fft(a, n=None, axis=-1, norm=None, out=None): return _whole(a, n, axis, norm, False)
def ifft(a, n=None, axis=-1, norm=None, out=None): return _whole(a, n, axis, norm, True)
def fft2(a, s=None, axes=(-2, -1), norm=None, out=None): return _over(fft, a, s, axes, norm)
def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None): return _over(ifft, a, s, axes, norm)
def fftn(a, s=None, axes=None, norm=None, out=None): return _over(fft, a, s, axes, norm)
def ifftn(a, s=None, axes=None, norm=None, out=None): return _over(ifft, a, s, axes, norm)


def _over(function, a, s, axes, norm):
    a = made(a)
    axes = tuple(range(a.ndim))[-len(s) if s is not None else 0 :] if axes is None else axes
    for at, axis in enumerate(axes):
        a = function(a, None if s is None else s[at], axis, norm)
    return a


def rfft(a, n=None, axis=-1, norm=None, out=None):
    """Returns the first half of the transform of real numbers, of which the other half is the mirror."""
    found = fft(a, n, axis, norm)
    count = found.shape[axis] // 2 + 1
    return found[(slice(None),) * (axis % found.ndim) + (slice(0, count),)]


def irfft(a, n=None, axis=-1, norm=None, out=None):
    """Returns the `n` real numbers of which the first half of a transform is given."""
    a = made(a)
    n = 2 * (a.shape[axis] - 1) if n is None else int(n)
    (real, imag), axis = _prepared(a, n // 2 + 1, axis)
    ends = real.shape[-1] - 1 + n % 2
    real = np.concatenate([real, np.flip(real[..., 1:ends], -1)], -1)
    # A number that is its own mirror is real.
    last = np.zeros(imag.shape[-1])
    last[1:ends] = 1.0
    imag = imag * last
    imag = np.concatenate([imag, -np.flip(imag[..., 1:ends], -1)], -1)
    found, _ = _transformed(real, imag, 1)
    return np.moveaxis(found * _scale(norm, n, True), -1, axis)


def fftfreq(n, d=1.0, device=None):
    half = (n - 1) // 2 + 1
    return np.concatenate([np.arange(half), np.arange(-(n // 2), 0)]) / (n * d)


def rfftfreq(n, d=1.0, device=None): return np.arange(n // 2 + 1) / (n * d)


def fftshift(x, axes=None): return _shifted(x, axes, lambda size: size // 2)
def ifftshift(x, axes=None): return _shifted(x, axes, lambda size: -(size // 2))


def _shifted(x, axes, count):
    if isinstance(x, _Complex):
        return x._each(lambda part: _shifted(part, axes, count))
    x = np.array_of(x)
    for axis in range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes:
        x = np.roll(x, count(x.shape[axis]), axis)
    return x


def __getattr__(name):
    return _late.attribute("numpy.fft", (), (), name)
