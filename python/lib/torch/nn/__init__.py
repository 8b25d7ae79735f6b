"""Networks."""

import _late
from torch.nn import functional, init, utils
from torch.nn.modules import (
    Buffer,
    Flatten,
    Identity,
    Linear,
    Module,
    ModuleList,
    MSELoss,
    Parameter,
    ReLU,
    Sequential,
    Sigmoid,
    Softmax,
    Tanh,
)

_PARTS = ("_activations", "_losses", "_containers", "_layers", "_recurrent", "_attention")


def __getattr__(name):
    return _late.attribute("torch.nn", ("parameter",), _PARTS, name)
