"""Tensors of PyTorch, written and read as `torch.save` does here: in the format of this package."""

from torch._base import Tensor
from torch._saving import _read, _written


def save(tensors, metadata=None):
    """Returns a dictionary of tensors as the bytes of a file."""
    if not isinstance(tensors, dict) or not all(isinstance(name, str) for name in tensors):
        raise ValueError(f"expected a dict of names and tensors, and got {type(tensors).__name__}: save_file(model.state_dict(), ...)")
    for name, tensor in tensors.items():
        if not isinstance(tensor, Tensor):
            raise ValueError(f"{name!r} is a {type(tensor).__name__}, and only tensors can be saved")
    return _written(tensors, metadata)


def save_file(tensors, filename, metadata=None):
    """Writes a dictionary of tensors to a file."""
    data = save(tensors, metadata)
    with open(filename, "wb") as file:
        file.write(data)


def load(data):
    """Returns the tensors in the bytes of a file, by name."""
    return _read(data)


def load_file(filename, device="cpu"):
    """Returns the tensors in a file, by name."""
    with open(filename, "rb") as file:
        return _read(file.read())


def save_model(model, filename, metadata=None, force_contiguous=True):
    """Writes the tensors of a module to a file."""
    save_file(model.state_dict(), filename, metadata)


def load_model(model, filename, strict=True, device="cpu"):
    """Puts the tensors of a file into a module, and returns the names that were missing and those that nothing took."""
    return model.load_state_dict(load_file(filename), strict=strict)
