"""Which way the loss goes, and what the weights of the actions are made of."""

import ast

from doctor._finding import Finding
from doctor._trace import parts

_SURE, _CLEAR = 0.985, 0.93


def find(case):
    """Yields findings on the sign of the loss and on the returns."""
    watch = case.watch
    if not watch.steps or not watch.passes:
        return
    reading = case.reading
    if not reading.groups:
        return
    kept = _kept(case)
    if kept is not None:
        yield kept
        return
    right = reading.best(("to-go", "to-go-cut"))
    total = reading.best(("total",))
    if right is None:
        return
    if right.share < _SURE and not reading.has_critic:
        apart = reading.best(("to-go",), by_episode=True)
        if apart is not None and apart.share > right.share and len(apart.slopes) >= 2:
            right = apart
    if total is not None and total.share > max(right.share, 0.6) + 0.05:
        right = total
    if right.share < 0.7:
        moved = _misplaced(case)
        if moved is not None:
            yield moved
            return
    same = _all_same(case)
    if same is not None:
        yield same
        return
    wrong = _wrong(case, right)
    if wrong is not None:
        yield wrong
        return
    sign = right.sign * (-1 if case.maximises else 1)
    needed = 0.85
    if case.losses and len(right.slopes) >= 3 and sign < -0.99 and case.losses[0].product is not None:
        # Where the fit is not exact, the source has to say the same.
        raw = case.losses[0].sign * (-1 if case.maximises else 1)
        needed = 0.6 if raw > 0 and not _minus_in(case, case.losses[0]) else needed
    if right.share >= needed and sign < -0.75 and len(right.slopes) >= 2:
        yield _sign(case, right)
        return
    said = _discount(case, right)
    if said is not None:
        yield said


def _minus_in(case, loss):
    """Returns true if the weight has a minus before it."""
    node = case.trace.node(loss.weight)
    return node is not None and node.site is not None and node.site.name in ("USub", "neg", "Sub")


