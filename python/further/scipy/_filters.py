"""Rarer filters, windows and waves of one row of numbers."""

import math

import numpy as np


def _row(x): return np.asarray(x, dtype=np.float64).reshape(-1).tolist()


def correlate(in1, in2, mode="full", method="auto"):
    from scipy.signal import convolve

    return convolve(np.asarray(in1, dtype=np.float64), np.array(_row(in2)[::-1]), mode)


def fftconvolve(in1, in2, mode="full", axes=None):
    from scipy.signal import convolve

    return convolve(np.asarray(in1, dtype=np.float64), np.asarray(in2, dtype=np.float64), mode)


oaconvolve = fftconvolve


def _weights(window, order, deriv, at):
    """Returns what the values of a window count for in the slope or height, `at` places from its start, of the curve through them."""
    places = np.arange(window) - float(at)
    table = np.stack([places**power for power in range(order + 1)], axis=1)
    wanted = np.zeros(order + 1)
    wanted[deriv] = math.factorial(deriv)
    return table @ np.linalg.solve(table.T @ table, wanted)


def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode="interp", cval=0.0):
    """Draws a curve of low order through the values around each one."""
    if polyorder >= window_length:
        raise ValueError("polyorder must be less than window_length.")
    x = np.asarray(x, dtype=np.float64)
    if x.ndim > 1:
        moved = np.moveaxis(x, axis, -1)
        rows = [savgol_filter(row, window_length, polyorder, deriv, delta, -1, mode, cval) for row in moved.reshape(-1, moved.shape[-1])]
        return np.moveaxis(np.stack(rows).reshape(moved.shape), -1, axis)
    size, half = len(x), window_length // 2
    if mode == "interp" and window_length > size:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    middle = _weights(window_length, polyorder, deriv, half if window_length % 2 else half - 0.5)
    values = _row(x)
    if mode == "interp":
        found = [0.0] * size
        for place in range(size):
            start = min(max(place - half, 0), size - window_length)
            weights = middle if start == place - half else _weights(window_length, polyorder, deriv, place - start)
            found[place] = float(np.dot(weights, x[start : start + window_length]))
    else:
        wide = _extended(values, half, mode, cval)
        found = [float(np.dot(middle, np.array(wide[at : at + window_length]))) for at in range(size)]
    return np.array(found) / delta**deriv


def _extended(values, by, mode, cval=0.0):
    size = len(values)
    ahead = range(1, by + 1)
    sides = {
        "nearest": (lambda at: values[0], lambda at: values[-1]),
        "constant": (lambda at: cval, lambda at: cval),
        "mirror": (lambda at: values[at % size], lambda at: values[(size - 1 - at) % size]),
        "wrap": (lambda at: values[-at % size], lambda at: values[(at - 1) % size]),
    }
    if mode not in sides:
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    before, after = sides[mode]
    return [before(at) for at in reversed(ahead)] + values + [after(at) for at in ahead]


def medfilt(volume, kernel_size=3):
    half = kernel_size // 2
    wide = [0.0] * half + _row(volume) + [0.0] * half
    return np.array([sorted(wide[at : at + kernel_size])[half] for at in range(len(wide) - 2 * half)])


def detrend(data, axis=-1, type="linear", **unused):
    """Takes the mean, or the line through all values, away."""
    x = np.asarray(data, dtype=np.float64)
    if type == "constant":
        return x - np.mean(x)
    places = np.arange(len(x)) - (len(x) - 1) / 2
    return x - np.mean(x) - np.sum(places * x) / np.sum(places * places) * places


def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, **unused):
    """Returns where values are higher than their neighbours, and what was asked of them."""
    values, peaks, at = _row(x), [], 1
    while at < len(values) - 1:
        if values[at - 1] < values[at]:
            end = at
            while end < len(values) - 1 and values[end + 1] == values[at]:
                end += 1
            if end < len(values) - 1 and values[end + 1] < values[at]:
                peaks.append((at + end) // 2)
                at = end
        at += 1
    ends = lambda given: given if isinstance(given, (list, tuple)) else (given, None)
    within = lambda value, given: (ends(given)[0] is None or value >= ends(given)[0]) and (ends(given)[1] is None or value <= ends(given)[1])
    told = {}
    if height is not None:
        peaks = [peak for peak in peaks if within(values[peak], height)]
    if threshold is not None:
        peaks = [peak for peak in peaks if within(values[peak] - max(values[peak - 1], values[peak + 1]), threshold)]
    if distance is not None:
        kept = []
        for peak in sorted(reversed(peaks), key=lambda peak: -values[peak]):
            if all(abs(peak - other) >= distance for other in kept):
                kept.append(peak)
        peaks = sorted(kept)
    if prominence is not None:
        rises = {peak: _prominence(values, peak) for peak in peaks}
        peaks = [peak for peak in peaks if within(rises[peak], prominence)]
        told["prominences"] = np.array([rises[peak] for peak in peaks])
    if height is not None:
        told["peak_heights"] = np.array([values[peak] for peak in peaks])
    return np.array(peaks, dtype=np.int64), told


def _prominence(values, peak):
    """Returns how far one has to go down from a peak before one can go up higher."""
    lows = []
    for step in (-1, 1):
        low, at = values[peak], peak
        while 0 <= at < len(values) and values[at] <= values[peak]:
            low = min(low, values[at])
            at += step
        lows.append(low)
    return values[peak] - max(lows)


def filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None, **unused):
    """Filters forwards and then backwards, so that nothing is shifted."""
    from scipy.signal import lfilter

    values, count = _row(x), max(len(np.ravel(a)), len(np.ravel(b)))
    pad = 3 * count if padlen is None else padlen
    if pad >= len(values):
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {pad}.")
    wide = [2 * values[0] - v for v in values[pad:0:-1]] + values + [2 * values[-1] - v for v in values[-2 : -pad - 2 : -1]]
    start = lfilter_zi(b, a)
    once = lfilter(b, a, wide, zi=start * wide[0])[0].tolist()[::-1]
    back = lfilter(b, a, once, zi=start * once[0])[0].tolist()[::-1]
    return np.array(back[pad : len(back) - pad])


