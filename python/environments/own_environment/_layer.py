"""What the reader's code sees in place of numpy, math, torch and random while it is followed: functions that also take symbols.
At any other time it sees the modules themselves."""

import sys
import types

from own_environment import _kinds as kinds
from own_environment._arrays import Array, elementwise, lift
from own_environment._functions import TABLES, categorical
from own_environment._lookup import has_symbol
from own_environment._symbols import Refusal, Symbol, is_tracing, line_now, number

# Modules whose results no program can repeat.
_OUTSIDE = ("random", "time", "datetime", "os", "subprocess", "socket", "urllib", "requests", "secrets", "threading")
# Modules whose functions only say something.
_SAYING = ("gymnasium.logger", "gym.logger", "warnings", "logging")


def _holds_own(value):
    return type(value) in (Array, Symbol) or type(value) in (list, tuple) and any(map(_holds_own, value))


def _plain(value):
    """Returns numpy's own array for one of ours without symbols."""
    if type(value) is Array:
        import numpy

        return numpy.array(value.tolist(), dtype=value.kind)
    return type(value)(map(_plain, value)) if type(value) in (list, tuple) else value


def _own(value):
    """Returns our arrays for numpy's."""
    if type(value).__name__ == "ndarray":
        return lift(value)
    return type(value)(map(_own, value)) if type(value) in (list, tuple) else number(value)


class _Function:
    """A function of a module that also takes symbols."""

    def __init__(self, module, name, plain):
        self._module, self._name, self._plain = module, name, plain

    def __call__(self, *args, **named):
        if not is_tracing():
            return self._plain(*args, **named)
        own = TABLES.get(self._module, {}).get(self._name)
        if own is not None:
            return own(*args, **named)
        if self._module == "numpy" and isinstance(self._plain, type) and self._name in TABLES["numpy"]:
            return elementwise(lambda cell: kinds.cast(cell, kinds.kind_name(self._plain)), args[0])
        if any(has_symbol(value) for value in (*args, *named.values())):
            shown = "np" if self._module == "numpy" else self._module.replace("numpy", "np")
            raise Refusal(f"{shown}.{self._name} of a number of the state has no operation in a program", line_now())
        return _own(self._plain(*map(_plain, args), **{name: _plain(value) for name, value in named.items()}))

    def __getattr__(self, name):
        return getattr(self._plain, name)


class _Module:
    """A module, with functions that also take symbols while code is followed."""

    def __init__(self, plain):
        self._plain = plain
        self.__name__ = plain.__name__

    def __getattr__(self, name):
        value = getattr(self._plain, name)
        return of(value, self.__name__, name) if is_tracing() else value


class _Silent:
    """A module that says things: nothing, while code is followed."""

    def __init__(self, plain):
        self._plain = plain

    def __getattr__(self, name):
        value = getattr(self._plain, name)
        return (lambda *args, **named: None) if is_tracing() and callable(value) else value


class _Outside:
    """A function or a module that a program cannot call."""

    def __init__(self, plain, name):
        self._plain, self._name = plain, name

    def __call__(self, *args, **named):
        if is_tracing():
            said = "is randomness that does not come from self.np_random" if "random" in self._name else "is a call outside of the environment"
            raise Refusal(f"{self._name} {said}, so the class cannot become a program", line_now())
        return self._plain(*args, **named)

    def __getattr__(self, name):
        value = getattr(self._plain, name)
        if getattr(type(value), "is_lent", False):
            return value
        return _Outside(value, f"{self._name}.{name}") if callable(value) or isinstance(value, types.ModuleType) else value


def _named_in(value):
    """Returns the module, and the name in it, of a function that was imported by itself."""
    for module, table in TABLES.items():
        names = vars(sys.modules[module]) if module in sys.modules else {}
        for name in table:
            if names.get(name) is value:
                return module, name
    return None, None


def of(value, module=None, name=None):
    """Returns what stands in for a module, or for a function of one."""
    if isinstance(value, (_Module, _Function, _Outside, _Silent)) or getattr(type(value), "is_lent", False):
        return value
    if isinstance(value, types.ModuleType):
        path = value.__name__
        if path in _SAYING:
            return _Silent(value)
        if path.partition(".")[0] in _OUTSIDE or path.startswith("numpy.random"):
            return _Outside(value, path.replace("numpy", "np"))
        return _Module(value) if path in TABLES else value
    if getattr(value, "__name__", None) == "categorical_sample":
        return lambda *args: categorical(*args) if is_tracing() else value(*args)
    if name is None and callable(value):
        module, name = _named_in(value)
    module = module or getattr(value, "__module__", None)
    name = name or getattr(value, "__name__", None)
    if module is None or name is None or not callable(value):
        return value
    if module.partition(".")[0] in _OUTSIDE and not isinstance(value, type):
        return _Outside(value, f"{module}.{name}")
    if module == "numpy" and name == "ndarray":
        return Array if is_tracing() else value
    root = "numpy.linalg" if module.startswith("numpy.linalg") else module.partition(".")[0]
    if root == "_math":
        root = "math"
    if root in TABLES and (name in TABLES[root] or root == "numpy" and not isinstance(value, type)):
        return _Function(root, name, value)
    return value
