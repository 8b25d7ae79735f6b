"""Where a program and its class may part without a random step showing it: close to the borders between ways, and at the ends of what
is counted, such as a step of which an episode has 500."""

import math

from own_environment._columns import columns
from own_environment._kinds import single

HALVINGS, BORDERS, THRESHOLDS = 14, 120, 60
# Steps from which it is looked for how far away the end of a count is.
_BASES = 8
_MOST_FAR = 1e7


def at_borders(comparison, rows):
    """Compares steps from states between two that take different ways, close to where these part."""
    kinds, random = comparison.kinds, comparison.random
    if "f" not in kinds:
        return
    pool, size = rows[:600], len(kinds)
    near, far, given = [], [], []
    seen = {}
    for _ in range(2):
        pairs = [(pool[int(random() * len(pool))], pool[int(random() * len(pool))].state) for _ in range(3 * BORDERS)]
        mixed = [[b if kind == "f" else a for a, b, kind in zip(row.state, other, kinds)] + row.state[size:] for row, other in pairs]
        ways = _ways(comparison, [row.state for row, _ in pairs], [row for row, _ in pairs])
        others = _ways(comparison, mixed, [row for row, _ in pairs])
        for (row, _), state, way, other in zip(pairs, mixed, ways, others):
            if way != other and seen.get((way, other), 0) <= 3 and len(given) < BORDERS:
                seen[way, other] = seen.get((way, other), 0) + 1
                near.append(row.state)
                far.append(state)
                given.append((row, way))
    if not given:
        return
    rows = [row for row, _ in given]
    for _ in range(HALVINGS):
        middle = [[single((a + b) / 2) if kind == "f" else a for a, b, kind in zip(one, other, kinds)] + one[size:] for one, other in zip(near, far)]
        for at, (way, (_, begun)) in enumerate(zip(_ways(comparison, middle, rows), given)):
            if way == begun:
                near[at] = middle[at]
            else:
                far[at] = middle[at]
    beginnings = [(state, row) for pair in zip(near, far, rows) for state, row in ((pair[0], pair[2]), (pair[1], pair[2]))]
    comparison.compare([comparison.taken(state, row.numbers, row.action, row.draws) for state, row in beginnings])


def _given(comparison, states, rows):
    missing = [0.0] * (len(comparison.data["state"]) - len(states[0]))
    given = [state + missing + row.numbers + row.draws for state, row in zip(states, rows)]
    return columns(given, len(given[0]))


def _ways(comparison, states, rows):
    return comparison.step.ways(_given(comparison, states, rows))


def at_thresholds(comparison, rows):
    """Compares steps at which what grows by the same amount in each step, such as a count of steps, reaches a number that the program
    compares it with: they may come long after the steps that were taken."""
    counts = _counts(comparison, rows)
    if not counts:
        return
    bases = rows[:: max(1, len(rows) // _BASES)][:_BASES]
    states = [row.state for row in bases]
    here = comparison.step.gaps(_given(comparison, states, bases))
    there = comparison.step.gaps(_given(comparison, [_shifted(state, counts, 1) for state in states], bases))
    taken = []
    for at, row in enumerate(bases):
        turns = set()
        for one, other in zip(here, there):
            slope = other[at] - one[at]
            if slope and math.isfinite(slope) and math.isfinite(one[at]) and 1 < -one[at] / slope < _MOST_FAR:
                turns.update(int(-one[at] / slope) + more for more in (-1, 0, 1, 2))
        for turn in sorted(turns)[: THRESHOLDS // _BASES]:
            try:
                step = comparison.taken(_shifted(row.state, counts, turn), row.numbers, row.action, row.draws)
            except Exception:
                # The class never comes that far.
                break
            taken.append(step)
            if step.is_over:
                break
    comparison.compare(taken)


def _counts(comparison, rows):
    """Returns by how much the numbers of the state grow in every step that grow by the same amount: by their places."""
    counts, rows = {}, [row for row in rows if not row.is_over]
    for place in range(len(comparison.kinds)):
        steps = [row.after[place] - row.state[place] for row in rows]
        if steps and steps[0] and all(abs(step - steps[0]) <= 1e-3 * abs(steps[0]) + 2e-7 * abs(row.after[place]) for step, row in zip(steps, rows)):
            counts[place] = steps[0]
    return counts


def _shifted(state, counts, turns):
    return [single(value + counts[place] * turns) if place in counts else value for place, value in enumerate(state)]
