"""PyTorch's names, over the page's own tensors."""

import _lab
import _late
from torch._names import *
from torch._types import bool, double, float, float32, float64, int, int32, int64, long, uint8
from torch import _methods
from torch import backends, cuda, nn, optim, distributions, random, testing

__version__ = "2.9.0"
# Loaded when one of their names is first asked for.
_PARTS = ("_sorting", "_picking", "_shaping", "_elementwise", "_folding", "_products", "_saving", "_settings", "_windows")
_SUBMODULES = ("autograd", "func", "jit", "linalg", "multiprocessing", "special", "utils", "version")

_methods.install()


# Element types of PyTorch that tensors cannot have here.
_TYPES = "int8 int16 short half float16 bfloat16 complex64 complex128 cfloat".split()


def __getattr__(name):
    if name in _TYPES:
        raise AttributeError(f"torch.{name} is not known here: tensors hold bool, uint8, int32, int64, float32 or float64")
    return _late.attribute("torch", _SUBMODULES, _PARTS, name)
