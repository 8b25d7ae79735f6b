"""Functions that are called around a module's `forward`, its gradients and its `state_dict`."""

import itertools

import _lab
import _warned
import torch
from torch.nn import module as _module

_numbers = itertools.count()


class RemovableHandle:
    """Takes back a hook."""

    def __init__(self, *tables):
        self.id, self._tables = next(_numbers), tables
        self.hooks_dict_ref = lambda: tables[0]

    def remove(self):
        for table in self._tables:
            table.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.remove()


class _Hooks:
    """The hooks of a module, or those of all: each kind by number."""

    def __init__(self):
        self.pre, self.forward, self.backward_pre, self.backward = {}, {}, {}, {}
        self.with_kwargs, self.always, self.is_full = {}, {}, None


class _SavingHooks:
    """What is called before and after a module is saved, and before and after it is loaded."""

    def __init__(self):
        self.saving, self.saved, self.loading, self.loaded = {}, {}, {}, {}


# PyTorch's names of the tables, those for all modules with `_global` before them.
_NAMES = {
    "pre": "_forward_pre_hooks", "forward": "_forward_hooks", "backward_pre": "_backward_pre_hooks", "backward": "_backward_hooks",
    "with_kwargs": "_forward_hooks_with_kwargs", "always": "_forward_hooks_always_called",
}


class _HooksOfAll:
    """The hooks of all modules."""

    is_full = None

    def __getattr__(self, kind):
        return vars(_module)["_global" + _NAMES[kind]]


_all = _HooksOfAll()
for _name in _NAMES.values():
    setattr(_module, "_global" + _name, {})


def _table(module, name):
    """Returns the hooks of a module by PyTorch's name for them."""
    kinds = {other: kind for kind, other in _NAMES.items()} | {"_forward_pre_hooks_with_kwargs": "with_kwargs"}
    return getattr(_of(module), kinds[name])


def _of(module):
    if "_hooks" not in vars(module):
        object.__setattr__(module, "_hooks", _Hooks())
    return module._hooks


def _add(module, kind, hook, prepend=False, with_kwargs=False, always_call=False):
    """Adds a hook to a module, or to all where it is None."""
    if module is None:
        # Calls look for hooks from now on.
        _module.Module._hooks = _all
    hooks = _all if module is None else _of(module)
    table = getattr(hooks, kind)
    handle = RemovableHandle(table, hooks.with_kwargs, hooks.always)
    before = dict(table) if prepend else {}
    if prepend:
        table.clear()
    table[handle.id] = hook
    table.update(before)
    if with_kwargs:
        hooks.with_kwargs[handle.id] = True
    if always_call:
        hooks.always[handle.id] = True
    return handle


def _add_backward(module, hook, prepend, is_full):
    """Adds a hook that sees gradients: of the whole module, or as PyTorch did before 1.8."""
    hooks = _all if module is None else _of(module)
    if hooks.is_full is not None and hooks.is_full != is_full and hooks.backward:
        raise RuntimeError("Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them.")
    hooks.is_full = is_full
    return _add(module, "backward", hook, prepend)


def _each(module, kind):
    """Gives the hooks of a kind for a module, those for all first, with their numbers and the table's owner."""
    for hooks in (_all, vars(module).get("_hooks")):
        if hooks is not None:
            for number, hook in list(getattr(hooks, kind).items()):
                yield number, hook, hooks


def _call(module, args, kwargs):
    """Calls a module with all its hooks."""
    called = set()
    try:
        return _called(module, args, kwargs, called)
    except Exception:
        for number, hook, hooks in _each(module, "forward"):
            if number in hooks.always and number not in called:
                called.add(number)
                try:
                    _after(module, hook, number in hooks.with_kwargs, args, kwargs, None)
                except Exception as error:
                    _warned.warn(f"module forward hook with ``always_call=True`` raised an exception that was silenced as another error was raised in forward: {error}")
        raise


