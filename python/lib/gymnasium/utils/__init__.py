"""What environments are built with."""

import _late
from gymnasium.utils import seeding


class EzPickle:
    """Marks environments that can be copied by their arguments. Here that needs nothing."""

    def __init__(self, *args, **kwargs):
        self._ezpickle_args, self._ezpickle_kwargs = args, kwargs


_COLOURS = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37, "crimson": 38, "gray": 30}


def colorize(string, color, bold=False, highlight=False):
    """Returns a text between the codes that give it a colour in a terminal, or with `highlight` to what is behind it."""
    code = _COLOURS[color] + (10 if highlight else 0)
    return f"\x1b[{code}{';1' if bold else ''}m{string}\x1b[0m"


def __getattr__(name):
    if name == "env_checker":
        import gymnasium.utils.env_checker as found

        return found
    raise _late.refusal("gymnasium.utils", name, "seeding, env_checker, colorize and EzPickle")


class RecordConstructorArgs:
    """Keeps the arguments of a wrapper."""

    def __init__(self, **kwargs):
        self._saved_kwargs = kwargs
