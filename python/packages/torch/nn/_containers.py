"""Modules and parameters in lists and dictionaries."""

from torch.nn.modules import Module, Parameter


class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules=None):
        super().__init__()
        self.update(modules or {})

    def update(self, modules):
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self[name] = module

    def __setitem__(self, name, module):
        if not isinstance(module, Module):
            raise TypeError(f"a ModuleDict holds modules, not {type(module).__name__}")
        self._modules[name] = module

    def __getitem__(self, name): return self._modules[name]
    def __delitem__(self, name): del self._modules[name]
    def __contains__(self, name): return name in self._modules
    def __len__(self): return len(self._modules)
    def __iter__(self): return iter(list(self._modules))
    def keys(self): return self._modules.keys()
    def values(self): return self._modules.values()
    def items(self): return self._modules.items()
    def pop(self, name): return self._modules.pop(name)


class ParameterList(Module):
    """Parameters in a list."""

    def __init__(self, values=None):
        super().__init__()
        self.extend(values or ())

    def append(self, value):
        self.register_parameter(str(len(self)), value if isinstance(value, Parameter) else Parameter(value))
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

    __iadd__ = extend

    def __len__(self): return len(self._parameters)
    def __iter__(self): return iter(list(self._parameters.values()))

    def __getitem__(self, index):
        found = list(self._parameters.values())[index]
        return ParameterList(found) if isinstance(index, slice) else found

    def __setitem__(self, index, value):
        self.register_parameter(list(self._parameters)[index], value)

    def __repr__(self):
        lines = []
        for at, value in enumerate(self):
            size = "x".join(map(str, value.shape))
            lines.append(f"    ({at}): Parameter containing: [{value.dtype} of size {size}]")
        return "ParameterList(\n" + "\n".join(lines) + "\n)"


class ParameterDict(Module):
    """Parameters by name."""

    def __init__(self, parameters=None):
        super().__init__()
        for name, value in dict(parameters or {}).items():
            self[name] = value

    def __setitem__(self, name, value):
        self.register_parameter(name, value if isinstance(value, Parameter) else Parameter(value))

    def __getitem__(self, name): return self._parameters[name]
    def __contains__(self, name): return name in self._parameters
    def __len__(self): return len(self._parameters)
    def __iter__(self): return iter(list(self._parameters))
    def keys(self): return self._parameters.keys()
    def values(self): return self._parameters.values()
    def items(self): return self._parameters.items()


class Unflatten(Module):
    """Splits one dimension into several."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
