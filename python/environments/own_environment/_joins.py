"""Sides of an `if` and turns of a loop, one after the other from the same beginning, and what they leave joined."""

from own_environment._arrays import Array
from own_environment._heap import join_held, joined, now, reached, restore
from own_environment._logs import Log
from own_environment._symbols import Refusal, Unlike, graph, is_symbol, is_tracing, negation, number, op, truth
from own_environment._ways import Again

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


def tested_of(value):
    """Returns what is tested of a value: the element of an array that has only one."""
    value = number(value)
    if type(value) is Log:
        return value.value("b")
    return value.flat()[0] if type(value) is Array and value.size == 1 else value


class Plain:
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
        self._held = reached([self.own.environment, *names.values()], self.own.module, self.own.constants)
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


class Fork(_Sides):
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


class Turns(_Sides):
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
        asked = tested_of(test())
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
        if self._count >= self.own.most_turns:
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
    if loop._count > loop.own.most_turns and graph.way.known(test) is None:
        _guard(test, line)
        return False
    return graph.way.decide(test)


class Rounds:
    """A `while` that its body may leave."""

    def __init__(self, own, line):
        self.own, self._line, self._count, self._rounds = own, line, 0, 0
        self._decided = len(graph.way.taken) if is_tracing() else 0

    def goes_on(self, test):
        test = tested_of(test)
        if not is_tracing():
            return test
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            raise Refusal("this loop does not end", self._line)
        if is_symbol(test):
            return _bounded(self, truth(test), self._line)
        if test and self._rounds > self.own.most_turns and len(graph.way.taken) - self._decided >= self._rounds - 1:
            # Each turn so far might have left the loop.
            _guard(True, self._line)
            return False
        return test
