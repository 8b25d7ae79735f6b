"""Containers that grow from step to step, such as a history of observations. What is only put into one matters to nothing; what is
read from one is no fixed number of numbers."""


class Log:
    """Stands for such a container while a call is followed. `refuse` raises the reason why nobody can read it."""

    __hash__ = None

    def __init__(self, refuse):
        self._refuse = refuse

    def append(self, *unused, **named):
        pass

    extend = appendleft = insert = add = update = clear = setdefault = append

    def __setitem__(self, place, value):
        pass

    def __iadd__(self, more):
        return self

    __ior__ = __iadd__

    def __getitem__(self, name):
        # One of several lists by their names.
        return self if type(name) is str else self._refuse()

    def read(self, *unused):
        self._refuse()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()

    __len__ = __iter__ = __contains__ = __bool__ = __add__ = __radd__ = __mul__ = __eq__ = __ne__ = __lt__ = __gt__ = __sub__ = __reversed__ = read
