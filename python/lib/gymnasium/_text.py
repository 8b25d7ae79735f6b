"""The text of the program that runs: what it imports, mentions and unpacks. `gym` and the vector
environments read from it what the program expects of them."""

from _ast import AST, Assign, Call, Constant, Import, ImportFrom, PyCF_ONLY_AST, Starred, Subscript

# The program's text, the names and texts of the cells beside it, and the paths and texts of what it
# has imported, by module.
_program = {"own": "", "beside": (), "imported": {}}
_known = {}


def open(own, beside=(), imported=None):
    """Takes the texts of a program that begins. `imported` fills up while it runs."""
    _program.update(own=own, beside=beside, imported={} if imported is None else imported)


def texts(module):
    """Yields the name and the text of each file that shows what the program expects of a module:
    its own; the other cells, if it is a notebook's cell, which does not import the module itself;
    and the files that these import."""
    found = [("", _program["own"])]
    if module not in read(_program["own"])[0]:
        found += _program["beside"]
    yield from found
    names = set().union(*(read(text)[0] for _, text in found))
    for name, (path, text) in list(_program["imported"].items()):
        if name.partition(".")[0] in names:
            names |= read(text)[0]
            yield path.rpartition("/")[2], text


def mentions(module, *words):
    """Returns true if a program that uses the module has one of these strings."""
    others = [*_program["beside"], *_program["imported"].values()]
    # Most programs have none of them, and need not be read.
    if not any(word in text for _, text in [("", _program["own"]), *others] for word in words):
        return False
    return any(word in read(text)[1] for _, text in texts(module) for word in words)


def read(text):
    """Returns the modules that a text imports, its strings, and where it unpacks what `step` or
    `reset` returns: the line, the method and the number of values, which is 0 for `reset()[0]`."""
    if text not in _known:
        modules, strings, unpacked = _known[text] = set(), set(), []
        for part in _parts(text):
            if isinstance(part, Import):
                modules.update(name.name.partition(".")[0] for name in part.names)
            elif isinstance(part, ImportFrom):
                modules.add((part.module or "").partition(".")[0])
            elif isinstance(part, Constant):
                strings.add(part.value)
            elif isinstance(part, Assign):
                for target in part.targets:
                    names = getattr(target, "elts", ())
                    if names and not any(isinstance(name, Starred) for name in names):
                        unpacked += [(part.lineno, name, len(names)) for name in _called(part.value)]
            elif isinstance(part, Subscript) and getattr(part.slice, "value", None) == 0:
                unpacked += [(part.lineno, name, 0) for name in _called(part.value)]
    return _known[text]


def _called(value):
    """Returns which of the two methods a call calls, itself or for its arguments."""
    parts = _below(value) if isinstance(value, Call) else ()
    called = [getattr(part.func, "attr", None) for part in parts if isinstance(part, Call)]
    return [name for name in called if name in ("step", "reset")]


def _parts(text):
    """Returns the parts of a text's syntax tree. A text that is no Python has none."""
    try:
        return _below(compile(text, "<text>", "exec", PyCF_ONLY_AST))
    except (SyntaxError, ValueError, RecursionError):
        return ()


def _below(tree):
    """Yields a part of a tree and all parts below it."""
    parts = [tree]
    for part in parts:
        yield part
        for name in part._fields:
            value = getattr(part, name, None)
            if isinstance(value, AST):
                parts.append(value)
            elif isinstance(value, list):
                parts += [inner for inner in value if isinstance(inner, AST)]
