"""What stands in a reader's text for packages that a page does not have.

Of what a program only logs, uploads or draws with, every call does nothing, and the first says so. Of all others an import gives
something that raises the import's error when it is first used, so that the other lines of a cell run. A text that asks whether
a package is there (`try: import x` with `except ImportError`) is told the truth."""

import sys
from _ast import PyCF_ONLY_AST

import _library

# By package: the parts for which calls do nothing, or none for all of it, and what is missed.
_IDLE = {
    "bokeh": ("", "matplotlib.pyplot draws here"),
    "clearml": ("", "a page has no account there"),
    "comet_ml": ("", "a page has no account there"),
    "google": ("colab", "this page is no Colab: files are opened and saved by its own buttons"),
    "graphviz": ("", "matplotlib.pyplot draws here"),
    "gym_pygame": ("", "a page has no games of pygame"),
    "huggingface_hub": ("", "a page sends nothing to the hub"),
    "livelossplot": ("", "matplotlib.pyplot draws here"),
    "mlflow": ("", "a page has no server for it"),
    "moviepy": ("", "imageio and RecordVideo write films here"),
    "neptune": ("", "a page has no account there"),
    "plotly": ("", "matplotlib.pyplot draws here"),
    "setproctitle": ("", "a tab has one process"),
    "swanlab": ("", "a page has no account there"),
    "tensorflow": ("summary", "torch.utils.tensorboard has a SummaryWriter here"),
    "torchinfo": ("", "print(model) shows its layers"),
    "torchsummary": ("", "print(model) shows its layers"),
    "torchviz": ("", "a page draws no graphs of it"),
    "visdom": ("", "matplotlib.pyplot draws here"),
    "wasabi": ("", "print writes here"),
    "xvfbwrapper": ("", "a page needs no display for it"),
}
# Errors of which a handler means that the package may be missing.
_CAUGHT = ("ImportError", "ModuleNotFoundError", "Exception", "BaseException")

_read, _said = {}, {}


def stand_in(text, place, name, fromlist, missing):
    """Returns what `import name`, or `from name import fromlist`, gives at a place of a text, the name of its file and a line;
    None where its error stays, which names the module that is `missing`."""
    if text not in _read:
        _read[text] = _imports(text)
    file, line = place
    here = [it for it in _read[text] if it[0] <= line <= it[1] and name in it[2]]
    if not here or "*" in fromlist or any(is_guarded for *_, is_guarded, _ in here):
        return None
    wanted = [f"{name}.{part}" for part in fromlist] or [name]
    # A function that cannot do without it is not begun in vain.
    if any(is_inside for *_, is_inside in here) and not all(_words(path) for path in wanted):
        return None
    top = name.partition(".")[0]
    error = f"No module named '{missing}': {_library.why(name)}"
    if not all(_words(path) for path in wanted):
        _say((missing, "import"), f"{file}, line {line}: {error}. Whatever does not use it runs")
    made = [_made(path, (file, line), error) for path in wanted]
    if fromlist:
        return _Names(zip(fromlist, made))
    if name == top:
        return made[0]
    if not here[0][2][name]:
        return sys.modules.get(top) or _made(top, (file, line), error)
    # Python looks for `c` in `b`, and for `b` in what it is given, to name `a.b.c`.
    found = made[0]
    for part in reversed(name.split(".")[1:]):
        found = _Names([(part, found)])
    return found


def _made(path, place, error):
    words = _words(path)
    return _Idle(path, words) if words else _Absent(path, place, error)


def _words(path):
    """Says why nothing comes of what has this path, or nothing if somebody counts on it."""
    top, _, rest = path.partition(".")
    parts, words = _IDLE.get(top, ("-", ""))
    return words if not parts or rest.partition(".")[0] in parts.split() else ""


def _say(what, words):
    if what not in _said:
        _said[what] = words
        print(words, file=sys.stderr)


class _Names:
    """What a text takes its names from."""

    def __init__(self, names):
        vars(self).update(names)


