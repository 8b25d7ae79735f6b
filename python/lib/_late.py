"""Names that are loaded when they are first used, and what is said of those that do not exist."""

_said, _attributes = {}, {}


def attribute(package, submodules, parts, name, owner=None):
    """Returns `package.name`: a submodule, or what one of `parts` defines under that name.

    The parts may belong to another module than the one that they lie beside: `owner`."""
    owner = owner or package
    if (owner, name) in _attributes:
        return _attributes[owner, name]
    if name in submodules:
        return __import__(package + "." + name, fromlist=["*"])
    value = found(package, parts, name)
    if value is not None:
        _attributes[owner, name] = value
        return value
    if name.startswith("__"):
        raise AttributeError(f"module '{owner}' has no attribute '{name}'")
    raise AttributeError(missing(owner + "." + name, name, names(owner, package, submodules, parts)))


def found(package, parts, name):
    """Returns what one of the parts of a package defines under a name, or None."""
    if name[:1] == "_":
        return None
    from torch._parts import NAMES

    for part in parts:
        module = package + "." + part
        if name in NAMES.get(module, ()):
            return vars(__import__(module, fromlist=["*"]))[name]
    return None


def names(owner, package, submodules, parts):
    """Returns all names of a module, those that are not loaded yet too."""
    from torch._parts import NAMES

    known = {*submodules, *vars(__import__(owner, fromlist=["*"]))}
    return known.union(*[NAMES.get(package + "." + part, ()) for part in parts])


def missing(what, name, known):
    """Says that a name does not exist, which near one does, and where the list is."""
    if what not in _said:
        found = near(name, known)
        hint = f"did you mean {found}? " if found else ""
        _said[what] = f"{what} is not known here: {hint}docs/pytorch.md lists what there is"
    return _said[what]


def refusal(module, name, there):
    """Returns the error for a name that a small module does not have: it lists what is there."""
    if name.startswith("__"):
        return AttributeError(f"module '{module}' has no attribute '{name}'")
    return AttributeError(f"{module}.{name} is not known here: there are {there}")


def near(name, known):
    """Returns the name that takes the fewest changes of a letter, or None if all are far."""
    best, fewest = None, max(1, len(name) // 3) + 1
    for other in sorted(known):
        if other[:1] == "_" or abs(len(other) - len(name)) >= fewest:
            continue
        row = list(range(len(other) + 1))
        for i, a in enumerate(name, 1):
            before, row[0] = row[0], i
            for j, b in enumerate(other, 1):
                before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
        if row[-1] < fewest:
            best, fewest = other, row[-1]
    return best
