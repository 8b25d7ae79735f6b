"""Equality as PyTorch's tests mean it: values within the tolerances of their types, types, shapes."""

import math
from collections.abc import Mapping, Sequence, Set

import numpy as np
import torch

# In proportion, and at least.
_TOLERANCES = {"float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}


class _Settings:
    def __init__(self, rtol, atol, least, equal_nan, exact_dtype):
        if (rtol is None) != (atol is None):
            raise ValueError("rtol and atol are either both given or both left out")
        self.rtol, self.atol, self.least = rtol, atol, least
        self.equal_nan, self.exact_dtype = equal_nan, exact_dtype

    def tolerances(self, *types):
        """Returns the tolerances for values of these types: at least those of the test."""
        usual = [_TOLERANCES.get(name, (0.0, 0.0)) for name in types]
        rtol = max(it[0] for it in usual) if self.rtol is None else self.rtol
        atol = max(it[1] for it in usual) if self.atol is None else self.atol
        return max(rtol, self.least[0]), max(atol, self.least[1])

    def near(self, actual, expected, tolerances):
        if actual == expected:
            return True
        if actual != actual or expected != expected:
            return self.equal_nan and actual != actual and expected != expected
        if math.isinf(actual) or math.isinf(expected):
            return False
        rtol, atol = tolerances
        return abs(actual - expected) <= atol + rtol * abs(expected)


def difference(actual, expected, rtol=None, atol=None, least=(0.0, 0.0), equal_nan=True, exact_dtype=True):
    """Returns in which way two values differ, or None. `least` are the test's own tolerances."""
    if _is_tensor(actual) and isinstance(expected, Sequence):
        expected = torch.as_tensor(expected, dtype=_inner(actual).dtype)
    elif _is_tensor(expected) and isinstance(actual, Sequence):
        actual = torch.as_tensor(actual, dtype=_inner(expected).dtype)
    return _difference(actual, expected, _Settings(rtol, atol, least, equal_nan, exact_dtype))


def _is_tensor(value):
    return isinstance(value, (torch.Tensor, np.ndarray))


def _inner(value):
    return torch.as_tensor(value)


_LISTS = (Sequence, torch.nn.Sequential, torch.nn.ModuleList, torch.nn.ParameterList)
_TABLES = (Mapping, torch.nn.ModuleDict, torch.nn.ParameterDict)


def _difference(actual, expected, settings):
    if all(isinstance(it, _LISTS) and not isinstance(it, str) for it in (actual, expected)):
        if len(actual) != len(expected):
            return f"{len(actual)} values instead of {len(expected)}"
        return _first(((place, actual[place], expected[place]) for place in range(len(actual))), settings)
    if isinstance(actual, _TABLES) and isinstance(expected, _TABLES):
        if set(actual.keys()) != set(expected.keys()):
            return f"the keys {list(actual.keys())} instead of {list(expected.keys())}"
        return _first(((key, actual[key], expected[key]) for key in actual.keys()), settings)
    if actual is None or expected is None:
        return None if actual is expected else f"{_shown(actual)} instead of {_shown(expected)}"
    for kind, compare in ((_is_truth, _truths), (_is_number, _numbers)):
        if kind(actual) and _is_single(expected) or kind(expected) and _is_single(actual):
            return compare(actual, expected, settings)
    if _is_tensor(actual) and _is_tensor(expected):
        return _tensors(_inner(actual).detach(), _inner(expected).detach(), settings)
    if isinstance(actual, Set) and isinstance(expected, Set) and set(actual) == set(expected):
        return None
    if _is_tensor(actual) or _is_tensor(expected):
        return f"{type(actual).__name__} instead of {type(expected).__name__}"
    return None if actual == expected else f"{_shown(actual)} instead of {_shown(expected)}"


def _first(parts, settings):
    for place, actual, expected in parts:
        found = _difference(actual, expected, settings)
        if found is not None:
            return f"[{place}]: {found}"
    return None


def _is_truth(value):
    return isinstance(value, (bool, np.bool_))


def _is_number(value):
    return isinstance(value, (int, float, np.number)) and not _is_truth(value)


def _is_single(value):
    return _is_truth(value) or _is_number(value) or _is_tensor(value)


def _item(value):
    if _is_tensor(value):
        inner = _inner(value)
        if inner.numel() != 1:
            raise ValueError(f"only one number can be compared with one, not {inner.numel()}")
        return inner.item()
    return value.item() if hasattr(value, "item") else value


def _truths(actual, expected, settings):
    actual, expected = bool(_item(actual)), bool(_item(expected))
    return None if actual == expected else f"{actual} instead of {expected}"


def _numbers(actual, expected, settings):
    actual, expected = _item(actual), _item(expected)
    types = ["float32" if isinstance(it, float) else "int64" for it in (actual, expected)]
    near = settings.near(actual, expected, settings.tolerances(*types))
    return None if near else f"{actual} instead of {expected}"


def _tensors(actual, expected, settings):
    if tuple(actual.shape) != tuple(expected.shape):
        return f"the shape {tuple(actual.shape)} instead of {tuple(expected.shape)}"
    if settings.exact_dtype and actual.dtype != expected.dtype:
        return f"the type {actual.dtype} instead of {expected.dtype}"
    tolerances = settings.tolerances(str(actual.dtype)[6:], str(expected.dtype)[6:])
    for place, (a, b) in enumerate(zip(actual.flatten().tolist(), expected.flatten().tolist())):
        if not settings.near(a, b, tolerances):
            return f"{a} instead of {b} at place {place} of {actual.numel()}"
    return None


def _shown(value):
    return repr(value)[:200]