class _Idle:
    """Something that does nothing."""

    def __init__(self, path, words):
        vars(self).update(_path=path, _words=words)

    def __getattr__(self, name):
        if name == "__version__":
            return "0"
        if name[:2] == "__":
            raise AttributeError(f"{self._path} has no {name} here")
        return _Idle(f"{self._path}.{name}", self._words)

    def __call__(self, *args, **named):
        # As a decorator it leaves what it decorates.
        if len(args) == 1 and not named and type(args[0]) in (type, type(_say)):
            return args[0]
        _say(self._path.partition(".")[0], f"{self._path} does nothing here: {self._words}")
        return _Idle(self._path, self._words)

    def __getitem__(self, key): return _Idle(self._path, self._words)
    def __setitem__(self, key, value): pass
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __bool__(self): return True
    def __enter__(self): return self
    def __exit__(self, *raised): pass
    def __mro_entries__(self, bases): return ()
    def __repr__(self): return f"<{self._path}, which does nothing here>"
    # As the value of a cell's last line: the call has said so.
    def _ipython_display_(self): pass


class _Absent:
    """Something that is not here, as its first use says."""

    def __init__(self, path, place, error):
        vars(self).update(_path=path, _place=place, _error=error)

    def __getattr__(self, name):
        words = _words(f"{self._path}.{name}")
        if words:
            return _Idle(f"{self._path}.{name}", words)
        # Whoever asks for these looks at what it has, and uses nothing.
        if name[:2] == "__" and name != "__version__":
            raise AttributeError(f"{self._path} is not here")
        raise _error(self)

    # A type among others, in an annotation.
    def __or__(self, other): return self
    def __ror__(self, other): return self
    def __repr__(self): return f"<{self._path}, which is not here>"


def _error(absent):
    file, line = absent._place
    return ModuleNotFoundError(f"{absent._error} (imported in line {line} of {file})", name=absent._path.partition(".")[0])


def _refuse(absent, *args, **named):
    raise _error(absent)


for _name in (
    "abs add bool call contains delitem enter exit float floordiv getitem iadd index instancecheck int invert isub iter len "
    "lt le gt ge matmul mod mro_entries mul neg next pos pow radd rmul rsub rtruediv setattr setitem sub subclasscheck truediv"
).split():
    setattr(_Absent, f"__{_name}__", _refuse)


def _imports(text):
    """Returns the imports of a text: their first and last lines, the modules with whether each has another name, and whether a
    handler catches their errors, and whether a function holds them."""
    found = []
    try:
        tree = compile(text, "<text>", "exec", PyCF_ONLY_AST)
    except (SyntaxError, ValueError, RecursionError):
        return found
    _walk(tree.body, False, False, found)
    return found


def _walk(body, is_guarded, is_inside, found):
    for part in body:
        kind = type(part).__name__
        if kind == "Import":
            names = {alias.name: alias.asname is not None for alias in part.names}
            found.append((part.lineno, part.end_lineno, names, is_guarded, is_inside))
        elif kind == "ImportFrom":
            found.append((part.lineno, part.end_lineno, {part.module or "": False}, is_guarded, is_inside))
        elif kind in ("Try", "TryStar"):
            catches = any(_catches(handler.type) for handler in part.handlers)
            _walk(part.body, is_guarded or catches, is_inside, found)
            for handler in part.handlers:
                _walk(handler.body, is_guarded, is_inside, found)
            _walk(part.orelse, is_guarded, is_inside, found)
            _walk(part.finalbody, is_guarded, is_inside, found)
        elif kind in ("With", "AsyncWith"):
            calls = [item.context_expr for item in part.items]
            suppresses = any(_catches(name) for call in calls for name in getattr(call, "args", ()))
            _walk(part.body, is_guarded or suppresses, is_inside, found)
        elif kind == "Match":
            for case in part.cases:
                _walk(case.body, is_guarded, is_inside, found)
        else:
            inside = is_inside or kind in ("FunctionDef", "AsyncFunctionDef")
            _walk(getattr(part, "body", ()), is_guarded, inside, found)
            _walk(getattr(part, "orelse", ()), is_guarded, inside, found)


def _catches(kind):
    """Returns true if a handler of this expression catches that a module is missing."""
    if kind is None:
        return True
    if type(kind).__name__ == "Tuple":
        return any(_catches(part) for part in kind.elts)
    return getattr(kind, "id", getattr(kind, "attr", None)) in _CAUGHT
