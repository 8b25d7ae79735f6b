"""Functions that transform functions."""

import _late
import torch


def vmap(func, in_dims=0, out_dims=0, randomness="error", **kwargs):
    """Calls `func` for each part along a dimension, and stacks what it returns."""
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        size = next(part.shape[dim] for part, dim in zip(args, dims) if dim is not None)
        results = [
            func(*[part if dim is None else torch.select(part, dim, at) for part, dim in zip(args, dims)])
            for at in range(size)
        ]
        if isinstance(results[0], tuple):
            return tuple(torch.stack(list(parts), out_dims) for parts in zip(*results))
        return torch.stack(results, out_dims)

    return mapped


def grad(func, argnums=0, has_aux=False):
    """Returns the function of `func`'s gradient with respect to one argument."""
    def gradient(*args):
        args = list(args)
        args[argnums] = args[argnums].detach().clone().requires_grad_()
        result = func(*args)
        value = result[0] if has_aux else result
        found = torch.autograd.grad(value, args[argnums])[0]
        return (found, result[1]) if has_aux else found

    return gradient


def functional_call(module, parameter_and_buffer_dicts, args=(), kwargs=None):
    """Calls a module with other tensors in place of its own."""
    given = parameter_and_buffer_dicts
    for more in given if isinstance(given, (tuple, list)) else [given]:
        given = {**(given if isinstance(given, dict) else {}), **more}
    owners = {}
    for path, value in given.items():
        *inner, name = path.split(".")
        owner = module
        for part in inner:
            owner = getattr(owner, part)
        owners[path] = (owner, name, getattr(owner, name))
        object.__setattr__(owner, name, value)
    try:
        return module(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
    finally:
        for owner, name, before in owners.values():
            object.__setattr__(owner, name, before)


def __getattr__(name):
    return _late.attribute("torch.func", (), (), name)
