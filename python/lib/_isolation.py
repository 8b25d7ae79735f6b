"""Gives every cell a fresh start, and undoes what it did: modules, classes and random streams are afterwards as they were."""

import builtins
import random
import sys
import types

import _contents
import _guard
import _lab
import _library
import _program
import _random
import _recorder
import course
import numpy
import solutions
import torch
import _loop

# A training run that is under way keeps its functions and settings there.
_STATEFUL = (
    "_frozen_importlib",
    "_guard",
    "_isolation",
    "_library",
    "_loop",
    "_neighbours",
    "_program",
    "_recorder",
    "training",
    "sys",
)
_MISSING = object()


class _Kept:
    """The names of a module or of a class, and what its lists and dictionaries contain."""

    def __init__(self, owner):
        self.owner, self.names = owner, dict(vars(owner))
        self.module = getattr(owner, "__module__", owner.__name__)
        plain = {name: value for name, value in self.names.items() if not name.startswith("__")}
        self.contents = [(value, type(value)(value)) for value in plain.values() if type(value) in (dict, list)]

    def changes(self):
        """Returns what has changed: an owner and names, or a container and what it holds now."""
        for value, content in self.contents:
            if not _contents.holds(value, content):
                yield value, type(value)(value)
        if not _contents.holds(self.owner, self.names):
            now = vars(self.owner).items()
            yield self.owner, {name: value for name, value in now if self.names.get(name, _MISSING) is not value}

    def restore(self):
        """Puts back what has changed, and returns those names."""
        for value, content in self.contents:
            if not _contents.holds(value, content):
                value.clear()
                value.extend(content) if isinstance(value, list) else value.update(content)
        if _contents.holds(self.owner, self.names):
            return []
        replaced = self.put_back(lambda value: True)
        for name in [name for name in vars(self.owner) if name not in self.names]:
            delattr(self.owner, name)
        return replaced

    def put_back(self, wanted):
        """Puts back the values for which `wanted` returns true, and returns the names of those that code calls."""
        if _contents.holds(self.owner, self.names):
            return []
        now = vars(self.owner)
        changed = [name for name, value in self.names.items() if now.get(name, _MISSING) is not value and wanted(value)]
        for name in changed:
            setattr(self.owner, name, self.names[name])
        return [f"{self.owner.__name__}.{name}" for name in changed if _is_called(self.names[name])]


def _is_called(value):
    return callable(value) or isinstance(value, types.ModuleType)


class _Streams:
    """The random streams that belong to nobody: torch's, numpy's, those of `random`, and what seeds are drawn from."""

    owners = (torch.random.default_generator, numpy.random._default, random, numpy.random._entropy)

    def __init__(self):
        self.streams = [owner._stream for owner in self.owners]

    def restore(self):
        for owner, stream in zip(self.owners, self.streams):
            owner._stream = stream


def _owners():
    for name, module in list(sys.modules.items()):
        if name in _STATEFUL or not isinstance(module, types.ModuleType):
            continue
        yield module
        for value in list(vars(module).values()):
            # A class that no module can change is the interpreter's.
            if isinstance(value, type) and value.__module__ == name and name not in sys.builtin_module_names:
                yield value


def changes():
    """Returns what modules and classes have become, for `renew`."""
    return [change for kept in _kept for change in kept.changes()]


def renew(changes):
    """Makes modules and classes what they had become."""
    for owner, now in changes:
        if isinstance(owner, list):
            owner[:] = now
        elif isinstance(owner, dict):
            owner.clear()
            owner.update(now)
        else:
            for name, value in now.items():
                setattr(owner, name, value)


# Our answers to the exercises. Each cell runs them for itself, so that they call the reader's functions beside them.
_answers = solutions.__loader__.get_code("solutions")
# The course's names, which come before ours.
_provided = {name: value for name, value in vars(course).items() if not name.startswith("_")}
_modules = set(sys.modules)
_kept = [_Kept(owner) for owner in _owners()]
_console = sys.stdout
_limit = sys.getrecursionlimit()
_streams = _record = None
guard = _guard.open


def begin(names, seed):
    """Fills `names` with those that a cell begins with."""
    suspend()
    # A loop that is under way keeps its random numbers to itself, also while our answers are made.
    reseed(seed)
    _lab.set_grad_enabled(True)
    names["__name__"] = "solutions"
    exec(_answers, names)
    names.update(_provided)
    names["__name__"] = "__main__"
    reseed(seed)
    course._renew_model(names)


def suspend():
    """Keeps the random streams and the record of a run that is under way, until the end."""
    global _streams, _record
    _streams, _record = _Streams(), _recorder.suspend()


def added():
    """Returns the modules that a program has imported, with those of the library in the place of small versions."""
    small = set(_library.aside())
    return {name: module for name, module in sys.modules.items() if name not in _modules or name in small}


def reseed(seed):
    """Gives torch, numpy and `random` new random numbers."""
    for place, owner in enumerate(_Streams.owners):
        owner._stream = _lab.stream((seed + 7919 * place) % 2**32)
    _random.start(seed)


def adopt(names, answer, defined, known_as):
    """Takes the names that a passed answer has defined in place of the reference's, the first as `known_as` if that is a
    name."""
    for place, name in enumerate(defined):
        if name in answer:
            names[known_as if known_as and place == 0 else name] = answer[name]
    if "model" in defined:
        course._follow_model(names)


def before_check():
    """Puts back what a cell's text has replaced in modules and classes: the check calls what it was written with."""
    for kept in _kept:
        kept.put_back(_is_called)


def end():
    """Hands over the files that a cell has written, undoes what it did to modules, and returns the names of what it
    replaced there since its check began, if code calls it."""
    _guard.close()
    if "_files" in sys.modules:
        sys.modules["_files"].hand_over()
    if _streams:
        _streams.restore()
        _recorder.resume(_record)
    _lab.set_grad_enabled(True)
    sys.stdout = sys.stderr = _console
    sys.setrecursionlimit(_limit)
    _library.close()
    for name in list(sys.modules):
        if name not in _modules:
            del sys.modules[name]
    replaced = [(kept.module, name) for kept in _kept for name in kept.restore()]
    # A check may count in what is its own.
    return [name for module, name in replaced if not module.startswith("tests.")]


def shadowed(names, begun):
    """Returns the provided modules and classes, and Python's own functions, whose names the cell gave to something else."""
    found = []
    for name, value in names.items():
        before = begun.get(name, getattr(builtins, name, None))
        is_provided = isinstance(before, (types.ModuleType, type)) or (name not in begun and callable(before))
        if is_provided and value is not before and not callable(value):
            found.append([name, type(value).__name__])
    return found
