"""The weight that a loss gives each action, read from the gradient at the policy's logits, and how well returns explain it.

For a softmax policy dL/dz = -w (e_a - pi), so w = -(dL/dz)[a] / (1 - pi[a]); for a normal one dL/dmu = -w (a - mu) / sigma^2."""

import math
import time

import torch
from doctor._watch import plain, rows_of

_GAMMAS = (1.0, 0.999, 0.995, 0.99, 0.98, 0.97, 0.95, 0.9, 0.8)
_LAMBDAS = (1.0, 0.97, 0.95, 0.92, 0.9, 0.8, 0.0)


class Row:
    """An action's weight in one pass, and the step that it was taken in."""

    __slots__ = ("step", "weight", "entropy", "grad", "probs", "action", "value", "index")

    def __init__(self, step, weight, entropy, grad, probs, action):
        self.step, self.weight, self.entropy, self.grad, self.probs, self.action = step, weight, entropy, grad, probs, action
        self.value, self.index = None, 0


class Weights:
    """The rows of each backward pass that reached the policy."""

    def __init__(self, watch):
        self.watch = watch
        self.by_key, self.unclear = {}, 0
        for step in watch.steps:
            for key in {step.key if step.key is not None else step.saw}:
                self.by_key.setdefault(key, []).append(step)
        self.passes = {}
        self.unknown = {}
        for head in watch.heads:
            for number, grad in head.grads:
                self.passes.setdefault(number - 1, []).append((head, grad))
        self._rows = {}

    def rows(self, number):
        """Returns the rows of a pass, in the order of the heads and of their rows."""
        if number not in self._rows:
            found, missing = [], 0
            for head, grad in self.passes.get(number, ()):
                rows, lost = self._of_head(head, grad, self.watch.passes[number].rollout)
                found += rows
                missing += lost
            self._rows[number], self.unknown[number] = found, missing
        return self._rows[number]

    def _of_head(self, head, grad, rollout):
        given = head.given
        shape = tuple(given.shape)
        if not shape or len(shape) > 3:
            return [], 0
        width = shape[-1] if shape else 1
        numbers = given.detach().reshape(-1, width).tolist()
        grads = grad.reshape(-1, width).tolist()
        steps = self.steps_of(head, len(numbers), rollout, True)
        if sum(step is None for step in steps) > 0.5 * len(steps):
            steps = self.steps_of(head, len(numbers), rollout)
        found, missing = [], 0
        scale = None
        if head.kind == "normal":
            scale = head.scale.detach().expand(given.shape).reshape(-1, width).tolist()
        for place, (row, slope) in enumerate(zip(numbers, grads)):
            step = steps[place]
            if step is None or step.is_only_reset:
                missing += 1
                continue
            action = plain(step.action)
            if head.kind == "normal":
                made = self._normal(step, row, slope, scale[place], action)
            else:
                made = self._softmax(step, row, slope, action)
            if made is not None:
                made.index = place
                found.append(made)
        return found, missing

    def steps_of(self, head, count, rollout, strict=False):
        """Returns the step of each row, or None: if `strict`, also where several steps saw the same."""
        if head.steps is not None:
            first, many = head.steps
            if many == count:
                return self.watch.steps[first : first + count]
        keys = rows_of(head)
        if keys is None or len(keys) != count:
            return [None] * count
        taken, found = {}, []
        for key in keys:
            known = self.by_key.get(key)
            if not known:
                found.append(None)
                continue
            if len(known) > 1:
                now = [step for step in known if step.rollout == rollout] or known
                if strict and len(now) > 1:
                    found.append(None)
                    continue
                self.unclear += len(now) > 1
                place = taken.get(key, 0)
                taken[key] = place + 1
                found.append(now[place % len(now)])
            else:
                found.append(known[0])
        return found

    @staticmethod
    def _softmax(step, row, slope, action):
        while isinstance(action, list) and len(action) == 1:
            action = action[0]
        if not isinstance(action, (int, float)) or isinstance(action, bool) or not 0 <= int(action) < len(row):
            return None
        action, most = int(action), max(row)
        if not math.isfinite(most) or not all(map(math.isfinite, slope)):
            return None
        parts = [math.exp(number - most) for number in row]
        total = sum(parts)
        probs = [part / total for part in parts]
        rest = 1.0 - probs[action]
        if rest < 1e-3:
            return None
        entropy = -sum(p * math.log(p) for p in probs if p > 0)
        term = probs[action] * (math.log(max(probs[action], 1e-30)) + entropy) / rest
        return Row(step, -slope[action] / rest, term, slope, probs, action)

    @staticmethod
    def _normal(step, row, slope, scale, action):
        action = action if isinstance(action, list) else [action]
        while len(action) == 1 and isinstance(action[0], list):
            action = action[0]
        if len(action) != len(row) or not all(map(math.isfinite, slope)):
            return None
        off = [(a - mu) / (sigma * sigma) for a, mu, sigma in zip(action, row, scale)]
        square = sum(number * number for number in off)
        if square < 1e-4 or not math.isfinite(square):
            return None
        weight = -sum(g * x for g, x in zip(slope, off)) / square
        return Row(step, weight, 0.0, slope, None, action)


