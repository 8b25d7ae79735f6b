"""Bounds on loops of a class that is played: one that never ends would leave nothing to say."""

import ast

from own_environment._symbols import Refusal

MOST = 1_000_000
# Iterators that may have no end.
_ENDLESS = ("count", "cycle", "repeat", "iter")


def bounded(text, file):
    """Returns the code of a text in which each turn of a `while` is counted, and the names that this code needs."""
    if "while" not in text and not any(f"{name}(" in text for name in _ENDLESS):
        return None, {}
    tree = ast.fix_missing_locations(_Counted().visit(ast.parse(text, file)))
    return compile(tree, file, "exec"), {"__own_turns__": _turns}


def _turns(line):
    for _ in range(MOST):
        yield
    raise Refusal(f"this loop has turned {MOST:,} times within one call, and seems never to end", line)


class _Counted(ast.NodeTransformer):
    """Puts a counter before each such loop, and takes from it in each turn."""

    def __init__(self):
        self._count = 0

    def visit_While(self, loop):
        self.generic_visit(loop)
        self._count += 1
        name = f"__own_turns_{self._count}__"
        begin, turn = ast.parse(f"{name} = __own_turns__({loop.lineno})\n{name}.__next__()").body
        loop.body.insert(0, turn)
        for statement in (begin, turn):
            for node in ast.walk(statement):
                ast.copy_location(node, loop)
        return [begin, loop]

    def visit_For(self, loop):
        made = loop.iter.func if isinstance(loop.iter, ast.Call) else None
        if getattr(made, "id", getattr(made, "attr", None)) in _ENDLESS:
            return self.visit_While(loop)
        self.generic_visit(loop)
        return loop
