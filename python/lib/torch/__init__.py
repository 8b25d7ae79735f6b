"""The part of PyTorch that the course uses, over the page's own tensors."""

import _lab
from torch._names import *
from torch._types import bool, double, float, float32, float64, int, int32, int64, long
from torch import _methods
from torch import backends, cuda, nn, optim, distributions, random, testing

__version__ = "2.9 (the part that Policy Lab knows)"

_methods.install()


def __getattr__(name):
    raise AttributeError(
        f"torch.{name} is not known here: this page has the part of PyTorch that the course uses"
    )
