"""Values that belong to a context."""

_MISSING = object()
_current = {}


class Token:
    MISSING = _MISSING

    def __init__(self, var, old_value):
        self.var, self.old_value = var, old_value

    def __enter__(self): return self
    def __exit__(self, *raised): self.var.reset(self)


class ContextVar:
    def __init__(self, name, *, default=_MISSING):
        self.name, self._default = name, default

    def get(self, default=_MISSING):
        for value in (_current.get(self, _MISSING), default, self._default):
            if value is not _MISSING:
                return value
        raise LookupError(self)

    def set(self, value):
        token = Token(self, _current.get(self, _MISSING))
        _current[self] = value
        return token

    def reset(self, token):
        if token.old_value is _MISSING:
            _current.pop(self, None)
        else:
            _current[self] = token.old_value

    def __repr__(self):
        return f"<ContextVar name={self.name!r}>"


class Context:
    def __init__(self):
        self._values = {}

    def run(self, callable, *args, **kwargs):
        global _current
        before, _current = _current, self._values
        try:
            return callable(*args, **kwargs)
        finally:
            _current = before

    def copy(self):
        made = Context()
        made._values = dict(self._values)
        return made

    def get(self, var, default=None): return self._values.get(var, default)
    def __getitem__(self, var): return self._values[var]
    def __contains__(self, var): return var in self._values
    def __iter__(self): return iter(self._values)
    def __len__(self): return len(self._values)


def copy_context():
    made = Context()
    made._values = dict(_current)
    return made
