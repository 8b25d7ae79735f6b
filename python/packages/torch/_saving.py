"""Saving and loading: tensors as safetensors, and what they are part of as text in the file's head. Whole modules, which only
Python itself can put together again, are pickled."""

import _lab
import torch
from torch._base import Tensor

_CODES = {"F32": "float32", "F64": "float64", "I64": "int64", "I32": "int32", "U8": "uint8", "BOOL": "bool"}
_NAMES = {name: code for code, name in _CODES.items()}


_PICKLED = b"pickled in Policy Lab\n"


def save(obj, f, pickle_module=None, pickle_protocol=2, **unused):
    """Writes tensors, and what they are part of, to a file."""
    try:
        data = _written(obj)
    except _NotPlain as error:
        data = _pickled(obj, str(error))
    if hasattr(f, "write"):
        f.write(data)
        return
    with open(f, "wb") as file:
        file.write(data)


class _NotPlain(TypeError):
    """Something that lists, dictionaries and numbers cannot describe."""


def _pickled(obj, kind):
    import io
    import pickle

    class Pickler(pickle._Pickler):
        def reducer_override(self, part):
            return _reduced(part) if isinstance(part, Tensor) else NotImplemented

    file = io.BytesIO()
    try:
        Pickler(file).dump(obj)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise TypeError(f"a {kind} cannot be saved ({error}): save model.state_dict(), and load it with load_state_dict") from None
    return _PICKLED + file.getvalue()


def _reduced(tensor):
    """Returns what pickle makes a tensor of again."""
    settings = (tensor.requires_grad and tensor.is_leaf, _lab.is_parameter(tensor))
    return _tensor_of, (_lab.to_bytes(tensor), _lab.dtype(tensor), tuple(tensor.shape), *settings)


def _tensor_of(data, dtype, shape, requires_grad, is_parameter):
    tensor = _lab.from_bytes(data, dtype, shape)
    return torch.nn.Parameter(tensor, requires_grad) if is_parameter else tensor.requires_grad_(requires_grad)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **unused):
    """Reads what `save` has written, or a safetensors file."""
    if hasattr(f, "read"):
        data = f.read()
    else:
        with open(f, "rb") as file:
            data = file.read()
    if not data.startswith(_PICKLED):
        return _read(data)
    if weights_only:
        raise RuntimeError("this file holds more than weights: load it with weights_only=False")
    import pickle

    return pickle.loads(data[len(_PICKLED) :])


def _written(obj, metadata=None):
    import json

    head, parts, at = {"__metadata__": metadata} if metadata else {}, [], 0
    tensors = {}
    if isinstance(obj, dict) and obj and all(isinstance(k, str) and isinstance(v, Tensor) for k, v in obj.items()):
        # A state_dict is a plain safetensors file, which other programs read by the same names.
        tensors = obj
    else:
        head["__metadata__"] = {"policy_lab": json.dumps(_plain(obj, tensors))}
    for name, tensor in tensors.items():
        block = _lab.to_bytes(tensor)
        head[name] = {"dtype": _NAMES[_lab.dtype(tensor)], "shape": list(tensor.shape), "data_offsets": [at, at + len(block)]}
        at += len(block)
        parts.append(block)
    text = json.dumps(head, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + b"".join(parts)


def _plain(obj, tensors):
    """Returns `obj` as lists that JSON can hold, its tensors replaced by names."""
    if isinstance(obj, Tensor):
        kind = "parameter" if _lab.is_parameter(obj) else "tensor"
        tensors[str(len(tensors))] = obj
        return [kind, str(len(tensors) - 1), obj.requires_grad]
    if obj is None or isinstance(obj, (bool, str)):
        return obj
    if isinstance(obj, (int, float)):
        # JSON has no infinity.
        return ["number", repr(float(obj))] if obj != obj or obj in (torch.inf, -torch.inf) else int(obj) if isinstance(obj, int) else float(obj)
    inner = getattr(obj, "_tensor", None)
    if inner is not None:
        return ["array", _plain(inner, tensors)]
    if isinstance(obj, dict):
        return ["dict", [[_plain(key, tensors), _plain(value, tensors)] for key, value in obj.items()]]
    if isinstance(obj, (list, tuple, set)):
        kind = "list" if isinstance(obj, list) else "set" if isinstance(obj, set) else "tuple"
        return [kind, [_plain(part, tensors) for part in obj]]
    raise _NotPlain(type(obj).__name__)


def _read(data):
    import json

    size = int.from_bytes(data[:8], "little")
    if len(data) < 8 or size > len(data) or data[8:9] != b"{":
        raise RuntimeError("this file is neither written by torch.save here nor a safetensors file: PyTorch's own format needs pickle")
    head = json.loads(data[8 : 8 + size].decode())
    about, tensors = head.pop("__metadata__", None) or {}, {}
    for name, part in head.items():
        if part["dtype"] not in _CODES:
            raise RuntimeError(f"{name} has the type {part['dtype']}, which is not known here: save it as float32")
        start, end = part["data_offsets"]
        block = data[8 + size + start : 8 + size + end]
        tensors[name] = _lab.from_bytes(block, _CODES[part["dtype"]], tuple(part["shape"]))
    return _restored(json.loads(about["policy_lab"]), tensors) if "policy_lab" in about else tensors


def _restored(plain, tensors):
    if not isinstance(plain, list):
        return plain
    kind, content = plain[0], plain[1]
    if kind in ("tensor", "parameter"):
        tensor = tensors[content]
        return torch.nn.Parameter(tensor, plain[2]) if kind == "parameter" else tensor.requires_grad_(plain[2])
    if kind == "number":
        return float(content)
    if kind == "array":
        return _restored(content, tensors).numpy()
    if kind == "dict":
        return {_restored(key, tensors): _restored(value, tensors) for key, value in content}
    return {"list": list, "tuple": tuple, "set": set}[kind](_restored(part, tensors) for part in content)
