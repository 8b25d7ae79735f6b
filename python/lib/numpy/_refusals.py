"""What numpy refuses, in its own words: functions of tensors speak of tensors, and take shapes that differ for a RuntimeError."""

import builtins as py


class AxisError(ValueError, IndexError):
    """An axis that an array does not have."""


class UFuncTypeError(TypeError):
    """Types for which an operation is not defined."""


class exceptions:
    """What `numpy.exceptions` has."""

    AxisError = AxisError


def refusing(function, words=None):
    """A function that refuses as numpy does. `words` is given the same arguments, and says why."""
    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except (RuntimeError, IndexError) as error:
            raise refusal(error, function.__name__, words and words(*args, **kwargs)) from None

    called.__name__ = function.__name__
    return called


def refusal(error, name="", words=None):
    """Returns numpy's error for one of a function of tensors."""
    said = str(error)
    if isinstance(error, RuntimeError) and type(error) is not RuntimeError:
        return error
    if "dimension" in said and ": " in said and isinstance(error, IndexError):
        # It ends with the dimension that was asked for, and those that there are.
        axis, last = said.split(":")[0].split()[-1], said.split()[-1]
        return AxisError(f"axis {axis} is out of bounds for array of dimension {int(last) + 1}")
    if said.startswith("an empty tensor"):
        if name.startswith("arg"):
            return ValueError(f"attempt to get {name} of an empty sequence")
        return ValueError(f"zero-size array to reduction operation {name.removeprefix('a')}imum which has no identity")
    if said.startswith("value cannot be converted"):
        return _unheld(said.split()[6], said.split()[-1])
    if said.startswith("a size cannot be negative"):
        return ValueError("negative dimensions are not allowed")
    if words:
        return ValueError(words)
    kind = ValueError if isinstance(error, RuntimeError) else type(error)
    return kind(said.replace("tensor", "array"))


def _unheld(kind, number):
    if number == "NaN":
        return ValueError("cannot convert float NaN to integer")
    if number.endswith("inf"):
        return OverflowError("cannot convert float infinity to integer")
    return OverflowError(f"Python integer {number.split('.')[0]} out of bounds for {kind}")


def shown(shape):
    """Returns a shape as numpy's sentences show it."""
    return "(%d,)" % shape[0] if len(shape) == 1 else "(" + ",".join(map(str, shape)) + ")"


def of_index(shape, index):
    """Says which part of an index does not fit to an array of this shape."""
    parts = index if isinstance(index, py.tuple) else (index,)
    kinds = [getattr(getattr(part, "dtype", None), "name", "") for part in parts]
    if any(isinstance(part, (str, float)) for part in parts) or any(kind.startswith("float") for kind in kinds):
        return "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"
    used = sum(len(part.shape) if kind == "bool" else part is not None and part is not Ellipsis for part, kind in zip(parts, kinds))
    if used > len(shape):
        return f"too many indices for array: array is {len(shape)}-dimensional, but {used} were indexed"
    axis = 0
    for part, kind in zip(parts, kinds):
        if part is Ellipsis:
            axis = len(shape) - used
        elif kind == "bool" and part.shape:
            for size in part.shape:
                if size != shape[axis]:
                    return f"boolean index did not match indexed array along axis {axis}; size of axis is {shape[axis]} but size of corresponding boolean axis is {size}"
                axis += 1
        elif part is not None:
            places = [part] if isinstance(part, int) else part if isinstance(part, list) else part.reshape(-1).tolist() if kind else []
            for place in places:
                if isinstance(place, int) and not -shape[axis] <= place < shape[axis]:
                    return f"index {place} is out of bounds for axis {axis} with size {shape[axis]}"
            axis += 1
    return None


def of_joined(shapes, axis=0):
    """Says why arrays of these shapes cannot be joined along an axis."""
    if not shapes:
        return "need at least one array to concatenate"
    first = shapes[0]
    for at, shape in enumerate(shapes):
        if len(shape) != len(first):
            return (
                "all the input arrays must have same number of dimensions, but the array at index 0 has"
                f" {len(first)} dimension(s) and the array at index {at} has {len(shape)} dimension(s)"
            )
        for dim in range(len(first)):
            if dim != axis % len(first) and shape[dim] != first[dim]:
                return (
                    "all the input array dimensions except for the concatenation axis must match exactly, but along"
                    f" dimension {dim}, the array at index 0 has size {first[dim]} and the array at index {at} has size {shape[dim]}"
                )
    return None


def of_stacked(shapes):
    return "all input arrays must have the same shape" if shapes else "need at least one array to stack"


def of_reshaped(size, shape):
    return f"cannot reshape array of size {size} into shape {shown(shape)}"


def of_broadcast(*shapes):
    return f"operands could not be broadcast together with shapes {' '.join(map(shown, shapes))} "


def of_product(a, b):
    """Says why arrays of two shapes are no factors of a product of matrices."""
    if not a or not b:
        return "matmul: Input operand does not have enough dimensions: single numbers are multiplied by *"
    inner = b[-2] if len(b) > 1 else b[0]
    return (
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature"
        f" (n?,k),(k,m?)->(n?,m?) (size {inner} is different from {a[-1]})"
    )


def of_dot(a, b):
    at = max(len(b) - 2, 0)
    return f"shapes {shown(a)} and {shown(b)} not aligned: {a[-1]} (dim {len(a) - 1}) != {b[at]} (dim {at})" if a and b else None
