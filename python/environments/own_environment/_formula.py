"""Formulas as the engine has them (`src/envs/formula.rs`): operations of single precision in their order, each once, and no others
than results need."""

import math
import struct

from own_environment import _symbols as symbols
from own_environment._symbols import Refusal, is_symbol, op

# As `MAX_OPS` and `MAX_TABLE` in the engine.
MOST_OPS, MOST_TABLE = 4_096, 16_384
_UNARY = {"neg": "Neg", "abs": "Abs", "sign": "Sign", "floor": "Floor", "sqrt": "Sqrt", "exp": "Exp", "ln": "Ln", "sin": "Sin", "cos": "Cos", "tan": "Tan", "tanh": "Tanh"}
_BINARY = {"add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "pow": "Pow", "min": "Min", "max": "Max", "lt": "Less", "le": "LessEqual", "eq": "Equal", "and": "Mul", "or": "Max"}


def bits(value):
    """Returns the bits of a number in single precision."""
    value = float(value)
    if abs(value) >= 3.4028235677973366e38:
        value = math.copysign(math.inf, value)
    return int.from_bytes(struct.pack("<f", value), "little")


def of_bits(number):
    return struct.unpack("<f", number.to_bytes(4, "little"))[0]


def below(outputs):
    """Yields all symbols that outputs need, each after what it takes."""
    done, todo = set(), [(output, False) for output in outputs if is_symbol(output)]
    while todo:
        symbol, is_ready = todo.pop()
        if symbol.place in done:
            continue
        if is_ready:
            done.add(symbol.place)
            yield symbol
        else:
            todo.append((symbol, True))
            todo.extend((arg, False) for arg in symbol.args if is_symbol(arg) and arg.place not in done)


def substituted(outputs, known):
    """Returns outputs with other values for some of the symbols that they need: by place."""
    made = dict(known)

    def of(value):
        return made[value.place] if is_symbol(value) else value

    for symbol in below(outputs):
        if symbol.place in made:
            continue
        args = [of(arg) if is_symbol(arg) else arg for arg in symbol.args]
        if not any(map(is_symbol, symbol.args)):
            made[symbol.place] = symbol
        elif symbol.op == "gather":
            index = args[0] if is_symbol(args[0]) else min(max(int(args[0]), 0), len(args[1]) - 1)
            made[symbol.place] = symbols.gather(args[1], index)
        elif symbol.op == "within":
            made[symbol.place] = symbols.within(*args)
        else:
            made[symbol.place] = op(symbol.op, *args)
    return [of(output) for output in outputs]


class _Writer:
    def __init__(self, inputs, line):
        self.inputs, self.line = inputs, line
        self.ops, self.known, self.tables, self.registers = [], {}, [], {}

    def push(self, *operation):
        place = self.known.get(operation)
        if place is None:
            place = self.known[operation] = len(self.ops)
            self.ops.append(operation)
            if place >= MOST_OPS:
                raise Refusal(f"the program has more than {MOST_OPS} operations: shorten loops, or look numbers up in a table", self.line)
        return place

    def constant(self, value):
        return self.push("Constant", bits(value))

    def of(self, value):
        return self.registers[value.place] if is_symbol(value) else self.constant(value)

    def value(self, register):
        """Returns the constant in a register, or None."""
        operation = self.ops[register]
        return of_bits(operation[1]) if operation[0] == "Constant" else None

    def write(self, symbol):
        name, args = symbol.op, symbol.args
        if not any(map(is_symbol, args)):
            return self.push("Input", self.inputs[symbol.place])
        if name == "gather":
            table = tuple(bits(cell) for cell in args[1])
            if len(table) > MOST_TABLE:
                raise Refusal(f"a table has {len(table)} numbers, and a program's has {MOST_TABLE} at most", self.line)
            if table not in self.tables:
                self.tables.append(table)
            return self.push("Gather", self.tables.index(table), self.of(args[0]))
        if name == "within":
            return self.of(args[0])
        if name == "select":
            return self.push("Select", *map(self.of, args))
        if name == "not":
            return self.push("Binary", "Equal", self.of(args[0]), self.constant(0))
        if name in _UNARY:
            return self.push("Unary", _UNARY[name], self.of(args[0]))
        a, b = map(self.of, args)
        one, other = self.value(a), self.value(b)
        # What is an operation of another type in Python may be none here.
        if name == "mul" and other == 1 or name in ("add", "sub") and other == 0 or name == "div" and other == 1:
            return a
        if name == "mul" and one == 1 or name == "add" and one == 0:
            return b
        if name in ("add", "mul", "min", "max", "eq", "and", "or") and a > b:
            a, b = b, a
        return self.push("Binary", _BINARY[name], a, b)


def formula(outputs, inputs, num_inputs, line=None):
    """Returns the formula of outputs as plain data: `inputs` says which symbol is which input."""
    writer = _Writer(inputs, line)
    for symbol in below(outputs):
        writer.registers[symbol.place] = writer.write(symbol)
    return _pruned(writer.ops, [writer.of(output) for output in outputs], writer.tables, num_inputs)


def operands(operation):
    name = operation[0]
    return () if name in ("Constant", "Input") else operation[1:] if name == "Select" else operation[2:]


def _pruned(ops, outputs, tables, num_inputs):
    needed = set(outputs)
    for place in range(len(ops) - 1, -1, -1):
        if place in needed:
            needed.update(operands(ops[place]))
    places = {place: at for at, place in enumerate(sorted(needed))}
    used = sorted({ops[place][1] for place in needed if ops[place][0] == "Gather"})
    made = []
    for place in sorted(needed):
        name, *rest = ops[place]
        count = len(rest) - len(operands(ops[place]))
        fixed = [used.index(rest[0])] if name == "Gather" else rest[:count]
        parts = [*fixed, *[places[operand] for operand in rest[count:]]]
        made.append({name: parts if len(parts) > 1 else parts[0]})
    return {"num_inputs": num_inputs, "ops": made, "outputs": [places[output] for output in outputs], "tables": [list(tables[at]) for at in used]}
