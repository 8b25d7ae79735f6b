"""A watched run as the rules look at it: which losses reach the policy, by which way, and with what weights."""

import ast

from doctor._trace import Trace, is_number, statement_line
from doctor._watch import Listed
from doctor._weights import Reading

_PRODUCTS = ("Mult", "mul", "multiply", "mul_", "dot", "MatMult", "matmul")
_REDUCTIONS = ("mean", "sum", "nanmean")
_BETTERS = ("min", "max", "minimum", "maximum")


class Case:
    def __init__(self, watch):
        self.watch, self.script, self.trace = watch, watch.script, Trace(watch)
        self.tree = watch.script.tree
        self.numbers = [node.value for node in ast.walk(self.tree) if isinstance(node, ast.Constant) and type(node.value) is float]
        self._reading = self._losses = self._shaken = None
        # Runs the script once more with shaken rewards, and returns the case of that run.
        self.again = None

    @property
    def reading(self):
        if self._reading is None:
            self._reading = Reading(self.watch, self.numbers)
        return self._reading

    @property
    def shaken(self):
        """The case of a second run with shaken rewards, or None where there is none."""
        if self._shaken is None and self.again is not None:
            again, self.again = self.again, None
            self._shaken = again()
        return self._shaken

    @property
    def maximises(self):
        return self.climbs or any(group.get("maximize") for known in self.watch.optimisers.values() for group in known.made.param_groups)

    @property
    def climbs(self):
        """True if the script moves its parameters itself, and up along the gradient."""
        return not self.watch.optimisers and self.watch.along > 0

    def hand_line(self):
        """Returns the line where parameters are moved by their gradients."""
        for part in ast.walk(self.tree):
            if isinstance(part, (ast.AugAssign, ast.Assign, ast.Expr)) and any(isinstance(inner, ast.Attribute) and inner.attr == "grad" and isinstance(inner.ctx, ast.Load) for inner in ast.walk(part)):
                if isinstance(part, ast.AugAssign) or any(isinstance(inner, ast.BinOp) for inner in ast.walk(part)) or any(getattr(inner, "attr", "") in ("add_", "sub_", "copy_") for inner in ast.walk(part)):
                    return part.lineno
        return None

    @property
    def losses(self):
        """The first few passes whose loss has a log-probability in it, with the way to it."""
        if self._losses is None:
            goals = {id(entry[3]): entry for entry in self.watch.log_probs}
            goals.update({id(entry[3]): entry for entry in self.watch.picks})
            if not goals:
                goals = {id(entry[3]): entry for entry in self.watch.fixed}
            self._losses = []
            for pass_ in self.watch.passes:
                if len(self._losses) >= 6:
                    break
                if not hasattr(pass_.loss, "requires_grad"):
                    continue
                trail = self.trace.trail(pass_.loss, goals, passes=lambda part: not is_number(part))
                if not trail:
                    # Where no log-probability was picked, it may have been multiplied out.
                    tables = self._tables
                    trail = self.trace.trail(pass_.loss, tables, passes=lambda part: not is_number(part)) if tables else None
                    goals.update(tables)
                if trail:
                    goal = goals[id(trail[-1][1])]
                    self._losses.append(Loss(self, pass_, trail, goal))
        return self._losses

    @property
    def _tables(self):
        """The tables of log-probabilities of all actions, as goals."""
        found = {}
        for head in self.watch.heads[:4000]:
            if head.kind != "softmax" or not head.grads or head.steps is not None:
                continue
            for made in self.watch.softmaxes.get(id(head.given), ()):
                node = self.trace.node(made)
                if node is not None and node.site is not None:
                    found[id(made)] = (node.site, made, None, made, node.at, 0, head)
        return found

    def text(self, line):
        return self.script.line(line)

    def sites(self, kind=None, name=None):
        return [site for site in self.script.sites if (kind is None or site.kind == kind) and (name is None or site.name == name)]


def _is_computed(site, is_left):
    """Returns true if an operand is no number of the text."""
    part = getattr(site.node, "left" if is_left else "right", None)
    return part is not None and not isinstance(part, (ast.Constant, ast.UnaryOp))


def _is_choice(value):
    """Returns true for a table that has a single 1 in each row: it picks actions."""
    shape = tuple(getattr(value, "shape", ()))
    if len(shape) < 2 or not 2 <= shape[-1] <= 64 or not hasattr(value, "detach"):
        return False
    flat = value.detach().reshape(-1, shape[-1]).float()
    return bool(((flat == 0) | (flat == 1)).all()) and bool((flat.sum(-1) == 1).all())


class Loss:
    """A loss that leads to a log-probability: the product with the weight on the way, and the sign."""

    def __init__(self, case, pass_, trail, goal):
        self.case, self.pass_, self.trail, self.goal = case, pass_, trail, goal
        self.sign = case.trace.sign(trail)
        if goal[0].name in ("nll_loss", "cross_entropy"):
            # What it gives is minus the log-probability.
            self.sign = -self.sign
        self.product = self.weight = self.choice = None
        self.place = None
        for place in range(len(trail) - 1, -1, -1):
            node, child = trail[place]
            name = node.site.name if node.site is not None else ""
            if name in _BETTERS and self.product is not None and self.choice is None:
                self.choice = node
            if name in _PRODUCTS and self.product is None:
                others = [part for part in node.inputs if part is not child and not _is_choice(part) and (not is_number(part) or case.trace.node(part) is not None or _is_computed(node.site, part is node.inputs[0]))]
                for other in others:
                    inner = case.trace.node(other)
                    if inner is not None and inner.is_reward or inner is None and (hasattr(other, "shape") or is_number(other)) or inner is not None and not inner.is_policy:
                        self.product, self.weight, self.place = node, other, place

    def loss_site(self):
        """Returns where a minus would stand: at the choice or the product, or where these are summed up afterwards."""
        node = self.choice or self.product
        if node is None:
            places = [node for node, _ in self.trail if node.site is not None]
            return places[-1].site if places else self.pass_.site
        at = next(place for place, (other, _) in enumerate(self.trail) if other is node)
        if self._has_minus_or_sum(node.site):
            return node.site
        # Through a list, each part has been given to it with its own sign.
        for place in range(at - 1, -1, -1):
            above = self.trail[place][0]
            if above.site is None:
                continue
            if any(isinstance(part, Listed) for part in above.inputs):
                return node.site
            if above.site.name in _REDUCTIONS or above.site.name == "USub":
                return above.site
        return node.site

    @staticmethod
    def _has_minus_or_sum(site):
        for part in ast.walk(site.statement):
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub) and any(inner is site.node for inner in ast.walk(part)):
                return True
            if isinstance(part, ast.Call) and getattr(part.func, "attr", getattr(part.func, "id", "")) in _REDUCTIONS:
                return True
        return False

    def loss_line(self):
        return statement_line(self.loss_site())

    def below_product(self):
        """Returns the way from the product to the log-probability."""
        return self.trail[self.place + 1 :] if self.place is not None else self.trail

    def weight_line(self):
        """Returns the line of the last subtraction that leads from the rewards to the weight, apart from one of its own mean."""
        if self.weight is None:
            return None
        for node in self.case.trace.above(self.weight, 3000):
            site = node.site
            if site is None or site.name not in ("Sub", "sub", "subtract", "USub"):
                continue
            if site.name == "USub":
                return site.line
            left, right = (*node.inputs, None)[:2]
            inner = self.case.trace.node(right)
            if inner is not None and inner.site is not None and inner.site.name in ("mean", "nanmean"):
                continue
            return site.line
        node = self.case.trace.node(self.weight)
        return node.site.line if node is not None and node.site is not None else None
