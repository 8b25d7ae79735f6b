"""Where a reader's result goes wrong: what a function changes in place, and the line in which its numbers stop being finite."""

import sys

import numpy as np
import torch as t

# The last call of a reader's function, to be followed line by line if its result is not finite.
_last = None


def snapshot(inputs):
    """Returns the tensors and arrays among the inputs, each with its name and a copy; those of named tuples too."""
    found = []
    for name, value in inputs.items():
        if hasattr(value, "_fields"):
            found += snapshot({f"{name}.{field}": part for field, part in zip(value._fields, value)})
        elif isinstance(value, t.Tensor):
            found.append((name, value.detach().clone(), value))
        elif isinstance(value, np.ndarray):
            found.append((name, value.copy(), value))
    return found


def changed(before):
    """Returns name, copy and present value of what is no longer as it was."""
    return [(name, was, now) for name, was, now in before if not _is_same(was, now)]


def _is_same(was, now):
    if was.shape != now.shape:
        return False
    now = now.detach() if isinstance(now, t.Tensor) else now
    return bool(((was == now) | ((was != was) & (now != now))).all())


def remember(function, inputs, fixed):
    """Keeps a call, with copies of its tensors and arrays."""
    global _last
    copies = {
        name: value.copy() if isinstance(value, np.ndarray) else _fresh(value) if isinstance(value, t.Tensor) else value
        for name, value in inputs.items()
    }
    _last = function, copies, fixed


def _fresh(tensor):
    copy = tensor.detach().clone()
    return copy.requires_grad_() if tensor.requires_grad else copy


def of_odd(got, odd):
    """Says which entry of a result is not finite, and in which line the first such number came up.

    odd: True where `got` is not finite and should be
    """
    place = odd.nonzero()[0].tolist() if odd.ndim else []
    value = got[tuple(place)].item() if place else got.item()
    what = "nan" if value != value else "inf" if value > 0 else "-inf"
    count = int(odd.sum())
    others = f" ({count} entries are not finite)" if count > 1 else ""
    said = f"entry {place} of the result is {what}{others}" if place else f"the result is {what}"
    first = _first_line(what == "nan")
    if first is None:
        where = f"print the parts of the formula for these inputs, and see which is {what} first"
    else:
        name, line = first
        where = (
            f"it begins in line {line}, where "
            + ("what it returns" if name is None else f"`{name}`")
            + f" becomes {what}"
        )
    return f"{said}: {where}. Look there for {_CAUSES[what == 'nan']}"


_CAUSES = {
    True: "a division by 0, a logarithm of 0 or less, or infinity minus infinity",
    False: "a division by 0, a logarithm of 0, or an exponential of a large number",
}


def _first_line(is_nan):
    """Follows the last call once more, and returns the name and the line of its first number that is nan, or infinite;
    no name is what a function returns."""
    if _last is None:
        return None
    function, inputs, fixed = _last
    found, seen = [], {}

    def is_odd(value):
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            value = t.tensor(value)
        if isinstance(value, float):
            value = t.tensor(value)
        if not isinstance(value, t.Tensor) or not value.dtype.is_floating_point:
            return False
        value = value.detach()
        return bool((t.isnan(value) if is_nan else t.isinf(value)).any())

    def follow(frame, event, given):
        if frame.f_code.co_filename != "<cell>" or found:
            return None
        if event == "call":
            seen[id(frame)] = [], set()
        lines, odd = seen[id(frame)]
        for name, value in frame.f_locals.items():
            if name not in odd and is_odd(value):
                odd.add(name)
                # What was odd when it came in is not made here.
                if lines:
                    found.append((name, lines[-1]))
        if event == "return" and not found and is_odd(given):
            found.append((None, frame.f_lineno))
        lines.append(frame.f_lineno)
        return follow

    sys.settrace(follow)
    try:
        function(*inputs.values(), **fixed)
    except Exception:
        pass
    finally:
        sys.settrace(None)
    return found[0] if found else None
