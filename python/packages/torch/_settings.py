"""Questions about tensors, and settings that only other machines have."""

import torch
from torch._base import _name

_ORDER = ("bool", "uint8", "int32", "int64", "float32", "float64")


class autocast:
    """Mixed precision, which needs hardware that is not here: computations keep their types."""

    def __init__(self, device_type="cpu", dtype=None, enabled=True, cache_enabled=None):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        pass

    def __call__(self, function):
        return function


def is_complex(input):
    return False


def is_nonzero(input):
    return bool(input)


def is_inference_mode_enabled():
    return False


def typename(obj):
    return obj.type() if isinstance(obj, torch.Tensor) else type(obj).__name__


def promote_types(type1, type2):
    return torch._types._BY_NAME[max(_name(type1), _name(type2), key=_ORDER.index)]


def result_type(tensor1, tensor2):
    return (tensor1 + tensor2).dtype


def can_cast(from_, to):
    kinds = [0 if n == "bool" else 2 if n.startswith("float") else 1 for n in (_name(from_), _name(to))]
    return kinds[0] <= kinds[1]


def vmap(func, in_dims=0, out_dims=0, randomness="error", **kwargs):
    from torch.func import vmap as mapped

    return mapped(func, in_dims, out_dims)


def detach(input):
    return input.detach()


def get_default_device():
    return torch.device("cpu")


def set_default_device(device):
    pass
