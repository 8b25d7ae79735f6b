"""`__own__`: what the rewritten text (`_rewrite`) asks. While a call is followed, sides of an `if` run one after the other and
are joined, where they can be; otherwise the way decides. At any other time everything is Python's own."""

import builtins
import operator

from own_environment import _layer, _lookup
from own_environment import _symbols as symbols
from own_environment._arrays import Array, lift
from own_environment._heap import joined
from own_environment._joins import Fork, Plain, Rounds, Touched, Turns, Unset, tested_of
from own_environment._logs import Log
from own_environment._symbols import Refusal, Symbol, Unlike, graph, is_symbol, is_tracing, kind_of, line_now, negation, number, op, truth
from own_environment._ways import MOST_TURNS, Undecided, quietly

_OPERATORS = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": operator.eq, "ne": operator.ne}


def _compared(one, name, other):
    if name in ("is", "is not"):
        if isinstance(one, Unset) or isinstance(other, Unset):
            raise Touched
        if type(one) is _lookup.Choice and other is not None:
            return one == other if name == "is" else one != other
        if is_symbol(one) and type(other) is bool:
            return op("eq", one, other) if name == "is" else negation(op("eq", one, other))
        return (one is other) == (name == "is")
    if name in ("in", "not in"):
        found = _found(one, other)
        return found if name == "in" else negation(found) if is_symbol(found) else not found
    if name in ("eq", "ne") and type(one) in (tuple, list) and type(other) in (tuple, list) and (_lookup.has_symbol(one) or _lookup.has_symbol(other)):
        found = _lookup.equal(one, other)
        return found if name == "eq" else negation(found)
    return _OPERATORS[name](one, other)


def _found(value, container):
    if type(container) is Log:
        return container.value("b")
    if type(value) is _lookup.Choice:
        return value.is_in(container)
    if not _lookup.has_symbol(value) and not _lookup.has_symbol(container):
        return value in container
    if hasattr(container, "contains"):
        return container.contains(value)
    return _lookup.contains(container, value)


def _instance(value, kinds):
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    plain = tuple(getattr(kind, "_plain", kind) if not isinstance(kind, type) else kind for kind in kinds)
    if type(value) is Symbol:
        like = {"b": True, "i": 1, "f": 1.0}[value.kind]
        names = {"f": ("floating", "inexact", "number", "generic", "float64"), "i": ("integer", "number", "generic", "int64", "signedinteger"), "b": ("generic",)}[value.kind]
        return isinstance(like, plain) or any(getattr(kind, "__name__", "") in names for kind in plain)
    if type(value) is Array and any(kind is Array or kind.__name__ == "ndarray" for kind in plain):
        return True
    return isinstance(value, plain)


def _extreme(name):
    def extreme(*values, key=None, default=None):
        values = [number(value) for value in (values[0] if len(values) == 1 else values)]
        if key is not None or not any(map(is_symbol, values)):
            named = {} if key is None else {"key": key}
            return getattr(builtins, name)(values, **named) if values or default is None else default
        result = values[0]
        for value in values[1:]:
            result = op(name, result, value)
        return result

    return extreme


def _cast(kind):
    def cast(*values):
        value = tested_of(values[0]) if values else None
        if not is_symbol(value):
            return kind(*values)
        if kind is bool:
            return truth(value)
        if kind is int:
            return symbols.truncated(value)
        return value if value.kind == "f" else op("mul", value, 1.0)

    return cast


def _some(name, start):
    def some(values):
        result = start
        for value in values:
            value = tested_of(value)
            result = op(name, result, truth(value)) if is_symbol(value) or is_symbol(result) else (result and bool(value) if name == "and" else result or bool(value))
        return result

    return some


def _outside(name):
    def call(*args, **named):
        raise Refusal(f"{name}() is a call outside of the environment, so the class cannot become a program", line_now())

    return call


def _text(value="", *more):
    # A choice of texts is text already.
    is_text = type(value) is _lookup.Choice and all(type(choice) is str for choice in value.choices)
    return value if is_text else str(value, *more)


def _mapped(function, *values):
    own = _BUILTINS.get(function, function) if isinstance(function, type) or function in _BUILTINS else function
    return [own(*some) for some in zip(*values)]


_BUILTINS = {
    min: _extreme("min"), max: _extreme("max"), float: _cast(float), int: _cast(int), bool: _cast(bool), isinstance: _instance, any: _some("or", False),
    all: _some("and", True), print: lambda *args, **named: None, open: _outside("open"), input: _outside("input"),
}
_BUILTINS[map] = _mapped


def _of_log(function, kind):
    """Returns a function that takes a log too: without a kind what it makes of one is a log itself."""
    def call(*values, **named):
        if values and type(values[0]) is Log:
            return values[0].value(kind) if kind else values[0]
        return function(*values, **named)

    return call


_BUILTINS.update((function, _of_log(_BUILTINS.get(function, function), kind)) for function, kind in ((len, "i"), (sum, "f"), (min, "f"), (max, "f"), (any, "b"), (all, "b"), (bool, "b"), *((kind, "") for kind in (list, tuple, dict, set, sorted))))
_BUILTINS[str] = _text


