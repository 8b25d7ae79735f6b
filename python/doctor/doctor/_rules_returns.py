"""Which way the loss goes, and what the weights of the actions are made of."""

import ast

from doctor._finding import Finding
from doctor._rules_sources import bootstrap_line, constant_mask, delta_line, emptying_line, joined_line, mask_line, order_line, paid_line, recurrence, start_line, unpaid_line, value_line
from doctor._trace import parts, tracked

_SURE, _CLEAR = 0.985, 0.93


def find(case):
    """Yields findings on the sign of the loss and on the returns."""
    watch = case.watch
    if not watch.steps or not watch.passes:
        return
    used = _used_up(case)
    if used is not None:
        yield used
        return
    reading = case.reading
    if not reading.groups:
        return
    kept = _kept(case) or _old_rows(case)
    if kept is not None:
        yield kept
        return
    shaken = case.shaken
    if shaken is not None and shaken.reading.groups:
        from doctor._rules_shaken import judged

        found, is_clear = judged(shaken)
        if is_clear:
            for finding in found:
                finding.evidence += ". For this the script ran a second time and was paid by lot, so that each mistake has sums of its own"
            yield from found
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
        moved = misplaced(case)
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
        yield turned(case, right)
        return
    said = discounted(case, right)
    if said is not None:
        yield said


def _minus_in(case, loss):
    """Returns true if the weight has a minus before it."""
    node = case.trace.node(loss.weight)
    return node is not None and node.site is not None and node.site.name in ("USub", "neg", "Sub")


