"""A mended line, tried: the script as it is and the script with the line run from the same seed for as many steps."""

import ast
import time

from doctor._run import run
from doctor._watch import Enough

MOST_STEPS = 12000
_SEEDS = 3


class _Steps(ast.NodeTransformer):
    """Sends the calls of `step` through a count."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "step" and (node.args or node.keywords):
            made = ast.Call(ast.Name("__seen_step__", ast.Load()), [node.func.value, *node.args], node.keywords)
            return ast.copy_location(made, node)
        return node


class _Count:
    """The returns of the episodes of a run, and its end."""

    def __init__(self, deadline, most):
        self.deadline, self.most, self.steps, self.returns, self.running, self.depth = deadline, most, 0, [], {}, 0

    def step(self, owner, *given, **named):
        if self.depth:
            return owner.step(*given, **named)
        self.depth += 1
        try:
            made = owner.step(*given, **named)
        finally:
            self.depth -= 1
        if type(made) is tuple and 3 <= len(made) <= 5:
            self._note(owner, made)
        return made

    def _note(self, owner, made):
        reward, end = made[1], made[2]
        cut = made[3] if len(made) == 5 else False
        if hasattr(reward, "__len__") and len(reward.shape) == 1:
            rows = zip(reward.tolist(), end.tolist(), cut.tolist() if hasattr(cut, "tolist") else [False] * len(reward))
        else:
            rows = [(float(reward), bool(end), bool(cut))]
        for place, (paid, ends, cuts) in enumerate(rows):
            self.steps += 1
            key = id(owner), place
            total = self.running.get(key, 0.0) + paid
            if ends or cuts:
                self.returns.append((self.steps, total))
                total = 0.0
            self.running[key] = total
        if self.steps >= self.most or time.perf_counter() > self.deadline:
            raise Enough()


def played(text, file, seconds, most, seed=0):
    """Runs a text for some time or steps. Returns what its episodes brought, and how it ended."""
    tree = ast.fix_missing_locations(_Steps().visit(ast.parse(text, file)))
    count = _Count(time.perf_counter() + seconds, most)
    ending = run(compile(tree, file, "exec", dont_inherit=True), file, {"__seen_step__": count.step}, text, seed)
    return count, ending


def tried(text, file, mend, seconds):
    """Returns how the curves of both go, or None if there was no time or the mended text fails. Where one seed does not tell, there
    are up to three."""
    lines = text.splitlines()
    for line, new in mend.items():
        lines[line - 1] = new
    mended = "\n".join(lines) + "\n"
    try:
        ast.parse(mended)
    except SyntaxError:
        return None
    began, pairs = time.perf_counter(), []
    for seed in range(_SEEDS):
        left = seconds - (time.perf_counter() - began)
        # A further seed takes as long as the one before.
        if pairs and (_tells(pairs) or left < 1.2 * (seconds - left) / len(pairs)):
            break
        before, _ = played(text, file, left / 2, MOST_STEPS, seed)
        after, ending = played(mended, file, left / 2, max(before.steps, 500), seed)
        if ending.error is not None or len(before.returns) < 4 or len(after.returns) < 4:
            break
        steps = min(before.steps, after.steps)
        pairs.append((steps, [_curve(count.returns, steps) for count in (before, after)]))
    if not pairs:
        return None
    steps, curves = pairs[0]
    a, b = (sum(pair[1][place][-1] for pair in pairs) / len(pairs) for place in (0, 1))
    on = f" (the mean of {len(pairs)} seeds)" if len(pairs) > 1 else ""
    if _tells(pairs):
        said = f"With the mended line the mean return after {steps:,} steps is {b:.4g}, and {a:.4g} without it{on}"
    else:
        said = f"After {steps:,} steps both curves are still close: {a:.4g} as it is, {b:.4g} with the mended line{on}. It is what the formula says all the same"
    return {"steps": steps, "seeds": len(pairs), "before": curves[0], "after": curves[1], "said": said}


def _tells(pairs):
    """Returns true if the mended script is clearly better, in the mean of all seeds and in most of them."""
    gains = [curves[1][-1] - curves[0][-1] for _, curves in pairs]
    spread = max(abs(value) for _, curves in pairs for curve in curves for value in curve) or 1.0
    return sum(gains) / len(gains) > 0.1 * spread and 2 * sum(gain > 0 for gain in gains) > len(gains)


def _curve(returns, steps, points=6):
    """Returns the mean return of the episodes that ended in each part of the steps."""
    made, last = [], None
    for place in range(points):
        low, high = steps * place / points, steps * (place + 1) / points
        part = [total for at, total in returns if low < at <= high]
        last = sum(part) / len(part) if part else last
        made.append(last)
    first = next((value for value in made if value is not None), 0.0)
    return [round(first if value is None else value, 3) for value in made]