def _table(case, fit, count=6):
    """Returns a few steps with the weight that the loss gives the action and the return from there on."""
    for rollout, rows in case.reading.groups:
        known = case.reading.returns.of(rollout, "to-go", fit.gamma, fit.lam)
        rows = [row for row in rows if row.step.place in known]
        if len(rows) >= 3:
            chosen = rows[:: max(1, len(rows) // count)][:count]
            body = [[str(row.step.place), f"{row.step.reward:g}", f"{row.weight:.4g}", f"{known[row.step.place]:.4g}"] for row in chosen]
            return [["step", "reward", "your weight", "right return"], *body]
    return None


def _sign(case, right):
    losses = [loss for loss in case.losses if loss.product is not None] or case.losses
    line, kind, mend = None, "loss-sign", None
    share = f"The weights of the actions follow the returns with R2 = {right.share:.3f}, and their slope is negative"
    if losses:
        loss = losses[0]
        sign = -loss.sign if case.maximises else loss.sign
        inverted = _inverted(case, loss)
        if inverted is not None:
            return Finding(
                "ratio-inverted", inverted, "The ratio is the old probability over the new one, so good actions become rarer", share, 0.97, 96,
                table=_table(case, right),
            )
        if sign > 0:
            line = loss.loss_line()
            if case.maximises and loss.sign < 0:
                line = next(iter(case.watch.optimisers.values())).site.line
            said = "The loss has the wrong sign: minimising it makes good actions rarer"
        else:
            line, kind = loss.weight_line(), "advantage-sign"
            said = "The advantage has the wrong sign: it is the baseline minus the return, so good actions become rarer"
        line = line or loss.loss_line()
    if line is None:
        line = case.watch.passes[0].site.line
        said = "The loss has the wrong sign: minimising it makes good actions rarer"
    return Finding(kind, line, said, share, 0.97 if right.share > _CLEAR else 0.85, 96, table=_table(case, right))


def _misplaced(case):
    """Returns a finding if the rows of a minibatch are weighed with advantages of other rows: those that come first."""
    from doctor._weights import explained

    reading, watch = case.reading, case.watch
    best = 0.0
    for gamma in reading.said:
        for lam in (1.0, *(number for number in reading.said if number < 1)) if reading.has_critic else (1.0,):
            left = count = 0.0
            for rollout, rows in reading.groups:
                known = reading.returns.of(rollout, "to-go", gamma, lam)
                order = [step for step in watch.steps if step.rollout == rollout]
                if len(rows) >= len(order) or any(row.index >= len(order) for row in rows):
                    continue
                other = [known.get(order[row.index].place, 0.0) for row in rows]
                _, rest, whole = explained([other, [row.entropy for row in rows]], [row.weight for row in rows])
                if whole > 0:
                    left += rest / whole
                    count += 1
            if count:
                best = max(best, 1 - left / count)
    if best < 0.9 or not case.losses:
        return None
    weight = case.losses[0].weight
    line = case.losses[0].loss_line()
    for node in case.trace.above(weight, 60) if weight is not None else ():
        if node.site is not None and node.site.kind == "part":
            line = node.site.line
            break
    return Finding(
        "minibatch-index", line, "The advantages of a minibatch belong to other rows than its observations and actions",
        f"The weights follow the advantages in the order of the rollout (R2 = {best:.3f}), not those of the rows that were drawn", 0.93, 91,
    )


def _all_same(case):
    """Returns a finding if each action has the same weight, though the returns differ."""
    reading = case.reading
    if not case.losses or reading.has_critic or len(reading.groups) < 3:
        return None
    middles, totals = [], []
    for rollout, rows in reading.groups:
        weights = [row.weight for row in rows]
        middle = sum(weights) / len(weights)
        if not middle or max(abs(weight - middle) for weight in weights) > 1e-3 * abs(middle):
            return None
        middles.append((middle, middle * len(rows)))
        totals.append(len(rows))
    if max(totals) < 1.1 * min(totals) or len({round(row.step.reward, 6) for _, rows in reading.groups for row in rows}) != 1:
        return None
    firsts, seconds = [a for a, _ in middles], [b for _, b in middles]
    if not any(max(numbers) - min(numbers) <= 2e-3 * abs(max(numbers, key=abs)) for numbers in (firsts, seconds)):
        return None
    source = _recurrence(case)
    line = None
    if source is None:
        for node in case.trace.above(case.losses[0].weight, 200):
            if node.site is not None and node.site.kind == "put" and node.site.loops:
                line = node.site.loops[-1].lineno
                break
    line = line or (source.line if source else case.losses[0].loss_line())
    return Finding(
        "immediate-reward", line, "Each action is weighed with its own reward alone, not with what follows", "All actions of an update have the same weight, though their returns differ", 0.85, 80,
        table=None,
    )


def _inverted(case, loss):
    """Returns the line where the new log-probability is subtracted from the old one, or the new one divides."""
    for node, child in loss.below_product():
        if node.site is not None and node.site.name in ("Sub", "Div", "sub", "div") and len(node.inputs) > 1 and node.inputs[1] is child:
            return node.site.line
    return None


def _wrong(case, right):
    """Returns a finding if the weights follow something else than returns."""
    reading = case.reading
    if right.share >= 0.99999 and right.sign > 0:
        return None
    best, which = None, None
    for kind in ("order", "order-all", "past", "past-all", "leak", "leak-boot", "leak-trace", "mask-before", "mask-after", "next", "previous", "reward"):
        if right.share > 0.99 and right.sign > 0 and not kind.startswith(("leak", "mask")):
            continue
        fit = reading.best((kind,), None if kind.startswith(("leak", "mask", "next", "previous")) else (1.0, 0.95), is_quick=True)
        if fit is not None and fit.sign > 0.5 and fit.share > (best.share if best else 0) + 1e-6:
            best = fit
    is_exact = best is not None and (
        best.share > 0.9995 and right.share < 0.999 and 1 - best.share < 0.05 * (1 - right.share) or best.share > 0.99999 and 1 - best.share < 0.02 * (1 - right.share)
    )
    if right.share > 0.99 and right.sign > 0 and not is_exact:
        return None
    if is_exact:
        pass
    elif best is None or best.share < _CLEAR or best.share < right.share + min(0.04, (1 - right.share) * 0.5):
        return None
    if not is_exact and right.sign > 0 and right.share > 0.97 and best.share < 0.999:
        return None
    kind = best.kind
    source = _recurrence(case)
    share = f"R2 = {best.share:.4f} for this, and {right.share:.4f} for the returns that reset at ends"
    table = _table(case, right)
    if kind in ("order", "order-all", "past", "past-all"):
        line = _order_line(case, source)
        return Finding(
            "returns-order", line, "The returns stand in the wrong order: a step gets the sum of the rewards before it, not of those after it",
            share, 0.96, 94, table=table,
        )
    if kind in ("mask-before", "mask-after"):
        line = _delta_line(case) or (source.line if source else case.watch.passes[0].site.line)
        return Finding(
            "mask-shifted", line, "The mask of ends is one step off: the return is cut beside the step that ended the episode", share, 0.95, 92, table=table,
            also=[source.line] if source and source.line != line else [],
        )
    if kind in ("leak", "leak-boot", "leak-trace"):
        line = source.line if source else None
        what = {"leak": "The return", "leak-boot": "The bootstrapped value", "leak-trace": "The sum of the advantages"}[kind]
        if line is None:
            line = case.losses[0].loss_line() if case.losses else case.watch.passes[0].site.line
        if kind == "leak-boot":
            line = _delta_line(case) or line
        line = _constant_mask(case, line) or line
        return Finding(
            "no-mask", line, f"{what} is not cut where an episode ends, so it counts rewards of the next episode", share, 0.96, 93, table=table
        )
    if kind in ("next", "previous"):
        line = source.line if source else case.watch.passes[0].site.line
        return Finding("returns-shifted", line, "The returns are one step off: a step gets that of its neighbour", share, 0.9, 90, table=table)
    line = case.losses[0].loss_line() if case.losses else case.watch.passes[0].site.line
    return Finding("immediate-reward", line, "Each action is weighed with its own reward alone, not with what follows", share, 0.85, 80, table=table)


class _Source:
    def __init__(self, site, loop, function):
        self.site, self.line, self.loop, self.function = site, site.line, loop, function


def _recurrence(case):
    """Returns where returns are summed up step by step: an operator whose result is made of its own last result."""
    if not case.losses:
        return None
    for loss in case.losses:
        top = loss.weight if loss.weight is not None else loss.pass_.loss
        groups = {}
        for node in case.trace.above(top, 8000):
            if node.site is not None and node.is_reward and node.site.name in ("Add", "Sub"):
                groups.setdefault(node.site.number, []).append(node)
        for number, group in groups.items():
            if len(group) < 3:
                continue
            for node in (group[0], group[len(group) // 2], group[-1]):
                inner = case.trace.above(node.made, 60)
                if any(other.site is not None and other.site.number == number and other is not node for other in inner):
                    site = node.site
                    return _Source(site, site.loops[-1] if site.loops else None, site.function)
    return None


def _constant_mask(case, line):
    """Returns the line where a factor of the returns is always 1."""
    statement = next((part for part in ast.walk(case.tree) if isinstance(part, (ast.Assign, ast.AugAssign)) and part.lineno == line), None)
    if statement is None:
        return None
    names = {part.id for part in ast.walk(statement.value) if isinstance(part, ast.Name)}
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) and part.value.value in (1, 1.0) and part.value.value is not True:
            if any(isinstance(target, ast.Name) and target.id in names for target in part.targets):
                return part.lineno
    return None


def _delta_line(case):
    """Returns the line of reward + gamma * next value - value."""
    for loss in case.losses:
        for node in case.trace.above(loss.weight if loss.weight is not None else loss.pass_.loss, 8000):
            if node.site is None or not node.is_reward or not node.is_learned or node.site.name not in ("Add", "Sub"):
                continue
            inner = [case.trace.node(part) for part in parts(node.inputs)]
            if any(part is not None and part.is_reward and not part.is_learned for part in inner):
                return node.site.line
    return None


def _order_line(case, source):
    """Returns the line where the order would be put right."""
    if source is None:
        for loss in case.losses:
            for node in case.trace.above(loss.weight, 3000) if loss.weight is not None else ():
                if node.site is not None and node.site.name in ("cumsum", "flip", "accumulate"):
                    return node.site.line
        return case.losses[0].loss_line() if case.losses else case.watch.passes[0].site.line
    loop = source.loop
    if loop is None:
        return source.line
    backwards = isinstance(loop, ast.For) and _is_backwards(loop.iter)
    if backwards:
        # What is appended on the way back stands in the wrong order.
        for part in ast.walk(loop):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "append":
                return part.lineno
        return source.line
    return loop.lineno


def _is_backwards(node):
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id == "reversed":
            return True
        if isinstance(part, ast.Slice) and isinstance(part.step, ast.UnaryOp):
            return True
        if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "range" and len(part.args) == 3:
            return isinstance(part.args[2], ast.UnaryOp)
        if isinstance(part, ast.Attribute) and part.attr in ("flip", "flipud"):
            return True
    return False


def _discount(case, right):
    """Returns a finding if the script names a discount that its returns do not have."""
    if right.kind == "total" or right.share < 0.999 or right.sign < 0.9:
        return None
    named = {}
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) and type(part.value.value) is float and 0.8 <= part.value.value < 1:
            for target in part.targets:
                name = getattr(target, "id", getattr(target, "attr", None))
                if name:
                    named[name] = (part.value.value, part.lineno)
    for part in ast.walk(case.tree):
        if isinstance(part, ast.AnnAssign) and isinstance(part.value, ast.Constant) and type(part.value.value) is float and 0.8 <= part.value.value < 1:
            named[getattr(part.target, "id", "")] = (part.value.value, part.lineno)
        if isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "add_argument":
            default = next((keyword.value for keyword in part.keywords if keyword.arg == "default"), None)
            words = [arg.value for arg in part.args if isinstance(arg, ast.Constant) and str(arg.value).startswith("--")]
            if words and isinstance(default, ast.Constant) and type(default.value) is float and 0.8 <= default.value < 1:
                named[words[0][2:].replace("-", "_")] = (default.value, part.lineno)
        if isinstance(part, ast.FunctionDef):
            arguments = part.args.args[len(part.args.args) - len(part.args.defaults) :]
            for argument, default in zip(arguments, part.args.defaults):
                if isinstance(default, ast.Constant) and type(default.value) is float and 0.8 <= default.value < 1:
                    named[argument.arg] = (default.value, part.lineno)
    unread = []
    for name, (value, line) in named.items():
        if not any(getattr(part, "id", getattr(part, "attr", None)) == name and isinstance(getattr(part, "ctx", None), ast.Load) for part in ast.walk(case.tree)):
            unread.append((name, value, line))
    if right.gamma == 1.0 and unread and right.lam == 1.0:
        name, value, line = unread[0]
        source = _recurrence(case)
        return Finding(
            "not-discounted", source.line if source else line, f"The returns are not discounted, though {name} is {value}",
            f"The weights fit returns with a discount of 1 exactly (R2 = {right.share:.5f})", 0.9, 60,
        )
    return None


def _kept(case):
    """Returns a finding if what an update uses still holds earlier rollouts."""
    watch = case.watch
    for known in watch.lists.values():
        made, site, appends, _ = known
        if len(appends) < 20 or len(made) < len(appends):
            continue
        rollouts = sorted({entry[0] for entry in appends})
        if len(rollouts) < 3:
            continue
        yielded = _uses_old(case, made, rollouts)
        if yielded:
            line = site.line if site is not None else appends[0][1].line
            return Finding(
                "buffer-not-emptied", line, "This list is never emptied, so an update still uses what earlier updates have used",
                f"It holds {len(made)} entries from {len(rollouts)} rollouts, and the newest loss was computed from the oldest too", 0.95, 92,
            )
    return None


def _uses_old(case, made, rollouts):
    """Returns true if losses of later rollouts were made of entries that earlier ones had added."""
    watch = case.watch
    members = {id(part): place for place, part in enumerate(made)}
    later = [pass_ for pass_ in watch.passes if pass_.rollout >= rollouts[2]]
    if not later or not members:
        return False
    # Entries of the rollout before last and of those before it.
    for pass_ in (later[0], later[-1]):
        old = 0
        firsts = [entry for entry in _appended_before(watch, made, pass_.rollout - 1)]
        olds = {id(part) for part in firsts}
        if len(olds) < 3:
            continue
        for node in case.trace.above(pass_.loss, 30000, lambda node: node.made is pass_.loss or not _is_average(node) or node.is_policy):
            if id(node.made) in olds:
                old += 1
            for part in parts(node.inputs):
                if id(part) in olds:
                    old += 1
        if old < 3:
            return False
    return True


def _appended_before(watch, made, rollout):
    known = watch.lists[id(made)]
    count = sum(1 for entry in known[2] if entry[0] < rollout)
    return list(made)[:count]


def _is_average(node):
    """Returns true where many numbers become a baseline."""
    return node.site is not None and node.site.name in ("sum", "mean") and not tuple(getattr(node.made, "shape", ()))
