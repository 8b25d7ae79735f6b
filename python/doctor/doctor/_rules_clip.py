"""The ratio of new and old probabilities, its clip, and the choice between the two surrogates."""

import ast

from doctor._finding import Finding
from doctor._rules_gradient import policy_parameters
from doctor._trace import is_number, parts, tracked


def find(case):
    """Yields findings on the ratio and its clip."""
    ratio = ratio_of_itself(case)
    if ratio is not None:
        yield ratio
    else:
        yield from _old(case)
    yield from _bounds(case)
    yield from _extremes(case)
    yield from _log_ratio(case)
    yield from _mixed(case)


def ratio_of_itself(case):
    """Returns a finding if the ratio is always 1, or the old log-probability comes from the policy as it is after some updates."""
    watch = case.watch
    by_rollout = {}
    for pass_ in watch.passes:
        by_rollout.setdefault(pass_.rollout, []).append(pass_)
    several = [group for group in by_rollout.values() if len(group) >= 2]
    seen = ones = attached = again = 0
    ratio = None
    for group in (several or list(by_rollout.values()))[:4]:
        for pass_ in group[1:6] if several else group[:2]:
            found = _ratio_in(case, pass_)
            if found is None:
                continue
            node, other = found
            if not _is_open(other):
                continue
            seen += 1
            ones += bool(((node.made.detach() - 1).abs() < 1e-6).all())
            attached += tracked(other)
            ratio = found
        # The last passes of an update tell whether the old log-probability is still that of before it.
        for pass_ in group[-3:] if several else ():
            found = _ratio_in(case, pass_)
            if found is not None and _is_open(found[1]) and changes(case, group[0].moves, _made_at(case, found[1]) or 0) > 0:
                again += 1
                ratio = found
    if seen < 2 or not (ones == seen and (several or attached == seen) or again >= 2):
        return None
    line = _old_line(case, *ratio)
    alias = _other_name(case, *ratio)
    if alias is not None and ones == seen:
        return Finding(
            "ratio-always-one", alias, "The ratio is always 1: the old policy is the new one under another name, not a copy", f"In {seen} passes after a step all ratios are 1", 0.95, 96,
        )
    if ones == seen:
        why = " and its gradient is 0" if attached else ""
        return Finding(
            "ratio-always-one", line, f"The ratio is always 1{why}: the old log-probability is computed again from the new policy",
            f"In {seen} passes after a step all ratios are 1", 0.97 if attached else 0.9, 97 if attached else 89,
        )
    return Finding(
        "ratio-always-one", line, "The old log-probability is computed again after the policy has changed, so the ratio forgets the steps before",
        f"In {again} of the last passes of an update it comes from a policy that this update has already changed", 0.93, 89,
    )


def _is_open(logs):
    """Returns true if the actions were not certain anyway."""
    numbers = logs.detach()
    return float(numbers.abs().mean()) > 0.01 and float((numbers - 1).abs().mean()) > 0.01


def _made_at(case, value):
    """Returns how many steps optimisers had taken when a log-probability was computed: the last of its parts. None if that is unknown."""
    made, seen, queue, top = None, set(), [value], case.trace.node(value)
    for current in queue:
        node = case.trace.node(current)
        if node is None or id(node) in seen or len(seen) > 3000:
            continue
        seen.add(id(node))
        inner = _newest(case, node, top)
        queue += inner
        if node.is_policy and node.site is not None and not any(other is not None and other.is_policy for other in map(case.trace.node, inner)):
            made = max(made or 0, node.moves)
    return made


def _newest(case, node, top):
    """Returns the last few operands of a result, without those that were put into it after another result was made."""
    found = []
    for whole in reversed(node.inputs):
        for part in reversed(list(parts([whole]))) if isinstance(whole, (list, tuple)) else [whole]:
            inner = case.trace.node(part)
            if inner is None or inner.moves <= top.moves and inner.at <= top.at:
                found.append(part)
            if len(found) >= 8:
                return found
    return found


