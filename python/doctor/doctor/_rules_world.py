"""Observations on their way from the environment to the network, seeds, and the ends of episodes."""

import ast

from doctor._finding import Finding


def find(case):
    """Yields findings on what the environment handed out."""
    watch = case.watch
    if not watch.steps:
        return
    found = _stale(case)
    if found is not None:
        yield found
    yield from _aliased(case)
    yield from _seeds(case)
    yield from _ends(case)


def _stale(case):
    """Networks that see an older observation than the newest."""
    watch = case.watch
    known = {}
    right = wrong = older = frozen = 0
    former = {}
    for step in watch.steps:
        if step.key is None or step.saw is None:
            continue
        last = former.get(step.env)
        is_first = last is None or last.is_end or last.is_cut or _was_reset(watch, step, last)
        known.setdefault(step.saw, step.place)
        known.setdefault(step.after, step.place)
        same = step.key == step.saw
        if not is_first:
            right += same
            wrong += not same
            older += not same and step.key in known
            frozen += not same and last is not None and step.key == last.key
        former[step.env] = step
    if right + wrong >= 30 and wrong > 0.9 * (right + wrong) and older > 0.9 * wrong:
        site = _step_site(case)
        how = "the first one of the episode" if frozen > 0.9 * wrong else "an older one"
        return Finding(
            "observation-not-updated", site.line if site else 1, "The policy does not see the newest observation: the one that step returned is not what it is given next",
            f"In {wrong} of {right + wrong} steps the network saw {how}, not the observation that the environment had just returned", 0.97, 96,
        )
    return _dropped(case, right, wrong)


def _dropped(case, right, wrong):
    """Returns a finding if what a reset returns is not what the network is given next."""
    watch = case.watch
    if wrong > 0.1 * (right + wrong + 1):
        return None
    sites = {(id(entry[1]), entry[5]): entry[0] for entry in watch.resets}
    known, counts, order = set(), {}, {}
    for step in watch.steps:
        if step.key is None or step.saw is None:
            continue
        site = sites.get((step.env[0], step.call - 1))
        if site is not None and step.env[1] == 0 and known:
            entry = counts.setdefault(site.number, [site, 0, 0])
            entry[1] += 1
            entry[2] += step.key != step.saw and step.key in known
        known.add(step.saw)
        known.add(step.after)
    for site, count, missed in counts.values():
        if missed >= 3 and missed > 0.8 * count:
            return Finding(
                "reset-dropped", site.line, "What reset returns is dropped: an episode begins with the last observation of the one before",
                f"In {missed} of {count} episodes that begin here the first thing that the network saw was not the environment's first observation", 0.97, 90,
            )
    return None


def _was_reset(watch, step, last):
    if not hasattr(watch, "reset_calls"):
        watch.reset_calls = {}
        for entry in watch.resets:
            watch.reset_calls.setdefault(id(entry[1]), set()).add(entry[5])
    return step.call - 1 in watch.reset_calls.get(step.env[0], ())


def _step_site(case):
    sites = {}
    for site in case.sites("call", "step"):
        if isinstance(site.statement, ast.Assign):
            return site
        sites[site.number] = site
    return next(iter(sites.values()), None)


def _aliased(case):
    """Batches in which one observation fills most rows."""
    from doctor._rules_policy import _stored

    watch, weights = case.watch, case.reading.weights
    from doctor._watch import rows_of

    seen = few = total = 0
    example = None
    acted = {}
    for step in watch.steps:
        if step.key is not None:
            acted.setdefault(step.rollout, set()).add(step.key)
    for head in watch.heads:
        if head.steps is not None or not head.grads:
            continue
        keys = rows_of(head)
        if not keys or len(keys) < 16:
            continue
        number = head.grads[0][0] - 1
        rollout = watch.passes[number].rollout if 0 <= number < len(watch.passes) else None
        expected = min(len(acted.get(rollout, ())), len(keys))
        different = len(set(keys))
        seen += 1
        total += 1
        # Few observations fill all rows, and the policy has acted on many more.
        if expected >= 8 and different < 0.3 * expected * min(1.0, len(keys) / max(1, len([1 for step in watch.steps if step.rollout == rollout]))):
            few += 1
            example = head, different, expected, len(keys)
        if seen >= 6:
            break
    if seen and few > 0.8 * total and example is not None:
        head, different, expected, count = example
        entry = [head.site, None, None, None, 0, 0, head]
        yield Finding(
            "observations-aliased", _stored(case, entry), "The observations of a batch are the same array, which each step overwrites",
            f"The {count} rows of a batch hold {different} different observations, though the policy acted on {expected}", 0.95, 94,
        )


