"""Lookups by a symbol: in lists, tuples, dictionaries and sets of what is known. One of numbers is a single operation."""

from own_environment._arrays import Array
from own_environment._symbols import Refusal, Unlike, gather, graph, is_symbol, kind_of, line_now, number, op, select, within

# Most cells of a table.
MOST_CELLS = 16_384


def pick(choices, index):
    """Returns the choice with a number that is not known, as in `choices[index]`."""
    count = len(choices)
    if index.low < 0:
        if index.high < 0:
            index = op("add", index, count)
        else:
            # An index below 0 counts from the end.
            index = select(op("lt", index, 0), op("add", index, count), index)
    return _picked(choices, index)


def _picked(choices, index):
    choices = [number(choice) for choice in choices]
    first = choices[0]
    if all(kind_of(choice) for choice in choices):
        return _of_numbers(choices, index)
    kind = type(first)
    if all(type(choice) is kind for choice in choices):
        if kind is Array and all(choice.shape == first.shape for choice in choices):
            columns = zip(*[choice.flat() for choice in choices])
            return Array([_picked(list(column), index) for column in columns], first.shape, first.kind)
        if kind in (list, tuple) and all(len(choice) == len(first) for choice in choices):
            return kind(_picked(column, index) for column in zip(*choices))
        if kind is dict and all(choice.keys() == first.keys() for choice in choices):
            return {name: _picked([choice[name] for choice in choices], index) for name in first}
    if all(type(choice) is Choice or is_atom(choice) for choice in choices) and any(type(choice) is Choice for choice in choices):
        return _picked_again(choices, index)
    if all(map(is_atom, choices)):
        return first if len(set(choices)) == 1 else Choice(choices, index)
    if all(choice is first for choice in choices):
        return first
    if graph.way.is_quiet:
        raise Unlike
    return choices[graph.way.value(index)]


def _picked_again(choices, index):
    """Returns one of several texts of which some were looked up themselves, by the same number: one lookup in all of them."""
    inner = {choice.index.place: choice.index for choice in choices if type(choice) is Choice and is_symbol(choice.index)}
    rows = max(len(choice.choices) for choice in choices if type(choice) is Choice)
    columns = [choice.choices if type(choice) is Choice else [choice] * rows for choice in choices]
    if len(inner) != 1 or any(len(column) != rows for column in columns) or rows * len(columns) > MOST_CELLS:
        return choices[graph.way.value(index)]
    (row,) = inner.values()
    return Choice([column[place] for place in range(rows) for column in columns], _inner(row, rows, index, len(columns)))


def drawn_place(shares, chance):
    """Returns the first place at which the sum of shares is above a draw in [0, 1)."""
    total, sums = 0.0, []
    for share in shares[:-1]:
        total = op("add", total, share)
        sums.append(total)
    last = len(sums)
    if last < 8 or any(map(is_symbol, sums)):
        found = 0
        for total in sums:
            found = op("add", found, select(op("le", total, chance), 1, 0))
        return within(found, 0, last) if is_symbol(found) else found
    # Halves of the sums, which grow: how many of them are at most the draw.
    size = 1
    while size <= last:
        size *= 2
    table, found = [*sums, *[2.0] * (size - last)], 0
    while size > 1:
        size //= 2
        next_one = within(op("add", found, size - 1), size - 1, len(table) - 1)
        found = op("add", found, select(op("le", gather(table, next_one), chance), size, 0))
    return within(found, 0, last) if is_symbol(found) else found


def is_atom(value):
    """Returns true for a text or a member of an enumeration."""
    return type(value) in (str, bytes) or hasattr(type(value), "__members__")


class Choice:
    """One of several texts or members of an enumeration, by a number that is not known."""

    __array_ufunc__ = __hash__ = None

    @classmethod
    def joined(cls, test, then, otherwise):
        """Returns what one of two is, by a test."""
        sides = [side if type(side) is Choice else Choice([side], 0) for side in (then, otherwise)]
        choices = list(dict.fromkeys([*sides[0].choices, *sides[1].choices]))
        then, otherwise = (side.place_in(choices) for side in sides)
        return cls(choices, select(test, then, otherwise))

    def place_in(self, choices):
        """Returns which of some choices this is."""
        return gather([choices.index(choice) for choice in self.choices], self.index)

    def __init__(self, choices, index):
        self.choices, self.index = choices, index

    def _test(self, function):
        return gather([bool(function(choice)) for choice in self.choices], self.index)

    def __eq__(self, other):
        if type(other) is Choice:
            return NotImplemented
        return self._test(lambda choice: choice == other)

    def __ne__(self, other): return self._test(lambda choice: choice != other)
    def __bool__(self): return bool(self._test(bool))
    def __len__(self): return len(self.choices[graph.way.value(self.index)]) if len(set(map(len, self.choices))) > 1 else len(self.choices[0])
    def is_in(self, container): return self._test(lambda choice: choice in container)
    def decode(self, *unused): return Choice([choice.decode() for choice in self.choices], self.index)
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        values = [getattr(choice, name) for choice in self.choices]
        return values[graph.way.value(self.index)] if any(map(callable, values)) else _picked(values, self.index)

    def __getitem__(self, place):
        place = number(place)
        if not is_symbol(place):
            return Choice([choice[place] for choice in self.choices], self.index)
        size = max(map(len, self.choices))
        flat = [letter for choice in self.choices for letter in choice.ljust(size)]
        return Choice(flat, _inner(self.index, len(self.choices), place, size))


