"""Compilation, of which a page has none: functions and modules stay what they are."""

import _late


def script(obj=None, *args, **kwargs):
    return obj if obj is not None else lambda obj: obj


def trace(func, example_inputs=None, **kwargs):
    return func


def ignore(drop=False, **kwargs):
    return drop if callable(drop) else lambda function: function


export = unused = ignore

def is_scripting():
    return False


def __getattr__(name):
    return _late.attribute("torch.jit", (), (), name)
