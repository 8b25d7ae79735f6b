"""Makes a program of an environment class: formulas that the engine reads (`src/envs/formula.rs`), found by running the class with
symbols in place of numbers, and trusted only where they agree with the class. docs/python.md says how."""

import contextlib
import json
import math
import warnings

from own_environment._agree import Comparison, Difference
from own_environment._checks import time_limit_of
from own_environment._examined import Examined
from own_environment._load import Read, line_in, line_of, told
from own_environment._program import Program
from own_environment._state import leaves
from own_environment._symbols import Refusal
from own_environment._trace import Traced
from own_environment._vector import Vector

__all__ = ["Difference", "Program", "Refusal", "Vector", "answering", "examined", "program_of", "report"]


def program_of(text, file="environment.py", wanted=None, given=False):
    """Returns the program of the environment class in a text. With `given` the results of its draws are inputs in place of the
    draws. Raises `Refusal` where there can be none."""
    with Read(text, file, wanted) as read:
        return _program(read, given)


def _program(read, given=False):
    traced = Traced(read, given)
    traced.time_limit = time_limit_of(read.text)
    return Program(traced)


def report(text, file="environment.py", wanted=None):
    """Returns whether a class became a program, and the program, as plain data: or the sentence, and the line, that say why not."""
    with Read(text, file, wanted) as read, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _report(read, Examined(read))


def examined(text, file="environment.py"):
    """Returns what there is to see of a class, whether it became a program or not: its spaces, first observations, what two policies
    earn that learn nothing, warnings with their lines, and all that `report` returns but for examples. A class that is no program and
    can be stepped has a `stand_in`. JSON can hold it."""
    with Read(text, file) as read, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        played = Examined(read)
        said = _report(read, played, True)
    found = {
        "became_program": False, "line": None, "sentence": None, "difference": None, "compared_steps": 0, "largest_difference": None,
        "operations": None, **said, **_plain(played.found),
    }
    found.pop("examples", None)
    if found["became_program"] or found["stand_in"] is None:
        del found["stand_in"]
    return found


def _report(read, played, to_train=False):
    traced = None
    try:
        played.play()
        if to_train:
            played.hold_spaces()
        # What the class prints was printed when it was played.
        with contextlib.redirect_stdout(_Nowhere()):
            program = _program(read)
            if to_train:
                program.hold_size()
            traced = program.traced
            played.said = traced.said = played.said + traced.said
            comparison = Comparison(program, read)
            comparison.run()
    except Difference as difference:
        sentence = f"The program computes another {difference.found['where']} than the class."
        refused = {"line": line_of(traced.kind, difference.found["call"]), "sentence": sentence, "difference": _plain(difference.found)}
    except KeyboardInterrupt as error:
        refused = {"line": line_in(error, read.file), "sentence": "The class does not come to an end here."}
    except SystemExit as error:
        refused = {"line": line_in(error, read.file), "sentence": "The text ends the program here, as sys.exit does: a class only returns."}
    except Refusal as refusal:
        refused = {"line": refusal.line, "sentence": refusal.said()}
    except Exception as error:
        # It may be ours: the class can be stepped all the same.
        refused = {"line": line_in(error, read.file), "sentence": f"The class could not be followed: {told(error)}."}
    else:
        return {
            "became_program": True, "class": traced.name, "operations": program.operations(), "ways": traced.ways, "compared_steps": comparison.compared,
            "largest_difference": comparison.largest, "where": comparison.where, "warnings": played.said, "program": program.data, "examples": comparison.examples,
        }
    return {"became_program": False, **refused, "warnings": played.said}


class _Nowhere:
    """Takes what is printed, and drops it."""

    def write(self, text):
        return len(text)

    def flush(self):
        pass


def _plain(value):
    """Returns a value as JSON can have it: what is not finite is a text."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def answering(text, file, layout):
    """Returns what answers questions about a class: its program, and the same with the results of draws as inputs, each with the
    places of its numbers in a state of which `layout`, as JSON, lists the attributes."""
    return {name: _placed(program_of(text, file, None, name == "given"), json.loads(layout)) for name in ("program", "given")}


def _placed(program, layout):
    begins, count = {}, 0
    for entry in layout:
        begins[entry["attribute"]], count = count, count + entry["count"]
    known = leaves(program.traced.shape.kept, program.traced.module.__name__)
    places = []
    for path in [*program.paths, *program.flags]:
        # An attribute's numbers follow each other as they lie in it.
        alike = [other for other in known if other[0] == path[0]]
        begin, is_none = begins.get(path[0]), len(places) >= len(program.paths)
        value = known.get(path)
        otherwise = float(value is None) if is_none else float(program.traced.number_of(path, value))
        places.append({"at": None if begin is None or path not in alike else begin + alike.index(path), "is_none": is_none, "otherwise": otherwise})
    extra = len(program.data["state"]) - len(places)
    return {"formulas": program.data, "places": places + [{"at": None, "is_none": False, "otherwise": 0.0}] * extra}
