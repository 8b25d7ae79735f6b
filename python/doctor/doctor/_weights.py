"""The weight that a loss gives each action, read from the gradient at the policy's logits, and how well returns explain it.

For a softmax policy dL/dz = -w (e_a - pi), so w = -(dL/dz)[a] / (1 - pi[a]); for a normal one dL/dmu = -w (a - mu) / sigma^2."""

import math
import time

import torch
from doctor._sums import PLAIN, Returns
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
                # What came without a backward pass belongs to none.
                if 0 < number <= len(watch.passes):
                    self.passes.setdefault(number - 1, []).append((head, grad))
        self._rows = {}
        # What a normal policy's log-probabilities were taken of: the environment may have been given less of it.
        self.drawn = {id(entry[6]): entry[2] for entry in watch.log_probs if entry[6] is not None and entry[6].kind == "normal" and hasattr(entry[2], "numel")}

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
        is_chance = head.kind.startswith("chance")
        if not shape and not is_chance or len(shape) > 3:
            return [], 0
        width = 1 if is_chance else shape[-1]
        numbers = given.detach().reshape(-1, width).tolist()
        grads = grad.reshape(-1, width).tolist()
        steps = self.steps_of(head, len(numbers), rollout, True)
        if any(step is None for step in steps):
            steps = self._by_identity(head.origin, len(numbers)) or steps
        if sum(step is None for step in steps) > 0.5 * len(steps):
            steps = self.steps_of(head, len(numbers), rollout)
        found, missing = [], 0
        scale = None
        if head.kind == "normal":
            scale = head.scale.detach().expand(given.shape).reshape(-1, width).tolist()
            drawn = self.drawn.get(id(head))
            drawn = drawn.detach().reshape(-1, width).tolist() if drawn is not None and drawn.numel() == given.numel() else None
        for place, (row, slope) in enumerate(zip(numbers, grads)):
            step = steps[place]
            if step is None or step.is_only_reset:
                missing += 1
                continue
            action = plain(step.action)
            if head.kind == "normal":
                made = self._normal(step, row, slope, scale[place], drawn[place] if drawn is not None else action)
            elif head.kind in ("chance", "chance-logit"):
                made = self._chance(step, row, slope, action, head.kind)
            else:
                made = self._softmax(step, row, slope, action)
            if made is not None:
                made.index = place
                found.append(made)
        return found, missing

    def _by_identity(self, origin, count):
        """Returns the steps of a batch that was put together from the very observations that the environment handed out, or None."""
        nodes = self.watch.nodes
        for _ in range(8):
            node = nodes.get(id(origin))
            if node is None:
                return None
            whole = next((part for part in node.inputs if isinstance(part, (list, tuple)) and len(part) == count), None)
            if whole is not None:
                found = [self._handed_out(part) for part in whole]
                return found if sum(step is None for step in found) < 0.1 * count else None
            origin = next((part for part in node.inputs if id(part) in nodes), None)
        return None

    def _handed_out(self, value):
        """Returns the step that was taken from an observation, or from what was made of it alone."""
        watch = self.watch
        for _ in range(8):
            if id(value) in watch.acted_on:
                return watch.steps[watch.acted_on[id(value)]]
            node = watch.nodes.get(id(value))
            if node is None:
                return None
            value = next((part for part in node.inputs if id(part) in watch.nodes or id(part) in watch.acted_on), None)
        return None

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
    def _chance(step, row, slope, action, kind):
        """Returns the row of a single probability: that of action 1."""
        while isinstance(action, list) and len(action) == 1:
            action = action[0]
        if len(row) != 1 or not isinstance(action, (int, float)) or action not in (0, 1) or not math.isfinite(slope[0]):
            return None
        chance = row[0] if kind == "chance" else 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, row[0]))))
        if not 1e-3 < chance < 1 - 1e-3:
            return None
        scale = chance * (1 - chance) if kind == "chance" else 1.0
        off = action - chance
        log_odds = math.log(chance / (1 - chance))
        return Row(step, -slope[0] * scale / off, -chance * (1 - chance) * log_odds / off, slope, [1 - chance, chance], int(action))

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
        self.has_critic = any(self.returns.has_values(part) for rollout, _ in self.groups for part in ((rollout,) if isinstance(rollout, int) else rollout))
        self._fits = {}
        # True where the script puts rewards of its own in place of the last one of an episode, or adds something to each.
        self.is_shaped = False
        # Who waits wants an answer: what has not been tried by then is left out.
        self.deadline = time.perf_counter() + 12.0

    def _groups(self):
        """Returns the rows of the first passes after each rollout: those in which the parameters are still the same."""
        by_rollout, order = {}, []
        for number in sorted(self.weights.passes):
            if number >= len(self.watch.passes):
                continue
            rollout = self.watch.passes[number].rollout
            if rollout not in by_rollout:
                order.append(rollout)
            by_rollout.setdefault(rollout, []).append(number)
        found, small, small_of = [], [], []
        for rollout in order:
            numbers = by_rollout[rollout]
            first = self.watch.passes[numbers[0]].steps
            rows = self._rows_of([number for number in numbers if self.watch.passes[number].steps == first], rollout)
            if len(rows) < 8:
                rows = self._rows_of(numbers[:128], rollout)
            if len(rows) >= 8:
                found.append((rollout, rows))
            elif rows:
                # Updates of a few steps each count together.
                small += rows
                small_of.append(rollout)
                if len(small) >= 96:
                    found.append((tuple(small_of), small))
                    small, small_of = [], []
            if len(found) >= 40:
                break
        if len(small) >= 8:
            found.append((tuple(small_of), small))
        # The longest say most, and those whose returns differ.
        least = min(self.said)
        spread = {}
        for rollout, rows in found:
            known = self.known(rollout, "to-go", least, 1.0)
            numbers = [known.get(row.step.place, 0.0) for row in rows]
            spread[rollout] = max(numbers) - min(numbers) > 1e-9
        found.sort(key=lambda group: (-spread[group[0]], -len(group[1])))
        if any(spread.values()):
            found = [group for group in found if spread[group[0]]]
        found = [(rollout, self.returns.limit(rollout, rows) if isinstance(rollout, int) else rows) for rollout, rows in found[:4]]
        # What was worked out so far is of all steps.
        self.returns.kept.clear()
        return sorted([(rollout, rows[:128]) for rollout, rows in found], key=lambda group: group[0] if isinstance(group[0], int) else group[0][0])

    def _rows_of(self, numbers, rollout):
        """Returns the rows of some passes, with what the critic said of each."""
        rows = []
        for number in numbers:
            made = self.weights.rows(number)
            rows += made
            if len(rows) >= 1024:
                break
        for row in rows:
            key = row.step.key if row.step.key is not None else row.step.saw
            row.value = self.returns.value(rollout, key) or 0.0
        return rows

    def known(self, rollout, kind, gamma, lam, part=None):
        """Returns a hypothesis for the steps of a rollout, or of several."""
        if isinstance(rollout, int):
            return self.returns.of(rollout, kind, gamma, lam, part)
        made = {}
        for number in rollout:
            made.update(self.returns.of(number, kind, gamma, lam, part))
        return made

    def fit(self, kind, gamma, lam=1.0, by_episode=False):
        key = kind, gamma, lam, by_episode, self.is_shaped
        if key not in self._fits:
            self._fits[key] = self._fit(kind, gamma, lam, by_episode)
        return self._fits[key]

    def _fit(self, kind, gamma, lam, by_episode):
        left = total = 0.0
        slopes, sign = [], 0.0
        for rollout, rows in self._split(by_episode):
            is_apart = self.has_critic and kind not in PLAIN
            known = self.known(rollout, kind, gamma, lam, "inner" if self.is_shaped else "rewards" if is_apart else None)
            rows = [row for row in rows if row.step.place in known]
            if len(rows) < 6:
                continue
            target = [row.weight for row in rows]
            columns = [[known[row.step.place] for row in rows], [row.value for row in rows], [row.entropy for row in rows]]
            if by_episode:
                columns = columns[:1]
            elif is_apart:
                # Rewards may have been scaled before they met the values.
                values = self.known(rollout, kind, gamma, lam, "values")
                columns.append([values[row.step.place] for row in rows])
            if self.is_shaped and not by_episode and kind != "length":
                for part in ("ends", "ones"):
                    other = self.known(rollout, kind, gamma, lam, part)
                    columns.append([other[row.step.place] for row in rows])
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
                    for lam in traces if kind not in PLAIN else (1.0,):
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
