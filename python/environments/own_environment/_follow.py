"""`__own__`: what the rewritten text (`_rewrite`) asks. While a call is followed, sides of an `if` run one after the other and
are joined, where they can be; otherwise the way decides. At any other time everything is Python's own."""

import builtins
import operator

from own_environment import _layer, _lookup
from own_environment import _symbols as symbols
from own_environment._arrays import Array, lift
from own_environment._heap import join_held, joined, now, reached, restore
from own_environment._symbols import Refusal, Symbol, Unlike, graph, is_symbol, is_tracing, kind_of, line_now, negation, number, op, truth
from own_environment._ways import MOST_TURNS, Again, Undecided, quietly

# Turns of a loop that no number of the state ends.
MOST_ROUNDS = 100_000


class Touched(Exception):
    """An attribute was read that is None at times and a number at others."""


class Unset:
    """Stands for such an attribute until the call gives it a value."""

    def __getattr__(self, name):
        raise Touched

    def _touch(self, *unused):
        raise Touched

    __bool__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __lt__ = __le__ = __gt__ = __ge__ = _touch
    __eq__ = __ne__ = __neg__ = __abs__ = __float__ = __int__ = __index__ = __len__ = __iter__ = __getitem__ = __hash__ = __mod__ = __pow__ = _touch


def _test_of(value):
    """Returns what is tested of a value: the element of an array that has only one."""
    value = number(value)
    return value.flat()[0] if type(value) is Array and value.size == 1 else value


class _Plain:
    """An `if` with a known test."""

    def __init__(self, holds):
        self.is_then, self.is_otherwise, self._left = holds, not holds, 1

    def turn(self, names):
        self._left -= 1
        return self._left == 0

    def has(self, name):
        return False

    def keep(self, names):
        pass


class _Sides:
    """Runs a body from one beginning for each of two sides, and joins what they leave."""

    def __init__(self, own, place):
        self.own, self.place, self.test = own, place, None
        self.is_then = self.is_otherwise = False
        self._begin = self._names = self._then = None

    def _open(self, names, test):
        way = graph.way
        self.test, self._begin, self._known = test, dict(names), way.kept()
        self._held = reached([self.own.environment, *names.values()], self.own.module)
        way.joins.append(self)
        way.assume(test, True)
        self.condition = test

    def _close(self, names, held, other_names, other_held):
        way = graph.way
        way.joins.remove(self)
        way.forget(self._known)
        try:
            join_held(self.test, held, other_held)
        except Unlike:
            raise Again({self.place}) from None
        self._names = (names, other_names)

    def has(self, name):
        if self._names is None:
            return False
        return any(name in names for names in self._names)

    def of(self, name):
        then, otherwise = self._names
        if name not in then or name not in otherwise:
            # Whoever reads it on the other side has an error in Python too.
            return then[name] if name in then else otherwise[name]
        try:
            return joined(self.test, then[name], otherwise[name])
        except Unlike:
            raise Again({self.place}) from None


class _Fork(_Sides):
    """An `if` with a test that is not known."""

    def __init__(self, own, place, test):
        super().__init__(own, place)
        self._asked, self._turn, self._left_behind = test, 0, None

    def turn(self, names):
        self._turn += 1
        if self._turn == 1:
            self._open(names, self._asked)
            self.is_then = True
        elif self._turn == 2:
            way = graph.way
            restore(self._held)
            way.forget(self._known)
            way.assume(self.test, False)
            self.condition = negation(self.test)
            self.is_then, self.is_otherwise = False, True
            self._names = (self._begin, self._begin)
        elif self._turn == 3:
            self.is_otherwise = False
            names, held = self._left_behind
            self._close(names, held, dict(self._after), now(self._held))
        return self._turn < 4

    def keep(self, names):
        if self._turn == 1:
            self._left_behind = dict(names), now(self._held)
        elif self._turn == 2:
            self._after = dict(names)


class _Turns(_Sides):
    """A `while`: turn after turn an `if`."""

    def __init__(self, own, place, line):
        super().__init__(own, place)
        self._line, self._count, self._rounds, self._is_open, self._alive = line, 0, 0, False, True

    def turn(self, names, test):
        if self._is_open:
            self._is_open, self.is_then = False, False
            after = now(self._held)
            self._close(self._after, after, self._begin, self._held)
            return True
        self._names = None
        asked = _test_of(test())
        if not is_tracing():
            self.is_then = bool(asked)
            return self.is_then
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            raise Refusal("this loop does not end", self._line)
        alive = op("and", self._alive, truth(asked)) if is_symbol(asked) or is_symbol(self._alive) else bool(asked)
        known = graph.way.known(alive)
        if known is None and self.place in self.own.decided:
            known = _bounded(self, alive, self._line)
        if known is not None:
            self.is_then = known
            return known
        self._alive = alive
        if self._count >= MOST_TURNS:
            _guard(alive, self._line)
            return False
        self._count += 1
        self._open(names, alive)
        self._is_open = self.is_then = True
        return True

    def keep(self, names):
        self._after = dict(names)


