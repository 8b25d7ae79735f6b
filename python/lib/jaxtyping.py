"""Shapes in annotations. As with the library of this name they are read by people, and checked where a function is
decorated with `jaxtyped`."""

from functools import wraps


class _Array:
    """An annotation: a kind of numbers, and names or sizes of dimensions."""

    def __init__(self, kind, dims=None):
        self._kind, self._dims = kind, dims

    def __getitem__(self, inner):
        dims = inner[1] if isinstance(inner, tuple) and len(inner) > 1 else None
        return _Array(self._kind, dims if isinstance(dims, str) else None)

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __repr__(self):
        return self._kind if self._dims is None else f"{self._kind}[Tensor, {self._dims.strip()!r}]"

    def misfit(self, value, sizes):
        """Returns a message if the shape of `value` is wrong. `sizes` holds the sizes of the names seen so far."""
        if self._dims is None or not hasattr(value, "shape"):
            return None
        shape, names = tuple(value.shape), self._dims.split()
        starred = [place for place, name in enumerate(names) if name[0] == "*" or name == "..."]
        if starred:
            # Only the dimensions before it can be checked.
            names, fits = names[: starred[0]], len(shape) >= len(names) - 1
        else:
            fits = len(shape) == len(names)
        for name, size in zip(names, shape):
            wanted = int(name) if name.isdigit() else sizes.setdefault(name, size)
            fits = fits and (wanted == size or name == "_")
        if fits:
            return None
        known = ", ".join(f"{name} = {sizes[name]}" for name in names if name in sizes)
        return f"has shape {shape}, which is not {self!r}" + (f" with {known}" if known else "")


Float, Int, Bool, Num, Shaped = map(_Array, ("Float", "Int", "Bool", "Num", "Shaped"))


def _check(function, name, annotation, value, sizes):
    wrong = annotation.misfit(value, sizes) if isinstance(annotation, _Array) else None
    if wrong:
        raise TypeError(f"{function.__name__}: {name} {wrong}")


def jaxtyped(function=None, **options):
    """Checks the shapes of a function's arguments and result against its annotations."""
    if function is None:
        return lambda made: jaxtyped(made, **options)

    @wraps(function)
    def checked(*values, **named):
        sizes, annotations = {}, function.__annotations__
        given = dict(zip(function.__code__.co_varnames, values), **named)
        for name, value in given.items():
            _check(function, name, annotations.get(name), value, sizes)
        result = function(*values, **named)
        _check(function, "the result", annotations.get("return"), result, sizes)
        return result

    return checked
