import sys
from types import ModuleType

import numpy
import torch

_page = {}


def _module(name):
    """Returns the module of this name, which `import` finds from now on."""
    if name not in _page:
        _page[name] = sys.modules[name] = ModuleType(name)
        # PyTorch asks each library that it knows where it comes from.
        _page[name].__spec__ = type(sys.__spec__)(name, None)
        package, _, within = name.rpartition(".")
        if package:
            setattr(_module(package), within, _page[name])
    return _page[name]


def _provides(name):
    """Fills a module with the names that a function returns."""
    return lambda names: vars(_module(name)).update(names())


@_provides("tests")
def _names():
    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *given, **named: print(f"{name} runs on the page only")

    return locals()