def _guard(alive, line):
    """Keeps the truth that a loop would have to go on: the program is right where it is false."""
    for join in graph.way.joins:
        alive = op("and", join.condition, alive)
    graph.way.guards.append((line, alive))


def _bounded(loop, test, line):
    """Decides whether a loop goes on, for a bounded number of times."""
    loop._count += 1
    if loop._count > MOST_TURNS and graph.way.known(test) is None:
        _guard(test, line)
        return False
    return graph.way.decide(test)


class _Rounds:
    """A `while` that its body may leave."""

    def __init__(self, line):
        self._line, self._count, self._rounds = line, 0, 0

    def goes_on(self, test):
        test = _test_of(test)
        if not is_tracing():
            return test
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            raise Refusal("this loop does not end", self._line)
        return _bounded(self, truth(test), self._line) if is_symbol(test) else test


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
        value = _test_of(values[0]) if values else None
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
            value = _test_of(value)
            result = op(name, result, truth(value)) if is_symbol(value) or is_symbol(result) else (result and bool(value) if name == "and" else result or bool(value))
        return result

    return some


def _outside(name):
    def call(*args, **named):
        raise Refusal(f"{name}() is a call outside of the environment, so the class cannot become a program", line_now())

    return call


def _mapped(function, *values):
    own = _BUILTINS.get(function, function) if isinstance(function, type) or function in _BUILTINS else function
    return [own(*some) for some in zip(*values)]


_BUILTINS = {
    min: _extreme("min"), max: _extreme("max"), float: _cast(float), int: _cast(int), bool: _cast(bool), isinstance: _instance, any: _some("or", False),
    all: _some("and", True), print: lambda *args, **named: None, open: _outside("open"), input: _outside("input"),
}
_BUILTINS[map] = _mapped


class Own:
    """What the rewritten text of one module asks."""

    def __init__(self, module):
        self.module, self.environment = module, None
        # Places whose sides could not be joined.
        self.decided = set()

    layer = staticmethod(_layer.of)

    def fork(self, test, place):
        test = _test_of(test)
        if not is_symbol(test):
            return _Plain(bool(test))
        test = truth(test)
        known = graph.way.known(test)
        if known is not None:
            return _Plain(known)
        return _Plain(graph.way.decide(test)) if place in self.decided else _Fork(self, place, test)

    def turns(self, place, line):
        return _Turns(self, place, line)

    def rounds(self, line):
        return _Rounds(line)

    def holds(self, test):
        if not is_tracing():
            return test()
        try:
            found = quietly(test)
        except Undecided:
            return True
        return True if is_symbol(_test_of(found)) else found

    def negate(self, value):
        tested = _test_of(value)
        return negation(tested) if is_symbol(tested) else not value

    def both(self, value, *later):
        return self._logic("and", value, later)

    def either(self, value, *later):
        return self._logic("or", value, later)

    def _logic(self, name, value, later):
        ends = name == "or"
        for get in later:
            tested = _test_of(value)
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
                    other = _test_of(quietly(get))
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
        test = _test_of(test)
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
            result = found if result is None else op("and", truth(_test_of(result)), truth(_test_of(found))) if is_symbol(_test_of(found)) or is_symbol(_test_of(result)) else result and found
            one = other
        return result

    def item(self, container, index):
        index = number(index)
        if type(index) is _lookup.Choice:
            return _lookup._picked([container[choice] for choice in index.choices], index.index)
        if not _lookup.has_symbol(index):
            return container[index]
        if type(container) is dict:
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
        if not is_symbol(index) or type(container) not in (list, dict):
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
        self.put(container, index, function(self.item(container, index)))

    def call(self, function, *args, **named):
        if is_tracing():
            owner = getattr(function, "__self__", None)
            if type(owner) in (dict, list, tuple) and any(map(_lookup.has_symbol, args)):
                if type(owner) is dict and function.__name__ == "get":
                    return _lookup.in_dictionary(owner, *args)
                if function.__name__ == "count":
                    return sum(_lookup.equal(part, args[0]) for part in owner)
                if function.__name__ == "index":
                    return _lookup.in_dictionary({part: place for place, part in enumerate(owner)}, args[0])
            try:
                function = _BUILTINS.get(function, function)
            except TypeError:
                pass
        return function(*args, **named)
