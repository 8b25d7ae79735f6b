"""Arrays as text, the way numpy prints them."""

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
    return f"array({text}{more}" + ("" if usual else f", dtype={array.dtype.name}") + ")"


def array2string(array, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", **unused):
    if not array.size:
        return "[]"
    numbers = array.tolist()
    is_long = array.size > _options["threshold"]
    kept = []
    _gather(numbers, array.ndim, is_long, kept)
    is_float = array.dtype.kind == "f"
    texts = iter(_floats(kept, array.dtype.name, precision, suppress_small) if is_float else _others(kept))
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


def _others(numbers):
    texts = [str(number) for number in numbers]
    width = max(map(len, texts))
    return [text.rjust(width) for text in texts]


def _digits(number, kind, most):
    """Returns the fewest decimals that tell a number from its neighbours, and at most `most`."""
    half = abs(number) * 2.0**-53
    if kind == "float32" and number:
        half = abs(number) * 2.0**-25
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
    in_powers = large >= 1e8 or not suppress and sizes and (small < 1e-4 or large / small > 1000)
    if in_powers:
        texts = _powers(numbers, kind, most)
    else:
        decimals = max((_digits(number, kind, most) for number in finite), default=0)
        texts = []
        for number in numbers:
            text = _trimmed(f"{number:.{_digits(number, kind, most)}f}") if number - number == 0 else str(number)
            head, dot, tail = text.partition(".")
            texts.append((head, dot + tail.ljust(decimals) if dot else None))
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
        for count in range(most + 1):
            text = f"{number:.{count}e}"
            if abs(float(text) - number) <= abs(number) * (2.0**-25 if kind == "float32" else 2.0**-53):
                break
        mantissa, power = text.split("e")
        parts.append((_trimmed(mantissa), power))
    longest = max((len(mantissa.partition(".")[2]) for mantissa, power in parts if power), default=0)
    texts = []
    for mantissa, power in parts:
        if power is None:
            texts.append(mantissa)
            continue
        head, _, tail = mantissa.partition(".")
        texts.append(f"{head}.{tail.ljust(longest, '0')}e{power}")
    return texts


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
