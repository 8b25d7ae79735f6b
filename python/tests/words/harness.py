"""Runs cases, and prints what each says as a line of JSON: what `repr` shows of its last expression, or the type and the first
words of its error, and the first words of its warnings. The same file runs in PyTorch, numpy and Gymnasium, whose lines are
recorded by `python harness.py`, and in the page's Python, whose lines are compared with them.

A case is a line of Python, and the lines below it that begin with two spaces."""

import json
import pickle
import warnings

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.distributions as D
import torch.optim as optim
from torch.optim import lr_scheduler

_USUAL = {"torch": torch, "nn": nn, "F": F, "D": D, "optim": optim, "lr_scheduler": lr_scheduler, "np": np, "pickle": pickle}


def cases(text):
    """Returns the cases of a text."""
    found = []
    for line in text.split("\n"):
        if line.startswith("  "):
            found[-1] += "\n" + line[2:]
        elif line.strip() and not line.startswith("#"):
            found.append(line)
    return found


def first(words):
    """Returns the words before the first mark after which ours may go on in another way."""
    words = str(words).strip()
    ends = [words.find(mark) for mark in (". ", ": ", " (", "\n")]
    return words[: min([end for end in ends if end > 0] + [len(words)])].rstrip(".:")[:120]


def outcome(case):
    """Runs a case, and returns its line."""
    names = dict(_USUAL, __name__="__main__")
    torch.manual_seed(0)
    *before, last = case.split("\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec("\n".join(before), names)
            told = {"shows": repr(eval(last, names))}
        except Exception as error:
            told = {"raises": type(error).__name__, "words": first(error)}
    if caught:
        told["warns"] = [first(warning.message) for warning in caught]
    return json.dumps({"case": case, **told})


def main():
    import pathlib

    here = pathlib.Path(__file__).parent
    lines = [outcome(case) for case in cases((here / "cases.txt").read_text())]
    (here / "said.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__" and "__file__" in globals() and __file__.endswith("harness.py"):
    main()
