"""Containers that grow from step to step, such as a history of observations. What is only put into one, or read from it for `info`,
matters to nothing; a program that needs what is in one cannot be."""

from own_environment._symbols import source


class Log:
    """Stands for such a container while a call is followed. What is read from it is a number of which nobody knows what it is: who
    needs it is refused then. `refuse` raises the reason for what cannot even be read so."""

    __hash__ = None

    def __init__(self, name, refuse):
        self._name, self._refuse = name, refuse

    def value(self, kind="f"):
        """Returns what stands for whatever is read."""
        return source("log", self._name, kind, *((0, 1) if kind == "b" else ()))

    def append(self, *unused, **named):
        pass

    extend = appendleft = insert = add = update = clear = setdefault = append

    def __setitem__(self, place, value):
        pass

    def __iadd__(self, more):
        return self

    __ior__ = __iadd__

    def __getitem__(self, name):
        # One of several lists by their names, or an element.
        return self if type(name) is str or isinstance(name, slice) else self.value()

    def pop(self, *unused):
        return self.value()

    get = pop

    def copy(self):
        return self

    keys = values = items = __copy__ = copy

    def __deepcopy__(self, memo):
        return self

    def _read(self, *unused):
        self._refuse()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()

    __len__ = __iter__ = __contains__ = __bool__ = __add__ = __radd__ = __mul__ = __eq__ = __ne__ = __lt__ = __gt__ = __sub__ = __reversed__ = _read
