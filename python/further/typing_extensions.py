"""Python's own typing, which has what was new once."""

import typing
from typing import *

runtime, IntVar, deprecated = typing.runtime_checkable, typing.TypeVar, lambda *given, **named: lambda function: function


def __getattr__(name):
    if name == "Doc":
        return lambda text: text
    try:
        return getattr(typing, name)
    except AttributeError:
        raise AttributeError(f"typing_extensions.{name} is not known here: it has what typing has") from None
