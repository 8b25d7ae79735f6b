"""The distribution over actions: logits and probabilities, which action's log-probability, the ratio, its clip and the entropy."""

import ast
import math

from doctor._finding import Finding
from doctor._trace import is_number, parts, tracked
from doctor._watch import plain


def find(case):
    """Yields findings on the policy's numbers."""
    yield from _softmax(case)
    yield from _probability(case)
    yield from _actions(case)
    ratio = ratio_of_itself(case)
    if ratio is not None:
        yield ratio
    else:
        yield from _old(case)
    yield from _bounds(case)
    yield from _extremes(case)
    yield from _entropy(case)
    yield from _log_ratio(case)


def _acting(case):
    return [head for head in case.watch.heads if head.steps is not None and head.kind == "softmax"]


def _is_probability(numbers):
    """Returns true if all rows are probabilities that differ from another."""
    flat = numbers.detach().reshape(-1, numbers.shape[-1])
    sums = flat.sum(-1)
    return bool((flat >= 0).all()) and bool(((sums - 1).abs() < 1e-4).all()) and flat.shape[-1] > 1


def _softmax(case):
    watch = case.watch
    acting = _acting(case)
    sample = acting[:: max(1, len(acting) // 30)][:40]
    if len(sample) >= 3 and all(_is_probability(head.given) for head in sample):
        head = sample[0]
        here = head.site
        inner = _softmax_site(case, head)
        line = here.line if here is not None else (inner.line if inner else 1)
        numbers = [round(number, 3) for number in head.given.detach().reshape(-1, head.given.shape[-1])[0].tolist()]
        also = [inner.line] if inner is not None and inner.line != line else []
        probs = inner is not None and here is not None and _takes_logits(here)
        kind = "probs-as-logits" if probs else "double-softmax"
        said = "What is given as logits are probabilities already, so no action can ever get more than e times the probability of another"
        line, also = (line, also) if probs or inner is None else (inner.line, [line] if line != inner.line else [])
        yield Finding(kind, line, said, f"All {len(sample)} inputs of the softmax sum to 1, such as {numbers}", 0.96, 91, also=also)
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
            site = _softmax_call(case) or head.site
            yield Finding(
                "softmax-dim", site.line, "The softmax runs along the batch, not along the actions: the probabilities of one state do not sum to 1",
                f"Its input has the shape {list(shape)} and its dimension is {head.dim}", 0.96, 98.5,
            )
            return


def _takes_logits(site):
    node = site.node
    return isinstance(node, ast.Call) and any(keyword.arg == "logits" for keyword in node.keywords)


def _softmax_site(case, head):
    """Returns where the probabilities came from that a softmax was given."""
    for node in case.trace.above(head.given, 40):
        if node.site is not None and node.site.name in ("softmax", "Softmax"):
            return node.site
    return _softmax_call(case)


def _softmax_call(case):
    for name in ("softmax", "Softmax", "log_softmax", "LogSoftmax"):
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
        if "log" in names or "log_softmax" in names or any(name in ("Div", "div") for name in names) or not hasattr(owner, "shape"):
            return
        if len(tuple(owner.shape)) and _is_probability(owner):
            yield Finding(
                "probability-not-log", site.line, "The loss uses the probability of the action in place of its logarithm",
                "What is picked lies between 0 and 1 and sums to 1 over the actions, and no logarithm follows", 0.93, 89,
            )


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


def _actions(case):
    watch = case.watch
    same = other = before = after = unknown = repeated = 0
    site = entry_of = None
    seen = {}
    per_site = {}
    for entry, rows, steps in _pairs(case):
        is_wide = entry[6].kind == "normal"
        counts = per_site.setdefault((entry[0].number, entry[6].steps is None), [entry, 0, 0, 0, 0, 0, {}])
        if counts[1] + counts[2] > 6000:
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
            former = _neighbour(watch, step, -1)
            if former is not None:
                counts[3] += _near(_listed(_action(former) if not is_wide or former.drawn is None else former.drawn), wanted)
            later = _neighbour(watch, step, 1)
            if later is not None:
                counts[4] += _near(_listed(_action(later) if not is_wide or later.drawn is None else later.drawn), wanted)
    for entry, right, wrong, former, later, lost, _ in per_site.values():
        total = right + wrong
        if total < 30:
            continue
        if entry[6].kind == "normal" and not any(step.drawn is not None for step in case.watch.steps[:50]):
            continue
        if wrong < 0.15 * total or not _matters(case, entry):
            continue
        share = f"{wrong} of {total} log-probabilities belong to another action than the one that the environment was given"
        is_batch = entry[6].steps is None
        if is_batch and former > 0.97 * total:
            yield Finding(
                "next-observation-stored", _stored(case, entry), "The observation is stored after the step: each action stands beside the state that it led to",
                f"{share}; {former} of them belong to the step before", 0.96, 95,
            )
            return
        if is_batch and later > 0.97 * total:
            yield Finding("actions-shifted", _stored(case, entry), "The actions are one step off: each stands beside the state after it", f"{share}; {later} belong to the step after", 0.93, 94)
            return
        greedy = _is_greedy(case, entry[2])
        line = entry[0].line
        if greedy is not None:
            yield Finding("log-prob-of-greedy", greedy.line, "The log-probability is that of the most likely action, and another one was taken", share, 0.95, 95, also=[line] if line != greedy.line else [])
            return
        twice = _sampled_again(case, entry)
        if is_batch and not twice:
            node = case.trace.node(entry[2])
            if node is not None and node.site is not None and node.site.kind == "part":
                line = node.site.line
        yield Finding("log-prob-of-other", twice or line, "The log-probability is not that of the action that was taken", share, 0.94, 95, also=[line] if twice and twice != line else [])
        return
    greedy = _always_greedy(case)
    if greedy is not None:
        yield greedy


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


def _stored(case, entry):
    """Returns the line where the observations of a batch were put into it."""
    origin = entry[6].origin
    for node in case.trace.above(origin, 400) if origin is not None else ():
        for part in node.inputs:
            whole = getattr(part, "of", None)
            if whole is None:
                continue
            late = case.watch.late.get(id(whole))
            if hasattr(late, "line"):
                return late.line
            known = case.watch.lists.get(id(whole))
            if known is not None and known[2]:
                return known[2][-1][1].line
            for other in case.watch.lists.values():
                if other[2] and other[0] and part and isinstance(other[0][0], tuple) and any(value is part[0] for value in other[0][0]):
                    return other[2][0][1].line
        late = case.watch.late.get(id(node.made))
        if hasattr(late, "line"):
            return late.line
    return entry[0].line


def _is_greedy(case, value):
    for node in case.trace.above(value, 60):
        if node.site is not None and node.site.name in ("argmax", "mode"):
            return node.site
        if node.site is not None and node.site.name == "max" and node.is_policy:
            return node.site
    return None


def _sampled_again(case, entry):
    """Returns the line of a second sample from the same distribution."""
    sites = {}
    for site, owner, made, at in case.watch.samples[:200]:
        sites.setdefault(at, []).append(site)
    twice = [group for group in sites.values() if len({site.number for site in group}) > 1]
    if not twice:
        return None
    value = entry[2]
    for node in case.trace.above(value, 40):
        if node.site is not None and node.site.name in ("sample", "rsample"):
            others = [site for site in twice[0] if site.number != node.site.number]
            return node.site.line if node.site.line == entry[0].line else (others[0].line if others else node.site.line)
    return None


def _always_greedy(case):
    """Actions that are always the most likely one, while the policy learns from them."""
    watch = case.watch
    unsure = likely = greedy = 0
    site = None
    expected = 0.0
    for head in _acting(case):
        first, count = head.steps
        numbers = head.given.detach().reshape(-1, head.given.shape[-1])
        if numbers.shape[0] != count:
            continue
        for place, row in enumerate(numbers.tolist()):
            step = watch.steps[first + place]
            action = _action(step)
            if not is_number(action) or not 0 <= int(action) < len(row):
                continue
            most = max(row)
            total = sum(math.exp(number - most) for number in row)
            if 1 / total < 0.9:
                unsure += 1
                expected += 1 / total
                likely += row[int(action)] >= most - 1e-9
        if site is None and likely:
            site = _is_greedy(case, watch.steps[first].given)
    if unsure >= 60 and likely == unsure and expected < 0.93 * unsure and case.losses:
        if site is None:
            for name in ("argmax", "mode"):
                found = case.sites("call", name)
                if found:
                    site = found[0]
        if site is None:
            return None
        return Finding(
            "greedy-action", site.line, "The action is always the most likely one, so the policy never explores",
            f"In {unsure} unsure states all actions were the most likely one; samples would have been that in about {expected:.0f}", 0.97, 94,
        )
    return None


def ratio_of_itself(case):
    """Returns a finding if the ratio is always 1, though the same data are used again after a step."""
    watch = case.watch
    by_rollout = {}
    for pass_ in watch.passes:
        by_rollout.setdefault(pass_.rollout, []).append(pass_)
    several = [group for group in by_rollout.values() if len(group) >= 2]
    seen, ones, attached, site = 0, 0, 0, None
    for group in (several or list(by_rollout.values()))[:4]:
        for pass_ in group[1:6] if several else group[:2]:
            found = _ratio_in(case, pass_)
            if found is None:
                continue
            node, other = found
            seen += 1
            ones += bool(((node.made.detach() - 1).abs() < 1e-6).all())
            attached += tracked(other)
            site = node.site, other
    if seen >= 2 and ones == seen and (several or attached == seen):
        inner = case.trace.node(site[1])
        line = None
        for node in case.trace.above(site[1], 60):
            if node.site is not None and node.site.name in ("log_prob", "gather", "log_softmax"):
                line = node.site.line
                break
        if inner is not None and inner.site is not None and inner.site.name in ("detach", "data"):
            line = site[0].line
        line = line or (inner.site.line if inner is not None and inner.site is not None else site[0].line)
        why = " and its gradient is 0" if attached else ""
        return Finding(
            "ratio-always-one", line, f"The ratio is always 1{why}: the old log-probability is computed again from the new policy",
            f"In {seen} passes after a step all ratios are 1", 0.97 if attached else 0.9, 97 if attached else 89,
        )
    return None


def _old(case):
    """Ratios that are not 1 in the first pass after a rollout, where nothing has changed yet."""
    watch, seen = case.watch, {}
    if "Dropout" in watch.script.text or "dropout" in watch.script.text:
        return
    off, count, place = 0.0, 0, None
    for pass_ in watch.passes:
        if pass_.rollout in seen:
            continue
        seen[pass_.rollout] = pass_
        found = _ratio_in(case, pass_)
        if found is None or found[0].made.numel() < 8:
            continue
        off += float((found[0].made.detach() - 1).abs().mean())
        count += 1
        place = found
        if count >= 4:
            break
    if count < 2 or off / count < 0.03:
        return
    old = case.trace.node(place[1])
    line = old.site.line if old is not None and old.site is not None else place[0].site.line
    yield Finding(
        "old-log-prob", line, "The old log-probabilities are not those of the rows beside them: the ratio is not 1 before anything has changed",
        f"In the first pass after a rollout the ratios differ from 1 by {off / count:.3g} in the mean, and should not differ at all", 0.9, 88,
    )


def _ratio_in(case, pass_):
    """Returns the ratio of a loss, and the old log-probability."""
    for node in case.trace.above(pass_.loss, 4000):
        if node.site is None or not hasattr(node.made, "detach") or not tracked(node.made):
            continue
        inner = None
        if node.site.name == "exp":
            inner = next((case.trace.node(part) for part in parts(node.inputs)), None)
            if inner is None or inner.site is None or inner.site.name not in ("Sub", "sub"):
                continue
        elif node.site.name in ("Div", "div"):
            inner = node
        if inner is None or len(inner.inputs) < 2:
            continue
        left, right = inner.inputs[:2]
        a, b = case.trace.node(left), case.trace.node(right)
        if a is not None and b is not None and a.is_policy and b.is_policy and tuple(left.shape) == tuple(right.shape):
            return node, right
    return None


def _bounds(case):
    """Bounds of the clip that do not lie around 1."""
    seen = set()
    for site, value, low, high, made, _ in case.watch.bounds:
        if site.number in seen or not is_number(low) and not is_number(high):
            continue
        seen.add(site.number)
        node = case.trace.node(value)
        if node is None or not tracked(value) or not _is_ratio(case, value):
            continue
        if is_number(low) and is_number(high) and (low >= high or low >= 1 or high <= 1):
            yield Finding(
                "clip-bounds", site.line, "The bounds of the clip do not lie around 1, so the ratio is cut where it should be free",
                f"The ratio begins at 1 and is clipped to [{low:g}, {high:g}]", 0.96, 90,
            )
        elif is_number(low) and is_number(high) and (high - 1 > 3 * (1 - low) or 1 - low > 3 * (high - 1) or low < 0 and high > 1.9):
            yield Finding(
                "clip-bounds", site.line, "The bounds of the clip are not the same distance from 1, or so far that they never hold back",
                f"The ratio is clipped to [{low:g}, {high:g}]", 0.8, 60,
            )
        elif (low is None) != (high is None):
            yield Finding("clip-bounds", site.line, "The ratio is clipped on one side only", f"It is clipped to [{low}, {high}]", 0.7, 55)


def _is_ratio(case, value):
    for node in case.trace.above(value, 12):
        if node.site is not None and node.is_policy and node.site.name in ("exp", "Div", "div", "ratio"):
            return True
    return False


def _log_ratio(case):
    """A clip around 1 of something that is 0 where the policy has not changed."""
    seen = set()
    for site, value, low, high, made, _ in case.watch.bounds:
        if site.number in seen or not is_number(low) or not is_number(high) or not 0 < low < 1 < high:
            continue
        seen.add(site.number)
        node = case.trace.node(value)
        if node is None or not tracked(value) or not node.is_policy or _is_ratio(case, value):
            continue
        if float(value.detach().abs().max()) < 0.5 and node.site is not None:
            yield Finding(
                "ratio-without-exp", node.site.line, "The ratio is a difference of logarithms and lacks its exp: it begins at 0, not at 1",
                f"What is clipped to [{low:g}, {high:g}] lies within {float(value.detach().min()):.3g} and {float(value.detach().max()):.3g}", 0.95, 92,
            )


def _extremes(case):
    """min and max of the two surrogates, by the sign of the gradient that comes to them."""
    counts = {}
    for site, made, pair, grads in case.watch.extremes:
        if not grads:
            continue
        entry = counts.setdefault(site.number, [site, 0, 0, pair])
        entry[1] += sum(1 for grad in grads if grad > 0)
        entry[2] += sum(1 for grad in grads if grad < 0)
    clips = [bound for bound in case.watch.bounds]
    for site, up, down, pair in counts.values():
        clipped = [part for part in pair if _leads_to_clip(case, part)]
        if len(clipped) != 1:
            continue
        odd = _odd_one(case, pair, up > down)
        if odd is not None:
            yield odd
            continue
        is_max = site.name in ("max", "maximum")
        falls = up > down
        if case.maximises:
            falls = not falls
        # What is minimised takes the larger, and what is maximised the smaller.
        if falls != is_max:
            right = "min" if is_max else "max"
            if case.reading.groups and _goes_wrong_way(case):
                continue
            yield Finding(
                "min-max-swapped", site.line, f"The clip needs {right} here: with {site.name} it holds nothing back where the policy goes too far",
                f"{'Minimised' if falls else 'Maximised'} in all {up + down} passes, so the worse of the two surrogates is the {'larger' if falls else 'smaller'} one", 0.97, 92,
                mend=_swapped(case, site, right),
            )


def _weight_sign(case, trail):
    """Returns -1 if the factor beside a ratio has a minus before it."""
    for node, child in trail:
        if node.site is not None and node.site.name in ("Mult", "mul"):
            for part in node.inputs:
                inner = case.trace.node(part)
                if part is not child and inner is not None and inner.site is not None and inner.site.name in ("USub", "neg"):
                    return -1
    return 1


def _odd_one(case, pair, falls):
    """Returns a finding if the two surrogates have different signs."""
    goals = {id(entry[3]): entry for entry in [*case.watch.log_probs, *case.watch.picks]}
    trails = [case.trace.trail(part, goals) for part in pair]
    if not all(trails):
        return None
    signs = [case.trace.sign(trail) * _weight_sign(case, trail) for trail in trails]
    a, b = (part.detach().reshape(-1) for part in pair)
    if signs[0] == signs[1] or tuple(a.shape) != tuple(b.shape) or float((a * b).sum()) >= 0:
        return None
    wrong = pair[0] if (signs[0] > 0) == falls else pair[1]
    site = case.trace.node(wrong).site
    return Finding("loss-sign", site.line, "The two surrogates have different signs: this one makes good actions rarer",
        "One of them grows with the ratio where the other one falls", 0.93, 95)


def _goes_wrong_way(case):
    fit = case.reading.best(("to-go",))
    return fit is not None and fit.share > 0.6 and fit.sign < -0.75


def _swapped(case, site, right):
    text = case.text(site.line)
    for name, other in ((f".{site.name}(", f".{right}("), (f"{site.name}imum(", f"{right}imum(")):
        if text.count(name) == 1:
            return {site.line: text.replace(name, other)}
    return None


def _leads_to_clip(case, value):
    for node in case.trace.above(value, 30):
        if node.site is not None and node.site.name in ("clamp", "clip", "clamp_"):
            return True
    return False


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
