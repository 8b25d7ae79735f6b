"""What environments are built with."""

import _late
from gymnasium.utils import seeding


class EzPickle:
    """Marks environments that can be copied by their arguments. Here that needs nothing."""

    def __init__(self, *args, **kwargs):
        self._ezpickle_args, self._ezpickle_kwargs = args, kwargs


def __getattr__(name):
    if name == "env_checker":
        import gymnasium.utils.env_checker as found

        return found
    raise _late.refusal("gymnasium.utils", name, "seeding, env_checker and EzPickle")


class RecordConstructorArgs:
    """Keeps the arguments of a wrapper."""

    def __init__(self, **kwargs):
        self._saved_kwargs = kwargs
