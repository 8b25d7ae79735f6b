"""Saving and loading: tensors as safetensors, and what they are part of as text in the file's head."""

import _lab
import torch
from torch._base import Tensor

_CODES = {"F32": "float32", "F64": "float64", "I64": "int64", "I32": "int32", "BOOL": "bool"}
_NAMES = {name: code for code, name in _CODES.items()}


def save(obj, f, pickle_module=None, pickle_protocol=2, **unused):
    """Writes tensors, and lists, dictionaries and numbers around them, to a file."""
    data = _written(obj)
    if hasattr(f, "write"):
        f.write(data)
        return
    with open(f, "wb") as file:
        file.write(data)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **unused):
    """Reads what `save` has written, or a safetensors file."""
    if hasattr(f, "read"):
        return _read(f.read())
    with open(f, "rb") as file:
        return _read(file.read())


def _written(obj):
    import json

    head, parts, at = {}, [], 0
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
    raise TypeError(
        f"torch.save takes tensors, numbers, texts, lists and dictionaries here, not {type(obj).__name__}:"
        " save model.state_dict(), and load it with load_state_dict"
    )


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