class Returns:
    """What each step's weight could be, from the rewards that the environments handed out."""

    def __init__(self, watch):
        self.watch = watch
        self.tracks = {}
        for step in watch.steps:
            self.tracks.setdefault(step.rollout, {}).setdefault(step.env, []).append(step)
        self.values = self._values()
        self.kept = {}

    def _values(self):
        """Returns what the critic said of each observation, by rollout, before the first update of it."""
        watch, found = self.watch, {}
        if watch.row_size is None:
            return found
        first = {}
        for number, pass_ in enumerate(watch.passes):
            first.setdefault(pass_.rollout, number)
        begins = sorted((number, rollout) for rollout, number in first.items())
        ends = {}
        for number, pass_ in enumerate(watch.passes):
            ends[pass_.rollout] = number
        from doctor._watch import _row_bytes

        for made, origin, passes, at, site, function in watch.valued:
            if origin is None:
                continue
            size = 1
            for part in tuple(origin.shape):
                size *= part
            count = size // watch.row_size if watch.row_size else 0
            if not count or made.numel() != count:
                continue
            # The values that count are those from before the rollout's first update.
            rollout = next((rollout for number, rollout in begins if passes <= number), None)
            if rollout is None:
                continue
            numbers = made.detach().reshape(-1).tolist()
            table = found.setdefault(rollout, {})
            for key, number in zip(_row_bytes(origin, count), numbers):
                table[key] = number
        return found

    def value(self, rollout, key):
        return self.values.get(rollout, {}).get(key)

    def has_values(self, rollout):
        return bool(self.values.get(rollout))

    def of(self, rollout, kind, gamma, lam):
        """Returns the hypothesis for each step of a rollout, by the step's place."""
        key = rollout, kind, gamma, lam
        if key not in self.kept:
            made = {}
            for track in self.tracks.get(rollout, {}).values():
                made.update(self._track(track, rollout, kind, gamma, lam))
            self.kept[key] = made
        return self.kept[key]

    def _track(self, track, rollout, kind, gamma, lam):
        if kind in ("past", "past-all"):
            return self._past(track, kind, gamma)
        if kind == "reward":
            return {step.place: step.reward for step in track}
        if kind == "total":
            return self._totals(track, gamma)
        if kind in ("order", "order-all"):
            return self._turned(track, self._track(track, rollout, "to-go" if kind == "order" else "to-go", gamma, lam), kind)
        if kind in ("next", "previous"):
            right = self._track(track, rollout, "to-go", gamma, lam)
            by = 1 if kind == "next" else -1
            made = {}
            for place, step in enumerate(track):
                other = place + by
                made[step.place] = right[track[other].place] if 0 <= other < len(track) else 0.0
            return made
        has_values = self.has_values(rollout)
        value = (lambda key: self.value(rollout, key) or 0.0) if has_values else (lambda key: 0.0)
        made, so_far = {}, 0.0
        for place in range(len(track) - 1, -1, -1):
            step = track[place]
            is_over = step.is_end or step.is_cut
            here = value(step.key if step.key is not None else step.saw)
            after = value(step.after)
            if not after and place + 1 < len(track) and not is_over:
                after = value(track[place + 1].key if track[place + 1].key is not None else step.after)
            if place + 1 < len(track) and is_over and not kind.startswith("to-go"):
                after = value(track[place + 1].key if track[place + 1].key is not None else step.after)
            if kind in ("mask-before", "mask-after"):
                other = place + (-1 if kind == "mask-before" else 1)
                ends = 0 <= other < len(track) and (track[other].is_end or track[other].is_cut)
                so_far = step.reward - here + (0.0 if ends else gamma * after + gamma * lam * so_far)
                made[step.place] = so_far
                continue
            alive_boot = 0.0 if step.is_end and kind in ("to-go", "leak-trace") or is_over and kind == "to-go-cut" else 1.0
            alive_trace = 0.0 if is_over and kind in ("to-go", "to-go-cut", "leak-boot") else 1.0
            so_far = step.reward + gamma * after * alive_boot - here + gamma * lam * alive_trace * so_far
            made[step.place] = so_far
        return made

    @staticmethod
    def _past(track, kind, gamma):
        made, so_far = {}, 0.0
        for step in track:
            so_far = step.reward + gamma * so_far
            made[step.place] = so_far
            if (step.is_end or step.is_cut) and kind == "past":
                so_far = 0.0
        return made

    @staticmethod
    def _segments(track):
        part = []
        for step in track:
            part.append(step)
            if step.is_end or step.is_cut:
                yield part
                part = []
        if part:
            yield part

    def _totals(self, track, gamma):
        made = {}
        for part in self._segments(track):
            total, factor = 0.0, 1.0
            for step in part:
                total += factor * step.reward
                factor *= gamma
            for step in part:
                made[step.place] = total
        return made

    def _turned(self, track, right, kind):
        made = {}
        for part in self._segments(track) if kind == "order" else [track]:
            for step, other in zip(part, reversed(part)):
                made[step.place] = right[other.place]
        return made


