"""Modules: parameters and other modules by name, and what they compute."""

import _lab
import torch
from torch.nn import functional as F


class _ParameterMeta(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, torch.Tensor) and _lab.is_parameter(instance)


class Parameter(metaclass=_ParameterMeta):
    """A tensor that a module learns: `Parameter(data)` is a tensor that is marked as a parameter."""

    def __new__(cls, data=None, requires_grad=True):
        made = _lab.copy(torch.empty(0) if data is None else data.detach())
        made.requires_grad = requires_grad
        _lab.mark_parameter(made)
        return made


class Module:
    """Whatever has parameters and a `forward`."""

    training = True

    def __init__(self, *args, **kwargs):
        object.__setattr__(self, "_parameters", {})
        object.__setattr__(self, "_modules", {})
        object.__setattr__(self, "_buffers", {})

    def __setattr__(self, name, value):
        tables = self.__dict__
        if isinstance(value, (Module, torch.Tensor)) and "_modules" not in tables:
            raise AttributeError("call super().__init__() before modules or parameters are set")
        if isinstance(value, Module):
            self._parameters.pop(name, None)
            self._modules[name] = value
        elif isinstance(value, Parameter):
            self._modules.pop(name, None)
            self._parameters[name] = value
        elif "_modules" in tables:
            self._modules.pop(name, None)
            if name in self._buffers:
                self._buffers[name] = value
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        for table in (self._parameters, self._modules, self._buffers):
            table.pop(name, None)
        object.__delattr__(self, name)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def forward(self, *args, **kwargs):
        raise NotImplementedError(
            f"{type(self).__name__} has no forward"
        )

    def register_buffer(self, name, tensor, persistent=True):
        object.__setattr__(self, name, tensor)
        self._buffers[name] = tensor

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def add_module(self, name, module):
        setattr(self, name, module)

    def children(self):
        return iter(list(self._modules.values()))

    def named_children(self):
        return iter(list(self._modules.items()))

    def named_modules(self, prefix=""):
        yield prefix, self
        for name, module in self._modules.items():
            yield from module.named_modules(prefix + "." + name if prefix else name)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_parameters(self, prefix="", recurse=True):
        seen = set()
        for path, module in self.named_modules(prefix) if recurse else [(prefix, self)]:
            for name, parameter in module._parameters.items():
                if id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield path + "." + name if path else name, parameter

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def state_dict(self):
        return {name: parameter.detach().clone() for name, parameter in self.named_parameters()}

    def load_state_dict(self, state_dict, strict=True):
        own = dict(self.named_parameters())
        missing = [name for name in own if name not in state_dict]
        surplus = [name for name in state_dict if name not in own]
        if strict and (missing or surplus):
            raise RuntimeError(f"this state does not fit: it lacks {missing}, and {surplus} are too many")
        with torch.no_grad():
            for name, value in state_dict.items():
                if name in own:
                    own[name].copy_(value)

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            parameter.grad = None

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad = requires_grad
        return self

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        for module in self.modules():
            object.__setattr__(module, "training", mode)
        return self

    def eval(self):
        return self.train(False)

    def to(self, *args, **kwargs):
        return self

    cpu = cuda = float = to

    def extra_repr(self):
        return ""

    def __repr__(self):
        if not self._modules:
            return f"{type(self).__name__}({self.extra_repr()})"
        inner = "\n".join(
            f"  ({name}): " + repr(module).replace("\n", "\n  ") for name, module in self._modules.items()
        )
        return f"{type(self).__name__}(\n{inner}\n)"


class Sequential(Module):
    """One module after the other."""

    def __init__(self, *modules):
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], dict):
            named = modules[0].items()
        else:
            named = ((str(i), module) for i, module in enumerate(modules))
        for name, module in named:
            if not isinstance(module, Module):
                raise TypeError(f"Sequential takes modules, not {type(module).__name__}")
            self._modules[name] = module

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def append(self, module):
        self._modules[str(len(self._modules))] = module
        return self

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __getitem__(self, index):
        modules = list(self._modules.values())
        return Sequential(*modules[index]) if isinstance(index, slice) else modules[index]


class ModuleList(Sequential):
    """Modules in a list."""

    def __init__(self, modules=()):
        super().__init__(*modules)

    forward = Module.forward


class Linear(Module):
    """`input · weightᵀ + bias`, weights of the shape `[out_features, in_features]`."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        bound = 1.0 / max(in_features, 1) ** 0.5
        self.weight = Parameter(torch.rand(out_features, in_features) * (2 * bound) - bound)
        if bias:
            self.bias = Parameter(torch.rand(out_features) * (2 * bound) - bound)
        else:
            self.bias = None

    def forward(self, input):
        return _lab.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class _Activation(Module):
    def forward(self, input):
        return type(self).function(input)


class ReLU(_Activation):
    function = staticmethod(torch.relu)


class Tanh(_Activation):
    function = staticmethod(torch.tanh)


class Sigmoid(_Activation):
    function = staticmethod(torch.sigmoid)


class ELU(_Activation):
    function = staticmethod(F.elu)


class GELU(_Activation):
    function = staticmethod(F.gelu)


class SiLU(_Activation):
    function = staticmethod(F.silu)


class LeakyReLU(_Activation):
    function = staticmethod(F.leaky_relu)


class Identity(Module):
    def forward(self, input):
        return input


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)


class Softmax(Module):
    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return torch.softmax(input, self.dim)


class MSELoss(Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        return F.mse_loss(input, target, self.reduction)
