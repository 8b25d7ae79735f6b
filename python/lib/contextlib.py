"""Context managers."""


class _Managed:
    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, value, trace):
        if kind is None:
            for _ in self.generator:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.generator.throw(value)
        except StopIteration:
            return True
        except BaseException as raised:
            if raised is value:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(function):
    def manager(*args, **kwargs):
        return _Managed(function(*args, **kwargs))

    return manager


class nullcontext:
    def __init__(self, result=None):
        self.result = result

    def __enter__(self):
        return self.result

    def __exit__(self, *raised):
        return False


class suppress:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        pass

    def __exit__(self, kind, value, trace):
        return kind is not None and issubclass(kind, self.kinds)
