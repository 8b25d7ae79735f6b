"""Runs cases, and prints what each computes as a line of JSON. The same file runs in PyTorch, whose lines are recorded,
and in the page's Python, whose lines are compared with them.

A case is a line of Python, and the lines below it that begin with two spaces; the last expression is what is recorded, with
its gradients. A case that begins with `! ` has to raise an error. Each case finds fresh inputs, in `INPUTS`, and modules by their usual short names."""

import math
import warnings

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.distributions as D
import torch.optim as optim
from torch.optim import lr_scheduler

# What is recorded is a value or an error; tests/words holds the warnings.
warnings.simplefilter("ignore")


def _waves(count, scale=1.0, shift=0.0, step=1.7):
    return [round(math.sin(step * at + 0.5) * scale + shift, 3) for at in range(count)]


_EDGES = [-math.inf, -6.0, -3.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 6.0, math.inf, math.nan]
_CORNERS = [-math.inf, -1.0, 0.0, 0.5, 1.0, math.inf, math.nan]
# Name: shape, numbers.
INPUTS = {
    "a": ((2, 3), _waves(6, 1.5)),
    "b": ((2, 3), _waves(6, 0.8, 1.1, 2.3)),
    "c": ((3, 4), _waves(12, 1.2, 0.1, 0.9)),
    "h": ((2, 3), _waves(6, 0.8, 0.0, 1.1)),
    "v": ((5,), _waves(5, 2.0, 0.3, 2.1)),
    "w": ((5,), _waves(5, 1.0, 1.4, 0.6)),
    "u": ((3,), _waves(3, 1.0, 0.2, 1.3)),
    "s": ((), [0.7]),
    "M": ((3, 3), [2.0, 0.3, -0.5, 0.1, 1.5, 0.4, -0.2, 0.6, 1.8]),
    "P": ((3, 3), [2.0, 0.3, 0.5, 0.3, 1.5, 0.4, 0.5, 0.4, 1.8]),
    "B": ((2, 3, 4), _waves(24, 1.0, 0.0, 0.7)),
    "C": ((2, 4, 2), _waves(16, 1.0, 0.0, 1.9)),
    "L": ((4, 3), _waves(12, 2.0, 0.0, 1.3)),
    "img": ((1, 2, 5, 5), _waves(50, 1.0, 0.0, 0.77)),
    "seq": ((3, 2, 4), _waves(24, 1.0, 0.0, 1.21)),
    # Where functions have no slope, or two: bounds, zeros, equal numbers, numbers beyond all bounds and none at all.
    "edge": ((14,), _EDGES),
    "lefts": ((49,), [left for left in _CORNERS for _ in _CORNERS]),
    "rights": ((49,), _CORNERS * len(_CORNERS)),
    "ties": ((4, 3), [1.0, 1.0, 0.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0, -1.0, 3.0, 3.0]),
    "holes": ((4, 3), [0.0, 2.0, 3.0, 0.0, 0.0, 3.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0]),
    "masked": ((3, 3), [0.0, 0.0, -math.inf, 1.0, -math.inf, -math.inf, 0.5, 0.2, -0.3]),
    "wild": ((3, 3), [math.inf, 0.0, 1.0, -math.inf, -math.inf, -math.inf, math.nan, 1.0, 2.0]),
}
_FIXED = {
    "i": [[3, 1, 2], [1, 1, 0]],
    "j": [2, 0, 1, 1, 3],
    "t": [1, 0, 2, 1],
    "mask": [[True, False, True], [False, True, False]],
}
_USUAL = {"torch": torch, "nn": nn, "F": F, "D": D, "optim": optim, "lr_scheduler": lr_scheduler, "np": np, "math": math}


def fill(module):
    """Gives the parameters of a module numbers that depend on their size alone."""
    for number, parameter in enumerate(module.parameters()):
        values = _waves(parameter.numel(), 0.4, 0.05, 0.9 + 0.1 * number)
        parameter.data = torch.tensor(values, dtype=torch.float32).reshape(tuple(parameter.shape))
    return module


def cases(text):
    """Returns the cases of a text."""
    found = []
    for line in text.split("\n"):
        if line.startswith("  "):
            found[-1] += "\n" + line[2:]
        elif line.strip() and not line.startswith("#"):
            found.append(line)
    return found


def _number(number):
    if isinstance(number, bool) or isinstance(number, int):
        return str(number).lower()
    if number != number or number in (math.inf, -math.inf):
        return f'"{number}"'
    text = f"{number:.6g}"
    return "0" if float(text) == 0 else text


def _quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def _numbers(kind, shape, flat):
    return f'["{kind}",[{",".join(map(str, shape))}],[{",".join(map(_number, flat))}]]'


def plain(value):
    """Returns a value as JSON. Numbers with types are lists of the type, the shape and the numbers."""
    if isinstance(value, torch.Tensor):
        return _numbers(str(value.dtype), value.shape, value.detach().reshape(-1).tolist())
    if type(value).__name__ in ("bool", "bool_"):
        return str(bool(value)).lower()
    if isinstance(value, np.ndarray):
        return _numbers(str(value.dtype), value.shape, value.reshape(-1).tolist())
    if isinstance(value, np.generic):
        return _numbers(str(value.dtype), (), [value.item()])
    if value is None:
        return "null"
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        return "{" + ",".join(_quoted(str(key)) + ":" + plain(value[key]) for key in value) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(plain, value)) + "]"
    return _quoted(str(value))


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else []
    return [tensor for part in parts for tensor in _tensors(part)]


def _gradients(names, value):
    """Returns the gradients of the results' sum, each number weighed by a cosine, with respect to inputs and modules."""
    total = None
    for tensor in _tensors(value):
        if tensor.requires_grad and tensor.is_floating_point():
            weights = torch.tensor([math.cos(at) for at in range(tensor.numel())], dtype=tensor.dtype)
            part = (tensor.reshape(-1) * weights).sum()
            total = part if total is None else total + part
    if total is None:
        return None
    total.backward()
    found = {}
    for name, thing in names.items():
        if name in INPUTS and thing.grad is not None:
            found[name] = thing.grad
        elif isinstance(thing, nn.Module):
            found[name] = [p.grad for p in thing.parameters() if p.grad is not None]
    return found


def outcome(case):
    """Runs a case, and returns its line."""
    names = dict(_USUAL, fill=fill, __name__="__main__")
    words = set(re_words(case))
    for name, (shape, numbers) in INPUTS.items():
        if name in words:
            names[name] = torch.tensor(numbers).reshape(shape).requires_grad_()
    for name, numbers in _FIXED.items():
        if name in words:
            names[name] = torch.tensor(numbers)
    torch.manual_seed(0)
    *before, last = case.removeprefix("! ").split("\n")
    try:
        exec("\n".join(before), names)
        value = eval(last, names)
        found = '"is":' + plain(value)
        gradients = _gradients({name: thing for name, thing in names.items() if name not in _USUAL}, value)
        if gradients:
            found += ',"grad":' + plain(gradients)
        if case.startswith("! "):
            found = '"wrong":"nothing was raised"'
    except Exception as error:
        found = '"raises":' + _quoted(type(error).__name__)
        if not case.startswith("! "):
            found += ',"wrong":' + _quoted(str(error))
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_grad_enabled(True)
    return '{"case":' + _quoted(case) + "," + found + "}"


def re_words(text):
    """Returns the words of a text."""
    word, words = "", []
    for letter in text + " ":
        if letter.isalnum() or letter == "_":
            word += letter
        elif word:
            words.append(word)
            word = ""
    return words