def changes(case, first, last):
    """Returns how many steps that move the policy lie between two counts of steps."""
    watch = case.watch
    if not hasattr(case, "policy_steps"):
        policy = policy_parameters(case)
        owners = {id(known.made): bool({id(p) for group in known.made.param_groups for p in group["params"]} & set(policy)) for known in watch.optimisers.values()}
        case.policy_steps = [owners.get(id(event[1]), True) for event in watch.events if event[0] in ("step", "moved")]
    return sum(case.policy_steps[first:last])


def _old_line(case, ratio, old):
    """Returns the line where the old log-probability comes from, in the function of the ratio."""
    inner = case.trace.node(old)
    for node in [ratio, *map(case.trace.node, ratio.inputs)]:
        if node is not None and len(node.inputs) > 1 and node.inputs[0] is node.inputs[1]:
            return ratio.site.line
    if inner is not None and inner.site is not None and inner.site.name in ("detach", "data", "item") and inner.site.line == ratio.site.line:
        return ratio.site.line
    function = ratio.site.function
    first = None
    for node in case.trace.above(old, 400):
        if node.site is None or not node.is_policy:
            continue
        site = case.trace.seen_in(node, function)
        if site.function is function:
            if site.kind != "part" and site.name not in ("view", "reshape", "squeeze", "flatten", "stack", "cat", "to"):
                return site.line
        elif node.site.name in ("log_prob", "gather", "log_softmax"):
            return first or node.site.line
        first = first or site.line
    return first or ratio.site.line


def _other_name(case, ratio, old):
    """Returns the line where the network of the old log-probabilities became another name of the new one."""
    new = next((part for part in parts(ratio.inputs) if part is not old), None)
    names = []
    for value in (new, old):
        outer = next((node.outer for node in case.trace.above(value, 300) if node.function is not None and node.outer is not None), None)
        function = getattr(outer.node, "func", None) if outer is not None else None
        while isinstance(function, ast.Attribute) and isinstance(function.value, (ast.Attribute, ast.Name)) and getattr(function, "attr", "") in ("forward", "evaluate", "act"):
            function = function.value
        names.append(ast.unparse(function).split(".")[-1] if function is not None else "")
    if not all(names) or names[0] == names[1]:
        return None
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, (ast.Name, ast.Attribute)):
            source = ast.unparse(part.value).split(".")[-1]
            if source in names and any(ast.unparse(target).split(".")[-1] in names for target in part.targets):
                return part.lineno
    return None


def _old(case):
    """Ratios that are not 1 in the first pass after a rollout, where nothing has changed yet."""
    watch, seen = case.watch, {}
    if is_random(case):
        return
    off, count, late, place = 0.0, 0, 0, None
    for pass_ in watch.passes:
        if pass_.rollout in seen:
            continue
        seen[pass_.rollout] = pass_
        found = _ratio_in(case, pass_)
        if found is None or found[0].made.numel() < 8:
            continue
        off += float((found[0].made.detach() - 1).abs().mean())
        count += 1
        made = _made_at(case, found[1])
        late += made is not None and changes(case, made, pass_.moves) > 0
        place = found
        if count >= 5:
            break
    if count < 2 or off / count < 0.03:
        return
    ratio, old = place
    line = _put_line(case, old) or _old_line(case, ratio, old)
    share = f"In the first pass after a rollout the ratios differ from 1 by {off / count:.3g} in the mean, and should not differ at all"
    if late >= count - 1:
        yield Finding(
            "old-log-prob", line, "The old log-probabilities are older than this rollout: they are not renewed after an update", share, 0.93, 90,
        )
        return
    copied = never_renewed(case)
    if copied is not None:
        yield Finding("old-policy", copied, "The policy that acts is a copy that never gets the new weights: after an update it has to be renewed", share, 0.94, 90)
        return
    yield Finding(
        "old-log-prob", line, "The old log-probabilities are not those of the rows beside them: the ratio is not 1 before anything has changed", share, 0.9, 88,
    )