def lfilter_zi(b, a):
    """Returns the state in which a filter that is given 1 all the time stays."""
    first = float(np.ravel(a)[0])
    b, a = ([float(part) / first for part in np.ravel(row)] for row in (b, a))
    size = max(len(a), len(b))
    b, a = b + [0.0] * (size - len(b)), a + [0.0] * (size - len(a))
    gain = sum(b) / sum(a)
    state = [0.0] * size
    for at in range(size - 1, 0, -1):
        state[at - 1] = b[at] - a[at] * gain + state[at]
    return np.array(state[: size - 1])


def butter(N, Wn, btype="low", analog=False, output="ba", fs=None):
    """Returns Butterworth's filter of an order, below or above a frequency that is a share of half the sampling rate."""
    if analog or output != "ba" or isinstance(Wn, (list, tuple)):
        raise NotImplementedError("signal.butter makes digital filters of one frequency here, as b and a")
    share = float(Wn) / (fs / 2) if fs else float(Wn)
    if not 0 < share < 1:
        raise ValueError("Digital filter critical frequencies must be 0 < Wn < 1")
    speed, is_high = 4 * math.tan(math.pi * share / 2), str(btype).startswith("h")
    poles = [complex(-math.sin(math.pi * (2 * k + 1) / (2 * N)), math.cos(math.pi * (2 * k + 1) / (2 * N))) for k in range(N)]
    poles = [speed / pole if is_high else speed * pole for pole in poles]
    below = [1 + 0j]
    for pole in poles:
        place = (4 + pole) / (4 - pole)
        below = [(below[at] if at < len(below) else 0) - place * (below[at - 1] if at else 0) for at in range(len(below) + 1)]
    sign = -1 if is_high else 1
    above = [float(math.comb(N, k) * sign**k) for k in range(N + 1)]
    a = [part.real for part in below]
    ends = [sign_at**k for k in range(N + 1) for sign_at in (sign,)]
    gain = sum(part * end for part, end in zip(a, ends)) / sum(part * end for part, end in zip(above, ends))
    return np.array([part * gain for part in above]), np.array(a)


def unit_impulse(shape, idx=0, dtype=float):
    made = np.zeros(shape)
    made[shape // 2 if idx == "mid" else idx] = 1.0
    return made


def sawtooth(t, width=1):
    def wave(t):
        share = t / (2 * math.pi) % 1
        return 2 * share / width - 1 if share < width else 1 - 2 * (share - width) / (1 - width)

    return np.array([wave(float(place)) for place in np.ravel(t)]).reshape(np.shape(t))


def square(t, duty=0.5):
    return np.array([1.0 if float(place) / (2 * math.pi) % 1 < duty else -1.0 for place in np.ravel(t)]).reshape(np.shape(t))


class windows:
    """Weights that fade towards the ends."""

    @staticmethod
    def _cosines(parts, M, sym):
        size = M - 1 if sym else M
        at = lambda n: sum(part * math.cos(2 * math.pi * k * n / size) for k, part in enumerate(parts)) if size else 1.0
        return np.array([at(n) for n in range(M)])

    @staticmethod
    def hann(M, sym=True): return windows._cosines((0.5, -0.5), M, sym)
    @staticmethod
    def hamming(M, sym=True): return windows._cosines((0.54, -0.46), M, sym)
    @staticmethod
    def blackman(M, sym=True): return windows._cosines((0.42, -0.5, 0.08), M, sym)
    @staticmethod
    def boxcar(M, sym=True): return np.ones(M)

    @staticmethod
    def gaussian(M, std, sym=True):
        middle = (M - 1) / 2 if sym else M / 2
        return np.array([math.exp(-0.5 * ((n - middle) / std) ** 2) for n in range(M)])

    @staticmethod
    def exponential(M, center=None, tau=1.0, sym=True):
        middle = ((M - 1) / 2 if sym else M / 2) if center is None else center
        return np.array([math.exp(-abs(n - middle) / tau) for n in range(M)])


def get_window(window, Nx, fftbins=True):
    name, *given = window if isinstance(window, tuple) else (window,)
    return getattr(windows, name)(Nx, *given, sym=not fftbins)
