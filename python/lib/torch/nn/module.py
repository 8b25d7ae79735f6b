"""A module: parameters and other modules by name, and what they compute."""

import _lab
import _late
import torch

# Loaded when one of its names is first asked for.
_PARTS = ("_hooks",)


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


class Buffer:
    """A tensor that belongs to a module without being learned: the module that it is set in keeps the tensor."""

    def __init__(self, data=None, *, persistent=True):
        self.data, self.persistent = torch.empty(0) if data is None else data, persistent


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
    # What to call around `forward`, and around `state_dict` and `load_state_dict`, if there is anything (`torch.nn._hooks`).
    _hooks = _saved_hooks = None

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
        elif type(value) is Buffer:
            for table in (tables, self._modules, self._parameters):
                table.pop(name, None)
            return self.register_buffer(name, value.data, value.persistent)
        elif "_modules" in tables:
            if name in self._modules:
                if value is not None:
                    raise TypeError(f"cannot assign '{type(value).__name__}' as child module '{name}' (torch.nn.Module or None expected)")
                self._modules[name] = None
            elif name in self._buffers:
                if value is not None and not isinstance(value, torch.Tensor):
                    raise TypeError(f"cannot assign '{type(value).__name__}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None required)")
                self._buffers[name] = value
            elif name in self._parameters:
                if value is not None:
                    raise TypeError(f"cannot assign '{type(value).__name__}' as parameter '{name}' (torch.nn.Parameter or None expected)")
                self._parameters[name] = None
        object.__setattr__(self, name, value)

    def __getattr__(self, name):
        for table in ("_modules", "_parameters", "_buffers"):
            found = self.__dict__.get(table, ())
            if name in found:
                return found[name]
        if name.startswith(("_forward_", "_backward_")) and "hooks" in name:
            from torch.nn._hooks import _table

            return _table(self, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        for table in (self._parameters, self._modules, self._buffers):
            table.pop(name, None)
        if name in self.__dict__:
            object.__delattr__(self, name)

    def __call__(self, *args, **kwargs):
        if self._hooks is None:
            return self.forward(*args, **kwargs)
        from torch.nn._hooks import _call

        return _call(self, args, kwargs)

    def forward(self, *args, **kwargs):
        raise NotImplementedError(
            f"{type(self).__name__} has no forward"
        )

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        from torch.nn._hooks import _add

        return _add(self, "forward", hook, prepend, with_kwargs, always_call)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        from torch.nn._hooks import _add

        return _add(self, "pre", hook, prepend, with_kwargs)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        from torch.nn._hooks import _add

        return _add(self, "backward_pre", hook, prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        from torch.nn._hooks import _add_backward

        return _add_backward(self, hook, prepend, True)

    def register_backward_hook(self, hook):
        from torch.nn._hooks import _add_backward

        return _add_backward(self, hook, False, False)

    def register_buffer(self, name, tensor, persistent=True):
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' (torch Tensor or None required)")
        object.__setattr__(self, name, tensor)
        self._buffers[name] = tensor
        kept = tuple(other for other in self._fleeting if other != name)
        object.__setattr__(self, "_fleeting", kept if persistent else (*kept, name))

    _fleeting = ()

    def register_parameter(self, name, param):
        self._check_name("parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{type(param).__name__}' object to parameter '{name}' (torch.nn.Parameter or None required)")
        self._parameters[name] = param
        object.__setattr__(self, name, param)

    def _check_name(self, kind, name, names):
        """Refuses a name that would hide another attribute, or that no path can lead to."""
        if "_modules" not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {type(name).__name__}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if name not in names and hasattr(self, name):
            raise KeyError(f"attribute '{name}' already exists")

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._check_name("module", name, self._modules)
        self._modules[name] = module
        object.__setattr__(self, name, module)

    register_module = add_module

    def _at(self, target, kind, words):
        """Returns what a path leads to, which is of a kind."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        found = getattr(module, name)
        if not kind(module, name, found):
            raise AttributeError(f"`{name}` is not {words}")
        return found

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            if not hasattr(module, name):
                raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def get_parameter(self, target):
        return self._at(target, lambda module, name, found: isinstance(found, Parameter), "an nn.Parameter")

    def get_buffer(self, target):
        return self._at(target, lambda module, name, found: name in module._buffers, "a buffer")

    def children(self):
        for _, module in self.named_children():
            yield module

    def named_children(self):
        seen = set()
        for name, module in list(self._modules.items()):
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if id(self) in memo:
            return
        if remove_duplicate:
            memo.add(id(self))
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + "." + name if prefix else name, remove_duplicate)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def _named(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]:
            for name, value in getattr(module, table).items():
                if value is not None and id(value) not in seen:
                    if remove_duplicate:
                        seen.add(id(value))
                    yield path + "." + name if path else name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def _own_state(self):
        """Gives the parameters and buffers that are saved, by name."""
        for table in (self._parameters, self._buffers):
            for name, value in table.items():
                if value is not None and name not in self._fleeting:
                    yield name, value

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, value in self._own_state():
            destination[prefix + name] = value if keep_vars else value.detach().clone()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + "_extra_state"] = self.get_extra_state()

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        found = {} if destination is None else destination
        hooks = self._saved_hooks
        for hook in list(hooks.saving.values()) if hooks else ():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(found, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=found, prefix=prefix + name + ".", keep_vars=keep_vars)
        for hook in list(hooks.saved.values()) if hooks else ():
            changed = hook(self, found, prefix, {})
            found = found if changed is None else changed
        return found

    def get_extra_state(self):
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")

    def set_extra_state(self, state):
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        own = dict(self._own_state())
        for name, value in own.items():
            key = prefix + name
            if key not in state_dict:
                if strict:
                    missing_keys.append(key)
                continue
            given = state_dict[key]
            if not isinstance(given, torch.Tensor):
                error_msgs.append(
                    f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint but received {type(given)}'
                )
            elif tuple(given.shape) != tuple(value.shape):
                error_msgs.append(
                    f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint,"
                    f" the shape in current model is {value.shape}."
                )
            elif local_metadata.get("assign_to_params_buffers"):
                is_parameter = isinstance(value, Parameter) and not isinstance(given, Parameter)
                setattr(self, name, Parameter(given, value.requires_grad) if is_parameter else given)
            else:
                with torch.no_grad():
                    value.copy_(given)
        extra = prefix + "_extra_state"
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        if strict:
            for key in state_dict:
                first = key[len(prefix) :].split(".", 1) if key.startswith(prefix) and key != extra else None
                if first and (first[0] not in self._modules if len(first) > 1 else first[0] not in own):
                    unexpected_keys.append(key)

    def _load(self, state_dict, prefix, metadata, found):
        hooks = self._saved_hooks
        for hook in list(hooks.loading.values()) if hooks else ():
            hook(state_dict, prefix, metadata, True, *found)
        self._load_from_state_dict(state_dict, prefix, metadata, True, *found)
        for name, module in self._modules.items():
            if module is not None:
                path = prefix + name + "."
                module._load({key: value for key, value in state_dict.items() if key.startswith(path)}, path, metadata, found)
        keys = _Keys(found[:2])
        for hook in list(hooks.loaded.values()) if hooks else ():
            if hook(self, keys) is not None:
                raise AssertionError(
                    "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values,"
                    " if incompatible_keys need to be modified, it should be done inplace."
                )

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not hasattr(state_dict, "items"):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, surplus, wrong = found = [], [], []
        self._load(dict(state_dict), "", {"assign_to_params_buffers": assign} if assign else {}, found)
        for said, keys in (("Unexpected", surplus), ("Missing", missing)):
            if strict and keys:
                wrong.insert(0, f"{said} key(s) in state_dict: " + ", ".join(f'"{name}"' for name in keys) + ". ")
        if wrong:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t" + "\n\t".join(wrong))
        return _Keys((missing, surplus))

    def _saving_hook(self, kind, hook):
        from torch.nn._hooks import RemovableHandle, _SavingHooks

        if self._saved_hooks is None:
            object.__setattr__(self, "_saved_hooks", _SavingHooks())
        table = getattr(self._saved_hooks, kind)
        handle = RemovableHandle(table)
        table[handle.id] = hook
        return handle

    def register_state_dict_pre_hook(self, hook):
        return self._saving_hook("saving", hook)

    def register_state_dict_post_hook(self, hook):
        return self._saving_hook("saved", hook)

    def _register_state_dict_hook(self, hook):
        return self._saving_hook("saved", hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return self._saving_hook("loading", (lambda *given: hook(self, *given)) if with_module else hook)

    def register_load_state_dict_pre_hook(self, hook):
        return self._register_load_state_dict_pre_hook(hook, True)

    def register_load_state_dict_post_hook(self, hook):
        return self._saving_hook("loaded", hook)

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            if set_to_none or parameter.grad is None:
                parameter.grad = None
            else:
                parameter.grad.zero_()

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
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
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


def __getattr__(name):
    return _late.attribute("torch.nn", (), _PARTS, name, "torch.nn.module")
