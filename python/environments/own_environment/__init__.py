"""Makes a program of an environment class: formulas that the engine reads (`src/envs/formula.rs`), found by running the class with
symbols in place of numbers, and trusted only where they agree with the class. docs/python.md says how."""

import warnings

from own_environment._agree import Comparison, Difference
from own_environment._checks import check, time_limit_of
from own_environment._load import forget
from own_environment._program import Program
from own_environment._symbols import Refusal
from own_environment._trace import Traced

__all__ = ["Difference", "Program", "Refusal", "check", "program_of", "recorded", "report"]


def program_of(text, file="environment.py", wanted=None, given=False):
    """Returns the program of the environment class in a text. With `given` the results of its draws are inputs in place of the
    draws. Raises `Refusal` where there can be none."""
    traced = Traced(text, file, wanted, given)
    traced.time_limit = time_limit_of(text, traced.module)
    return Program(traced)


def report(text, file="environment.py", wanted=None):
    """Returns whether a class became a program, and the program, as plain data: or the sentence, and the line, that say why not."""
    said = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            said = check(text, file, wanted)
            program = program_of(text, file, wanted)
            comparison = Comparison(program, text, file)
            comparison.run()
        except Difference as difference:
            sentence = f"The program computes another {difference.found['where']} than the class."
            return {"became_program": False, "line": None, "sentence": sentence, "difference": difference.found, "warnings": said}
        except Refusal as refusal:
            return {"became_program": False, "line": refusal.line, "sentence": refusal.said(), "warnings": said}
        finally:
            forget()
    return {
        "became_program": True, "class": program.traced.name, "operations": program.operations(), "ways": program.traced.ways, "compared_steps": comparison.compared,
        "largest_difference": comparison.largest, "where": comparison.where, "warnings": said, "program": program.data,
    }


def recorded(text, file="environment.py", wanted=None):
    """Returns what answers questions about a class: its program, the same with the results of draws as inputs, and the attributes
    that the state's numbers are, with what they are where nobody says."""
    program = program_of(text, file, wanted).data
    made = program_of(text, file, wanted, given=True)
    return {"program": program, "given": made.data, "state": [list(path) for path in made.paths], "flags": [list(path) for path in made.flags], "kinds": [made.traced.kinds[path] for path in made.paths]}
