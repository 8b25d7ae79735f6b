"""The modules that policies are usually made of."""

import _lab
import torch
from torch.nn import functional as F
from torch.nn import module
from torch.nn.module import Buffer, Module, Parameter


class Sequential(Module):
    """One module after the other."""

    def __init__(self, *modules):
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], dict):
            named = modules[0].items()
        else:
            named = ((str(i), module) for i, module in enumerate(modules))
        for name, module in named:
            self._put(name, module)

    def _put(self, name, module):
        if not isinstance(module, Module):
            raise TypeError(f"{type(self).__name__} takes modules, not {type(module).__name__}")
        self._modules[name] = module

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def append(self, module):
        self._put(str(len(self._modules)), module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def insert(self, index, module):
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._modules.clear()
        self.extend(modules)

    def pop(self, index=-1):
        name = list(self._modules)[index]
        return self._modules.pop(name)

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return type(self)(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return self.extend(other)

    def __mul__(self, count):
        if not isinstance(count, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(count)}")
        if count <= 0:
            raise ValueError(f"Non-positive multiplication factor {count} for {type(self)}")
        return type(self)(*list(self) * count)

    __rmul__ = __mul__

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __getitem__(self, index):
        if isinstance(index, slice):
            named = dict(list(self._modules.items())[index])
            return type(self)(named if type(self) is Sequential else list(named.values()))
        return list(self._modules.values())[index]

    def __setitem__(self, index, module):
        self._put(list(self._modules)[index], module)

    def __delitem__(self, index):
        del self._modules[list(self._modules)[index]]


class ModuleList(Sequential):
    """Modules in a list."""

    def __init__(self, modules=None):
        super().__init__(*(modules or ()))

    forward = Module.forward

    def __add__(self, other):
        return ModuleList([*self, *other])

    def __iadd__(self, other):
        return self.extend(other)

    def __repr__(self):
        groups = []
        for at, module in enumerate(self):
            text = repr(module)
            if groups and groups[-1][2] == text:
                groups[-1][1] = at
            else:
                groups.append([at, at, text])
        lines = [
            (f"({a}): {text}" if a == b else f"({a}-{b}): {b - a + 1} x {text}").replace("\n", "\n  ")
            for a, b, text in groups
        ]
        return f"{type(self).__name__}(\n  " + "\n  ".join(lines) + "\n)" if lines else f"{type(self).__name__}()"


class Linear(Module):
    """`input · weightᵀ + bias`, weights of the shape `[out_features, in_features]`."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        bound = 1.0 / max(in_features, 1) ** 0.5
        self.weight = Parameter(torch.rand(out_features, in_features, dtype=dtype) * (2 * bound) - bound)
        drawn = Parameter(torch.rand(out_features, dtype=dtype) * (2 * bound) - bound) if bias else None
        self.register_parameter("bias", drawn)

    def reset_parameters(self):
        bound = 1.0 / max(self.in_features, 1) ** 0.5
        for parameter in self.parameters():
            torch.nn.init.uniform_(parameter, -bound, bound)

    def forward(self, input):
        return _lab.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class _Activation(Module):
    """A function as a module. Whatever it is given stands in the order of `settings`, and is shown by name."""

    settings = ()

    def __init__(self, *args, **kwargs):
        super().__init__()
        names = [setting[0] for setting in self.settings]
        for name, value in self.settings:
            object.__setattr__(self, name, value)
        for name, value in [*zip(names, args), *kwargs.items()]:
            if name != "inplace" and name not in names:
                raise TypeError(f"{type(self).__name__} does not take {name}")
            object.__setattr__(self, name, value)

    def forward(self, input):
        if not self.settings:
            return type(self).function(input)
        return type(self).function(input, *[getattr(self, name) for name, _ in self.settings])

    def extra_repr(self):
        said = [f"{name}={getattr(self, name)!r}" for name, _ in self.settings]
        return ", ".join(said + ["inplace=True"] * self.__dict__.get("inplace", False))


class ReLU(_Activation):
    function = staticmethod(torch.relu)

    def __init__(self, inplace=False):
        Module.__init__(self)
        if inplace:
            object.__setattr__(self, "inplace", True)


class Tanh(_Activation):
    function = staticmethod(torch.tanh)


class Sigmoid(_Activation):
    function = staticmethod(torch.sigmoid)


class Identity(Module):
    """Gives back what it is given."""

    def forward(self, input):
        return input


class Flatten(Module):
    """Merges dimensions, all but the first if no others are named."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class _AlongOne(Module):
    """A function along a dimension."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        function = type(self).function
        return function(input, F._implied(input, function.__name__) if self.dim is None else self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_AlongOne):
    """Probabilities along a dimension."""

    function = staticmethod(torch.softmax)


class _Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average in ("none", "mean", "sum"):
            reduction = size_average
        self.reduction = reduction


class MSELoss(_Loss):
    """The mean of squared distances."""

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)