def _table(case, fit, count=6):
    """Returns a few steps with the weight that the loss gives the action and the return from there on."""
    for rollout, rows in case.reading.groups:
        known = case.reading.known(rollout, "to-go", fit.gamma, fit.lam)
        rows = [row for row in rows if row.step.place in known]
        if len(rows) >= 3:
            chosen = rows[:: max(1, len(rows) // count)][:count]
            body = [[str(row.step.place), f"{row.step.reward:.4g}", f"{row.weight:.4g}", f"{known[row.step.place]:.4g}"] for row in chosen]
            return [["step", "reward", "your weight", "right return"], *body]
    return None


def turned(case, right):
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
            if case.climbs:
                line = case.hand_line() or line
            elif case.maximises and loss.sign < 0:
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


def misplaced(case):
    """Returns a finding if the rows of a minibatch are weighed with advantages of other rows."""
    if not case.losses:
        return None
    best, way = max(((_share_of(case, way), way) for way in ("first", "by-step", "by-env")), default=(0.0, ""))
    weight, line = case.losses[0].weight, case.losses[0].loss_line()
    node = _picked(case, weight) if weight is not None else None
    line = node.site.line if node is not None else line
    if best < 0.9:
        if node is None or not _picks_others(case, node):
            return None
        said, shown = "The advantages of a minibatch are drawn with another index than its observations", "The two indices differ, and the weights of the actions fit no returns"
    elif way == "first":
        said = "The advantages of a minibatch belong to other rows than its observations and actions"
        shown = f"The weights follow the advantages in the order of the rollout (R2 = {best:.3f}), not those of the rows that were drawn"
    else:
        said = "The advantages are laid out along another axis than the observations: one by step, the other by environment"
        line = _swapped_line(case, weight) or line
        shown = f"The weights follow the advantages with the two axes swapped (R2 = {best:.3f})"
    return Finding("minibatch-index", line, said, shown, 0.93, 91)


def _swapped_line(case, weight):
    """Returns the line where two axes of the advantages are swapped, or else those of the observations."""
    heads = [head for head in case.watch.heads if head.steps is None and head.origin is not None][:1]
    for top in (weight, *(head.origin for head in heads)):
        for node in case.trace.above(top, 200) if top is not None else ():
            if node.site is not None and node.site.name in ("T", "mT", "t", "transpose", "permute", "swapaxes", "moveaxis", "swapdims"):
                return node.site.line
    return None


def _share_of(case, way):
    """Returns how well advantages of other rows explain the weights, of all discounts."""
    from doctor._weights import explained

    reading, watch, best = case.reading, case.watch, 0.0
    for gamma in reading.said:
        for lam in (1.0, *(number for number in reading.said if number < 1)) if reading.has_critic else (1.0,):
            left = count = 0.0
            for rollout, rows in reading.groups:
                order = [step for step in watch.steps if step.rollout == rollout]
                by_env = sorted(order, key=lambda step: (step.env, step.place))
                if not order or way == "first" and (len(rows) >= len(order) or any(row.index >= len(order) for row in rows)) or way != "first" and by_env == order:
                    continue
                known = reading.returns.whole(rollout, "to-go", gamma, lam)
                if way == "first":
                    other = [known.get(order[row.index].place, 0.0) for row in rows]
                else:
                    a, b = (order, by_env) if way == "by-step" else (by_env, order)
                    places = {step.place: place for place, step in enumerate(a)}
                    other = [known.get(b[places[row.step.place]].place, 0.0) for row in rows]
                _, rest, whole = explained([other, [row.entropy for row in rows]], [row.weight for row in rows])
                if whole > 0:
                    left += rest / whole
                    count += 1
            if count:
                best = max(best, 1 - left / count)
    return best


def _picked(case, value):
    """Returns where rows of a value were picked out of a batch."""
    for node in case.trace.above(value, 60):
        if node.site is not None and node.site.kind == "part":
            return node
    return None


def _picks_others(case, node):
    """Returns true if the observations of the same pass were drawn with another index."""
    if len(node.inputs) < 2 or not case.watch.heads:
        return False
    number = next((pass_.number for pass_ in case.watch.passes if pass_ is case.losses[0].pass_), None)
    for head, _ in case.reading.weights.passes.get(number, ())[:2]:
        other = _picked(case, head.origin) if head.origin is not None else None
        if other is None or len(other.inputs) < 2:
            continue
        a, b = (list(part.reshape(-1).tolist()) for part in (node.inputs[1], other.inputs[1]))
        return len(a) == len(b) >= 8 and a != b
    return False


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
    source = recurrence(case)
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
    return named(case, best, right)


def _small(case, wrong):
    """Returns a finding if returns are discounted by a number of the script that is no discount."""
    source = recurrence(case)
    if source is None:
        return None
    for number in sorted({number for number in case.numbers if 0 < number < 0.5}):
        fit = case.reading.fit("to-go", number, 1.0)
        if fit.sign > 0.5 and fit.share > 0.9999 and 1 - fit.share < 0.2 * (1 - wrong.share):
            name = source.function.name if source.function is not None else None
            calls = [part for part in ast.walk(case.tree) if isinstance(part, ast.Call) and getattr(part.func, "id", getattr(part.func, "attr", "")) == name]
            line = calls[0].lineno if name is not None and len(calls) == 1 and len(calls[0].args) + len(calls[0].keywords) > 1 else source.line
            return Finding(
                "discount-power", line, f"The returns are discounted by {number:g}, so what follows a reward counts for almost nothing",
                f"R2 = {fit.share:.5f} with a discount of {number:g}, and {wrong.share:.5f} with the reward alone", 0.93, 89, also=[source.line],
            )
    return None


def named(case, best, right):
    """Returns the finding for a mistake that explains the weights."""
    kind, source = best.kind, recurrence(case)
    share = f"R2 = {best.share:.4f} for this, and {right.share:.4f} for the returns that reset at ends"
    table = _table(case, right)
    line = source.line if source is not None else _loss_line(case)
    if kind in ("order", "order-all", "past", "past-all"):
        return Finding(
            "returns-order", order_line(case, source), "The returns stand in the wrong order: a step gets the sum of the rewards before it, not of those after it",
            share, 0.96, 94, table=table,
        )
    if kind in ("mask-before", "mask-after"):
        chosen = mask_line(case, source) or line
        also = [other for other in (delta_line(case), line) if other is not None and other != chosen]
        return Finding(
            "mask-shifted", chosen, "The mask of ends is one step off: the return is cut beside the step that ended the episode", share, 0.95, 92, table=table, also=also,
        )
    if kind in ("leak", "leak-boot", "leak-trace", "carry"):
        what = {"leak": "The return", "carry": "The return", "leak-boot": "The bootstrapped value", "leak-trace": "The sum of the advantages"}[kind]
        if kind == "leak-boot":
            line = delta_line(case) or line
        if kind == "carry" and source is not None:
            line = start_line(case, source) or line
        chosen = constant_mask(case, line) or joined_line(case, source) or line
        return Finding(
            "no-mask", chosen, f"{what} is not cut where an episode ends, so it counts rewards of the next episode", share, 0.96, 93, table=table,
            also=[line] if chosen != line else [],
        )
    if kind == "to-go-boot":
        line = bootstrap_line(case) or delta_line(case) or line
        line = constant_mask(case, line) or line
        return Finding(
            "end-as-truncation", line, "Where the episode has ended, the value of the last state is added, though nothing comes after it", share, 0.93, 92, table=table,
        )
    if kind == "value-now":
        return Finding("returns-shifted", value_line(case) or delta_line(case) or line, "The value that stands for what comes after is that of the step itself, not of the next one", share, 0.93, 91, table=table)
    if kind in ("next", "previous", "next-in", "previous-in"):
        return Finding("returns-shifted", line, "The returns are one step off: a step gets that of its neighbour", share, 0.93, 90, table=table)
    if kind == "length":
        return Finding(
            "rewards-unused", unpaid_line(case) or line, "The weights of the actions do not depend on the rewards, only on how many steps were left", share, 0.93, 84, table=table,
        )
    if kind in ("power", "power-left"):
        return Finding("discount-power", line, "The discount is taken to a power inside a sum that multiplies it up already, so rewards fade too fast", share, 0.93, 82, table=table)
    small = _small(case, best)
    if small is not None:
        return small
    line = paid_line(case) or _loss_line(case)
    return Finding(
        "immediate-reward", line, "Each action is weighed with its own reward alone, not with what follows", share, 0.9, 88, table=table,
        also=[_loss_line(case)] if line != _loss_line(case) else [],
    )


def _loss_line(case):
    return case.losses[0].loss_line() if case.losses else case.watch.passes[0].site.line


def discounted(case, right):
    """Returns a finding if the script names a discount that its returns do not have."""
    if right.kind == "total" or right.share < 0.9995 or right.sign < 0.9:
        return None
    named = {}
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) and type(part.value.value) is float and 0.8 <= part.value.value < 1:
            for target in part.targets:
                name = getattr(target, "id", getattr(target, "attr", None))
                if name:
                    named[name] = (part.value.value, part.lineno)
        elif isinstance(part, ast.Assign) and isinstance(part.value, ast.Tuple) and isinstance(part.targets[0], ast.Tuple):
            for target, value in zip(part.targets[0].elts, part.value.elts):
                if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and type(value.value) is float and 0.8 <= value.value < 1:
                    named[target.id] = (value.value, part.lineno)
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
    source = recurrence(case)
    read = {getattr(part, "id", getattr(part, "attr", None)) for part in ast.walk(case.tree) if isinstance(getattr(part, "ctx", None), ast.Load)}
    inside = {getattr(part, "id", getattr(part, "attr", None)) for part in ast.walk(source.site.statement)} if source is not None else set()
    meant = [
        (value, line, name in inside) for name, (value, line) in named.items()
        if name not in read or name in inside or any(word in name.lower() for word in ("gamma", "discount"))
    ]  # fmt: skip
    if source is not None:
        meant += [
            (part.value, source.line, True) for part in ast.walk(source.site.statement)
            if isinstance(part, ast.Constant) and type(part.value) is float and 0.8 <= part.value < 1
        ]  # fmt: skip
    is_multiplied = source is not None and any(isinstance(part, ast.Mult) for part in ast.walk(source.site.statement))
    for value, line, is_used in meant:
        other = case.reading.fit(right.kind, value, right.lam)
        # A discount that the sum itself reads is only doubted where it fits badly.
        if (is_used or is_multiplied) and other.share > 0.99:
            continue
        if right.gamma == 1.0 and 1 - right.share < 0.2 * (1 - other.share):
            return Finding(
                "not-discounted", source.line if source else line, f"The returns are not discounted, though a discount of {value:g} is written down",
                f"The weights fit returns with a discount of 1 (R2 = {right.share:.5f}), and those with {value:g} less well ({other.share:.5f})", 0.9, 60,
                also=[line] if source and source.line != line else [],
            )
    return None


def _used_up(case):
    """Returns a finding if the script failed because a list still holds results whose graph an earlier update has used up."""
    watch = case.watch
    if watch.ending.error is None or "second time" not in str(watch.ending.error) or len(watch.passes) < 2:
        return None
    reached = None
    for known in watch.lists.values():
        made, site, appends, _ = known
        rollouts = {entry[0] for entry in appends}
        if len(rollouts) < 2 or len(made) < len(appends):
            continue
        olds = [part for part in parts(_appended_before(watch, made, max(rollouts))) if tracked(part)]
        if not olds:
            continue
        if reached is None:
            reached = {id(part) for node in case.trace.above(watch.passes[-1].loss, 20000) for part in (node.made, *parts(node.inputs))}
        if any(id(part) in reached for part in olds):
            made_line = site.line if site is not None else appends[0][1].line
            line = emptying_line(case, appends[-1][1]) or made_line
            return Finding(
                "buffer-not-emptied", line, f"The list of line {made_line} is never emptied, so an update goes back through what an earlier one has used up",
                f"It still holds {len(made)} results from {len(rollouts)} rollouts", 0.95, 99, also=[made_line] if made_line != line else [],
            )
    return None


def _old_rows(case):
    """Returns a finding if batches grow because they still hold the observations of earlier rollouts."""
    watch, weights, former = case.watch, case.reading.weights, 0
    seen = set()
    for number in sorted(weights.passes):
        if number >= len(watch.passes) or watch.passes[number].rollout in seen:
            continue
        rollout = watch.passes[number].rollout
        seen.add(rollout)
        heads = [head for head, _ in weights.passes[number] if head.steps is None]
        rows = weights.rows(number) if heads else None
        if not rows:
            continue
        old = sum(row.step.rollout < rollout for row in rows)
        if former >= 32 and len(rows) >= 1.5 * former and old >= 0.3 * len(rows):
            known = _list_of(case, heads[0].origin)
            if known is not None and len(known[2]) > 0:
                made_line = known[1].line if known[1] is not None else known[2][0][1].line
                line = emptying_line(case, known[2][-1][1]) or made_line
                return Finding(
                    "buffer-not-emptied", line, f"The list of line {made_line} is never emptied, so an update still uses what earlier updates have used",
                    f"{old} of the {len(rows)} rows of an update are from earlier rollouts", 0.93, 92, also=[made_line] if made_line != line else [],
                )
        former = len(rows)
    return None


def _list_of(case, value):
    """Returns the list that a batch was put together from."""
    for node in case.trace.above(value, 40):
        for part in node.inputs:
            known = case.watch.lists.get(id(getattr(part, "of", None)))
            if known is not None:
                return known
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
            made_line = site.line if site is not None else appends[0][1].line
            line = emptying_line(case, appends[-1][1]) or made_line
            return Finding(
                "buffer-not-emptied", line, f"The list of line {made_line} is never emptied, so an update still uses what earlier updates have used",
                f"It holds {len(made)} entries from {len(rollouts)} rollouts, and the newest loss was computed from the oldest too", 0.95, 92,
                also=[made_line] if made_line != line else [],
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
        # An entry of several parts is taken apart before it is used.
        olds = {id(part) for part in firsts} | {id(inner) for part in firsts if isinstance(part, (tuple, list)) for inner in part if hasattr(inner, "shape")}
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
