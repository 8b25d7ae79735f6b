"""Which action's log-probability a loss uses, of which distribution, and whether the policy ever tries another action than the likeliest."""

import ast
import math

from doctor._finding import Finding
from doctor._trace import is_number
from doctor._watch import plain, rows_of


def find(case):
    """Yields findings on the actions of log-probabilities."""
    found = list(_actions(case))
    yield from found
    if not found:
        yield from list(_other_odds(case)) or _other_distribution(case)


def _pairs(case):
    """Yields, for each log-probability that a loss uses or that was computed of an action: where, the actions of its rows, and the
    steps that these rows were."""
    watch, weights = case.watch, case.reading.weights
    rows_of_site = {}
    for entry in [*watch.log_probs, *watch.picks]:
        site, owner, value, made, at, rollout, head = entry[:7]
        if rows_of_site.get(site.number, 0) > 1500:
            continue
        if head is None or not hasattr(value, "tolist") and not isinstance(value, int):
            continue
        is_wide = head.kind == "normal"
        numbers = plain(value)
        width = 1
        if is_wide:
            width = tuple(head.given.shape)[-1] if tuple(head.given.shape) else 1
        flat = _flat(numbers)
        if not flat or len(flat) % width:
            continue
        rows = [flat[place : place + width] for place in range(0, len(flat), width)] if is_wide else flat
        rows_of_site[site.number] = rows_of_site.get(site.number, 0) + len(rows)
        steps = weights.steps_of(head, len(rows), rollout, True)
        yield entry, rows, steps


def _flat(numbers):
    if not isinstance(numbers, list):
        return [numbers]
    found = []
    for part in numbers:
        found += _flat(part)
    return found


def _action(step):
    flat = _flat(plain(step.action))
    return flat[0] if len(flat) == 1 else flat


def _acting(case):
    return [head for head in case.watch.heads if head.steps is not None and head.kind == "softmax"]


def _actions(case):
    watch = case.watch
    per_site = {}
    for entry, rows, steps in _pairs(case):
        is_wide = entry[6].kind == "normal"
        counts = per_site.setdefault((entry[0].number, entry[6].steps is None), [entry, 0, 0, 0, 0, 0, set()])
        # Later the policy may be so sure of itself that all actions are the same.
        if counts[1] + counts[2] > 6000 or counts[2] >= 60 and counts[2] > 0.2 * counts[1]:
            continue
        for row, step in zip(rows, steps):
            if step is None:
                counts[5] += 1
                continue
            if step.is_only_reset:
                continue
            taken = _action(step) if not is_wide or step.drawn is None else step.drawn
            wanted = [row] if not is_wide else row
            taken = [taken] if not isinstance(taken, list) else taken
            if len(taken) != len(wanted):
                continue
            counts[1 if _near(taken, wanted) else 2] += 1
            if len(wanted) == 1 and len(counts[6]) < 60:
                counts[6].add((wanted[0], taken[0]))
            former = _neighbour(watch, step, -1)
            if former is not None:
                counts[3] += _near(_listed(_action(former) if not is_wide or former.drawn is None else former.drawn), wanted)
            later = _neighbour(watch, step, 1)
            if later is not None:
                counts[4] += _near(_listed(_action(later) if not is_wide or later.drawn is None else later.drawn), wanted)
    for entry, right, wrong, former, later, lost, couples in per_site.values():
        total = right + wrong
        if total < 30 or _is_renaming(couples):
            continue
        if entry[6].kind == "normal" and not any(step.drawn is not None for step in case.watch.steps[:50]):
            continue
        if wrong < 0.15 * total or not _matters(case, entry):
            continue
        share = f"{wrong} of {total} log-probabilities belong to another action than the one that the environment was given"
        is_batch = entry[6].steps is None
        if is_batch and former > 0.97 * total:
            yield Finding(
                "next-observation-stored", stored(case, entry, True), "The observation is stored after the step: each action stands beside the state that it led to",
                f"{share}; {former} of them belong to the step before", 0.96, 95,
            )
            return
        if is_batch and later > 0.97 * total:
            yield Finding("actions-shifted", stored(case, entry, True), "The actions are one step off: each stands beside the state after it", f"{share}; {later} belong to the step after", 0.93, 94)
            return
        always = _always_greedy(case)
        if always is not None:
            yield always
            return
        greedy = _is_greedy(case, entry[2])
        line = entry[0].line
        if greedy is not None:
            here = greedy.line
            yield Finding("log-prob-of-greedy", here, "The log-probability is that of the most likely action, and another one was taken", share, 0.95, 95, also=[line] if line != here else [])
            return
        twice = _drawn_again(case, entry)
        if is_batch and not twice:
            node = case.trace.node(entry[2])
            if node is not None and node.site is not None and node.site.kind == "part":
                line = node.site.line
            if _is_kept_wrong(case, entry):
                line = _put_into(case, entry[2]) or line
        yield Finding("log-prob-of-other", twice or line, "The log-probability is not that of the action that was taken", share, 0.94, 95, also=[line] if twice and twice != line else [])
        return
    fixed = _fixed(case)
    if fixed is not None:
        yield fixed
        return
    greedy = _always_greedy(case)
    if greedy is not None:
        yield greedy


