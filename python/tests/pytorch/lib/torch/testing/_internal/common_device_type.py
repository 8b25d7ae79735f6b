"""Tests for a device: here for the one that there is, and for the types of numbers that most code has."""

import unittest

import torch
from loading import Absent
from parametrizing import instances, tests_in
from torch.testing._internal.common_utils import TestCase, _nothing, _skips
from torch.testing._internal.common_utils import __getattr__ as _asked

# One type of a kind: what holds for int64 holds for int32 and uint8.
_TYPES = (torch.float32, torch.float64, torch.int64, torch.bool)
PYTORCH_CUDA_MEMCHECK = False

onlyCUDA = onlyMPS = onlyXPU = onlyMeta = onlyPRIVATEUSE1 = onlyCUDAAndPRIVATEUSE1 = _skips("another device")
skipCPUIfNoMkldnn = disableMkldnn = _nothing


class largeTensorTest:
    """A test of tensors of gigabytes."""

    def __init__(self, size, device=None):
        self.device = device

    def __call__(self, test):
        return test if self.device not in (None, "cpu") else unittest.skip("gigabytes")(test)


def skipCPUIf(condition, why):
    return unittest.skipIf(condition, why)


skipIf = skipCPUIf


class dtypes:
    """Runs a test for types, or for tuples of them."""

    kind = "all"

    def __init__(self, *wanted, device_type=None):
        self.wanted = wanted
        self.kind = device_type or self.kind

    def __call__(self, test):
        test.dtypes = {**getattr(test, "dtypes", {}), self.kind: self.wanted}
        return test


class dtypesIfCPU(dtypes):
    kind = "cpu"


class _Elsewhere:
    def __init__(self, *given, **named):
        pass

    def __call__(self, test):
        return test


dtypesIfCUDA = dtypesIfMPS = dtypesIfXPU = dtypesIfHPU = dtypesIfPRIVATEUSE1 = _Elsewhere


class tol:
    def __init__(self, atol, rtol):
        self.atol, self.rtol = atol, rtol


class precisionOverride:
    def __init__(self, known):
        self.known = {key: tol(value, None) for key, value in known.items()}

    def __call__(self, test):
        test.tolerances = self.known
        return test


class toleranceOverride(precisionOverride):
    def __init__(self, known):
        self.known = known


class deviceCountAtLeast:
    def __init__(self, count):
        self.count = count

    def __call__(self, test):
        if self.count > 1:
            return unittest.skip("several devices")(test)
        test.takes_devices = True
        return test


def onlyOn(devices):
    return _nothing if "cpu" in devices else onlyCUDA


def onlyNativeDeviceTypesAnd(devices=None):
    return _nothing


class ops:
    """Runs a test for each of PyTorch's own descriptions of operators, which are not here."""

    what = "PyTorch's descriptions of operators"

    def __init__(self, *given, **named):
        pass

    def __call__(self, test):
        return unittest.skip(f"needs {self.what}")(test)


class OpDTypes:
    supported = unsupported = supported_backward = unsupported_backward = any_one = none = any_common_cpu_cuda_one = None


def get_all_device_types():
    return ["cpu"]


def __getattr__(name):
    if name in ("has_cusolver", "has_hipsolver", "TEST_WITH_ROCM"):
        return False
    return _asked(name)


def _kept(wanted):
    """Returns the types, or tuples of them, that a test runs for here."""
    kept = [tuple(it) if isinstance(it, (tuple, list)) else it for it in wanted]
    return list(dict.fromkeys(it for it in kept if all(isinstance(dtype, torch.dtype) and dtype in _TYPES for dtype in _each(it))))


def _each(types):
    return types if isinstance(types, tuple) else (types,)


def _skipped(why, name):
    def method(self):
        raise unittest.SkipTest(why)

    method.__name__ = name
    return method


def _takes(test, name):
    """Returns true if a test has a parameter, below its decorators."""
    while hasattr(test, "__wrapped__"):
        test = test.__wrapped__
    code = test.__code__
    return name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] or bool(code.co_flags & 0x08)


def _for_device(test, types, tolerances):
    """Returns a test for one device, and for types if it takes any."""

    def method(self, **named):
        name, device = ("devices", ["cpu"]) if getattr(test, "takes_devices", False) else ("device", "cpu")
        if _takes(test, name):
            named[name] = device
        if types is not None:
            named["dtypes" if isinstance(types, tuple) else "dtype"] = types
            known = tolerances.get(_each(types)[0])
            if known is not None:
                self.precision = max(self.precision, known.atol)
                self.rel_tol = max(self.rel_tol, known.rtol or 0.0)
        return test(self, **named)

    method.__name__ = test.__name__
    method.__dict__.update({key: value for key, value in vars(test).items() if key != "__wrapped__"})
    return method


def instantiate_device_type_tests(generic, scope, except_for=None, only_for=None, **named):
    """Puts the tests of a class for the one device in its place."""
    if isinstance(generic, Absent):
        return
    scope.pop(generic.__name__, None)
    other = [names if isinstance(names, (list, tuple)) else [names] for names in (except_for or [], only_for or [])]
    if "cpu" in other[0] or other[1] and "cpu" not in other[1]:
        return
    tests = tests_in(generic)
    # Beside what it is derived from, not below it, as some of its methods go on with their own of `self.__class__`.
    made = {name: value for name, value in vars(generic).items() if name not in tests and name not in ("__dict__", "__weakref__")}
    made |= {"device_type": "cpu", "get_primary_device": classmethod(lambda cls: "cpu"), "get_all_devices": classmethod(lambda cls: ["cpu"])}
    for name, test in tests.items():
        if not callable(getattr(test, "__get__", None)):
            made[name] = _skipped(f"needs {test!r}", name)
            continue
        wanted = getattr(test, "dtypes", None)
        if wanted is None:
            kinds = [None]
        else:
            kinds = _kept(wanted.get("cpu", wanted.get("all", ())))
            if not kinds:
                made[name] = _skipped("other types of numbers", name)
                continue
        for types in kinds:
            ending = "_".join(["cpu", *[str(dtype)[6:] for dtype in _each(types) if dtype]])
            made.update(instances(f"{name}_{ending}", name, _for_device(test, types, getattr(test, "tolerances", {}))))
    kind = type(generic.__name__ + "CPU", generic.__bases__, made)
    kind.__module__ = generic.__module__
    scope[kind.__name__] = kind
