"""Trains with a loop of the reader's: a generator that yields after each iteration, with a dict of what it has measured."""

import types

import _recorder
import torch as t

_loop = _record = None
_known = []


def begin(loop, known):
    """Takes the loop, and the names of what the page can draw."""
    global _loop, _record, _known
    if not isinstance(loop, types.GeneratorType):
        raise TypeError(
            f"train has to be a generator, and returned {type(loop).__name__}: yield once in each iteration"
        )
    _loop, _known = loop, known
    _record = _recorder.start()


def count(iterations):
    """Returns how many iterations the loop has: an expression of its own names, which a reader may have changed. 0 if it fails."""
    frame = _loop.gi_frame
    try:
        number = eval(iterations, frame.f_globals, dict(frame.f_locals))
    except Exception:
        return 0
    return max(number, 0) if type(number) is int else 0


def proceed():
    """Goes on to the next `yield`. Returns names, their values, the number of steps so far and the film; [] at the end."""
    try:
        told = next(_loop)
    except StopIteration:
        _recorder.suspend()
        return []
    measured, film = _record.take()
    measured.update(_checked(told))
    return [list(measured), list(measured.values()), _record.global_step, film]


def _checked(told):
    if told is None:
        return {}
    if not isinstance(told, dict):
        raise TypeError(f"train yielded {type(told).__name__}: yield a dict of measurements, or nothing")
    measured = {}
    for name, value in told.items():
        if name not in _known:
            raise ValueError(f"train yielded {name!r}, which no chart shows: there are {', '.join(_known)}")
        if value is None:
            continue
        if isinstance(value, t.Tensor) and value.numel() != 1:
            raise ValueError(f"train yielded {name!r} as a tensor of shape {tuple(value.shape)}: take its mean first")
        measured[name] = float(value)
    return measured
