"""Filters."""

import _late
import numpy as np


def lfilter(b, a, x, axis=-1, zi=None):
    """Returns `y` with `a[0] y[n] = sum of b[k] x[n-k] - sum of a[k] y[n-k]`: discounted sums, for one."""
    b, a = ([float(part) / float(np.ravel(a)[0]) for part in np.ravel(row)] for row in (b, a))
    x = np.array(x, np.float64)
    moved = np.moveaxis(x, axis, 0)
    rows = list(moved.reshape(moved.shape[0], -1)) if x.ndim > 1 else moved.tolist()
    state = [0.0] * max(len(a), len(b)) if zi is None else [*np.ravel(zi).tolist(), 0.0]
    b, a = b + [0.0] * (len(state) - len(b)), a + [0.0] * (len(state) - len(a))
    found = []
    for part in rows:
        new = part * b[0] + state[0]
        for at in range(1, len(state)):
            after = state[at] if at < len(state) - 1 else 0.0
            state[at - 1] = part * b[at] - new * a[at] + after
        found.append(new)
    result = np.array(found) if x.ndim == 1 else np.moveaxis(np.stack(found).reshape(moved.shape), 0, axis)
    return result if zi is None else (result, np.array(state[:-1]))


def convolve(in1, in2, mode="full"):
    full = np.convolve(in1, in2)
    # numpy gives the middle of the longer one, and SciPy that of the first.
    size = {"full": len(full), "same": len(in1), "valid": abs(len(in1) - len(in2)) + 1}[mode]
    start = (len(full) - size) // 2
    return full[start : start + size]


def __getattr__(name):
    if name[:1] != "_":
        import scipy._filters as rarer

        if name in vars(rarer):
            return vars(rarer)[name]
    return _late.attribute("scipy.signal", (), (), name)
