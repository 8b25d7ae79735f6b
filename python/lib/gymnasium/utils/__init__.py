"""What environments are built with."""

from gymnasium.utils import seeding


class EzPickle:
    """Marks environments that can be copied by their arguments. Here that needs nothing."""

    def __init__(self, *args, **kwargs):
        self._ezpickle_args, self._ezpickle_kwargs = args, kwargs


class RecordConstructorArgs:
    """Keeps the arguments of a wrapper."""

    def __init__(self, **kwargs):
        self._saved_kwargs = kwargs
