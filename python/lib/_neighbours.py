"""Imports of a notebook's own files: a program finds the ones beside it, and what it has written itself."""

import sys
from _frozen_importlib import FrozenImporter, ModuleSpec, _call_with_frames_removed

import _library

HOME = "/home/reader/"
# The page's own modules, of which a program knows nothing.
_OURS = ("course", "eindex", "part2_q_learning_and_policy_gradient", "recorded", "reference", "tests", "training", "worlds")

# The texts of the notebook that runs a program, by the paths of their files, and those of the modules made of them.
_texts, _loaded = {}, {}
_aside = {}


def open(texts, loaded, modules):
    """Lets a notebook's files be imported, and forgets its modules whose files have changed."""
    global _texts, _loaded
    _texts, _loaded = texts, loaded
    for name in [name for name, (path, text) in loaded.items() if texts.get(path, text) != text]:
        del loaded[name]
        modules.pop(name, None)
    for name in list(sys.modules):
        if name.partition(".")[0] in _OURS and _find(name.partition(".")[0]):
            _aside[name] = sys.modules.pop(name)


def close():
    """Puts the page's own modules back, and returns the notebook's."""
    global _texts
    own = {name: sys.modules[name] for name in _loaded if name in sys.modules}
    sys.modules.update(_aside)
    _aside.clear()
    _texts = {}
    return own


def _text(path):
    files = sys.modules.get("_files")
    return files.text_at(path) if files else _texts.get(path)


def _paths():
    files = sys.modules.get("_files")
    return files.paths() if files else _texts


def _find(name):
    """Returns the path of a module's file, its text, and whether it is a package."""
    base = HOME + name.replace(".", "/")
    for path in (base + ".py", base + "/__init__.py"):
        text = _text(path)
        if text is not None:
            return path, text, path.endswith("/__init__.py")
    if any(path.startswith(base + "/") and path.endswith(".py") for path in _paths()):
        return base, "", True
    return None


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
        path, text, _ = module.__spec__.loader_state
        _loaded[module.__name__] = path, text
        module.__file__ = path
        _call_with_frames_removed(exec, compile(text, path.removeprefix(HOME), "exec", dont_inherit=True), vars(module))


sys.meta_path.insert(0, Finder)
