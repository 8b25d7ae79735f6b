"""Stored observations that are overwritten before they are used: rows of a batch that are one array, and inputs that have changed."""

import ast

from doctor._finding import Finding
from doctor._rules_actions import climbed, stored
from doctor._watch import rows_of


def find(case):
    """Yields findings on observations that did not stay as they were."""
    found = _few_rows(case) or _changed(case) or _shared(case)
    if found is not None:
        yield found


def _few_rows(case):
    """Batches in which a few observations fill all rows, though the policy acted on many."""
    watch, seen, few, example, counts = case.watch, 0, 0, None, None
    acted = {}
    for step in watch.steps:
        if step.key is not None:
            acted.setdefault(step.rollout, set()).add(step.key)
    streams = len({step.env for step in watch.steps})
    for head in watch.heads:
        if head.steps is not None or not head.grads:
            continue
        keys = rows_of(head)
        number = head.grads[0][0] - 1
        if not keys or len(keys) < max(16, 6 * streams) or not 0 <= number < len(watch.passes):
            continue
        known = acted.get(watch.passes[number].rollout, ())
        different = len(set(keys))
        seen += 1
        if different <= max(1, streams) and len(known) > 3 * different:
            few += 1
            example, counts = head, (different, len(keys), len(known))
        if seen >= 12:
            break
    if seen < 2 or few < 0.7 * seen:
        return None
    entry = [example.site, None, None, None, 0, 0, example]
    line, also = _alias_line(case, example), []
    kept = stored(case, entry)
    if line is None:
        line = kept
    elif line != kept:
        also = [kept]
    return Finding(
        "observations-aliased", line, "The stored observations are one array that each step overwrites, so a batch holds only the newest",
        f"The {counts[1]} rows of a batch hold {counts[0]} different observation{'s' if counts[0] > 1 else ''}, though the policy acted on {counts[2]}", 0.96, 96.5, also=also,
    )


def _alias_line(case, head):
    """Returns the line where an array of the environment's is kept without a copy, if it is one."""
    for node in case.trace.above(head.origin, 400):
        for part in node.inputs:
            whole = getattr(part, "of", None)
            if whole is None or len(whole) < 2:
                continue
            inner = case.trace.node(whole[0])
            if whole[0] is not whole[1] and inner is not None and inner.site is not None and inner.site.name in ("from_numpy", "as_tensor", "asarray"):
                return inner.site.line
            return None
    return None


def _changed(case):
    """Inputs of the network that no longer hold what it saw when the gradient is computed."""
    looked = case.watch.looked
    changed = [head for head, is_other in looked if is_other]
    if len(looked) < 20 or len(changed) < 0.8 * len(looked):
        return None
    node = case.trace.node(changed[0].origin)
    site = node.site if node is not None else changed[0].site
    if site is None:
        return None
    return Finding(
        "observations-aliased", site.line, "What the network saw is overwritten before the gradient is computed: it lies in an array that each step fills anew",
        f"Of {len(looked)} inputs of the policy {len(changed)} held other numbers when the backward pass came", 0.95, 96.5,
    )


def _shared(case):
    """Vector environments that are told to hand out one array for all steps, whose numbers a tensor shares."""
    for part in ast.walk(case.tree):
        if not isinstance(part, ast.Call) or not any(keyword.arg == "copy" and getattr(keyword.value, "value", None) is False for keyword in part.keywords):
            continue
        name = getattr(part.func, "attr", getattr(part.func, "id", ""))
        line = next(keyword.value.lineno for keyword in part.keywords if keyword.arg == "copy")
        if not name.endswith("VectorEnv") and name != "make_vec":
            continue
        for head in case.watch.heads[:40]:
            for node in case.trace.above(head.origin, 4):
                if node.site is not None and node.site.name in ("from_numpy", "as_tensor", "asarray"):
                    return Finding(
                        "observations-aliased", line, "With copy=False the environment fills one array at each step, and the tensors of all steps share it",
                        f"Line {node.site.line} keeps the observation without a copy", 0.85, 90, also=[node.site.line],
                    )
    return None
