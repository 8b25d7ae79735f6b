"""Texts that run as programs. What one defines and changes is there again for the next one of the same notebook, and for
nothing else: cells with exercises find everything as it was."""

import atexit
import sys
import types

import _console
import _library
import _neighbours
import gym

_notebooks = {}
_current = None
HOME = _neighbours.HOME


class _Notebook:
    def __init__(self, seed):
        self.seed, self.sources = seed, {}
        self.main = types.ModuleType("__main__")
        self.modules, self.changes, self.streams = {}, [], None
        self.loaded = {}
        # What the reader has opened beside the cells, by path, and the folder of the last program.
        self.files, self.folder = {}, None


def sources():
    """Returns the texts of this notebook, by the paths of their files."""
    return _current.sources if _current else {}


def data():
    """Returns the contents of what this notebook has besides texts of Python, by path."""
    return {path: content for path, content in _current.files.items() if not path.endswith(".py")} if _current else {}


def folder():
    """Returns the folder of the program's file."""
    return _current.folder if _current else HOME


def text(file):
    """Returns the text of a file of the notebook, or None."""
    return _neighbours.text(_path(file)) if _current else None


def _later(module, name):
    """Returns a function of a module, which comes when it is first called."""

    def call(*given, **named):
        return getattr(__import__(module, fromlist=["*"]), name)(*given, **named)

    call.__name__ = call.__qualname__ = name
    return call


_PICTURES = ("html", "markdown", "svg", "png", "jpeg", "latex")


def _show(value):
    """Shows the value of a cell's last line: as text, unless it has a picture of itself or is long."""
    if value is None:
        return
    kind = type(value)
    if hasattr(kind, "_ipython_display_") or any(hasattr(kind, f"_repr_{name}_") for name in _PICTURES):
        return _NAMES["display"](value)
    text = repr(value)
    if kind in (dict, list, set, tuple) and len(text) > 79:
        from IPython._pretty import pretty

        text = pretty(value)
    print(text)


# What a notebook's programs find beside Python's own names.
_NAMES = {
    "display": _later("IPython.display", "display"),
    "get_ipython": _later("IPython._shell", "get_ipython"),
    "help": _later("IPython._help", "help"),
}


def begin(name, seed, file, source, plain, arguments, beside, files=None):
    """Makes the interpreter what the notebook's last program has left, and returns the names of the program. It can import the
    files `beside` it. Of these and of the program, what comes after the source is the same without Jupyter's commands. `files`
    are the contents of all others from now on, or None for those of before."""
    global _current
    import _isolation

    book = _notebooks.get(name)
    is_new = book is None
    if is_new:
        book = _notebooks[name] = _Notebook(seed)
    _isolation.suspend()
    _current = book
    _library.open()
    path = _path(file)
    laid, gone = _lay(book, files)
    texts = {place: content.decode(errors="replace") for place, content in laid.items() if place.endswith(".py")}
    texts |= {_path(other): text for other, text, _ in beside} | {path: source}
    changed = {place: text for place, text in texts.items() if book.sources.get(place) != text}
    book.sources.update(texts)
    changed |= {place: content for place, content in laid.items() if place not in texts}
    former, book.folder = book.folder, path.rpartition("/")[0] + "/"
    without = {text: code for _, text, code in beside} | {source: plain}
    _neighbours.open(book.sources, book.loaded, book.modules, book.folder, without)
    sys.modules.update(book.modules)
    sys.modules["__main__"] = book.main
    if is_new:
        _isolation.reseed(seed)
    else:
        _isolation.renew(book.changes)
        for owner, stream in book.streams:
            owner._stream = stream
    if "_files" in sys.modules:
        _keep(sys.modules["_files"], changed, gone)
        if former != book.folder:
            sys.modules["_files"].work_in(book.folder)
    sys.argv = [file, *arguments]
    gym._conventions(plain, [(other, text) for other, _, text in beside], book.loaded)
    _console.nobody.begin()
    names = vars(book.main)
    for known, call in _NAMES.items():
        names.setdefault(known, call)
    names.update(__name__="__main__", __file__=path, __builtins__=sys.modules["builtins"], __show__=_show)
    return names


_path = _neighbours.path_of


def _lay(book, files):
    """Takes the files that the reader has opened, and returns those that are new and the paths of those that are gone."""
    if files is None:
        return {}, []
    files = {_path(file): content for file, content in files}
    new = {place: content for place, content in files.items() if book.files.get(place) != content}
    gone = [place for place in book.files if place not in files]
    book.files = files
    for place in gone:
        book.sources.pop(place, None)
    for name in [name for name, (path, _) in book.loaded.items() if path in gone]:
        del book.loaded[name]
        book.modules.pop(name, None)
    return new, gone


def _keep(folder, changed, gone):
    for place in gone:
        folder.take_away(place)
    for place, content in changed.items():
        folder.put(place, content)


def end():
    """Runs what a program leaves for its end, and puts everything back."""
    global _current
    import _isolation

    threading = sys.modules.get("threading")
    try:
        if threading and hasattr(threading, "_shutdown"):
            threading._shutdown()
        atexit._run_exitfuncs()
        # Figures that nobody has shown, and what lasts until a cell ends.
        for module in ("matplotlib.pyplot", "IPython._shell"):
            if hasattr(sys.modules.get(module), "end_cell"):
                sys.modules[module].end_cell()
    finally:
        _console.nobody.end()
        book = _current
        book.changes = _isolation.changes()
        book.streams = [(owner, owner._stream) for owner in _isolation._Streams.owners]
        book.modules = _isolation.added() | _neighbours.close()
        _isolation.end()
        _current = None
