"""A module: parameters and other modules by name, and what they compute."""

import _lab
import torch


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


class _Handle:
    """Takes back a hook."""

    def __init__(self, hooks, hook):
        self._hooks, self._hook = hooks, hook

    def remove(self):
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)


class _Keys(tuple):
    """What `load_state_dict` found to be missing and unexpected."""

    missing_keys = property(lambda self: self[0])
    unexpected_keys = property(lambda self: self[1])

    def __repr__(self):
        if not self[0] and not self[1]:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self[0]}, unexpected_keys={self[1]})"


class Module:
    """Whatever has parameters and a `forward`."""

    training = True
    # Two lists of functions, to call before and after `forward`, if there are any.
    _hooks = None

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
            elif name in self._parameters:
                if value is not None:
                    raise TypeError(f"{name} is a parameter: give it an nn.Parameter or None, not {type(value).__name__}")
                self._parameters[name] = None
        object.__setattr__(self, name, value)

    def __getattr__(self, name):
        for table in ("_modules", "_parameters", "_buffers"):
            found = self.__dict__.get(table, ())
            if name in found:
                return found[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        for table in (self._parameters, self._modules, self._buffers):
            table.pop(name, None)
        if name in self.__dict__:
            object.__delattr__(self, name)

    def __call__(self, *args, **kwargs):
        if self._hooks is None:
            return self.forward(*args, **kwargs)
        before, after = self._hooks
        for hook in list(before):
            changed = hook(self, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*args, **kwargs)
        for hook in list(after):
            changed = hook(self, args, result)
            result = result if changed is None else changed
        return result

    def forward(self, *args, **kwargs):
        raise NotImplementedError(
            f"{type(self).__name__} has no forward"
        )

    def register_forward_hook(self, hook, **kwargs):
        return self._hooked(1, hook)

    def register_forward_pre_hook(self, hook, **kwargs):
        return self._hooked(0, hook)

    def _hooked(self, place, hook):
        if self._hooks is None:
            object.__setattr__(self, "_hooks", ([], []))
        self._hooks[place].append(hook)
        return _Handle(self._hooks[place], hook)

    def register_buffer(self, name, tensor, persistent=True):
        self._check_name(name, self._buffers)
        object.__setattr__(self, name, tensor)
        self._buffers[name] = tensor
        if not persistent:
            object.__setattr__(self, "_fleeting", getattr(self, "_fleeting", ()) + (name,))

    _fleeting = ()

    def register_parameter(self, name, param):
        self._check_name(name, self._parameters)
        self._parameters[name] = param
        object.__setattr__(self, name, param)

    def _check_name(self, name, names):
        """Refuses a name that would hide another attribute, or that no path can lead to."""
        if not name or "." in name or name not in names and hasattr(self, name):
            raise KeyError(f"{name!r} is no name for a part: it is taken, empty, or has a point")

    def add_module(self, name, module):
        self._check_name(name, self._modules)
        if module is None:
            self._modules[name] = None
        setattr(self, name, module)

    register_module = add_module

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            module = getattr(module, name)
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        return getattr(self.get_submodule(path), name)

    def children(self):
        return iter(list(self._modules.values()))

    def named_children(self):
        return iter(list(self._modules.items()))

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if id(self) in memo:
            return
        memo.add(id(self))
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + "." + name if prefix else name)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def _named(self, table, prefix, recurse):
        seen = set()
        for path, module in self.named_modules(None, prefix) if recurse else [(prefix, self)]:
            for name, value in getattr(module, table).items():
                if value is not None and id(value) not in seen:
                    seen.add(id(value))
                    yield path + "." + name if path else name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_parameters", prefix, recurse)

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_buffers", prefix, recurse)

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def _state(self, prefix=""):
        for path, module in self.named_modules(None, prefix):
            for table in (module._parameters, module._buffers):
                for name, value in table.items():
                    if value is not None and name not in module._fleeting:
                        yield path + "." + name if path else name, value

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        found = {} if destination is None else destination
        for name, value in self._state():
            found[prefix + name] = value if keep_vars else value.detach().clone()
        return found

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not hasattr(state_dict, "items"):
            raise TypeError(f"load_state_dict takes a dictionary, not {type(state_dict).__name__}")
        own = dict(self._state())
        missing = [name for name in own if name not in state_dict]
        surplus = [name for name in state_dict if name not in own]
        wrong = []
        for said, keys in (("Missing", missing), ("Unexpected", surplus)):
            if strict and keys:
                wrong.append(f"{said} key(s) in state_dict: " + ", ".join(f'"{name}"' for name in keys) + ". ")
        for name, value in state_dict.items():
            if name in own and tuple(value.shape) != tuple(own[name].shape):
                wrong.append(
                    f"size mismatch for {name}: copying a param with shape {value.shape} from checkpoint,"
                    f" the shape in current model is {own[name].shape}."
                )
        if wrong:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t" + "\n\t".join(wrong))
        with torch.no_grad():
            for name, value in state_dict.items():
                if name in own:
                    own[name].copy_(value)
        return _Keys((missing, surplus))

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

    def to(self, *args, dtype=None, **kwargs):
        for wanted in args:
            dtype = wanted.dtype if isinstance(wanted, torch.Tensor) else wanted if isinstance(wanted, torch.dtype) else dtype
        if dtype is not None:
            for module in self.modules():
                for parameter in module._parameters.values():
                    if parameter is not None:
                        parameter.data = parameter.data.to(dtype)
                for name, buffer in module._buffers.items():
                    if buffer is not None and buffer.is_floating_point():
                        setattr(module, name, buffer.to(dtype))
        return self

    def type(self, dst_type):
        return self.to(dst_type)

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def cpu(self):
        return self

    def cuda(self, device=None):
        return self

    def share_memory(self):
        return self

    def compile(self, *args, **kwargs):
        pass

    def extra_repr(self):
        return ""

    def __dir__(self):
        return [*vars(type(self)), *self.__dict__, *self._modules, *self._parameters, *self._buffers]

    def __repr__(self):
        said = self.extra_repr()
        inner = [f"({name}): " + repr(module).replace("\n", "\n  ") for name, module in self._modules.items()]
        if not inner:
            return f"{type(self).__name__}({said})"
        lines = ([said] if said else []) + inner
        return f"{type(self).__name__}(\n  " + "\n  ".join(lines) + "\n)"