def _is_kept_wrong(case, entry):
    """Returns true if the stored actions are not those that were taken."""
    steps = [step for step in case.watch.steps if step.rollout == entry[5]]
    taken = _flat([plain(step.action) for step in steps])
    for node in case.trace.above(entry[2], 60):
        if tuple(getattr(node.made, "shape", ())) and (node.made.numel() if hasattr(node.made, "numel") else node.made.size) == len(taken):
            kept = _flat(plain(node.made))
            return sum(a == b for a, b in zip(kept, taken)) < 0.9 * len(taken)
    return False


def _is_renaming(couples):
    """Returns true if the environment calls the same actions otherwise, such as 0 and 2 in place of 0 and 1."""
    ours, theirs = {a for a, _ in couples}, {b for _, b in couples}
    return len(ours) == len(theirs) == len(couples) >= 2 and ours != theirs


def _fixed(case):
    """A place that is written as a number: the log-probability of one action, whatever was taken."""
    watch, losses = case.watch, case.losses
    if not watch.fixed or not losses or any(loss.goal[0] not in {entry[0] for entry in watch.fixed} for loss in losses):
        return None
    known = {id(entry[3]): entry for entry in watch.fixed}
    used = {}
    for node in case.trace.above(losses[0].pass_.loss, 20000):
        entry = known.get(id(node.made))
        if entry is not None:
            used.setdefault(int(entry[2]) if isinstance(entry[2], int) else repr(entry[2]), entry)
    if len(used) != 1 or not is_number(next(iter(used))):
        return None
    place, entry = next(iter(used.items()))
    rows = [row for _, group in case.reading.groups for row in group if row.probs is not None and row.step is not None]
    if len(rows) < 20:
        return None
    place %= len(rows[0].probs)
    other = sum(row.action != place for row in rows)
    if other < 0.15 * len(rows) or _explains(case, None) > _explains(case, place) - 0.03:
        return None
    return Finding(
        "log-prob-of-other", entry[0].line, f"The log-probability is always that of action {place}, whatever was taken",
        f"In {other} of {len(rows)} rows another action was taken", 0.95, 95,
    )


def _explains(case, place):
    """Returns how well returns explain the weights, if all gradients are read as those of one action, or as those of the actions taken."""
    from doctor._weights import explained

    best = 0.0
    for gamma in case.reading.said:
        left = count = 0.0
        for rollout, rows in case.reading.groups:
            known = case.reading.returns.of(rollout, "to-go", gamma, 1.0)
            rows = [row for row in rows if row.step.place in known and row.probs is not None]
            weights = [_weight(row, row.action if place is None else place) for row in rows]
            if len(rows) < 6:
                continue
            _, rest, whole = explained([[known[row.step.place] for row in rows], [row.value or 0.0 for row in rows]], weights)
            if whole > 0:
                left += rest / whole
                count += 1
        if count:
            best = max(best, 1 - left / count)
    return best


def _weight(row, action):
    return -row.grad[action] / max(1.0 - row.probs[action], 1e-3)


def _listed(value):
    return value if isinstance(value, list) else [value]


def _near(a, b):
    return all(is_number(x) and is_number(y) and abs(x - y) <= 1e-4 * (1 + abs(x)) for x, y in zip(a, b))