def _seeds(case):
    watch = case.watch
    groups = {}
    for site, owner, seed, first, passes, at in watch.resets:
        if seed is not None and not isinstance(seed, (list, tuple)):
            groups.setdefault(site.number, [site, []])[1].append((seed, passes, tuple(first)))
    for site, entries in groups.values():
        if len(entries) < 5 or len({seed for seed, _, _ in entries}) != 1 or len({passes for _, passes, _ in entries}) < 3:
            continue
        firsts = {first for _, _, first in entries}
        if len(firsts) == 1 and _is_learned_from(case, next(iter(firsts))[0]):
            line, also = _seed_line(case, site, entries[0][0])
            yield Finding(
                "same-seed", line, "Each episode begins with the same seed, so the policy only ever sees one start",
                f"All {len(entries)} resets had the seed {entries[0][0]} and gave the same first observation", 0.9, 58, also=also,
            )


def _is_learned_from(case, key):
    """Returns true if a gradient came back to what a network had computed of an observation."""
    from doctor._watch import rows_of

    for head in case.watch.heads[:4000]:
        if head.grads and key in (rows_of(head) or ()):
            return True
    return False


def _seed_line(case, site, seed):
    """Returns the line of the number that each reset is given, and that of the reset if it is another."""
    given = next((keyword.value for keyword in getattr(site.node, "keywords", ()) if keyword.arg == "seed"), None)
    if given is None and getattr(site.node, "args", None):
        given = site.node.args[0]
    name = getattr(given, "id", None)
    if name is None:
        return site.line, []
    found = _given_number(case, site, name, seed)
    if found is None:
        return site.line, []
    return found, [site.line] if found != site.line else []


def _given_number(case, site, name, number):
    """Returns the line in a loop or in a call where a name gets a number."""
    function = site.function
    arguments = [argument.arg for argument in function.args.args] if function is not None and hasattr(function, "args") else []
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Call) and name in arguments and getattr(part.func, "id", getattr(part.func, "attr", None)) == function.name:
            for keyword in part.keywords:
                if keyword.arg == name and getattr(keyword.value, "value", None) == number:
                    return keyword.value.lineno
            place = arguments.index(name) - (arguments[0] == "self")
            if 0 <= place < len(part.args):
                if getattr(part.args[place], "value", None) == number:
                    return part.args[place].lineno
                name = getattr(part.args[place], "id", name)
    for loop in ast.walk(case.tree):
        if isinstance(loop, (ast.For, ast.While)):
            for part in ast.walk(loop):
                if isinstance(part, ast.Assign) and getattr(part.value, "value", None) == number and any(getattr(target, "id", None) == name for target in part.targets):
                    return part.lineno
    return None


def _ends(case):
    """Ends that the script does not look at."""
    watch = case.watch
    if len(watch.after_end) >= 3:
        site = watch.after_end[0][0]
        line = _loop_line(site)
        yield Finding(
            "step-after-end", line, "The script goes on stepping after an episode has ended, without a reset",
            f"{len(watch.after_end)} of {len(watch.steps)} steps came after an end", 0.95, 91,
        )


def _loop_line(site):
    """Returns the line that decides whether an episode goes on."""
    for loop in reversed(site.loops):
        if isinstance(loop, ast.While) and not isinstance(loop.test, ast.Constant):
            asked = {part.id for part in ast.walk(loop.test) if isinstance(part, ast.Name)}
            for part in ast.walk(loop):
                if isinstance(part, ast.Assign) and asked & {name.id for target in part.targets for name in ast.walk(target) if isinstance(name, ast.Name)}:
                    return part.lineno
            return loop.lineno
        given = {name.id for target in getattr(site.statement, "targets", ()) for name in ast.walk(target) if isinstance(name, ast.Name)}
        for part in ast.walk(loop):
            if isinstance(part, ast.If) and given & {name.id for name in ast.walk(part.test) if isinstance(name, ast.Name)}:
                if any(isinstance(inner, (ast.Break, ast.Return)) or getattr(getattr(inner, "func", None), "attr", "") == "reset" for inner in ast.walk(part)):
                    return part.lineno
    return site.line
