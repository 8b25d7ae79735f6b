"""Tensors rearranged by a pattern such as `"b (h w) c -> b c h w"`."""

import math

import torch


class EinopsError(RuntimeError):
    """A pattern that does not fit the tensor."""


def _sides(pattern):
    left, arrow, right = pattern.partition("->")
    if not arrow:
        raise EinopsError(f"{pattern!r} has no ->")
    return _groups(left), _groups(right)


def _groups(text):
    """Returns the names of each dimension, a list where several stand in brackets."""
    groups, inside = [], None
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            inside = []
        elif word == ")":
            groups.append(inside)
            inside = None
        elif inside is not None:
            inside.append(word)
        else:
            groups.append([word])
    return groups


def _named(left, shape, given, pattern):
    """Returns the single names of the left side, in order, with their sizes."""
    rest = len(shape) - sum(group != ["..."] for group in left)
    wide = []
    for group in left:
        wide += [[f"...{at}"] for at in range(rest)] if group == ["..."] else [group]
    if len(wide) != len(shape):
        raise EinopsError(f"{pattern!r} names {len(wide)} dimensions, and the tensor has {len(shape)}")
    order, sizes = [], dict(given)
    for group, size in zip(wide, shape):
        known, open_name = 1, None
        for name in group:
            if name.isdigit() or name in sizes:
                known *= int(name) if name.isdigit() else sizes[name]
            elif group == [name]:
                sizes[name] = size
                known *= size
            elif open_name:
                raise EinopsError(f"the sizes of {open_name} and {name} in {pattern!r} cannot both be found: give one")
            else:
                open_name = name
        if open_name:
            sizes[open_name] = size // max(known, 1)
            known *= sizes[open_name]
        if known != size:
            raise EinopsError(f"({' '.join(group)}) in {pattern!r} is {known}, and the tensor has {size} there")
        order += [name for name in group if name != "1"]
    return order, sizes, rest


def _expanded(groups, rest):
    wide = []
    for group in groups:
        wide += [[f"...{at}"] for at in range(rest)] if group == ["..."] else [
            [part for name in group for part in ([f"...{at}" for at in range(rest)] if name == "..." else [name])]
        ]
    return wide


def _worked(tensor, pattern, reduction, given, repeats):
    is_numpy = hasattr(tensor, "_tensor")
    if isinstance(tensor, (list, tuple)):
        tensor = torch.stack([torch.as_tensor(part) for part in tensor])
    tensor = torch.as_tensor(tensor)
    left, right = _sides(pattern)
    order, sizes, rest = _named(left, tuple(tensor.shape), given, pattern)
    wanted = _expanded(right, rest)
    names = [name for group in wanted for name in group if name != "1"]
    new = [name for name in names if name not in order]
    gone = [name for name in order if name not in names]
    if new and not repeats or gone and not reduction:
        raise EinopsError(f"{' and '.join(new or gone)} stands on one side of {pattern!r} only")
    made = tensor.reshape([sizes[name] for name in order])
    if gone:
        dims = tuple(order.index(name) for name in gone)
        if callable(reduction):
            made = reduction(made, dims)
        elif reduction == "prod":
            for dim in sorted(dims, reverse=True):
                made = made.prod(dim)
        else:
            made = getattr(torch, {"max": "amax", "min": "amin"}.get(reduction, reduction))(made, dims)
        order = [name for name in order if name not in gone]
    made = made.permute([order.index(name) for name in names if name in order])
    if new:
        size = {name: int(name) if name.isdigit() else sizes.get(name) for name in new}
        if None in size.values():
            raise EinopsError(f"give the sizes of {' and '.join(new)}")
        made = made.reshape([1 if name in new else sizes[name] for name in names])
        made = made.expand([size[name] if name in new else sizes[name] for name in names])
        sizes.update(size)
    made = made.reshape([math.prod(1 if name == "1" else sizes[name] for name in group) for group in wanted])
    return made.numpy() if is_numpy else made


def rearrange(tensor, pattern, **axes_lengths):
    return _worked(tensor, pattern, None, axes_lengths, False)


def repeat(tensor, pattern, **axes_lengths):
    return _worked(tensor, pattern, None, axes_lengths, True)


def reduce(tensor, pattern, reduction, **axes_lengths):
    return _worked(tensor, pattern, reduction, axes_lengths, False)


def einsum(*tensors_and_pattern):
    """As `torch.einsum`, with names of several letters."""
    *tensors, pattern = tensors_and_pattern
    letters, text = {}, ""
    for word in pattern.replace(",", " , ").replace("->", " -> ").split():
        text += word if word in (",", "->", "...") else letters.setdefault(word, "abcdefghijklmnopqrstuvwxyz"[len(letters)])
    return torch.einsum(text, *tensors)


def parse_shape(x, pattern):
    return {name: size for name, size in zip(pattern.split(), x.shape) if name != "_"}
