"""The ways through a call. What a test of a symbol says is decided both ways, by running the call once for each: this file
keeps the decisions of the way that runs, and what they say about later tests."""

from own_environment._symbols import MOST_VALUES, Refusal, Symbol, graph, is_symbol, line_now, op

# Ways of one call.
MOST_WAYS = 64
# Turns of a loop that a number of the state ends. Whether they were enough is an output of the program, which the
# comparison with the class looks at.
MOST_TURNS = 4
# The same in `reset`, where a loop draws again and again until what it has drawn fits.
MOST_TURNS_OF_RESET = 10


class TooMany(Exception):
    """The call has more ways than are tried."""


class Again(Exception):
    """The call has to run again from its first way: these places, each an `if` or a loop, have to be decided, not joined."""

    def __init__(self, places):
        super().__init__(places)
        self.places = places


class Restart(Exception):
    """What was taken for constant is not: everything has to be followed again."""


class Undecided(Exception):
    """A test was met where an operand was only looked at to see whether it can be one operation."""


class Way:
    """One way: which decisions it begins with, those that it has taken, and what is known by them."""

    def __init__(self, given):
        self.given, self.taken, self.facts, self.values = given, [], {}, {}
        self.joins, self.guards, self.is_quiet, self.draws = [], [], False, 0

    def known(self, test):
        """Returns what the decisions so far say about a truth, or None."""
        if type(test) is not Symbol:
            return bool(test)
        if test.place in self.facts:
            return self.facts[test.place]
        name = test.op
        if name == "not":
            inner = self.known(test.args[0])
            return None if inner is None else not inner
        if name in ("and", "or"):
            one, other = map(self.known, test.args)
            absorbing = name == "or"
            if one is absorbing or other is absorbing:
                return absorbing
            return None if one is None or other is None else not absorbing
        if name in ("eq", "lt", "le"):
            a, b = test.args
            (low, high), (other_low, other_high) = self.range(a), self.range(b)
            if name == "eq":
                if high < other_low or other_high < low:
                    return False
                if low == high == other_low == other_high:
                    return True
            elif name == "lt":
                return True if high < other_low else False if low >= other_high else None
            else:
                return True if high <= other_low else False if low > other_high else None
        return None

    def range(self, value):
        if type(value) is not Symbol:
            return value, value
        low, high = self.values.get(value.place, (value.low, value.high))
        return max(low, value.low), min(high, value.high)

    def assume(self, test, holds):
        """Takes it that a truth holds, or does not, from here on."""
        if type(test) is not Symbol:
            return
        self.facts[test.place] = holds
        name = test.op
        if name == "not":
            self.assume(test.args[0], not holds)
        elif name in ("and", "or") and holds == (name == "and"):
            for part in test.args:
                self.assume(part, holds)
        elif name in ("eq", "lt", "le"):
            a, b = test.args
            if not is_symbol(b):
                self._narrow(name, a, b, holds)
            elif not is_symbol(a):
                self._narrow({"lt": "gt", "le": "ge"}.get(name, name), b, a, holds)

    def _narrow(self, name, value, edge, holds):
        low, high = self.range(value)
        step = 1 if value.kind != "f" and edge == int(edge) else 0
        if not holds:
            name = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne"}[name]
        if name == "eq":
            low = high = edge
        elif name == "ne":
            # Of a whole number an edge of its range can go.
            low, high = (low + step if low == edge else low), (high - step if high == edge else high)
        elif name in ("lt", "le"):
            high = min(high, edge - step if name == "lt" else edge)
        else:
            low = max(low, edge + step if name == "gt" else edge)
        self.values[value.place] = low, high

    def decide(self, test):
        """Returns which side this way takes at a test."""
        known = self.known(test)
        if known is not None:
            return known
        if self.is_quiet:
            raise Undecided
        place = len(self.taken)
        if place >= MOST_WAYS:
            raise Refusal("the loop or recursion here goes on by a number of the state without a known bound, so it cannot become a program", line_now())
        holds = self.given[place][1] if place < len(self.given) else True
        self.taken.append((test, holds, line_now()))
        self.assume(test, holds)
        return holds

    def value(self, symbol):
        """Returns the whole number that a symbol is on this way."""
        low, high = self.range(symbol)
        if symbol.kind == "f" or high - low >= MOST_VALUES:
            raise Refusal("a number of the state is used here as an index or a count where only a known number can stand", line_now())
        for value in range(int(low), int(high)):
            if self.decide(op("eq", symbol, value)):
                return value
        return int(high)

    def kept(self):
        """Returns what is known now, to come back to."""
        return dict(self.facts), dict(self.values)

    def forget(self, kept):
        self.facts, self.values = dict(kept[0]), dict(kept[1])


def quietly(function):
    """Returns what a function returns if that takes no decision, otherwise raises `Undecided`."""
    way = graph.way
    was, way.is_quiet = way.is_quiet, True
    try:
        return function()
    except (Refusal, Again, Restart, TooMany):
        raise
    except Exception:
        raise Undecided from None
    finally:
        way.is_quiet = was


def all_ways(call):
    """Runs a call on each of its ways. Returns pairs of the decisions and what the call returned, which is None for a way that
    ends with an error: Python would have ended there too. The last error is returned beside them."""
    ways, given, error = [], [], None
    while True:
        way = graph.way = Way(given)
        try:
            result = call()
        except (Refusal, Again, Restart, TooMany):
            raise
        except RecursionError:
            raise Refusal("this calls itself without a known end", line_now()) from None
        except Exception as raised:
            if way.joins:
                raise Again({join.place for join in way.joins}) from None
            result = None
            if error is None or isinstance(error, (ArithmeticError, LookupError, ValueError)):
                error = raised
        finally:
            graph.way = None
        ways.append((way.taken, result))
        if len(ways) > MOST_WAYS:
            raise TooMany(ways)
        given = [(test, holds) for test, holds, _ in way.taken]
        while given and not given[-1][1]:
            given.pop()
        if not given:
            return ways, error
        given[-1] = (given[-1][0], False)


def busiest_line(ways):
    """Returns the line at which most ways part."""
    lines = [line for taken, _ in ways for _, _, line in taken]
    return max(set(lines), key=lines.count) if lines else None


def merged(ways, join, depth=0):
    """Returns one result of all ways: `join(test, then, otherwise)` where two part."""
    if len(ways) == 1:
        return ways[0][1]
    test = ways[0][0][depth][0]
    then = merged([way for way in ways if way[0][depth][1]], join, depth + 1)
    rest = [way for way in ways if not way[0][depth][1]]
    otherwise = merged(rest, join, depth + 1) if rest else None
    if then is None or otherwise is None:
        return otherwise if then is None else then
    return join(test, then, otherwise)