def _called(module, args, kwargs, called):
    for number, hook, hooks in _each(module, "pre"):
        if number in hooks.with_kwargs:
            changed = hook(module, args, kwargs)
            if changed is not None:
                if not (isinstance(changed, tuple) and len(changed) == 2):
                    raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}.")
                args, kwargs = changed
        else:
            changed = hook(module, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
    backward = list(_each(module, "backward"))
    before = list(_each(module, "backward_pre"))
    way = _Way(module, before, backward) if (before or backward) and torch.is_grad_enabled() else None
    result = module.forward(*(way.enter(args) if way else args), **kwargs)
    for number, hook, hooks in _each(module, "forward"):
        called.add(number)
        changed = _after(module, hook, number in hooks.with_kwargs, args, kwargs, result)
        result = result if changed is None else changed
    return way.leave(result) if way else result


def _after(module, hook, with_kwargs, args, kwargs, result):
    return hook(module, args, kwargs, result) if with_kwargs else hook(module, args, result)


class _Way:
    """The way of gradients through a module, from its results to its inputs."""

    def __init__(self, module, before, backward):
        self.module, self.before, self.backward = module, before, backward
        self.coming, self.is_open = None, False

    def enter(self, args):
        """Returns the arguments, of which the gradients pass by here."""
        places = [at for at, part in enumerate(args) if isinstance(part, torch.Tensor) and part.requires_grad]
        if not places or not self.backward:
            return args
        self.is_open = True
        count = len(args)

        def back(*grads):
            whole = [None] * count
            for at, grad in zip(places, grads):
                whole[at] = grad
            whole = self._told(tuple(whole))
            return [whole[at] for at in places]

        made = _passing([args[at] for at in places], back)
        args = list(args)
        for at, part in zip(places, made):
            args[at] = part
        return tuple(args)

    def _told(self, whole):
        coming, self.coming = self.coming, None
        for _, hook, _ in self.backward:
            changed = hook(self.module, whole, coming)
            if changed is not None:
                changed = changed if isinstance(changed, tuple) else (changed,)
                if len(changed) != len(whole):
                    raise RuntimeError(f"Backward hook returned an invalid number of grad_input, got {len(changed)}, but expected {len(whole)}")
                whole = changed
        return whole

    def leave(self, result):
        """Returns the results, of which the gradients are seen first here."""
        parts = [result] if isinstance(result, torch.Tensor) else list(result) if isinstance(result, (tuple, list)) else None
        if parts is None:
            _warned.warn(
                "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received"
                f" {type(result)}"
            )
            return result
        places = [at for at, part in enumerate(parts) if isinstance(part, torch.Tensor) and part.requires_grad]
        if not places:
            return result

        def back(*grads):
            whole = [None] * len(parts)
            for at, grad in zip(places, grads):
                whole[at] = grad
            whole = tuple(whole)
            for _, hook, _ in self.before:
                changed = hook(self.module, whole)
                if changed is not None:
                    whole = changed if isinstance(changed, tuple) else (changed,)
            self.coming = whole
            if not self.is_open and self.backward:
                self._told((None,))
            return [whole[at] for at in places]

        for at, part in zip(places, _passing([parts[at] for at in places], back)):
            parts[at] = part
        if isinstance(result, torch.Tensor):
            return parts[0]
        return type(result)(*parts) if hasattr(result, "_fields") else type(result)(parts)


def _passing(tensors, back):
    return _lab.connected(tensors, [part.detach() for part in tensors], back)


def register_module_forward_pre_hook(hook):
    return _add(None, "pre", hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    return _add(None, "forward", hook, False, with_kwargs, always_call)


def register_module_full_backward_pre_hook(hook):
    return _add(None, "backward_pre", hook)


def register_module_full_backward_hook(hook):
    return _add_backward(None, hook, False, True)


def register_module_backward_hook(hook):
    return _add_backward(None, hook, False, False)
