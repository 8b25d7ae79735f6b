"""What the program that runs expects: read from its compiled code, of which every part that is on the stack is known."""

import sys

# The numbers of the instructions of Python 3.14 that matter here.
_LOAD_ATTR, _CALLS, _UNPACK, _SMALL_INT, _BINARY, _SUBSCRIPT, _EXTENDED = 80, (52, 55, 4), 119, 94, 44, 26, 69


def _modules():
    """Yields the code and the names of each part of the program that is on the stack."""
    frame = sys._getframe(1)
    while frame is not None:
        # In a file with the code of all exercises, the page's own modules are functions called `_names`.
        is_own = frame.f_code.co_qualname.startswith("_names.")
        if frame.f_globals.get("__name__") == "__main__" and not is_own:
            yield frame.f_code, frame.f_globals
        frame = frame.f_back


def _codes():
    """Returns the code of the program's module and of its functions."""
    seen = []
    for code, names in _modules():
        seen.append(code)
        seen += [part.__code__ for part in _functions(names)]
    return seen


def imports(module):
    """Returns whether the program has a module among its names."""
    return any(value is module for _, names in _modules() for value in list(names.values()))


def _functions(names):
    for value in list(names.values()):
        parts = list(vars(value).values()) if isinstance(value, type) else [value]
        for part in parts:
            part = getattr(part, "__func__", part)
            if hasattr(part, "__code__") and part.__module__ == "__main__" and not part.__qualname__.startswith("_names."):
                yield part


def _all(codes):
    """Returns codes with those inside of them."""
    known, left = {}, list(codes)
    while left:
        code = left.pop()
        if id(code) not in known and code.co_name != "_names":
            known[id(code)] = code
            left += [part for part in code.co_consts if hasattr(part, "co_consts")]
    return list(known.values())


def mentions(*texts):
    """Returns whether the program has one of these texts."""
    if sys.implementation.name != "rustpython":
        return False
    return any(text in code.co_consts for code in _all(_codes()) for text in texts)


def unpacked(methods):
    """Returns for each name of a method into how many values its results are unpacked, as sets of numbers. A result of
    which only the first part is taken counts as two values."""
    counts = {name: set() for name in methods}
    if sys.implementation.name != "rustpython":
        return counts
    for code in _all(_codes()):
        for name, count in _unpacked(code):
            if name in counts:
                counts[name].add(count)
    return counts


def _unpacked(code):
    """Yields the methods that are called in a line whose last result is unpacked, with the number of values."""
    lines, methods, is_called = _lines(code), {}, False
    for at, instruction, part in _instructions(code.co_code):
        line = lines.get(at)
        if instruction == _LOAD_ATTR and part & 1:
            methods.setdefault(line, []).append(code.co_names[part >> 1])
        if instruction in _CALLS:
            is_called = True
            continue
        if is_called and instruction == _SMALL_INT and part == 0:
            continue
        count = part if instruction == _UNPACK else 2 if (instruction, part) == (_BINARY, _SUBSCRIPT) else None
        if is_called and count:
            yield from ((name, count) for name in methods.get(line, []))
        is_called = False


def _lines(code):
    """Returns the line of each instruction by its place."""
    return {at: line for start, end, line in code.co_lines() for at in range(start, end, 2)}


def _instructions(code):
    """Yields place, number and argument of instructions, without the places that they keep for themselves."""
    upper = 0
    for at in range(0, len(code), 2):
        instruction, part = code[at], code[at + 1]
        if instruction == _EXTENDED:
            upper = (upper | part) << 8
        elif instruction:
            yield at, instruction, part | upper
            upper = 0


def unpacks(frame):
    """Returns into how many values a frame is unpacking something just now, or None."""
    if sys.implementation.name != "rustpython":
        return None
    code, at = frame.f_code.co_code, frame.f_lasti
    return code[at + 1] if code[at] == _UNPACK else None
