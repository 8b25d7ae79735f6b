"""Computes formulas for many rows of inputs at once, in single precision as the engine does: each operation is one of numpy's, on a
column of numbers."""

import numpy

from own_environment._formula import of_bits

# Operations whose results are truths, and those of truths that are one of numpy's.
_COMPARED = {"Less": "<", "LessEqual": "<=", "Equal": "=="}
_UNARY = {name: name.lower() for name in ("Abs", "Sign", "Floor", "Sqrt", "Exp", "Sin", "Cos", "Tan", "Tanh")} | {"Ln": "log"}
_BINARY = {"Add": "{} + {}", "Sub": "{} - {}", "Mul": "{} * {}", "Div": "{} / {}", "Pow": "power({}, {})", "Min": "minimum({}, {})", "Max": "maximum({}, {})"}


class _Text:
    """The text of a function that computes a formula, an operation a line. Truths are arrays of truths until a number is asked for."""

    def __init__(self, formula):
        self.ops = [next(iter(operation.items())) for operation in formula["ops"]]
        self.truths, self.lines, self.compared = set(), ["def run(given):"], []
        for place, (name, parts) in enumerate(self.ops):
            self.lines.append(f"    r{place} = {self._line(place, name, parts)}")

    def _is_constant(self, place):
        return self.ops[place][0] == "Constant"

    def number(self, place):
        return f"r{place}.astype('float32')" if place in self.truths else f"r{place}"

    def _truth(self, place):
        return f"r{place}" if place in self.truths else f"(r{place} != 0)"

    def _line(self, place, name, parts):
        if name == "Constant":
            return repr(of_bits(parts)).replace("inf", "infinity").replace("nan", "not_a_number")
        if name == "Input":
            return f"given[{parts}]"
        if name == "Gather":
            # What is not a number takes the first place.
            index = self.number(parts[1])
            return f"table{parts[0]}[where({index} >= 0, minimum({index}, most{parts[0]}), 0.0).astype('int64')]"
        if name == "Select":
            test, then, otherwise = parts
            if then in self.truths and otherwise in self.truths:
                self.truths.add(place)
                return f"where({self._truth(test)}, r{then}, r{otherwise})"
            made = f"where({self._truth(test)}, {self.number(then)}, {self.number(otherwise)})"
            return f"{made}.astype('float32')" if self._is_constant(then) and self._is_constant(otherwise) else made
        if name == "Unary":
            return f"-{self.number(parts[1])}" if parts[0] == "Neg" else f"{_UNARY[parts[0]]}({self.number(parts[1])})"
        name, a, b = parts
        if name in _COMPARED:
            self.truths.add(place)
            self.compared.append(place)
            for one, other in ((a, b), (b, a)):
                if name == "Equal" and one in self.truths and self._is_constant(other) and of_bits(self.ops[other][1]) == 0:
                    return f"~r{one}"
            return f"{self.number(a)} {_COMPARED[name]} {self.number(b)}"
        if name in ("Mul", "Max") and a in self.truths and b in self.truths:
            self.truths.add(place)
            return f"r{a} & r{b}" if name == "Mul" else f"r{a} | r{b}"
        return _BINARY[name].format(self.number(a), self.number(b))

    def operands(self, place):
        return self.ops[place][1][1:]


class Columns:
    """A formula as a function of columns. `results` gives its results, `ways` the truths of all comparisons, which tell the ways
    through it apart, and `gaps` what is left of the one side of each but for the other."""

    def __init__(self, formula):
        text = _Text(formula)
        self._names = {
            "infinity": numpy.inf, "not_a_number": numpy.nan, "where": numpy.where, "minimum": numpy.minimum, "maximum": numpy.maximum, "power": numpy.power,
            **{name: getattr(numpy, name) for name in _UNARY.values()},
        }
        for at, table in enumerate(formula["tables"]):
            self._names[f"table{at}"] = numpy.array([of_bits(cell) for cell in table], dtype="float32")
            self._names[f"most{at}"] = len(table) - 1.0
        self._text = text
        self.results = self._compiled([text.number(place) for place in formula["outputs"]])

    def ways(self, columns):
        """Returns for each row what its comparisons say, as something that can be compared and kept in a dictionary."""
        if not hasattr(self, "_ways"):
            self._ways = self._compiled([f"r{place}" for place in self._text.compared])
        count = len(columns[0]) if columns else 0
        found = [spread(one, count) for one in self._ways(columns)]
        return list(zip(*found)) if found else [()] * count

    def gaps(self, columns):
        if not hasattr(self, "_gaps"):
            number = self._text.number
            self._gaps = self._compiled([f"{number(a)} - {number(b)}" for a, b in map(self._text.operands, self._text.compared)])
        return [spread(one, len(columns[0])) for one in self._gaps(columns)]

    def _compiled(self, outputs):
        names = dict(self._names)
        exec("\n".join([*self._text.lines, f"    return [{', '.join(outputs)}]"]), names)
        return names["run"]


def columns(rows, count):
    """Returns the columns of rows of `count` numbers."""
    return [numpy.array([row[place] for row in rows], dtype="float32") for place in range(count)]


def spread(column, count):
    """Returns the numbers of a column: a constant is the same in each row."""
    return column.tolist() if hasattr(column, "tolist") and getattr(column, "shape", ()) else [column] * count
