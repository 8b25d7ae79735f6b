"""Shapes in annotations. They are read by people, and accepted."""


class _Array:
    def __init__(self, name):
        self._name = name

    def __class_getitem__(cls, inner):
        return cls

    def __getitem__(self, inner):
        return self

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __repr__(self):
        return self._name


Float = _Array("Float")
Int = _Array("Int")
Bool = _Array("Bool")
Num = _Array("Num")
Shaped = _Array("Shaped")


def jaxtyped(function=None, **options):
    return function if function is not None else (lambda made: made)
