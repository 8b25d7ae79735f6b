"""Keeps our answers and the code of the checks from a cell that is checked: its answer is what its own text computes."""

import sys
import types

import course
import reference
import tests

# Modules that hold our answers and the checks, or lead to them.
_HELD = ("_guard", "_isolation", "course", "reference", "solutions", "tests", "training")

_hidden, _replaced = {}, []


class _Refusal:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in _HELD:
            message = f"`{name}` holds this page's own answers and checks, and they are no answer of yours: write the code here, in this cell"
            raise ImportError(message, name=name)


def open(names, own, defined):
    """Takes the modules away, and lets all of our code call what the cell defines in place of our own.

    names: those that the cell begins with, which our answers see; own: the cell's; defined: those that it must define
    """
    for name in [name for name in sys.modules if name.partition(".")[0] in _HELD]:
        _hidden[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, _Refusal)
    # A cell may call the tests, and what it does to them is nothing to the check.
    copy = types.ModuleType("tests")
    vars(copy).update({name: test for name, test in vars(tests).items() if name.startswith("test_")}, __path__=[])
    names["tests"] = own["tests"] = sys.modules["tests"] = copy
    for place in (names, vars(course), vars(reference)):
        for name in defined:
            if isinstance(place.get(name), (type, types.FunctionType)):
                _replaced.append((place, name, place[name]))
                place[name] = _stand_in(own, name)


def _stand_in(own, name):
    def answer(*args, **named):
        if name not in own:
            raise NotImplementedError(f"`{name}` is for this cell to define")
        return own[name](*args, **named)

    return answer


def close():
    """Gives the modules back."""
    sys.modules.update(_hidden)
    _hidden.clear()
    if _Refusal in sys.meta_path:
        sys.meta_path.remove(_Refusal)
    for place, name, value in _replaced:
        place[name] = value
    _replaced.clear()
