"""What a call can change: the attributes of the environment and all that they hold. Sides of an `if` are run one after the other
from the same beginning, and what they leave is joined number by number."""

import copy

from own_environment._arrays import Array
from own_environment._lookup import Choice, is_atom
from own_environment._symbols import Symbol, Unlike, kind_of, number, select


def is_record(value, module):
    """Returns true for an instance of a class that the reader's file defines."""
    return type(value).__module__ == module and hasattr(value, "__dict__") and not isinstance(value, type)


def reached(roots, module, constants=()):
    """Returns all containers that can be reached from values and that a call can change, with what they hold. Those that are constant
    are left out."""
    found, todo = {}, list(roots)
    left_out = {id(value.cells if type(value) is Array else value) for value in constants}
    while todo:
        value = todo.pop()
        kind = type(value)
        if kind in (float, int, bool, str, Symbol, Choice) or value is None or id(value) in found or id(value) in left_out:
            continue
        if kind is Array:
            if id(value.cells) in left_out:
                continue
            found[id(value.cells)] = (value.cells, list(value.cells))
        elif kind in (list, set) or kind.__name__ == "deque":
            found[id(value)] = (value, list(value))
            todo.extend(value)
        elif isinstance(value, dict):
            found[id(value)] = (value, dict(value))
            todo.extend(value.values())
        elif kind is tuple:
            todo.extend(value)
        elif is_record(value, module):
            found[id(value)] = (value, dict(vars(value)))
            todo.extend(vars(value).values())
    return found


def _hold(container, content):
    """Gives a container back what it held."""
    if isinstance(container, dict):
        container.clear()
        container.update(content)
    elif isinstance(container, list):
        container[:] = content
    elif isinstance(content, list):
        container.clear()
        container.update(content) if isinstance(container, set) else container.extend(content)
    else:
        names = vars(container)
        for name in [name for name in names if name not in content]:
            del names[name]
        names.update(content)


def restore(found):
    for container, content in found.values():
        _hold(container, content)


def now(found):
    """Returns what the same containers hold now."""
    def held(container):
        if isinstance(container, dict): return dict(container)
        return dict(vars(container)) if hasattr(container, "__dict__") and not isinstance(container, list) else list(container)

    return {place: (container, held(container)) for place, (container, _) in found.items()}


def join_held(test, then, otherwise):
    """Gives containers what one of two sides has left, by a test."""
    for place, (container, content) in then.items():
        other = otherwise[place][1]
        if isinstance(content, dict):
            if content.keys() != other.keys():
                raise Unlike
            made = {name: joined(test, value, other[name]) for name, value in content.items()}
        else:
            if len(content) != len(other):
                raise Unlike
            made = [joined(test, one, another) for one, another in zip(content, other)]
        _hold(container, made)


def joined(test, then, otherwise):
    """Returns what a value is by a test: that of the one side or that of the other."""
    if then is otherwise:
        return then
    then, otherwise = number(then), number(otherwise)
    if kind_of(then) and kind_of(otherwise):
        return select(test, then, otherwise)
    if all(is_atom(side) or type(side) is Choice for side in (then, otherwise)):
        return then if is_atom(then) and then == otherwise else Choice.joined(test, then, otherwise)
    kind = type(then)
    if kind is not type(otherwise):
        raise Unlike
    if kind is Array:
        if then.shape != otherwise.shape:
            raise Unlike
        cells = [joined(test, one, other) for one, other in zip(then.flat(), otherwise.flat())]
        return Array(cells, then.shape, then.kind)
    if kind in (list, tuple):
        if len(then) != len(otherwise):
            raise Unlike
        return kind(joined(test, one, other) for one, other in zip(then, otherwise))
    if hasattr(kind, "_fields") and len(then) == len(otherwise):
        return kind(*[joined(test, one, other) for one, other in zip(then, otherwise)])
    if kind is dict:
        if then.keys() != otherwise.keys():
            raise Unlike
        return {name: joined(test, value, otherwise[name]) for name, value in then.items()}
    if hasattr(then, "__dict__") and not callable(then):
        made = copy.copy(then)
        if vars(then).keys() != vars(otherwise).keys():
            raise Unlike
        for name, value in vars(then).items():
            made.__dict__[name] = joined(test, value, vars(otherwise)[name])
        return made
    try:
        if bool(then == otherwise) and not isinstance(then, Symbol):
            return then
    except (TypeError, ValueError):
        pass
    raise Unlike