def _neighbour(watch, step, by):
    """Returns the step of the same environment before or after one, if there is none in between."""
    if not hasattr(watch, "order"):
        watch.order, watch.place_of = {}, {}
        for other in watch.steps:
            track = watch.order.setdefault(other.env, [])
            watch.place_of[other.place] = len(track)
            track.append(other)
    track, place = watch.order[step.env], watch.place_of[step.place] + by
    return track[place] if 0 <= place < len(track) else None


def _matters(case, entry):
    """Returns true if a loss uses log-probabilities of this place, or a ratio of them."""
    number = entry[0].number
    if not case.losses:
        return False
    for loss in case.losses[:2]:
        for node in case.trace.above(loss.pass_.loss, 20000):
            if node.site is not None and node.site.number == number:
                return True
    return False


def stored(case, entry, is_order=False):
    """Returns the line where the observations of a batch were put into it; if the order of lines is at fault, that of the outer call."""
    return _put_into(case, entry[6].origin, is_order) or entry[0].line


def _put_into(case, value, is_order=False):
    """Returns the line where the parts of a batch were stored, if that can be told."""
    for node in case.trace.above(value, 400) if value is not None else ():
        for part in node.inputs:
            whole = getattr(part, "of", None)
            if whole is None:
                continue
            late = case.watch.late.get(id(whole))
            if hasattr(late, "line"):
                return climbed(case, late, case.watch.chains.get(late.number, ()), is_order)
            known = case.watch.lists.get(id(whole))
            if known is not None and known[2]:
                return climbed(case, known[2][-1][1], known[2][-1][3], is_order)
            for other in case.watch.lists.values():
                if other[2] and other[0] and part and isinstance(other[0][0], tuple) and any(value is part[0] for value in other[0][0]):
                    return climbed(case, other[2][0][1], other[2][0][3], is_order)
        late = case.watch.late.get(id(node.made))
        if hasattr(late, "line"):
            return climbed(case, late, case.watch.chains.get(late.number, ()), is_order)
    return None


def climbed(case, site, chain, is_order=True):
    """Returns the line of a place, or that of the call which handed it what is stored there."""
    chain = list(chain)
    while is_order and chain and site.function is not None:
        value = site.node.args[-1] if isinstance(site.node, ast.Call) and site.node.args else getattr(site.statement, "value", None)
        if isinstance(value, ast.Tuple):
            pairs = [pair for target in site.statement.targets for pair in zip(getattr(target, "elts", ()), value.elts)]
            value = next((given for target, given in pairs if target is site.node), None)
        names = {argument.arg for argument in site.function.args.args}
        if not isinstance(value, ast.Name) or value.id not in names:
            break
        site = chain.pop()
    return site.line


def _is_greedy(case, value):
    for node in case.trace.above(value, 60):
        if node.site is not None and node.site.name in ("argmax", "mode"):
            return node.site
        if node.site is not None and node.site.name == "max" and node.is_policy:
            return node.site
    return None


def _drawn_again(case, entry):
    """Returns the line of a second draw for the same step, where that is the slip."""
    node = next((node for node in case.trace.above(entry[2], 40) if node.site is not None and node.site.name in ("sample", "rsample", "multinomial")), None)
    if node is not None and node.site.line == entry[0].line:
        return node.site.line
    groups = {}
    for draw in case.watch.draws[:400]:
        groups.setdefault(draw[2], []).append(draw)
    for group in groups.values():
        ways = [(*chain, site) for site, made, at, chain in group]
        if len(ways) > 1 and len(set(ways)) > 1:
            # The place where the second draw leaves the way of the first.
            for first, second in zip(ways[0], ways[1]):
                if first is not second:
                    return second.line
    return None


