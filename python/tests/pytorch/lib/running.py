"""Runs the tests of a module one by one, and prints a line for each."""

import sys
import traceback
import unittest
import warnings

import _screen
import loading
import torch
import torch.testing
from loading import Absent, load
from making import make_tensor

_OTHER_TYPES = "chalf complex32 cdouble uint16 uint32 uint64 float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz quint8 qint8 qint32".split()


def say(*parts):
    """Prints a line for the runner. What may be printed in all is limited, for a page; here it begins anew with each line."""
    _screen.clear(False)
    print("\x1e" + "\x1f".join(str(part).replace("\n", " ") for part in parts))


def _classes(module):
    kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, unittest.TestCase)]
    return [kind for kind in dict.fromkeys(kinds) if kind.__module__ == module.__name__]


def tests_of(module):
    """Returns pairs of a class and the name of a test."""
    return [(kind, name) for kind in _classes(module) for name in sorted(dir(kind)) if name.startswith("test") and callable(getattr(kind, name))]


def _why_skipped(thing):
    return getattr(thing, "__unittest_skip_why__", "") if getattr(thing, "__unittest_skip__", False) else None


class _Runner:
    def __init__(self, counter):
        self.counter, self.ready = counter, {}

    def run(self, kind, name):
        """Returns what became of a test, and why."""
        test = getattr(kind, name)
        for thing in (kind, test):
            why = _why_skipped(thing)
            if why is not None:
                return "skipped", why
        expected = getattr(test, "__unittest_expecting_failure__", False) or getattr(kind, "__unittest_expecting_failure__", False)
        loading.used.clear()
        try:
            self._whole(kind, name)
        except unittest.SkipTest as why:
            return "skipped", why
        except (KeyboardInterrupt, SystemExit) as error:
            return "failed", f"{type(error).__name__}"
        except BaseException as error:
            # What takes a type says of which kind it was given one.
            if loading.used or "not Absent" in str(error):
                return "skipped", f"needs {(*loading.used, 'other types of numbers')[0]}"
            if expected:
                return "skipped", "PyTorch expects it to fail"
            return "failed", _last(error)
        if loading.used:
            return "skipped", f"needs {loading.used[0]}"
        if expected:
            return "failed", "PyTorch expects it to fail"
        return ("passed", "") if self.counter.asserted else ("skipped", "asserts nothing")

    def _whole(self, kind, name):
        if self.ready.get("kind") is not kind:
            self.ready["kind"] = kind
            kind.setUpClass()
        case = kind(name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("default")
                case.setUp()
                try:
                    getattr(case, name)()
                finally:
                    case.tearDown()
        finally:
            case.doCleanups()


def _last(error):
    text = f"{type(error).__name__}: {error}"
    return text.strip().split("\n")[0][:300]


def told(source, name, first=0, only=(), say=say):
    """Loads the text of a test file and runs its tests, those of the number `first` and later, or those with a word in their name.
    What becomes of each is handed to `say`."""
    torch.testing.__path__ = []
    torch.testing.make_tensor = make_tensor
    # Types that tensors do not hold: tests of several types go through the others, and a test that makes such a tensor is skipped.
    for kind in (*torch._TYPES, *_OTHER_TYPES):
        setattr(torch, kind, Absent(f"torch.{kind}"))
    from torch.testing._internal.common_utils import TestCase

    def asserted():
        TestCase.asserted += 1

    module, failures = load(source, name, asserted)
    for failure in failures:
        say("unloaded", failure)
    _run(module, _Runner(TestCase), first, only, say)


def _run(module, runner, first, only, say):
    tests = tests_of(module)
    say("tests", len(tests))
    for number, (kind, name) in enumerate(tests):
        full = f"{kind.__name__}.{name}"
        if number < first or only and not any(word in full for word in only):
            continue
        say("begins", number, full)
        outcome, why = runner.run(kind, name)
        say(outcome, full, why)
        if only and outcome == "failed":
            runner.ready.clear()
            try:
                runner._whole(kind, name)
            except BaseException:
                traceback.print_exc(file=sys.stdout)
    say("end")