def _inner(row, rows, column, columns):
    """Returns the place of a row and a column in a table, for whole numbers within it or cut to it."""
    row = op("max", op("min", row, rows - 1), 0)
    return op("add", op("mul", row, columns), op("max", op("min", column, columns - 1), 0))


def _of_numbers(numbers, index):
    if all(not is_symbol(cell) for cell in numbers):
        return gather(numbers, index)
    # A lookup in rows that were looked up is one in all of them.
    inner = {cell.args[0].place: cell.args[0] for cell in numbers if is_symbol(cell) and cell.op == "gather"}
    if len(inner) == 1 and all(not is_symbol(cell) or cell.op == "gather" for cell in numbers):
        (row,) = inner.values()
        size = max(len(cell.args[1]) for cell in numbers if is_symbol(cell))
        tables = [cell.args[1] if is_symbol(cell) else (cell,) * size for cell in numbers]
        if all(len(table) == size for table in tables) and size * len(tables) <= MOST_CELLS:
            table = [table[place] for place in range(size) for table in tables]
            return gather(table, _inner(row, size, index, len(tables)))
    result = numbers[-1]
    for place in range(len(numbers) - 2, -1, -1):
        result = select(op("eq", index, place), numbers[place], result)
    return result


def _parts(key):
    return tuple(number(part) for part in key) if isinstance(key, tuple) else (number(key),)


def has_symbol(value):
    if is_symbol(value):
        return True
    if type(value) in (tuple, list):
        return any(has_symbol(part) for part in value)
    return type(value) is Array and any(is_symbol(cell) for cell in value.flat())


def _grid(keys, parts):
    """Returns the place of a key in a table over all whole numbers that keys have, with a border for those that none has, and the
    places of the keys."""
    whole = all(len(key) == len(parts) and all(type(one) in (int, bool) for one in key) for key in keys)
    if not keys or not whole or any(part.kind == "f" for part in parts if is_symbol(part)):
        return None
    lows = [min(key[at] for key in keys) - 1 for at in range(len(parts))]
    sizes = [max(key[at] for key in keys) + 2 - low for at, low in enumerate(lows)]
    index, count, places = 0, 1, [0] * len(keys)
    for at, (low, size) in enumerate(zip(lows, sizes)):
        part = op("sub", op("max", op("min", parts[at], low + size - 1), low), low)
        index = op("add", op("mul", index, size), part)
        places = [place * size + key[at] - low for place, key in zip(places, keys)]
        count *= size
    return (index, count, places) if count <= MOST_CELLS else None


def in_dictionary(table, key, default=None):
    """Returns `table[key]` for a key that is not known, and `default` where the dictionary has none."""
    keys = [_parts(known) for known in table]
    grid = _grid(keys, _parts(key))
    if grid is None:
        raise Refusal("a dictionary is asked here for a number of the state: its keys have to be whole numbers, or tuples of such", line_now())
    index, count, places = grid
    values = list(table.values())
    cells = [values[0] if default is None else default] * count
    for place, value in zip(places, values):
        cells[place] = value
    return _picked(cells, index)


def contains(container, value):
    """Returns whether a container holds a value of which not everything is known."""
    if type(container) is Array:
        container = container.tolist()
    if isinstance(container, range):
        found = op("and", op("le", container.start, value), op("lt", value, container.stop))
        return found if container.step == 1 else op("and", found, op("eq", (value - container.start) % container.step, 0))
    members = list(container)
    keys = [_parts(member) for member in members if not has_symbol(member)]
    parts = _parts(value)
    if len(keys) == len(members) > 3:
        grid = _grid(keys, parts)
        if grid is not None:
            index, count, places = grid
            cells = [False] * count
            for place in places:
                cells[place] = True
            return gather(cells, index)
    result = False
    for member in members:
        result = op("or", result, equal(member, value))
    return result


def equal(one, other):
    """Returns whether two values are equal, part by part."""
    one, other = number(one), number(other)
    if kind_of(one) and kind_of(other):
        return op("eq", one, other)
    if type(one) in (tuple, list) and type(one) is type(other):
        if len(one) != len(other):
            return False
        result = True
        for part, another in zip(one, other):
            result = op("and", result, equal(part, another))
        return result
    return one == other
