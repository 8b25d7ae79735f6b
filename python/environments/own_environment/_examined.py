"""Plays a class, and gathers what its author may want to see of it: first observations, what policies earn that learn nothing, and
sentences about what may be wrong."""

from own_environment._checks import check_reset, check_seed, check_step, time_limit_of
from own_environment._draws import Scripted
from own_environment._load import line_of, made_of, wrappers_of
from own_environment._plain import flat
from own_environment._program import hold_spaces
from own_environment._spaces import Space, Uniform, action_of, between, space_of
from own_environment._state import Shape, sources_of
from own_environment._symbols import Refusal

STEPS, FIRST, BINS = 200, 3, 10
# Steps of random actions after which an environment seems to have no end.
MOST_STEPS = 1_000
# Steps from whose beginnings each action is tried, and most actions that are.
_TRIED, _MOST_ACTIONS = (0, 1, 3, 7, 15, 31, 63, 127), 16
# Observations from which on a network learns badly.
LARGE = 200
_MOST_LETTERS = 90


class Examined:
    """A class that was played. `found` is what there is to see, as plain data, and `said` sentences with their lines."""

    def __init__(self, read):
        self.read, self.random = read, Uniform(3)
        self.said, self.ends, self.known, self.rewards, self._far, self._most = [], 0, set(), [], None, 0.0
        self.found = {"class": None, "spaces": {"observation": "", "action": ""}, "first_observations": [], "runs": [], "rewards": None, "stand_in": None}

    def play(self):
        """Plays. Raises `Refusal` at what is wrong; what was seen until then stays."""
        read, found = self.read, self.found
        kind, file = read.kind, read.file
        found["class"] = kind.__name__
        self.environment = environment = made_of(kind, file)
        self.begin, self.line = line_of(kind, "reset"), line_of(kind, "step")
        line = line_of(kind, "__init__") or self.line
        spaces = {what: space_of(environment, f"{what}_space", line) for what in ("action", "observation")}
        found["spaces"] = {what: _short(space) for what, space in spaces.items()}
        self.action, self.observation = (Space(spaces[what], what, self.line) for what in ("action", "observation"))
        self.limit = time_limit_of(read.text)
        seedless = check_seed(environment, self.begin, file)
        self._give(Scripted(self.random))
        for _ in range(FIRST):
            found["first_observations"].append(self._reset())
        self._run("a random policy", self._random_action)
        self._run(*self._constant())
        self._say()
        found["stand_in"] = self._stand_in()
        if seedless is not None:
            raise seedless

    def _give(self, draws):
        self.read.lent.give(self.environment, draws, sources_of(self.environment))

    def _reset(self):
        observation = check_reset(self.environment, self.observation, self.begin, self.read.file)
        self._look(observation, "reset", self.begin)
        return observation

    def _run(self, name, policy):
        """Plays a policy, and keeps what became of its episodes."""
        run = {"name": name, "steps": 0, "episodes": 0, "returns": [], "lengths": [], "terminated": 0, "truncated": 0}
        self.found["runs"].append(run)
        self.shapes, is_first = [], len(self.found["runs"]) == 1
        steps = 0
        while steps < STEPS or is_first and not self.ends and self.limit is None and steps < MOST_STEPS:
            self._reset()
            total, length = 0.0, 0
            while steps < STEPS or is_first and not self.ends and self.limit is None and steps < MOST_STEPS:
                if is_first and steps in _TRIED:
                    self._keep_shape()
                observation, reward, terminated, truncated = check_step(self.environment, policy(steps), self.observation, self.line, self.read.file)
                self._look(observation, "step", self.line)
                steps, length, total = steps + 1, length + 1, total + reward
                self.known.add(reward)
                if steps <= STEPS:
                    run["steps"] = steps
                    self.rewards.append(reward)
                truncated = truncated or length == self.limit
                if terminated or truncated:
                    self.ends += 1
                    if steps <= STEPS:
                        run["episodes"] += 1
                        run["returns"].append(total)
                        run["lengths"].append(length)
                        run["terminated" if terminated else "truncated"] += 1
                    break
        self.found["rewards"] = _histogram(self.rewards)

    def _random_action(self, steps):
        space, random = self.action, self.random
        if space.kind == "Discrete":
            # Each action by itself first.
            return space.start + (steps % space.n if steps < 2 * space.n else int(random() * space.n))
        if space.kind == "Box":
            return action_of(space, [between(low, high, random()) for low, high in zip(space.low, space.high)])
        raise Refusal(f"the action space is {space.kind}, and policies here have Discrete or Box actions", space.line)

    def _constant(self):
        """Returns the name of a policy that always does the same, and the policy."""
        space = self.action
        if space.kind == "Discrete":
            return f"always action {space.start}", lambda steps: space.start
        middle = [between(low, high, 0.5) for low, high in zip(space.low, space.high)]
        return "always the middle of the box", lambda steps: action_of(space, middle)

    def hold_spaces(self):
        """Raises `Refusal` where no policy here fits the spaces."""
        hold_spaces(self.observation, self.action, line_of(self.read.kind, "__init__") or self.line)

    def _stand_in(self):
        """Returns what is known of a class that Python steps, or None where no policy fits it."""
        space, seen = self.action, self.observation
        try:
            self.hold_spaces()
        except Refusal:
            return None
        sizes = {"obs_size": seen.size, "action_size": space.size}
        return {"name": self.found["class"], "observation": seen.data, "action": space.data, "time_limit": self.limit, **sizes}

    def _look(self, observation, call, line):
        """Remembers the first observation that lies outside of its space, and the largest number of all."""
        space = self.observation
        for place, (one, (low, high)) in enumerate(zip(observation, space.edges)):
            if self._far is None and not low - 1e-6 * max(1.0, abs(low)) <= one <= high + 1e-6 * max(1.0, abs(high)):
                name = f"observation[{place}]" if space.shape else "The observation"
                self._far = {"line": line, "sentence": f"{name} of {call} was {one:g}, and the observation space goes from {low:g} to {high:g}: widen the space, or clip what is observed."}
            if abs(one) > self._most and space.kind == "Box":
                self._most = abs(one)

    def _keep_shape(self):
        try:
            self.shapes.append(Shape(self.environment, self.read.module.__name__))
        except Exception:
            # What cannot be copied cannot be tried from.
            pass
        if len(self.shapes) == len(_TRIED):
            self._kept = list(self.shapes)

    def _say(self):
        for name, line in wrappers_of(self.read.module):
            self.said.append({"line": line, "sentence": f"{name} wraps an environment, and is left out: {self.found['class']} is played and trained as it is."})
        if not self.ends and self.limit is None:
            self.said.append({"line": self.line, "sentence": f"No episode ended within {MOST_STEPS} steps: train with a time limit, or let step return terminated=True somewhere."})
        if self._far is not None:
            self.said.append(self._far)
        if self._most >= LARGE:
            self.said.append({"line": self.line, "sentence": f"Observations reach {self._most:.3g}, and networks learn best from numbers around 1: divide them, or train with norm_obs."})
        if len(self.known) == 1:
            self.said.append({"line": self.line, "sentence": f"Every step had the reward {self.known.pop():g}, whatever the action."})
        if self._is_deaf():
            self.said.append({"line": self.line, "sentence": "No action ever changed the reward or the next observation: look at what step does with its action."})

    def _is_deaf(self):
        """Returns true if from some states, with the same draws, all actions lead to the same."""
        space = self.action
        if space.kind == "Discrete":
            actions = [space.start + place for place in range(min(space.n, _MOST_ACTIONS))]
        else:
            actions = [action_of(space, [between(low, high, share) for low, high in zip(space.low, space.high)]) for share in (0.0, 1.0, 0.3)]
        tried = 0
        for shape in self._kept if hasattr(self, "_kept") else ():
            draws, found = [self.random() for _ in range(64)], []
            for action in actions:
                try:
                    shape.put(self.environment, {}, False)
                    self._give(Scripted(list(draws)))
                    observation, reward, terminated, truncated = self.environment.step(action)[:4]
                    found.append((flat(observation), float(reward), bool(terminated), bool(truncated)))
                except Exception:
                    break
                if found[-1] != found[0]:
                    return False
            tried += len(found) == len(actions)
        return tried > 1 and len(actions) > 1


def _histogram(rewards):
    """Returns how many rewards lie in each of ten equal parts between the lowest and the highest."""
    low, high = min(rewards), max(rewards)
    counts = [0] * BINS
    for reward in rewards:
        counts[min(int((reward - low) / (high - low) * BINS), BINS - 1) if high > low else 0] += 1
    return {"low": low, "high": high, "counts": counts}


def _short(space):
    """Returns a space as Gymnasium prints it, cut off where that is long."""
    text = " ".join(str(space).split())
    return text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1].rstrip() + "…"
