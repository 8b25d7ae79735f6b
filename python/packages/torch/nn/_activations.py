"""Activations as modules."""

import torch
from torch.nn import _curves, functional as F
from torch.nn.modules import Module, Parameter, _Activation, _AlongOne


def _made(name, function, *settings):
    return type(name, (_Activation,), {"function": staticmethod(function), "settings": settings, "__module__": __name__})



ELU = _made("ELU", F.elu, ("alpha", 1.0))
CELU = _made("CELU", _curves.celu, ("alpha", 1.0))
SELU = _made("SELU", _curves.selu)
GELU = _made("GELU", _curves.gelu, ("approximate", "none"))
SiLU = _made("SiLU", F.silu)
Mish = _made("Mish", _curves.mish)
ReLU6 = _made("ReLU6", _curves.relu6)
LeakyReLU = _made("LeakyReLU", F.leaky_relu, ("negative_slope", 0.01))
Softplus = _made("Softplus", F.softplus, ("beta", 1.0), ("threshold", 20.0))
Hardtanh = _made("Hardtanh", _curves.hardtanh, ("min_val", -1.0), ("max_val", 1.0))
Hardsigmoid = _made("Hardsigmoid", _curves.hardsigmoid)
Hardswish = _made("Hardswish", _curves.hardswish)
Hardshrink = _made("Hardshrink", _curves.hardshrink, ("lambd", 0.5))
Softshrink = _made("Softshrink", _curves.softshrink, ("lambd", 0.5))
Softsign = _made("Softsign", _curves.softsign)
Tanhshrink = _made("Tanhshrink", _curves.tanhshrink)
LogSigmoid = _made("LogSigmoid", _curves.logsigmoid)
Threshold = _made("Threshold", _curves.threshold, ("threshold", 0.0), ("value", 0.0))
GLU = _made("GLU", _curves.glu, ("dim", -1))


class LogSoftmax(_AlongOne):
    """Logarithms of probabilities along a dimension."""

    function = staticmethod(torch.log_softmax)


class Softmin(_AlongOne):
    function = staticmethod(_curves.softmin)


class PReLU(Module):
    """A leaky ReLU that learns its slope."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.full((num_parameters,), init))

    def forward(self, input):
        return _curves.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"
