"""Ways through what a script has computed: from a loss back to the numbers that it was made of, with the lines on the way."""

import ast

import numpy as np
import torch

Tensor = torch.Tensor
_ARRAYS = (Tensor, np.ndarray)


def parts(inputs):
    """Yields operands one by one: what lists and tuples hold as well."""
    for part in inputs:
        if isinstance(part, (list, tuple)) or type(part).__name__ == "deque":
            whole = getattr(part, "of", None)
            if whole is not None:
                yield whole
            yield from parts(part)
        else:
            yield part


def tracked(value):
    return isinstance(value, Tensor) and value.requires_grad


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Trace:
    def __init__(self, watch):
        self.watch, self.nodes = watch, watch.nodes

    def node(self, value):
        return self.nodes.get(id(value))

    def above(self, value, most=20000, goes_on=None):
        """Yields the nodes of a value and of all that it was made of, the nearest first."""
        seen, queue = set(), [value]
        for current in queue:
            node = self.nodes.get(id(current))
            if node is None or id(node) in seen:
                continue
            seen.add(id(node))
            yield node
            if len(seen) > most:
                return
            if goes_on is None or goes_on(node):
                queue += parts(node.inputs)

    def trail(self, top, goals, most=20000, passes=None):
        """Returns the nodes from a result down to the first of the goals, by identity, each with the operand that leads on."""
        came, queue = {id(top): None}, [top]
        for current in queue:
            if id(current) in goals:
                found, at = [], id(current)
                while came[at] is not None:
                    parent, child = came[at]
                    found.append((self.nodes[id(parent)], child))
                    at = id(parent)
                return found[::-1]
            node = self.nodes.get(id(current))
            if node is None or len(came) > most:
                continue
            for part in parts(node.inputs):
                if id(part) not in came and (passes is None or passes(part)):
                    came[id(part)] = (current, part)
                    queue.append(part)
        return None

    def sign(self, trail):
        """Returns 1 or -1: whether the result grows with what the trail leads to."""
        sign = 1
        for node, child in trail:
            site, inputs = node.site, node.inputs
            if site is None:
                continue
            name = site.name
            if name in ("USub", "neg", "negative"):
                sign = -sign
            elif name in ("Sub", "sub", "subtract") and len(inputs) > 1 and inputs[1] is child and inputs[0] is not child:
                sign = -sign
            elif name in ("Mult", "Div", "mul", "div"):
                for part in inputs:
                    # A number that was computed is a weight, whatever its sign is just now.
                    if is_number(part) and part < 0 and part is not child and id(part) not in self.nodes:
                        sign = -sign
            elif name in ("cross_entropy", "nll_loss"):
                sign = -sign
        return sign

    @staticmethod
    def seen_in(node, function):
        """Returns the place in a function where a result comes from: where it is computed, or the call that returns it there."""
        if node.site is not None and node.site.function is function:
            return node.site
        return next((site for site in node.calls if site.function is function), node.site)

    def names(self, trail):
        return [node.site.name for node, _ in trail if node.site is not None]


def statement_line(site):
    """Returns the first line of the statement that a place is in."""
    statement = site.statement
    if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)):
        return statement.lineno
    return site.line
