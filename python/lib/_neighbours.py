"""Imports of a notebook's own files: a program finds the ones beside it, those of folders that the reader has opened, and
what it has written itself. What is nowhere need not end it (`_absent`)."""

import builtins
import sys
from _frozen_importlib import FrozenImporter, ModuleSpec, _call_with_frames_removed

import _library
import _shelf

HOME = "/home/reader/"
# The page's own modules, of which a program knows nothing.
_OURS = ("course", "eindex", "part2_q_learning_and_policy_gradient", "recorded", "reference", "tests", "training", "worlds")

# The texts of the notebook that runs a program, by the paths of their files, and those of the modules made of them.
_texts, _loaded = {}, {}
# The folder of the program's file, and texts of cells without Jupyter's commands.
_folder, _plain = HOME, {}
_aside = {}
# Modules of the reader's that were given a stand-in, and the name of what it stands for.
_awaited = set()
_import = builtins.__import__


def open(texts, loaded, modules, folder, plain):
    """Lets a notebook's files be imported, and forgets its modules whose files have changed. `plain` has texts of cells without
    Jupyter's commands, by what they are with them."""
    global _texts, _loaded, _folder, _plain
    _texts, _loaded, _folder, _plain = texts, loaded, folder, plain
    builtins.__import__ = _shelf.import_or_ask
    old = [name for name, (path, text) in loaded.items() if texts.get(path, text) != text]
    old += [name for name, missing in _awaited if name in loaded and _find(missing)]
    _awaited.difference_update([pair for pair in _awaited if pair[0] in old])
    for name in old:
        loaded.pop(name, None)
        modules.pop(name, None)
    for name in list(sys.modules):
        if name.partition(".")[0] in _OURS and _find(name.partition(".")[0]):
            _aside[name] = sys.modules.pop(name)


def close():
    """Puts the page's own modules back, and returns the notebook's."""
    global _texts, _plain
    builtins.__import__ = _import
    own = {name: sys.modules[name] for name in _loaded if name in sys.modules}
    sys.modules.update(_aside)
    _aside.clear()
    _texts = _plain = {}
    return own


def path_of(file):
    """Returns the path of a file by the name that the page and tracebacks know."""
    return file if file.startswith("/") else HOME + file


def text(path):
    """Returns the text of a notebook's file, or None where there is none."""
    files = sys.modules.get("_files")
    return files.text_at(path) if files else _texts.get(path)


def _paths():
    files = sys.modules.get("_files")
    return files.paths() if files else _texts


def _folders():
    """Returns the folders in which modules are looked for: the program's, the reader's, and those of `sys.path`."""
    files = sys.modules.get("_files")
    here = files.here + "/" if files else _folder
    found = [_folder, HOME]
    for entry in sys.path:
        parts = []
        for part in str(entry if str(entry).startswith("/") else here + str(entry)).split("/"):
            if part == "..":
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        found.append("".join("/" + part for part in parts) + "/")
    return [folder for place, folder in enumerate(found) if folder.startswith(HOME) and folder not in found[:place]]


def _find(name):
    """Returns the path of a module's file, its text, and whether it is a package."""
    bases = [folder + name.replace(".", "/") for folder in _folders()]
    for base in bases:
        for path in (base + "/__init__.py", base + ".py"):
            found = text(path)
            if found is not None:
                return path, found, path.endswith("/__init__.py")
    for base in bases:
        if any(path.startswith(base + "/") and path.endswith(".py") for path in _paths()):
            return base, "", True
    return None


def missing(error, name, globals=None, locals=None, fromlist=(), level=0):
    """Returns what an import gives in place of a package that is not here, or None where its error stays. It is called by the
    import itself (`_shelf.import_or_ask`)."""
    if level:
        return None
    asked = error.name or ""
    # Another import, further in, has failed, or a folder of the reader's lacks a file.
    if not (name + ".").startswith(asked + ".") or name.partition(".")[0] in _loaded:
        return None
    # What did not come is here on another day.
    if _library.comes(asked):
        return None
    frame = sys._getframe(1)
    file = frame.f_code.co_filename
    source = _texts and text(path_of(file))
    if not source:
        return None
    try:
        import _absent
    except ImportError:
        # Its file did not come, and then the error says enough.
        return None
    found = _absent.stand_in(_plain.get(source, source), (file, frame.f_lineno), name, fromlist or (), asked)
    if found is not None:
        _awaited.add((frame.f_globals.get("__name__"), asked))
    return found


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in _OURS and (_library.has(top) or FrozenImporter.find_spec(top)):
            return None
        found = _find(name) if _texts else None
        return found and ModuleSpec(name, _Loader, origin=found[0], loader_state=found, is_package=found[2])


class _Loader:
    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        path, source, _ = module.__spec__.loader_state
        _loaded[module.__name__] = path, source
        module.__file__ = path
        _call_with_frames_removed(exec, compile(source, path.removeprefix(HOME), "exec", dont_inherit=True), vars(module))


sys.meta_path.insert(0, Finder)
