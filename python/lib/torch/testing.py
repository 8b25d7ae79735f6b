"""Comparing tensors."""

import _lab
from torch._names import Tensor, _tensor, abs, isnan


def assert_close(actual, expected, *, rtol=None, atol=None, equal_nan=False, msg=None, check_dtype=True):
    """Raises an AssertionError that says how far `actual` is from `expected`."""
    actual, expected = _tensor(actual), _tensor(expected)
    if actual.shape != expected.shape:
        raise AssertionError(
            f"shapes differ: {actual.shape} and {expected.shape}"
        )
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(
            f"types differ: {actual.dtype} and {expected.dtype}"
        )
    precise = not actual.is_floating_point()
    rtol = (0.0 if precise else 1.3e-6) if rtol is None else rtol
    atol = (0.0 if precise else 1e-5) if atol is None else atol
    a, b = actual.detach().double(), expected.detach().double()
    distance = abs(a - b)
    near = (distance <= atol + rtol * abs(b)) | (a == b)
    if equal_nan:
        near = near | (isnan(a) & isnan(b))
    if bool(near.all()):
        return
    wrong = int((~near).sum())
    raise AssertionError(
        msg
        or f"{wrong} of {actual.numel()} numbers are too far off, by up to {_lab.item(distance.max())}"
        f" ({atol} allowed)"
    )
