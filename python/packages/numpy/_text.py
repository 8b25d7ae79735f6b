"""Arrays as text, the way numpy prints them."""

from numpy._scalars import _half_step

_options = {"precision": 8, "suppress": False, "threshold": 1000, "edgeitems": 3, "linewidth": 75}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, **unused):
    for name, value in (("precision", precision), ("threshold", threshold), ("edgeitems", edgeitems), ("linewidth", linewidth), ("suppress", suppress)):
        if value is not None:
            _options[name] = value


def get_printoptions():
    return dict(_options)


class printoptions:
    """Other settings for the statements inside."""

    def __init__(self, **options):
        self._new = options

    def __enter__(self):
        self._before = dict(_options)
        set_printoptions(**self._new)

    def __exit__(self, *raised):
        _options.update(self._before)


def shown(array):
    """Returns what `repr` shows: the numbers, and their type if it is not the usual one."""
    text = array2string(array, separator=", ", prefix="array(")
    # Without a number, the type is not to be seen.
    usual = array.size and array.dtype.name in ("float64", "int64", "bool")
    more = ", shape=" + str(array.shape) if array.size == 0 and array.shape != (0,) else ""
    if usual:
        return f"array({text}{more})"
    # Beside the numbers if the line is not too long.
    kind = f"dtype={array.dtype.name})"
    length = len(text) - text.rfind("\n") - 1 + len("array(") * ("\n" not in text) + len(more) + len(", " + kind)
    return f"array({text}{more}," + (" " if length <= _options["linewidth"] else "\n      ") + kind


def array2string(array, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", **unused):
    if not array.size:
        return "[]"
    numbers = array.tolist()
    is_long = array.size > _options["threshold"]
    kept = []
    _gather(numbers, array.ndim, is_long, kept)
    is_float = array.dtype.kind == "f"
    # As wide as "False", even if all are true.
    least = 5 if array.dtype.kind == "b" and array.ndim else 0
    texts = iter(_floats(kept, array.dtype.name, precision, suppress_small) if is_float else _others(kept, least))
    width = max_line_width or _options["linewidth"]
    return _nested(numbers, array.ndim, is_long, texts, separator, len(prefix), width)


def array_repr(arr):
    return shown(arr)


def array_str(a):
    return array2string(a)


def _places(size, is_long):
    edge = _options["edgeitems"]
    if is_long and size > 2 * edge:
        return [*range(edge), None, *range(size - edge, size)]
    return range(size)


def _gather(numbers, rank, is_long, kept):
    if not rank:
        kept.append(numbers)
        return
    for place in _places(len(numbers), is_long):
        if place is not None:
            _gather(numbers[place], rank - 1, is_long, kept)


def _others(numbers, least):
    texts = [str(number) for number in numbers]
    width = max(least, *map(len, texts))
    return [text.rjust(width) for text in texts]


def _digits(number, kind, most):
    """Returns the fewest decimals that tell a number from its neighbours, and at most `most`."""
    half = _half_step(number, kind)
    for count in range(most):
        if abs(float(f"{number:.{count}f}") - number) <= half:
            return count
    return most


def _trimmed(text):
    return text.rstrip("0") if "." in text else text + "."


def _floats(numbers, kind, precision, suppress):
    most = _options["precision"] if precision is None else precision
    suppress = _options["suppress"] if suppress is None else suppress
    finite = [number for number in numbers if number - number == 0]
    sizes = [abs(number) for number in finite if number]
    large, small = max(sizes, default=0), min(sizes, default=0)
    # Of 32 bits: six digits that are sure, and the nearest to 0.0001.
    most_plain, least_plain = (1e6, 9.999999747378752e-05) if kind == "float32" else (1e8, 1e-4)
    in_powers = large >= most_plain or not suppress and sizes and (small < least_plain or large / small > 1000)
    if in_powers:
        texts = _powers(numbers, kind, most)
    else:
        texts = []
        for number in numbers:
            text = _trimmed(f"{number:.{_digits(number, kind, most)}f}") if number - number == 0 else str(number)
            head, dot, tail = text.partition(".")
            texts.append((head, dot + tail if dot else None))
        decimals = max((len(tail) for head, tail in texts if tail is not None), default=0)
        texts = [(head, tail if tail is None else tail.ljust(decimals)) for head, tail in texts]
        left = max(len(head) for head, tail in texts if tail is not None) if finite else 0
        texts = [head.rjust(left) + tail if tail is not None else head for head, tail in texts]
    width = max(map(len, texts))
    return [text.rjust(width) for text in texts]


def _powers(numbers, kind, most):
    parts = []
    for number in numbers:
        if number - number != 0:
            parts.append((str(number), None))
            continue
        half = _half_step(number, kind)
        for count in range(most + 1):
            text = f"{number:.{count}e}"
            if abs(float(text) - number) <= half:
                break
        mantissa, power = text.split("e")
        parts.append((_trimmed(mantissa), power))
    longest = max((len(mantissa.partition(".")[2]) for mantissa, power in parts if power), default=0)
    # A mantissa that is shorter goes on with its own digits.
    return [
        mantissa if power is None else f"{number:.{longest}e}" if longest else f"{mantissa}e{power}"
        for (mantissa, power), number in zip(parts, numbers)
    ]


def _nested(numbers, rank, is_long, texts, separator, indent, width):
    if not rank:
        return next(texts)
    start = " " * (indent + 1)
    if rank == 1:
        lines, line = [], start
        for place in _places(len(numbers), is_long):
            part = "..." if place is None else next(texts)
            if line != start and len(line) + len(part) > width - max(len(separator.rstrip()), 1):
                lines.append(line.rstrip())
                line = start
            line += part + separator
        lines.append(line[: -len(separator)])
        return "[" + "\n".join(lines)[indent + 1 :] + "]"
    gap = separator.rstrip() + "\n" * (rank - 1) + start
    parts = [
        "..." if place is None else _nested(numbers[place], rank - 1, is_long, texts, separator, indent + 1, width - 1)
        for place in _places(len(numbers), is_long)
    ]
    return "[" + gap.join(parts) + "]"