class Own:
    """What the rewritten text of one module asks."""

    def __init__(self, module):
        self.module, self.environment, self.most_turns = module, None, MOST_TURNS
        # Large containers that no call changes.
        self.constants = []
        # Places whose sides could not be joined.
        self.decided = set()

    layer = staticmethod(_layer.of)

    def fork(self, test, place):
        test = tested_of(test)
        if not is_symbol(test):
            return Plain(bool(test))
        test = truth(test)
        known = graph.way.known(test)
        if known is not None:
            return Plain(known)
        return Plain(graph.way.decide(test)) if place in self.decided else Fork(self, place, test)

    def turns(self, place, line):
        return Turns(self, place, line)

    def rounds(self, line):
        return Rounds(self, line)

    def holds(self, test):
        if not is_tracing():
            return test()
        try:
            found = quietly(test)
        except Undecided:
            return True
        return True if is_symbol(tested_of(found)) else found

    def negate(self, value):
        tested = tested_of(value)
        return negation(tested) if is_symbol(tested) else not value

    def both(self, value, *later):
        return self._logic("and", value, later)

    def either(self, value, *later):
        return self._logic("or", value, later)

    def _logic(self, name, value, later):
        ends = name == "or"
        for get in later:
            tested = tested_of(value)
            if not is_symbol(tested):
                if bool(value) == ends:
                    return value
                value = get()
                continue
            test = truth(tested)
            way = graph.way
            known = way.known(test)
            if known is None:
                kept = way.kept()
                try:
                    way.assume(test, not ends)
                    other = tested_of(quietly(get))
                    if kind_of(other) is None:
                        raise Undecided
                    if tested.kind == "b" == kind_of(other):
                        value = op(name, test, other)
                    else:
                        value = symbols.select(test, tested, other) if ends else symbols.select(test, other, tested)
                    continue
                except Undecided:
                    pass
                finally:
                    way.forget(kept)
                known = way.decide(test)
            if known == ends:
                return ends if tested.kind == "b" else tested
            value = get()
        return value

    def choose(self, test, then, otherwise):
        test = tested_of(test)
        if not is_symbol(test):
            return then() if test else otherwise()
        test, way = truth(test), graph.way
        known = way.known(test)
        if known is None:
            kept = way.kept()
            try:
                way.assume(test, True)
                one = quietly(then)
                way.forget(kept)
                way.assume(test, False)
                return joined(test, one, quietly(otherwise))
            except (Undecided, Unlike):
                pass
            finally:
                way.forget(kept)
            known = way.decide(test)
        return then() if known else otherwise()

    def compare(self, one, names, *others):
        result = None
        for name, other in zip(names.split(" , "), others):
            found = _compared(one, name, other)
            result = found if result is None else op("and", truth(tested_of(result)), truth(tested_of(found))) if is_symbol(tested_of(found)) or is_symbol(tested_of(result)) else result and found
            one = other
        return result

    def item(self, container, index):
        if type(container) is Log:
            return container[index]
        index = number(index)
        if type(index) is _lookup.Choice:
            return _lookup._picked([container[choice] for choice in index.choices], index.index)
        if not _lookup.has_symbol(index):
            return container[index]
        if isinstance(container, dict):
            return _lookup.in_dictionary(container, index)
        if type(container) is _lookup.Choice:
            return container[index]
        if isinstance(container, (list, tuple, range, str)) and is_symbol(index):
            return _lookup.pick(list(container), index)
        if type(container).__name__ == "ndarray":
            container = lift(container)
        return container[index]

    def put(self, container, index, value):
        """Does what `container[index] = value` does."""
        index = number(index)
        if type(index) is _lookup.Choice and isinstance(container, dict):
            for choice in dict.fromkeys(index.choices):
                container[choice] = joined(index == choice, value, container[choice])
            return
        if not is_symbol(index) or type(container) is not list and not isinstance(container, dict):
            container[index] = value
            return
        places = range(len(container)) if type(container) is list else list(container)
        if type(container) is list and index.low < 0:
            index = symbols.select(op("lt", index, 0), op("add", index, len(container)), index)
        for place in places:
            try:
                container[place] = joined(op("eq", index, place), value, container[place])
            except Unlike:
                container[graph.way.value(index)] = value
                return

    def update(self, container, index, function):
        """Does what `container[index] += ...` does: `function` makes the new value of the old one."""
        if type(container) is Log:
            return
        if type(index) is Array and index.kind == "bool":
            # Where the mask does not hold, everything stays as it was.
            container[index] = function(container)
        else:
            self.put(container, index, function(self.item(container, index)))

    def call(self, function, *args, **named):
        if is_tracing():
            owner = getattr(function, "__self__", None)
            if type(owner) is dict and function.__name__ == "get" and type(args[0]) is _lookup.Choice:
                return _lookup._picked([owner.get(choice, *args[1:]) for choice in args[0].choices], args[0].index)
            if type(owner) in (dict, list, tuple) and any(map(_lookup.has_symbol, args)):
                if type(owner) is dict and function.__name__ == "get":
                    return _lookup.in_dictionary(owner, *args)
                if function.__name__ == "count":
                    return sum(_lookup.equal(part, args[0]) for part in owner)
                if function.__name__ == "index":
                    # The first of equal elements.
                    places = reversed(list(enumerate(owner)))
                    return _lookup.in_dictionary({part: place for place, part in places}, args[0])
            try:
                function = _BUILTINS.get(function, function)
            except TypeError:
                pass
        return function(*args, **named)