class Fit:
    """How well a hypothesis explains the weights: the share of their variance, and the slope's sign in most passes."""

    def __init__(self, kind, gamma, lam, share, sign, slopes):
        self.kind, self.gamma, self.lam, self.share, self.sign, self.slopes = kind, gamma, lam, share, sign, slopes


def _solve(matrix, right):
    """Solves a few linear equations. Returns None where they have no single solution."""
    size = len(right)
    rows = [[*row, number] for row, number in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda place: abs(rows[place][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for place in range(size):
            if place != column:
                factor = rows[place][column] / rows[column][column]
                if factor:
                    rows[place] = [a - factor * b for a, b in zip(rows[place], rows[column])]
    return [rows[place][size] / rows[place][place] for place in range(size)]


def explained(columns, target):
    """Returns the coefficients of a least-squares fit with an intercept, what is left over, and the target's own variance."""
    data = torch.tensor([*columns, target], dtype=torch.float64)
    data = data - data.mean(1, keepdim=True)
    square = (data @ data.t()).tolist()
    total, coefficients = square[-1][-1], [0.0] * len(columns)
    scale = [math.sqrt(square[place][place]) for place in range(len(columns))]
    used = [place for place, size in enumerate(scale) if size > 1e-6 * (1 + abs(columns[place][0]))]
    if not used or total <= 0:
        return coefficients, total, total
    matrix = [[square[i][j] / (scale[i] * scale[j]) + (1e-10 if i == j else 0.0) for j in used] for i in used]
    right = [square[place][-1] / scale[place] for place in used]
    solved = _solve(matrix, right)
    if solved is None:
        return coefficients, total, total
    rest = total - sum(number * part for number, part in zip(solved, right))
    for place, number in zip(used, solved):
        coefficients[place] = number / scale[place]
    return coefficients, max(rest, 0.0), total


class Reading:
    """The weights of the first pass after each rollout, held against all hypotheses."""

    def __init__(self, watch, said=()):
        self.watch, self.weights, self.returns = watch, Weights(watch), Returns(watch)
        # Numbers that stand in the script are tried first, and all others only if they explain little.
        self.said = sorted({1.0, *(number for number in said if 0.85 <= number < 1.0)}, reverse=True)[:4]
        self.groups = self._groups()
        self.has_critic = any(self.returns.has_values(rollout) for rollout, _ in self.groups)
        self._fits = {}
        # Who waits wants an answer: what has not been tried by then is left out.
        self.deadline = time.perf_counter() + 12.0

    def _groups(self):
        seen, found = set(), []
        for number in sorted(self.weights.passes):
            rollout = self.watch.passes[number].rollout if number < len(self.watch.passes) else None
            if rollout is None or rollout in seen:
                continue
            rows = self.weights.rows(number)
            if not rows:
                continue
            seen.add(rollout)
            for row in rows:
                key = row.step.key if row.step.key is not None else row.step.saw
                row.value = self.returns.value(rollout, key) or 0.0
            if len(rows) >= 8:
                found.append((rollout, rows))
        # The longest say most, and those whose returns differ.
        least = min(self.said)
        spread = {}
        for rollout, rows in found:
            known = self.returns.of(rollout, "to-go", least, 1.0)
            numbers = [known.get(row.step.place, 0.0) for row in rows]
            spread[rollout] = max(numbers) - min(numbers) > 1e-9
        found.sort(key=lambda group: (-spread[group[0]], -len(group[1])))
        if any(spread.values()):
            found = [group for group in found if spread[group[0]]]
        return sorted([(rollout, rows[:128]) for rollout, rows in found[:4]], key=lambda group: group[0])

    def fit(self, kind, gamma, lam=1.0, by_episode=False):
        key = kind, gamma, lam, by_episode
        if key not in self._fits:
            self._fits[key] = self._fit(kind, gamma, lam, by_episode)
        return self._fits[key]

    def _fit(self, kind, gamma, lam, by_episode):
        left = total = 0.0
        slopes, sign = [], 0.0
        for rollout, rows in self._split(by_episode):
            known = self.returns.of(rollout, kind, gamma, lam)
            rows = [row for row in rows if row.step.place in known]
            if len(rows) < 6:
                continue
            target = [row.weight for row in rows]
            columns = [[known[row.step.place] for row in rows], [row.value for row in rows], [row.entropy for row in rows]]
            if by_episode:
                columns = columns[:1]
            solved, rest, whole = explained(columns, target)
            if whole > 1e-9 * sum(number * number for number in target):
                # Passes count alike, however large their loss is.
                left += rest / whole * len(rows)
                total += len(rows)
                slopes.append(solved[0])
                spread = max(columns[0]) - min(columns[0])
                sign += len(rows) * (1 if solved[0] > 0 else -1) if spread else 0
        if not total:
            return Fit(kind, gamma, lam, 0.0, 0.0, [])
        return Fit(kind, gamma, lam, 1.0 - left / total, sign / total, slopes)

    def _split(self, by_episode):
        if not by_episode:
            yield from self.groups
            return
        for rollout, rows in self.groups:
            parts, part = [], []
            for row in sorted(rows, key=lambda row: (row.step.env, row.step.place)):
                part.append(row)
                if row.step.is_end or row.step.is_cut:
                    parts.append(part)
                    part = []
            for part in parts:
                if len(part) >= 8:
                    yield rollout, part

    def best(self, kinds, lambdas=None, by_episode=False, is_quick=False):
        """Returns the fit that explains most, of all kinds, discounts and traces."""
        best = None
        for gammas, traces in self._tried(lambdas, is_quick):
            for kind in kinds:
                for gamma in (1.0,) if kind == "reward" else gammas:
                    if time.perf_counter() > self.deadline and best is not None:
                        return best
                    for lam in traces if kind not in ("past", "past-all", "reward", "total") else (1.0,):
                        fit = self.fit(kind, gamma, lam, by_episode)
                        if best is None or fit.share > best.share + 1e-12:
                            best = fit
            if best is not None and best.share > 0.995:
                break
        return best

    def _tried(self, lambdas, is_quick=False):
        if not self.has_critic:
            yield self.said, (1.0,)
            if len(self.said) < 2 or not is_quick:
                yield _GAMMAS, (1.0,)
        elif lambdas is not None:
            yield self.said, lambdas
        else:
            yield self.said, (1.0, 0.0, *(number for number in self.said if number < 1))
            if len(self.said) < 3 or not is_quick:
                yield (0.99, 0.95, 0.9), (1.0, 0.95, 0.0)