def is_random(case):
    """Returns true if a network gives other numbers each time."""
    text = case.script.text.lower()
    return any(word in text for word in ("dropout", "batchnorm", "gru", "lstm", "rnn"))


def _put_line(case, old):
    """Returns the line where old log-probabilities are put into an array or a list."""
    for node in case.trace.above(old, 60):
        late = case.watch.late.get(id(node.made))
        if hasattr(late, "line") and late.kind == "put":
            return late.line
    return None


def never_renewed(case):
    """Returns the line after an update where the policy that acts should get the weights of the one that learns."""
    watch = case.watch
    acting, learning = policy_parameters(case, "acting"), policy_parameters(case, "learning")
    if not acting or not learning or set(acting) & set(learning) or len({pass_.rollout for pass_ in watch.passes}) < 2:
        return None
    for key, parameter in acting.items():
        first = watch.at_first.get(key)
        if first is None or bool((first != parameter.detach()).any()):
            return None
    step = next((event[2] for event in watch.events if event[0] == "step"), None)
    if step is None:
        return None
    return after_update(step)


def after_update(site):
    """Returns the line of what follows the loop of an update in its function, or the last line of the loop."""
    if not site.loops:
        return site.line
    loop, body = site.loops[0], site.function.body if site.function is not None else None
    if body is None:
        loop = site.loops[min(1, len(site.loops) - 1)]
        body = site.loops[0].body
    for part, following in zip(body, body[1:]):
        if part is loop:
            return following.lineno
    return loop.end_lineno


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


def _divided(case):
    """Returns a finding if the ratio is a quotient of logarithms: both are negative, as no probability is."""
    for pass_ in case.watch.passes[:6]:
        for node in case.trace.above(pass_.loss, 4000):
            if node.site is None or node.site.name not in ("Div", "div") or len(node.inputs) < 2 or not tracked(node.made):
                continue
            left, right = node.inputs[:2]
            inner = case.trace.node(left)
            if inner is None or not inner.is_policy or not hasattr(right, "numel") or left.numel() != right.numel() or left.numel() < 2:
                continue
            if float(left.detach().max()) < 0 and float(right.detach().max()) < 0:
                return Finding(
                    "ratio-without-exp", node.site.line, "The ratio is one logarithm over another: it is the exponential of their difference that PPO takes",
                    f"What is divided lies within {float(left.detach().min()):.3g} and {float(left.detach().max()):.3g}, and probabilities are never negative", 0.95, 97,
                )
    return None


def _log_ratio(case):
    """A clip around 1 of something that is 0 where the policy has not changed, and one logarithm over another."""
    divided = _divided(case)
    if divided is not None:
        yield divided
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


def _mixed(case):
    """Ratios in which probabilities and their logarithms are mixed up."""
    for pass_ in case.watch.passes[:2]:
        found = _ratio_in(case, pass_)
        if found is None:
            continue
        ratio, old = found
        numbers = old.detach()
        is_probability = bool(((numbers > 0) & (numbers < 1)).all())
        is_choice = any(head.kind == "softmax" for head in case.watch.heads[:20]) and not any(head.kind == "normal" for head in case.watch.heads[:20])
        if not is_choice or numbers.numel() < 8:
            continue
        if ratio.site.name == "exp" and is_probability:
            yield Finding(
                "probability-not-log", ratio.site.line, "The exponential of a difference of probabilities is no ratio: their logarithms belong here",
                f"The old numbers lie between {float(numbers.min()):.3g} and {float(numbers.max()):.3g}, and logarithms of probabilities are never above 0", 0.93, 90,
            )
            return
        if ratio.site.name in ("Div", "div") and bool((numbers < 0).all()):
            yield Finding(
                "ratio-without-exp", ratio.site.line, "Logarithms of probabilities are divided here: the ratio is the exponential of their difference",
                f"The old numbers lie between {float(numbers.min()):.3g} and {float(numbers.max()):.3g}", 0.93, 91,
            )
            return


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
