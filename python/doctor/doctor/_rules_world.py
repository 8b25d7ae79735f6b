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
    right = wrong = older = first_wrong = firsts = frozen = 0
    begins = True
    former = {}
    for step in watch.steps:
        if step.key is None or step.saw is None:
            continue
        last = former.get(step.env)
        is_first = last is None or last.is_end or last.is_cut or _was_reset(watch, step, last)
        known.setdefault(step.saw, step.place)
        known.setdefault(step.after, step.place)
        same = step.key == step.saw
        if is_first:
            firsts += 1
            first_wrong += not same and step.key in known
        else:
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
    if firsts >= 5 and first_wrong > 0.8 * (firsts - 1) and first_wrong >= 4 and wrong < 0.1 * (right + wrong + 1):
        sites = [entry[0] for entry in watch.resets]
        dropped = [site for site in sites if isinstance(site.statement, ast.Expr)]
        site = (dropped or sites)[-1]
        return Finding(
            "reset-dropped", site.line, "What reset returns is dropped: an episode begins with the last observation of the one before",
            f"In {first_wrong} of {firsts} episodes the first thing that the network saw was not the environment's first observation", 0.97, 90,
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

    seen = unknown = most = total = 0
    example = None
    for head in watch.heads:
        if head.steps is not None or not head.grads:
            continue
        keys = rows_of(head)
        if not keys or len(keys) < 16:
            continue
        counts = {}
        for key in keys:
            counts[key] = counts.get(key, 0) + 1
        seen += 1
        total += len(keys)
        most += max(counts.values())
        example = head
        if seen >= 6:
            break
    if seen and most > 0.9 * total:
        acted = {step.key for step in watch.steps if step.key is not None}
        if len(acted) > 0.5 * len(watch.steps):
            entry = [example.site, None, None, None, 0, 0, example]
            yield Finding(
                "observations-aliased", _stored(case, entry), "All observations of a batch are the same array, which each step overwrites",
                f"{most} of {total} rows of the batches hold one and the same observation, though the policy acted on {len(acted)} different ones", 0.95, 94,
            )


def _seeds(case):
    watch = case.watch
    groups = {}
    for site, owner, seed, first, passes, at in watch.resets:
        if seed is not None and not isinstance(seed, (list, tuple)):
            groups.setdefault(site.number, [site, []])[1].append((seed, passes))
    for site, entries in groups.values():
        seeds = {seed for seed, _ in entries}
        if len(entries) >= 5 and len(seeds) == 1 and len({passes for _, passes in entries}) >= 4:
            firsts = {tuple(entry[3]) for entry in watch.resets if entry[0] is site}
            if len(firsts) == 1:
                yield Finding(
                    "same-seed", site.line, "Each episode begins with the same seed, so the policy only ever sees one start",
                    f"All {len(entries)} resets had the seed {entries[0][0]} and gave the same first observation", 0.9, 58,
                )


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
    for loop in reversed(site.loops):
        if isinstance(loop, ast.While):
            return loop.lineno
    return site.line
