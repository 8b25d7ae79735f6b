"""Functions of functions."""

from _functools import cmp_to_key, partial, reduce


def wraps(wrapped, *unused):
    def mark(wrapper):
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            if hasattr(wrapped, name):
                setattr(wrapper, name, getattr(wrapped, name))
        wrapper.__wrapped__ = wrapped
        return wrapper

    return mark


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache()(maxsize)

    def remember(function):
        known = {}

        @wraps(function)
        def remembered(*args, **kwargs):
            key = (args, tuple(sorted(kwargs.items())))
            if key not in known:
                if maxsize is not None and len(known) >= maxsize:
                    known.pop(next(iter(known)))
                known[key] = function(*args, **kwargs)
            return known[key]

        return remembered

    return remember


cache = lru_cache(None)


class cached_property:
    def __init__(self, func):
        self.func = func

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.func(instance)
        return value
