"""The policy's numbers: logits and probabilities, the dimension of a softmax, and the entropy."""

import ast

from doctor._finding import Finding
from doctor._rules_actions import stored as _stored  # noqa: F401
from doctor._trace import is_number, parts, tracked


def find(case):
    """Yields findings on the policy's numbers."""
    yield from _softmax(case)
    yield from _probability(case)
    yield from _entropy(case)


def _is_probability(numbers):
    """Returns true if all rows are probabilities that differ from another."""
    flat = numbers.detach().reshape(-1, numbers.shape[-1])
    sums = flat.sum(-1)
    return bool((flat >= 0).all()) and bool(((sums - 1).abs() < 1e-4).all()) and flat.shape[-1] > 1


def _softmax(case):
    watch = case.watch
    acting = [head for head in watch.heads if head.steps is not None and head.kind == "softmax"]
    learning = [head for head in watch.heads if head.steps is None and head.grads and head.kind == "softmax"]
    for heads in (acting, learning):
        sample = [head for head in heads[:: max(1, len(heads) // 30)][:40] if head.site is not None and len(tuple(head.given.shape))]
        if len(sample) >= 3 and all(_is_probability(head.given) for head in sample):
            yield _twice(case, sample)
            return
    for place, shape, count in watch.columns.values():
        if count >= 3:
            yield Finding(
                "softmax-dim", place.line, "This sum of a softmax runs along the batch, not along the actions: the probabilities of one state do not sum to 1",
                f"Its input has the shape {list(shape)}, and the sum has a number for each column", 0.95, 98.5,
            )
            return
    # A softmax along another dimension than the actions'.
    for head in watch.heads[:4000]:
        shape = tuple(head.given.shape)
        if len(shape) < 2 or head.dim is None or head.kind != "softmax":
            continue
        dim = head.dim if head.dim >= 0 else head.dim + len(shape)
        if dim != len(shape) - 1 and (head.steps is not None or head.grads) and shape[-1] > 1:
            if head.site is None:
                continue
            yield Finding(
                "softmax-dim", _dimension_line(case, head, dim), "The softmax runs along the batch, not along the actions: the probabilities of one state do not sum to 1",
                f"Its input has the shape {list(shape)} and its dimension is {head.dim}", 0.96, 98.5,
            )
            return


def _twice(case, sample):
    """Returns the finding for a softmax of what is probabilities already."""
    head = sample[0]
    here, inner = head.site, _softmax_site(case, head)
    numbers = [round(number, 3) for number in head.given.detach().reshape(-1, head.given.shape[-1])[0].tolist()]
    probs = inner is not None and _takes_logits(here)
    kind = "probs-as-logits" if probs else "double-softmax"
    said = "What is given as logits are probabilities already, so no action can ever get more than e times the probability of another"
    line, other = (here.line, inner and inner.line) if probs or inner is None else (inner.line, here.line)
    also = [other] if other is not None and other != line else []
    return Finding(kind, line, said, f"All {len(sample)} inputs of the softmax sum to 1, such as {numbers}", 0.96, 91, also=also)


def _dimension_line(case, head, dim):
    """Returns the line where the dimension of a softmax is written."""
    if "softmax" in head.site.name.lower():
        return head.site.line
    fitting = []
    for site in [site for site in case.script.sites if site.kind == "call" and site.name.lower() in ("softmax", "log_softmax", "logsoftmax")]:
        node = site.node
        given = [keyword.value for keyword in node.keywords if keyword.arg == "dim"] + list(node.args[-1:])
        try:
            if given and ast.literal_eval(given[0]) == head.dim:
                fitting.append(site)
        except ValueError:
            pass
    return fitting[0].line if fitting else head.site.line


def _takes_logits(site):
    node = site.node
    return isinstance(node, ast.Call) and any(keyword.arg == "logits" for keyword in node.keywords)


def _softmax_site(case, head):
    """Returns where the probabilities came from that a softmax was given."""
    for node in case.trace.above(head.given, 40):
        if node.site is not None and node.site.name in ("softmax", "Softmax", "exp"):
            return node.site
        function = node.function
        if function is not None and any(type(part).__name__ == "Softmax" for part in getattr(getattr(function, "__self__", function), "modules", list)()):
            return _softmax_call(case)
    return None


def _softmax_call(case):
    for name in ("Softmax", "softmax"):
        sites = case.sites("call", name)
        if len(sites) == 1:
            return sites[0]
    return None


def _probability(case):
    """A loss of probabilities where their logarithms belong."""
    for loss in case.losses[:1]:
        site, owner, index, made, at, rollout, head = loss.goal[:7]
        names = case.trace.names(loss.trail)
        if site.name == "log_prob":
            below = loss.below_product()
            inner = case.trace.names(below)
            is_plain = "exp" in inner and not any(name in ("Sub", "sub", "Div", "div") for name in inner)
            if is_plain:
                node = next(node for node, _ in below if node.site is not None and node.site.name == "exp")
                yield Finding(
                    "probability-not-log", node.site.line, "The loss uses the probability of the action in place of its logarithm",
                    "On the way from the log-probability to the loss there is an exp and no ratio", 0.9, 89,
                )
            return
        if "log" in names or "log_softmax" in names or not hasattr(owner, "shape") or any(_is_ratio(case, node) for node, _ in loss.trail):
            return
        if len(tuple(owner.shape)) and _is_probability(owner):
            yield Finding(
                "probability-not-log", site.line, "The loss uses the probability of the action in place of its logarithm",
                "What is picked lies between 0 and 1 and sums to 1 over the actions, and no logarithm follows", 0.93, 89,
            )


def _is_ratio(case, node):
    """Returns true for a quotient of two probabilities, and not for one of a number of rows."""
    if node.site is None or node.site.name not in ("Div", "div") or len(node.inputs) < 2:
        return False
    return tuple(getattr(node.inputs[1], "shape", ())) == tuple(getattr(node.inputs[0], "shape", ())) and hasattr(node.inputs[1], "detach")


def _entropy(case):
    """An entropy that the loss makes small, where a bonus makes it large."""
    up = down = 0
    site = None
    for entry_site, made, grads in case.watch.entropies:
        up += sum(1 for _, grad in grads if grad > 0)
        down += sum(1 for _, grad in grads if grad < 0)
        if grads:
            site = entry_site
    if case.maximises:
        up, down = down, up
    if up >= 2 and not down and site is not None:
        yield Finding("entropy-sign", _entropy_line(case, site), "The entropy has the wrong sign: the loss makes the policy sure of itself as fast as it can",
            f"In all {up} passes the gradient of the loss to the entropy is positive", 0.94, 87)
        return
    if site is None:
        found = _own_entropy(case)
        if found is not None:
            yield found


def _entropy_line(case, site):
    """Returns the line where the entropy enters the loss."""
    goals = {id(entry[1]): entry for entry in case.watch.entropies}
    for pass_ in case.watch.passes[:3]:
        trail = case.trace.trail(pass_.loss, goals)
        if not trail:
            continue
        for node, child in reversed(trail):
            if node.site is not None and node.site.name in ("Add", "Sub", "add", "sub") and len(node.inputs) > 1:
                return _term_line(node, child)
    return site.line


def _term_line(node, child):
    """Returns the line of a term within a sum."""
    site = node.site
    if isinstance(site.node, ast.BinOp) and len(node.inputs) > 1:
        part = site.node.right if node.inputs[1] is child else site.node.left
        return getattr(part, "lineno", site.line)
    return site.line


def _own_entropy(case):
    """An entropy that is written out: the sum of p log p."""
    for pass_ in case.watch.passes[:2]:
        for node in case.trace.above(pass_.loss, 3000):
            if node.site is None or node.site.name not in ("Mult", "mul") or len(node.inputs) < 2 or not tracked(node.made):
                continue
            left, right = node.inputs[:2]
            if not (hasattr(left, "shape") and hasattr(right, "shape")) or tuple(left.shape) != tuple(right.shape) or not tuple(left.shape):
                continue
            if tuple(left.shape)[-1] < 2:
                continue
            for p, logs in ((left, right), (right, left)):
                try:
                    if _is_probability(p) and bool(((p.detach().clamp(min=1e-12).log() - logs.detach()).abs() < 1e-3).all()):
                        trail = case.trace.trail(pass_.loss, {id(node.made): node})
                        # The sum of p log p is minus the entropy.
                        if trail and case.trace.sign(trail) * (-1 if case.maximises else 1) < 0:
                            for above, child in trail[::-1]:
                                if above.site is not None and above.site.name in ("Add", "Sub"):
                                    return Finding("entropy-sign", _term_line(above, child), "The entropy has the wrong sign: the loss makes the policy sure of itself as fast as it can",
                                        "The loss grows with the sum of -p log p", 0.9, 85)
                except RuntimeError:
                    continue
    return None
