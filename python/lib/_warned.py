"""Warnings in the words of PyTorch, numpy and Gymnasium: Python shows each once for a line of the program, or as the program's
own filters say. The native `_warnings` needs nothing of Python's library."""

import sys

import _warnings

_OURS = ("_lab", "_warned", "gym", "gymnasium", "numpy", "scipy", "torch")


def warn(message, category=UserWarning):
    """Warns of the program's own line, which is the last one outside of our modules."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in _OURS:
        frame, level = frame.f_back, level + 1
    _warnings.warn(message, category, level)