def _always_greedy(case):
    """Actions that are always the most likely one, while the policy learns from them."""
    watch = case.watch
    rows = []
    for head in _acting(case):
        first, count = head.steps
        numbers = head.given.detach().reshape(-1, head.given.shape[-1])
        if numbers.shape[0] == count:
            rows += [(row, watch.steps[first + place]) for place, row in enumerate(numbers.tolist())]
    if not rows:
        for _, group in case.reading.groups:
            rows += [([math.log(max(p, 1e-30)) for p in row.probs], row.step) for row in group if row.probs is not None]
    unsure = likely = 0
    expected = 0.0
    calls = set()
    for row, step in rows:
        action = _action(step)
        if not is_number(action) or not 0 <= int(action) < len(row):
            continue
        most = max(row)
        total = sum(math.exp(number - most) for number in row)
        # Where all are alike, each is a largest.
        if 1 / total < 0.9 and sorted(row)[-2] < most - 1e-6:
            unsure += 1
            expected += 1 / total
            likely += row[int(action)] >= most - 1e-9
            calls.add(step.call - 1)
    if unsure >= 60 and likely == unsure and expected < 0.93 * unsure and case.losses:
        line = _largest_line(case, calls) or _given_line(case)
        if line is None:
            return None
        return Finding(
            "greedy-action", line, "The action is always the most likely one, so the policy never explores",
            f"In {unsure} unsure states all actions were the most likely one; samples would have been that in about {expected:.0f}", 0.97, 94,
        )
    return _never_spread(case)


def _never_spread(case):
    """Actions of a normal distribution that are always its middle."""
    watch, same, total, step = case.watch, 0, 0, None
    for head in watch.heads:
        if head.steps is None or head.kind != "normal":
            continue
        first, count = head.steps
        width = tuple(head.given.shape)[-1] if tuple(head.given.shape) else 1
        numbers = head.given.detach().reshape(-1, width).tolist()
        # With a tiny deviation, samples lie near the middle too.
        if len(numbers) != count or head.scale is None or float(head.scale.detach().min()) < 0.01:
            continue
        for place, row in enumerate(numbers):
            step = watch.steps[first + place]
            action = _listed(_action(step))
            total += 1
            same += len(action) == len(row) and _near(action, row)
    if total < 60 or same < 0.95 * total or not case.losses:
        return None
    line = None
    for node in case.trace.above(step.given, 60):
        if node.site is not None and node.site.name in ("mean", "loc", "mode"):
            line = node.site.line
            break
    line = line or _given_line(case)
    return line and Finding(
        "greedy-action", line, "The action is always the middle of the distribution, so the policy never explores",
        f"In {same} of {total} steps the action was the mean of the normal distribution", 0.96, 94,
    )


def _largest_line(case, calls):
    """Returns the line of the choice of the largest that came before most of these steps."""
    counts = {}
    for site, at, chain in case.watch.largest:
        if at in calls:
            counts.setdefault(site.number, [0, site])[0] += 1
    if counts:
        return max(counts.values(), key=lambda entry: entry[0])[1].line
    for name in ("argmax", "mode"):
        found = case.sites("call", name)
        if found:
            return found[0].line
    return None


def _given_line(case):
    """Returns the line where the action is made that `step` is given."""
    for site in case.sites("call", "step"):
        node = site.node
        if not isinstance(node, ast.Call) or not node.args:
            continue
        names = {part.id for part in ast.walk(node.args[0]) if isinstance(part, ast.Name)}
        lines = [
            part.lineno
            for part in ast.walk(site.function or case.tree)
            if isinstance(part, ast.Assign) and part.lineno < site.line and any(isinstance(inner, ast.Name) and inner.id in names for target in part.targets for inner in ast.walk(target))
        ]
        return max(lines) if lines else site.line
    return None


def _row_table(head):
    """Returns what tells a distribution: probabilities, or the middle and the spread, for each row."""
    width = tuple(head.given.shape)[-1] if tuple(head.given.shape) else 1
    numbers = head.given.detach().reshape(-1, width)
    if head.kind == "softmax":
        return numbers.softmax(-1).tolist()
    scale = head.scale.detach().expand(head.given.shape).reshape(-1, width)
    return [[*a, *b] for a, b in zip(numbers.tolist(), scale.tolist())]


def _distance(kind, ours, theirs):
    if kind == "softmax":
        return 0.5 * sum(abs(a - b) for a, b in zip(ours, theirs))
    width = len(ours) // 2
    return sum((abs(ours[place] - theirs[place]) + abs(ours[width + place] - theirs[width + place])) / max(theirs[width + place], 1e-9) for place in range(width))


