"""Names that are loaded when they are first used, and what is said of those that do not exist."""

_MODULE = type(__import__("builtins"))


def attribute(package, submodules, parts, name, owner=None):
    """Returns `package.name`: a submodule, or what one of `parts` defines under that name.

    The parts may belong to another module than the one that they lie beside: `owner`."""
    owner = owner or package
    if name in submodules:
        return __import__(package + "." + name, fromlist=["*"])
    value = found(package, parts, name)
    if value is not None:
        return value
    if name.startswith("__"):
        raise AttributeError(f"module '{owner}' has no attribute '{name}'")
    raise AttributeError(missing(owner + "." + name, name, names(owner, package, submodules, parts)))


def found(package, parts, name):
    """Returns what one of the parts of a package defines under a name, or None."""
    if name[:1] != "_":
        for part in parts:
            value = vars(__import__(package + "." + part, fromlist=["*"])).get(name)
            if value is not None and not isinstance(value, _MODULE):
                return value
    return None


def names(owner, package, submodules, parts):
    """Returns all names of a module, those that are not loaded yet too."""
    known = set(submodules)
    for module in [owner] + [package + "." + part for part in parts]:
        known.update(vars(__import__(module, fromlist=["*"])))
    return known


def missing(what, name, known):
    """Says that a name does not exist, which near one does, and where the list is."""
    found = near(name, known)
    hint = f"did you mean {found}? " if found else ""
    return f"{what} is not known here: {hint}docs/pytorch.md lists what there is"


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
