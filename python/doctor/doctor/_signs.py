"""What a watched run shows of its health, update by update, and the newest minibatch in the picture of PPO's clip."""

import math

from doctor._trace import is_number, tracked

_MOST_POINTS = 300


def signs(case):
    """Returns what can be told of each update: a list with `name`, `values` and `said`."""
    found = [_entropy(case), _explained(case), *_moved(case)]
    return [it for it in found if it is not None and len(it["values"]) >= 2]


def _sign(name, values, said):
    return {"name": name, "values": [round(value, 4) for value in values if math.isfinite(value)], "said": said}


def _mean(numbers):
    return sum(numbers) / len(numbers)


def _by_rollout(pairs):
    groups = {}
    for rollout, value in pairs:
        groups.setdefault(rollout, []).append(value)
    return [_mean(groups[rollout]) for rollout in sorted(groups)]


def _entropy(case):
    """The entropy of the policy that acted, in nats."""
    pairs, most = [], 0.0
    for head in case.watch.heads:
        if head.steps is None:
            continue
        rollout = case.watch.steps[head.steps[0]].rollout
        if head.kind == "normal":
            width = tuple(head.given.shape)[-1] if tuple(head.given.shape) else 1
            deviations = head.scale.detach().reshape(-1, width)
            pairs.append((rollout, float((0.5 * math.log(2 * math.pi * math.e) + deviations.log()).sum(-1).mean())))
            continue
        logs = head.given.detach().reshape(-1, head.given.shape[-1]).log_softmax(-1)
        most = math.log(head.given.shape[-1])
        pairs.append((rollout, float(-(logs.exp() * logs).sum(-1).mean())))
    if not pairs:
        return None
    values = _by_rollout(pairs)
    said = "the policy has settled" if most and values[-1] < 0.1 * most else "the policy still tries its actions" if most else "of all numbers of an action together"
    return _sign("Entropy of the policy, in nats", values, said)


def _explained(case):
    """The share of the returns' variance that the critic explains."""
    returns, values = case.reading.returns, []
    for rollout in sorted(returns.tracks):
        if not returns.has_values(rollout):
            continue
        known = returns.of(rollout, "to-go", 0.99, 1.0)
        pairs = []
        for track in returns.tracks[rollout].values():
            for step in track:
                value = returns.value(rollout, step.key if step.key is not None else step.saw)
                # What the critic adds to a return is left out: both are compared as differences.
                if value is not None and step.place in known:
                    pairs.append((known[step.place] + value, value))
        if len(pairs) < 8:
            continue
        right, guess = _mean([a for a, _ in pairs]), _mean([a - b for a, b in pairs])
        spread = sum((a - right) ** 2 for a, _ in pairs)
        if spread > 1e-9:
            values.append(1 - sum((a - b - guess) ** 2 for a, b in pairs) / spread)
    if not values:
        return None
    return _sign("Explained variance of the critic", values, "1 is a critic that knows the returns, 0 one that guesses their mean")


def _ratios(case):
    """Yields each clip around 1: its place, the ratio, its bounds and the rollout."""
    for site, value, low, high, made, rollout in case.watch.bounds:
        node = case.trace.node(value)
        if is_number(low) and is_number(high) and 0 < low < 1 < high and node is not None and node.is_policy and tracked(value):
            yield site, value, low, high, rollout


def _moved(case):
    far, out = [], []
    for _, value, low, high, rollout in _ratios(case):
        ratio = value.detach()
        far.append((rollout, float((ratio - 1 - ratio.log()).mean())))
        out.append((rollout, float(((ratio < low) | (ratio > high)).to(dtype=ratio.dtype).mean())))
    if not far:
        return
    yield _sign("KL from the policy that acted, in nats", _by_rollout(far), "mean of ratio - 1 - log(ratio) over its passes")
    yield _sign("Share of ratios beyond the clip", _by_rollout(out), "of all ratios of an update")


def clip(case):
    """Returns the newest minibatch of a clipped loss: `ratios`, `advantages`, `low` and `high`; None where there is none."""
    newest = None
    for newest in _ratios(case):
        pass
    if newest is None:
        return None
    # The first pass after a rollout has ratios of 1: the last one of an update tells more, and of those the farthest.
    _, value, low, high, _ = max(_ratios(case), key=lambda it: float((it[1].detach() - 1).abs().mean()))
    for node in case.watch.nodes.values():
        if node.site is None or node.site.name not in ("Mult", "mul", "multiply") or not any(part is value for part in node.inputs):
            continue
        other = next((part for part in node.inputs if part is not value and hasattr(part, "numel")), None)
        if other is not None and other.numel() == value.numel():
            ratios, advantages = value.detach().reshape(-1).tolist()[:_MOST_POINTS], other.detach().reshape(-1).tolist()[:_MOST_POINTS]
            if all(map(math.isfinite, [*ratios, *advantages])):
                return {"ratios": ratios, "advantages": advantages, "low": low, "high": high, "line": node.site.line}
    return None
