"""What the weights of the actions are made of, in a run whose rewards were shaken: there, each mistake has sums of its own."""

import ast

from doctor import _rules_returns as returns
from doctor._finding import Finding
from doctor._rules_sources import cut_line, recurrence
from doctor._trace import statement_line

_RIGHT = ("to-go", "to-go-both", "to-go-cut", "start", "total")
_WRONG = (
    "order", "order-all", "past", "past-all", "to-go-boot", "leak-boot", "leak-trace", "leak", "carry", "mask-before", "mask-after", "next", "next-in",
    "previous", "previous-in", "reward", "length", "power", "power-left", "value-now",
)  # fmt: skip


def judged(case):
    """Returns the findings, and true if the weights of the actions are understood."""
    reading = case.reading
    right = shaped = _right(reading)
    if right is not None and right.share < 0.995:
        counted = reading.best(("length",))
        reading.is_shaped = True
        shaped = _right(reading)
        # The number of steps alone must not explain as much.
        if shaped is not None and 1 - shaped.share < 0.3 * (1 - right.share) and (counted is None or 1 - counted.share > 4 * (1 - shaped.share)):
            right = shaped
        else:
            # Mistakes may show it, where what is right does not.
            reading.is_shaped = False
    if right is None:
        return [], False
    if right.share < 0.98 and not reading.has_critic:
        apart = reading.best(("to-go",), by_episode=True)
        if apart is not None and apart.share > right.share and len(apart.slopes) >= 2:
            right = apart
    if right.share < 0.7:
        found = returns.misplaced(case) or _averaged(case)
        if found is not None:
            return [found], True
    wrong = _wrong(case, right) if right.share < 0.9995 else None
    if wrong is None and right.share < 0.98 and not reading.is_shaped:
        reading.is_shaped = True
        wrong = _wrong(case, shaped)
    if wrong is not None:
        return [finding for finding in [returns.named(case, wrong, right)] if finding is not None], True
    sign = right.sign * (-1 if case.maximises else 1)
    if right.share >= 0.6 and sign < -0.75:
        return [returns.turned(case, right)], True
    if right.share >= 0.9 and sign > 0.75:
        said = returns.discounted(case, right) or _cut_off(case, right)
        return [said] if said is not None else [], True
    return [], False


def _right(reading):
    """Returns the fit of what returns can be, that explains most."""
    right = None
    for kind in _RIGHT:
        fit = reading.best((kind,))
        # What is rarer has to explain clearly more.
        if fit is not None and (right is None or fit.share > right.share + (0.02 if kind in ("start", "total") else 1e-9)):
            right = fit
        if right is not None and right.share > 0.9995:
            break
    return right


def _cut_off(case, right):
    """Returns a remark if nothing is added where an episode was only cut off, though values are added elsewhere."""
    reading = case.reading
    # Where episodes also end by themselves, as with a pole that falls, many treat both alike and learn well.
    if not reading.has_critic or right.kind != "to-go-cut" or any(step.is_end for step in case.watch.steps):
        return None
    other = reading.fit("to-go", right.gamma, right.lam)
    if right.share < 0.999 or 1 - right.share > 0.2 * (1 - other.share):
        return None
    line = cut_line(case, recurrence(case))
    if line is None:
        return None
    return Finding(
        "truncation-ignored", line, "An episode that was only cut off counts as ended here: the value of what would have followed is left out",
        f"R2 = {right.share:.4f} without that value, and {other.share:.4f} with it", 0.6, 45,
    )


def _wrong(case, right):
    """Returns the fit of a mistake that explains the weights where returns do not."""
    best = None
    for kind in _WRONG:
        fit = case.reading.best((kind,), None, is_quick=True)
        if fit is not None and fit.sign * (-1 if case.maximises else 1) > 0.5 and fit.share > (best.share if best else 0.0) + 1e-6:
            best = fit
            if fit.share > 0.9999:
                break
    if best is None or best.share < 0.97 or 1 - best.share > 0.25 * (1 - right.share):
        return None
    return best


def _averaged(case):
    """Returns a finding if the log-probabilities are averaged before they meet their weights, so that all actions weigh the same."""
    reading = case.reading
    for _, rows in reading.groups:
        weights = [row.weight for row in rows]
        middle = sum(weights) / len(weights)
        if max(abs(weight - middle) for weight in weights) > 2e-3 * abs(middle) + 1e-9:
            return None
    for loss in case.losses[:3]:
        for node, child in loss.below_product():
            if node.site is None or node.site.name not in ("mean", "sum", "nanmean") or not hasattr(child, "shape"):
                continue
            before, after = child.numel() if hasattr(child, "numel") else 0, node.made.numel() if hasattr(node.made, "numel") else 1
            if before < 8 or after > before // 8:
                continue
            if not _has_many(case, loss.weight) and len(_episodes(reading)) < 2:
                continue
            return Finding(
                "mean-before-product", node.site.line,
                "The log-probabilities are averaged before they meet the returns, so each action gets the same weight",
                f"Here {before} log-probabilities become {after}, and all actions of an update have the same weight", 0.95, 93,
                also=[line for line in [statement_line(node.site)] if line != node.site.line],
            )
    return None


def _has_many(case, weight):
    """Returns true if a weight has many numbers, or was made of many that differ."""
    if getattr(weight, "numel", lambda: 1)() > 1:
        return True
    node = case.trace.node(weight)
    if node is None or node.site is None or node.site.name not in ("mean", "sum"):
        return False
    return any(getattr(part, "numel", lambda: 1)() > 1 for part in node.inputs)


def _episodes(reading):
    """Returns the number of ends in each group that has several."""
    found = []
    for rollout, rows in reading.groups:
        ends = sum(row.step.is_end or row.step.is_cut for row in rows)
        if ends > 1:
            found.append(ends)
    return found
