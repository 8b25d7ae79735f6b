"""Finds the environment class of a text, and what is wrong with it before it runs."""

import sys
import types

from own_environment._sources import Lent
from own_environment._symbols import Refusal, graph
from own_environment._turns import bounded

# What the modules made of the reader's text are called.
PREFIX = "reader_environment_"


def forget():
    """Takes the reader's modules out of Python's table."""
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


def line_in(error, file):
    """Returns the innermost line of a file in an error's traceback."""
    line, entry = None, error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == file:
            line = entry.tb_lineno
        entry = entry.tb_next
    return line


def told(error):
    """Returns an error as Python writes it."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def module_of(text, file, name, code=None, own=None):
    """Runs a text as a module, and returns it. Without `code`, which it is then, its loops are bounded."""
    try:
        names = {"__own__": own}
        if code is None:
            code, names = bounded(text, file)
            code = code or compile(text, file, "exec")
    except SyntaxError as error:
        raise Refusal(f"this does not parse: {error.msg}", error.lineno) from None
    module = types.ModuleType(name)
    module.__file__ = file
    vars(module).update(names)
    # Data classes look their module up.
    sys.modules[name] = module
    try:
        exec(code, vars(module))
    except Refusal:
        raise
    except Exception as error:
        raise Refusal(f"the text ends with {told(error)}", line_in(error, file)) from None
    return module


def class_of(module, wanted=None):
    """Returns the environment class of a module: the one that has `step`, and of several the last one."""
    own = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__]
    if wanted:
        own = [value for value in own if value.__name__ == wanted]
    found = [value for value in own if _has(value, "reset") and _has(value, "step") and not _is_a(value, "VectorEnv") and not _is_a(value, "Wrapper")]
    if found:
        return found[-1]
    like = [value for value in own if any(base.__name__ in ("Env", "Wrapper") for base in value.__mro__)]
    if like and _is_a(like[-1], "Wrapper"):
        raise Refusal(f"{like[-1].__name__} wraps an environment: define a class with reset and step of its own, such as class MyEnv(gym.Env)", _line_of(like[-1]))
    if like:
        missing = "reset" if _has(like[-1], "step") else "step"
        raise Refusal(f"{like[-1].__name__} has no {missing}: define {missing}(self{', action' if missing == 'step' else ', *, seed=None, options=None'})", _line_of(like[-1]))
    raise Refusal("there is no environment: define a class with reset and step, such as class MyEnv(gym.Env)", None)


def _has(value, method):
    return any(method in vars(base) for base in value.__mro__ if base.__module__.partition(".")[0] not in ("gymnasium", "gym", "builtins"))


def _is_a(value, name):
    return any(base.__name__ == name for base in value.__mro__)


def wrappers_of(module):
    """Returns the wrappers that a text defines around its environment, and the lines at which their methods begin."""
    own = [value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__ and _is_a(value, "Wrapper")]
    return [(value.__name__, _line_of(value)) for value in own]


def _line_of(kind):
    functions = [value for value in vars(kind).values() if hasattr(value, "__code__")]
    return min((function.__code__.co_firstlineno for function in functions), default=None)


def line_of(kind, method):
    """Returns the line at which a method begins, or None where it is not the reader's."""
    for base in kind.__mro__:
        function = vars(base).get(method)
        if hasattr(function, "__code__") and base.__module__.startswith(PREFIX):
            return function.__code__.co_firstlineno
    return None


def made_of(kind, file):
    try:
        return kind()
    except Refusal:
        raise
    except Exception as error:
        raise Refusal(f"{kind.__name__}() ends with {told(error)}", line_in(error, file) or line_of(kind, "__init__")) from None


class Quiet:
    """While it is open, Gymnasium says nothing: a text is read more than once, and registers its environment each time."""

    def __enter__(self):
        from gymnasium import logger

        self._levels = getattr(logger, "_level", [0])
        self._level, self._levels[0] = self._levels[0], 40

    def __exit__(self, *unused):
        self._levels[0] = self._level
        return False


class Read:
    """A text that was read: the module that it is, and its environment class. While it is open, generators that the text makes are lent
    draws."""

    def __init__(self, text, file, wanted=None):
        self.text, self.file, self.wanted, self.lent = text, file, wanted, Lent(text)
        self._module, self._quiet = None, Quiet()

    module = property(lambda self: self._loaded())
    kind = property(lambda self: class_of(self.module, self.wanted))

    def _loaded(self):
        if self._module is None:
            self._module = module_of(self.text, self.file, PREFIX + "plain")
        return self._module

    def __enter__(self):
        self._quiet.__enter__()
        graph.file = self.file
        self.lent.__enter__()
        return self

    def __exit__(self, *unused):
        self._quiet.__exit__()
        self.lent.__exit__()
        forget()
        return False