def _other_odds(case):
    """Log-probabilities that are asked of another distribution than the sample beside them came from."""
    watch = case.watch
    drawn = {id(made): (owner, made) for _, owner, made, _ in watch.samples}
    heads = {id(head.given): head for head in watch.heads}
    counts = {}
    for entry in watch.log_probs:
        owner, made = drawn.get(id(entry[2]), (None, None))
        if made is not entry[2] or owner is entry[1] or entry[6] is None or not case.losses:
            continue
        ours, theirs = entry[6], watch.late.get(id(getattr(owner, "base_dist", owner)))
        if not hasattr(theirs, "given"):
            node = case.trace.node(owner)
            theirs = next((heads[id(part)] for part in node.inputs if id(part) in heads), None) if node is not None else None
        if theirs is None or theirs is ours or theirs.kind != ours.kind or theirs.given.shape != ours.given.shape or theirs.moves != ours.moves or rows_of(theirs) != rows_of(ours):
            continue
        known = counts.setdefault(entry[0].number, [entry, []])
        if len(known[1]) < 200:
            known[1] += [_distance(ours.kind, a, b) for a, b in zip(_row_table(ours), _row_table(theirs))]
    for entry, off in counts.values():
        if len(off) >= 30 and sum(off) / len(off) > 0.02 and _matters(case, entry):
            yield Finding(
                "other-distribution", entry[0].line, "The log-probability is of another distribution than the one that the action was drawn from",
                f"For the same observations the two differ by {sum(off) / len(off):.2g} in the mean", 0.92, 90,
            )
            return


def _other_distribution(case):
    """Log-probabilities of another distribution than the one that the action came from, though no step lies between the two."""
    from doctor._rules_clip import changes, is_random, never_renewed

    watch = case.watch
    if is_random(case) or not case.losses:
        return
    tables, firsts = {}, {}
    for head in watch.heads:
        if head.steps is not None and head.seen_rows is not None and len(head.seen_rows) == head.steps[1]:
            rollout = watch.steps[head.steps[0]].rollout
            table = tables.setdefault(rollout, {})
            if len(table) < 300:
                for key, row in zip(head.seen_rows, _row_table(head)):
                    table[key] = head, row
    for number in sorted(case.reading.weights.passes):
        if number < len(watch.passes):
            firsts.setdefault(watch.passes[number].rollout, number)
    # Heads that a log-probability was asked of: others may have the same numbers before them.
    asked = {id(entry[6]) for entry in [*watch.log_probs, *watch.picks]}
    said, example = [], None
    for rollout, number in sorted(firsts.items())[:6]:
        table, off = tables.get(rollout, {}), []
        for head, grad in case.reading.weights.passes[number][:200]:
            keys = rows_of(head)
            if head.steps is not None or keys is None or len(off) >= 200 or asked and id(head) not in asked:
                continue
            for key, row in zip(keys, _row_table(head)) if any(key in table for key in keys) else ():
                other = table.get(key)
                if other is None or other[0].kind != head.kind or len(other[1]) != len(row) or changes(case, other[0].moves, head.moves):
                    continue
                off.append(_distance(head.kind, row, other[1]))
                example = head, other[0]
        if len(off) >= 8:
            said.append((sum(off) / len(off), sum(value > 1e-3 for value in off) / len(off)))
    if len(said) < 2 or any(share < 0.5 for _, share in said[-2:]) or max(mean for mean, _ in said[-2:]) < 0.02:
        return
    head, acted = example
    copied = never_renewed(case)
    line = copied or _distribution_line(case, head, acted)
    share = f"For the same observations and the same weights the two differ by {max(mean for mean, _ in said):.2g} in the mean"
    if copied is not None:
        yield Finding("old-policy", copied, "The policy that acts is a copy that never gets the new weights: after an update it has to be renewed", share, 0.92, 89)
    else:
        yield Finding("other-distribution", line, "The log-probability is of another distribution than the one that the action was drawn from", share, 0.9, 89.5)


def _distribution_line(case, head, acted):
    """Returns the line where the distribution of the log-probabilities is made in another way than that of the actions."""
    for pass_ in case.watch.passes[:4]:
        for node in case.trace.above(pass_.loss, 6000):
            if any(part is head.given for part in node.inputs) and node.site is not None:
                return node.site.line
    return head.site.line if head.site is not None else 1
