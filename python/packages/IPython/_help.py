"""What there is to say of an object: how it is called, and what it says of itself."""

import inspect


def _signature(thing):
    try:
        return str(inspect.signature(thing))
    except (TypeError, ValueError):
        return "(...)" if callable(thing) else ""


def _head(thing, name):
    kind = "class" if isinstance(thing, type) else "module" if inspect.ismodule(thing) else type(thing).__name__
    return f"{kind} {name}" + ("" if kind == "module" else _signature(thing))


def described(thing, name=None, with_source=False):
    """Returns the text about an object."""
    name = name or getattr(thing, "__qualname__", None) or getattr(thing, "__name__", None) or type(thing).__name__
    if not callable(thing) and not inspect.ismodule(thing):
        return f"{name}: {type(thing).__name__} = {_short(thing)}\n\n{inspect.getdoc(type(thing)) or ''}".rstrip()
    text = [_head(thing, name)]
    if with_source:
        try:
            return text[0] + "\n\n" + inspect.getsource(thing).rstrip()
        except (OSError, TypeError):
            pass
    text.append(inspect.getdoc(thing) or "It says nothing of itself.")
    if isinstance(thing, type) or inspect.ismodule(thing):
        names = [name for name in vars(thing) if name[:1] != "_"]
        if names:
            text.append("In it: " + ", ".join(sorted(names)))
    return "\n\n".join(text)


def _short(thing):
    text = repr(thing)
    return text if len(text) <= 400 else text[:400] + " ..."


def help(thing=None):
    """Prints what there is to say of an object."""
    if thing is None:
        return print("help(x) says what x is, and so does a line `x?`")
    if isinstance(thing, str):
        from IPython._shell import get_ipython

        return get_ipython().run_line_magic("pinfo", thing)
    print(described(thing))
