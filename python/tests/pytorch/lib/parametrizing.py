"""Tests that run for each of several arguments."""

import functools
import unittest

import torch


class subtest:
    """One of the arguments, with a name or decorators."""

    def __init__(self, arg_values, name=None, decorators=None):
        self.arg_values, self.name, self.decorators = arg_values, name, decorators or []


class _Parametrizer:
    def __call__(self, test):
        test.parametrizers = [*getattr(test, "parametrizers", ()), self]
        return test


class parametrize(_Parametrizer):
    """Runs a test for each of the values of an argument, or of several named with commas."""

    def __init__(self, arg_str, arg_values, name_fn=None):
        self.names = [name.strip() for name in arg_str.split(",") if name.strip()]
        self.values, self.name_fn = list(arg_values), name_fn

    def cases(self):
        """Gives names, arguments and decorators."""
        for place, values in enumerate(self.values):
            name, decorators = None, []
            if isinstance(values, subtest):
                name, decorators, values = values.name, values.decorators, values.arg_values
            values = list(values) if len(self.names) > 1 else [values]
            if name is None and self.name_fn:
                name = self.name_fn(*values)
            if name is None:
                name = "_".join(_named(place, *pair) for pair in zip(self.names, values))
            yield name, dict(zip(self.names, values)), decorators


class reparametrize(_Parametrizer):
    """Changes the arguments of another parametrizer."""

    def __init__(self, parametrizer, adapter_fn):
        self.inner, self.adapter_fn = parametrizer, adapter_fn

    def cases(self):
        for name, arguments, decorators in self.inner.cases():
            for adapted in self.adapter_fn(name, arguments) or ():
                if adapted is not None:
                    yield *adapted, decorators


def _named(place, name, value):
    if isinstance(value, torch.dtype):
        return str(value)[6:]
    if isinstance(value, (int, float, str)):
        return f"{name}_{str(value).replace('.', '_')}"
    return f"{name}{place}"


def tests_in(generic):
    """Returns the tests of a class by name, without those that it inherits."""
    return {name: test for name, test in vars(generic).items() if name.startswith("test")}


def instances(name, plain, test):
    """Returns a test for each of its arguments, by name."""
    made = [(name, {}, [])]
    for parametrizer in getattr(test, "parametrizers", ()):
        made = [
            (f"{first}_{second}" if second else first, {**arguments, **more}, decorators + further)
            for first, arguments, decorators in made
            for second, more, further in parametrizer.cases()
        ]
    found = {}
    for name, arguments, decorators in made:
        found[name] = _with(test, arguments, decorators) if arguments or decorators else test
    return found or {name: unittest.skip(f"{plain} has no arguments here")(test)}


def _with(test, arguments, decorators):
    @functools.wraps(test)
    def method(self, *given, **named):
        return test(self, *given, **arguments, **named)

    for decorator in decorators:
        method = decorator(method)
    return method


def instantiate_parametrized_tests(generic):
    """Gives a class its tests for each of their arguments."""
    for name in [name for name in vars(generic) if name.startswith("test")]:
        test = vars(generic)[name]
        if getattr(test, "parametrizers", ()):
            delattr(generic, name)
            for full, instance in instances(name, name, test).items():
                setattr(generic, full, instance)
    return generic
