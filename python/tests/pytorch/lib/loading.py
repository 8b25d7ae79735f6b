"""Loads a file of PyTorch's tests, statement by statement: what is not here becomes a stand-in, and only the tests that use it do
not run."""

import builtins
import re
import sys
import types
import unittest

# True while a file is loaded: what is absent may be named, called and decorate then.
is_loading = False
# What of all that is absent the test that runs has used.
used = []
_import = builtins.__import__


class Missing(unittest.SkipTest):
    """A test needs what is not here."""


class Absent:
    """Stands for something of PyTorch's insides, or a type of numbers that tensors do not hold."""

    def __init__(self, path):
        self.__dict__["_path"] = path

    def _used(self, *given, **named):
        if not is_loading:
            used.append(self._path)
            raise Missing(f"needs {self._path}")
        return self

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._path.rpartition(".")[2]
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._path}.{name}") if is_loading else self._used()

    def __call__(self, *given, **named):
        if is_loading and len(given) == 1 and not named and isinstance(given[0], (type, types.FunctionType)):
            return unittest.skip(f"needs {self._path}")(given[0])
        return self._used()

    def __mro_entries__(self, bases):
        return (unittest.skip(f"needs {self._path}")(type("Absent", (), {"__init__": self._used})),)

    def __iter__(self):
        self._used()
        return iter(())

    def __bool__(self):
        self._used()
        return False

    def __len__(self):
        self._used()
        return 0

    def __contains__(self, other):
        self._used()
        return False

    def __eq__(self, other):
        return isinstance(other, Absent) and self._path == other._path

    def __hash__(self):
        return hash(self._path)

    def __repr__(self):
        return self._path

    __setattr__ = __getitem__ = __setitem__ = __enter__ = __exit__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = _used
    __mul__ = __rmul__ = __sub__ = __rsub__ = __or__ = __ror__ = __and__ = __invert__ = __neg__ = _used


class _Names:
    """What `from module import names` takes its names from, where the module lacks some."""


def _tolerant(name, globals=None, locals=None, fromlist=(), level=0):
    if not is_loading:
        return _import(name, globals, locals, fromlist, level)
    try:
        return _found(name, globals, locals, fromlist, level)
    finally:
        for known in list(sys.modules.values()):
            if getattr(known, "__name__", "").partition(".")[0] == "torch" and "_lenient" not in vars(known):
                known._lenient = True
                _lenient(known)


def _found(name, globals, locals, fromlist, level):
    """Returns what an import gives, with stand-ins for what is absent."""
    try:
        module = _import(name, globals, locals, fromlist, level)
    except ImportError:
        top = name.partition(".")[0]
        if fromlist:
            module = _Names()
        elif top != name and top in sys.modules:
            # The further names are asked of the module that is there.
            parent, _, last = name.rpartition(".")
            if parent in sys.modules:
                setattr(sys.modules[parent], last, Absent(name))
            return sys.modules[top]
        else:
            return Absent(top)
    if not fromlist or "*" in fromlist:
        return module
    names = _Names()
    for part in fromlist:
        try:
            value = getattr(module, part)
        except AttributeError:
            value = sys.modules.get(f"{name}.{part}") or Absent(f"{name}.{part}")
        setattr(names, part, value)
    return names


def _lenient(module):
    """Lets a module give a stand-in, while a file is loaded, for a name that it lacks."""
    before = vars(module).get("__getattr__")

    def attribute(name):
        try:
            if before is not None:
                return before(name)
        except (AttributeError, ImportError):
            if not is_loading:
                raise
        if name.startswith("__") or not is_loading:
            raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
        return Absent(f"{module.__name__}.{name}")

    module.__getattr__ = attribute


_WITHIN = (" ", "\t", ")", "]", "}", "#", "else:", "elif ", "except", "finally:", "\n")


def _statements(source, indent):
    """Splits a text at the lines that begin a statement with this indent. What a line's beginning cannot show, such as a text over
    several lines, is split too often, and joined by who finds that a part does not parse."""
    parts, decorates = [], False
    for number, line in enumerate(source.splitlines(keepends=True), 1):
        rest = line[len(indent) :]
        begins = line.startswith(indent) and rest != "" and not rest.startswith(_WITHIN)
        if begins and not decorates or not parts:
            parts.append([number, ""])
        parts[-1][1] += line
        # Decorators, of one line or of more, and what they decorate are one.
        decorates = rest.startswith("@") if begins else decorates
    return parts


def _run(first, text, file, names):
    """Runs a statement that begins in a line of a file. In place of a method that cannot be made a class gets one that fails for
    the same reason."""
    names["__unmade__"] = _unmade
    code = compile("\n" * (first - 1) + text, file, "exec")
    for _ in range(100):
        try:
            return exec(code, names)
        except Exception as error:
            kind = re.search(r"^class (\w+)", text, re.MULTILINE)
            if not kind:
                raise
            line, why = _line(error, file, kind[1]) - first + 1, f"{type(error).__name__}: {error}"
            text = _without(text, line, why)
            if text is None:
                raise
            code = compile("\n" * (first - 1) + text, file, "exec")


def _without(text, line, why):
    """Returns the text of a class with a stand-in for the method, or another statement, that has a line of it."""
    parts = _statements(text, "    ")
    for number, (first, part) in enumerate(parts[1:], 1):
        lines = part.count("\n")
        if first <= line < first + lines:
            name = re.search(r"^    def (\w+)", part, re.MULTILINE)
            made = f"    {name[1]} = __unmade__({why!r})" if name else "    pass"
            parts[number][1] = made + "\n" * lines
            return "".join(part for _, part in parts)
    return None


def _line(error, file, kind):
    """Returns the line of a file at which an error began: of a class, the line in it."""
    trace, line = error.__traceback__, 0
    while trace:
        code = trace.tb_frame.f_code
        if code.co_filename == file and code.co_name in ("<module>", kind):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _unmade(why):
    def method(self, *given, **named):
        raise RuntimeError(f"the test cannot be made: {why}")

    return method


def load(source, name, asserted):
    """Returns the module of a test file, and the statements that could not run: lines with errors."""
    global is_loading
    module = types.ModuleType(name)
    module.__file__ = name + ".py"
    names, failures = vars(module), []
    names["__asserted__"] = asserted
    sys.modules[name] = module
    builtins.__import__ = _tolerant
    # The statements `assert` of tests are counted as they run.
    source = re.sub(r"^( +)assert\b", r"\1__asserted__(); assert", source, flags=re.MULTILINE)
    is_loading, parts = True, _statements(source, "")
    try:
        while parts:
            line, text = parts.pop(0)
            try:
                _run(line, text, module.__file__, names)
            except SyntaxError as error:
                if parts:
                    parts[0] = [line, text + parts[0][1]]
                else:
                    failures.append(f"line {line}: {error}")
            except Exception as error:
                failures.append(f"line {line}: {type(error).__name__}: {error}")
                named = re.search(r"^(?:def|class) (\w+)", text, re.MULTILINE)
                if named:
                    names[named[1]] = Absent(f"{name}.{named[1]}")
    finally:
        is_loading = False
        builtins.__import__ = _import
    return module, failures
