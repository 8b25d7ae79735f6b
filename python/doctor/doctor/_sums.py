"""What the weight of each action could be, worked out again from the rewards that the environments handed out."""

from doctor._watch import _row_bytes

# Sums in which the critic's values have no part.
PLAIN = ("past", "past-all", "reward", "total", "length", "power", "power-left", "carry")


def policy_places(watch):
    """Returns the places, and the modules called there, that the policy's numbers came out of."""
    found = set()
    heads = [head for head in watch.heads if head.steps is not None or head.grads]
    for head in [*heads[:6], *heads[-6:]]:
        seen, queue = set(), [head.given]
        for current in queue:
            node = watch.nodes.get(id(current))
            if node is None or id(node) in seen or len(seen) > 60:
                continue
            seen.add(id(node))
            for site in (node.site, node.outer):
                if site is not None and node.function is not None:
                    found.add((site.number, id(node.function)))
            for part in node.inputs:
                queue += part if isinstance(part, (list, tuple)) else (part,)
    return found


class Returns:
    """What each step's weight could be, from the rewards that the environments handed out."""

    def __init__(self, watch):
        self.watch = watch
        self.tracks = {}
        for step in watch.steps:
            self.tracks.setdefault(step.rollout, {}).setdefault(step.env, []).append(step)
        self.values = self._values()
        self.kept, self.tails = {}, {}
        # Sums are linear: what rewards and what values give can be looked at apart.
        self.part, self.has_said = None, True

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
        policy = policy_places(watch)
        for made, origin, passes, at, site, function in watch.valued:
            if origin is None or (site.number, id(function)) in policy:
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
        return self.values.get(rollout, {}).get(key) if self.has_said else None

    def has_values(self, rollout):
        return bool(self.values.get(rollout))

    def limit(self, rollout, rows, most=400):
        """Returns the rows of some environments, or of the last steps, where a rollout is long: the others would say the same."""
        tracks = self.tracks.get(rollout, {})
        if sum(map(len, tracks.values())) <= most:
            return rows
        chosen, count = {}, 0
        for env, track in tracks.items():
            start = max(0, len(track) - most)
            if start:
                # An episode is looked at as a whole.
                start = next((place + 1 for place in range(start, len(track) - most // 2) if track[place].is_end or track[place].is_cut), start)
            if chosen and count + len(track) - start > most:
                break
            chosen[env] = start
            count += len(track) - start
        places = {step.place for env, start in chosen.items() for step in tracks[env][start:]}
        kept = [row for row in rows if row.step.place in places]
        if len(kept) < 24:
            return rows
        self.tails[rollout] = chosen
        return kept

    def of(self, rollout, kind, gamma, lam, part=None):
        """Returns the hypothesis for each step of a rollout, by the step's place: all of it, or what rewards, those
        before the last of an episode, the last ones, the number of steps or values give."""
        key = rollout, kind, gamma, lam, part
        if key not in self.kept:
            self.part, self.has_said = part, part in (None, "values")
            made, tails = {}, self.tails.get(rollout)
            for env, track in self.tracks.get(rollout, {}).items():
                if tails is None or kind.endswith("-all"):
                    made.update(self._track(track, rollout, kind, gamma, lam))
                elif env in tails:
                    made.update(self._track(track[tails[env] :], rollout, kind, gamma, lam))
            self.kept[key] = made
            self.part, self.has_said = None, True
        return self.kept[key]

    def whole(self, rollout, kind, gamma, lam):
        """Returns the hypothesis for all steps of a rollout, however many they are."""
        tails = self.tails.pop(rollout, None)
        made = {}
        for track in self.tracks.get(rollout, {}).values():
            made.update(self._track(track, rollout, kind, gamma, lam))
        if tails is not None:
            self.tails[rollout] = tails
        return made

    def _paid(self, step):
        """Returns what a step counts for in the part that is looked at."""
        is_over = step.is_end or step.is_cut
        if self.part in (None, "rewards"):
            return step.reward
        if self.part == "inner":
            return 0.0 if is_over else step.reward
        return 1.0 if self.part == "ones" or self.part == "ends" and is_over else 0.0

    def _track(self, track, rollout, kind, gamma, lam):
        if kind in ("past", "past-all"):
            return self._past(track, kind, gamma)
        if kind == "reward":
            return {step.place: self._paid(step) for step in track}
        if kind == "total":
            return self._totals(track, gamma)
        if kind == "length":
            return self._lengths(track, gamma)
        if kind == "carry":
            return self._carried(track, gamma)
        if kind == "start":
            return self._from_start(track, self._track(track, rollout, "to-go", gamma, lam), gamma)
        if kind in ("power", "power-left"):
            return self._powers(track, gamma, kind == "power")
        if kind in ("order", "order-all"):
            return self._turned(track, self._plain(track, rollout, gamma, lam), kind)
        if kind in ("next", "previous"):
            right = self._plain(track, rollout, gamma, lam)
            by = 1 if kind == "next" else -1
            made = {}
            for place, step in enumerate(track):
                other = place + by
                made[step.place] = right[track[other].place] if 0 <= other < len(track) else 0.0
            return made
        if kind in ("next-in", "previous-in"):
            return self._neighbours(track, self._plain(track, rollout, gamma, lam), kind == "next-in")
        made, so_far = {}, 0.0
        for place in range(len(track) - 1, -1, -1):
            step, later = track[place], track[place + 1] if place + 1 < len(track) else None
            is_over = step.is_end or step.is_cut
            here, after = self._said_of(rollout, step), self._after(rollout, step, later, is_over, kind)
            if kind == "value-now" and later is not None:
                after = here
            if kind in ("mask-before", "mask-after"):
                other = place + (-1 if kind == "mask-before" else 1)
                ends = 0 <= other < len(track) and (track[other].is_end or track[other].is_cut)
                so_far = self._paid(step) - here + (0.0 if ends else gamma * after + gamma * lam * so_far)
            else:
                keeps = kind in ("leak", "leak-trace") or not is_over
                so_far = self._paid(step) + gamma * after - here + (gamma * lam * so_far if keeps else 0.0)
            made[step.place] = so_far
        return made

    def _plain(self, track, rollout, gamma, lam):
        """Returns the right returns, with no value subtracted."""
        right = self._track(track, rollout, "to-go", gamma, lam)
        return {step.place: right[step.place] + self._said_of(rollout, step) for step in track}

    def _said_of(self, rollout, step):
        return self.value(rollout, step.key if step.key is not None else step.saw) or 0.0

    def _after(self, rollout, step, later, is_over, kind):
        """Returns the value of what comes after a step, as a kind of mistake would have it."""
        if not is_over:
            return self.value(rollout, step.after) or (self._said_of(rollout, later) if later is not None else 0.0)
        if kind in ("leak", "leak-boot", "mask-before", "mask-after"):
            return self._said_of(rollout, later) if later is not None else self.value(rollout, step.after) or 0.0
        if step.is_end and kind != "to-go-boot" and not (kind == "to-go-both" and step.is_cut) or kind == "to-go-cut":
            return 0.0
        return self.value(rollout, step.last) or 0.0

    def _neighbours(self, track, right, is_next):
        """Returns the returns of the next or the last step of the same episode."""
        made = {}
        for part in self._segments(track):
            for place, step in enumerate(part):
                other = place + (1 if is_next else -1)
                made[step.place] = right[part[other].place] if 0 <= other < len(part) else 0.0
        return made

    def _past(self, track, kind, gamma):
        made, so_far = {}, 0.0
        for step in track:
            so_far = self._paid(step) + gamma * so_far
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
                total += factor * self._paid(step)
                factor *= gamma
            for step in part:
                made[step.place] = total
        return made

    def _carried(self, track, gamma):
        """Returns sums that go on from the start of an episode into the end of the next one."""
        made, so_far = {}, 0.0
        for part in self._segments(track):
            for step in reversed(part):
                so_far = self._paid(step) + gamma * so_far
                made[step.place] = so_far
        return made

    def _lengths(self, track, gamma):
        """Returns how many steps are left, whatever they are worth."""
        made = {}
        for part in self._segments(track):
            left = 0.0
            for step in reversed(part):
                left = 1.0 + gamma * left
                made[step.place] = left
        return made

    def _from_start(self, track, right, gamma):
        """Returns what a step is worth, seen from the start of its episode."""
        made = {}
        for part in self._segments(track):
            factor = 1.0
            for step in part:
                made[step.place] = factor * right[step.place]
                factor *= gamma
        return made

    def _powers(self, track, gamma, is_upwards):
        """Returns sums in which the discount has the power of the step's number, or of the steps that are left."""
        made = {}
        for part in self._segments(track):
            so_far = 0.0
            for place in range(len(part) - 1, -1, -1):
                so_far = self._paid(part[place]) + gamma ** (place if is_upwards else len(part) - 1 - place) * so_far
                made[part[place].place] = so_far
        return made

    def _turned(self, track, right, kind):
        made = {}
        for part in self._segments(track) if kind == "order" else [track]:
            for step, other in zip(part, reversed(part)):
                made[step.place] = right[other.place]
        return made
