"""Indexing by names of dimensions, as in `eindex(log_probs, actions, "env time [env time] -> env time")`."""

import torch


def eindex(tensor, *arguments):
    """`out[i, j] = tensor[i, j, index[i, j]]`. The pattern names dimensions; an index tensor picks those in brackets."""
    *indices, pattern = arguments
    left, _, right = pattern.partition("->")
    wanted, brackets, rest = right.split(), [], left
    names = []
    while rest.strip():
        rest = rest.strip()
        if rest.startswith("["):
            inner, _, rest = rest[1:].partition("]")
            brackets.append(inner.split())
            names.append(None)
        else:
            name, _, rest = rest.partition(" ")
            names.append(name)
    if len(names) != tensor.dim():
        raise ValueError(f"the pattern names {len(names)} dimensions, the tensor has {tensor.dim()}")
    if len(indices) != len(brackets):
        raise ValueError(f"the pattern has {len(brackets)} brackets, but {len(indices)} index tensors were given")
    sizes = {name: tensor.shape[i] for i, name in enumerate(names) if name is not None}
    for index, inner in zip(indices, brackets):
        for name, size in zip(inner, index.shape):
            if sizes.setdefault(name, size) != size:
                raise ValueError(f"dimension {name} has size {sizes[name]} in one place and {size} in another")

    if names[-1] is None and len(indices) == 1 and names[:-1] == brackets[0] == wanted:
        return tensor.gather(-1, indices[0].long().unsqueeze(-1)).squeeze(-1)

    def spread(index, inner):
        """Returns the index with one dimension for each wanted name."""
        shape = [sizes[name] if name in inner else 1 for name in wanted]
        order = [inner.index(name) for name in wanted if name in inner]
        return index.permute(*order).reshape(*shape)

    pending = iter(zip(indices, brackets))
    picks = []
    for name in names:
        if name is None:
            index, inner = next(pending)
            picks.append(spread(index.long(), inner))
        else:
            picks.append(spread(torch.arange(sizes[name]), [name]))
    return tensor[tuple(picks)]
