"""What `own_environment.examined` says of classes: it runs in the page's Python, and in CPython with numpy and Gymnasium."""

import contextlib
import io
import json

import own_environment
from own_environment import examined
from own_environment._columns import Columns, columns

PLAIN = '''import gymnasium as gym
import numpy as np


class Env(gym.Env):
    def __init__(self):
        self.action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Box(-10, 10, (1,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x = self.np_random.uniform(-1, 1)
        return self._obs(), {}

    def _obs(self):
        return np.array([self.x], dtype=np.float32)

    def step(self, action):
        self.x += 0.1 * (action - 0.5)
        return self._obs(), -abs(self.x), abs(self.x) > 2, False, {}
'''


def changed(changes):
    """Returns the class with other lines, by their numbers."""
    lines = [changes.get(at, line) for at, line in enumerate(PLAIN.splitlines(), 1)]
    return "\n".join(lines) + "\n"


def of(changes):
    found = examined(changed(changes))
    # Nothing that JSON cannot hold.
    json.dumps(found, allow_nan=False)
    return found


def warned(changes):
    found = of(changes)
    assert found["became_program"], found["sentence"]
    return found["warnings"]


# All that there is to see of a class.
found = of({})
assert found["class"] == "Env" and found["became_program"] and found["line"] is None and found["difference"] is None
assert found["compared_steps"] >= 1_000 and found["largest_difference"] < 1e-5
assert set(found["operations"]) == {"first", "observe", "step"}
assert found["spaces"] == {"observation": "Box(-10.0, 10.0, (1,), float32)", "action": "Discrete(2)"}, found["spaces"]
assert [len(one) for one in found["first_observations"]] == [1, 1, 1] and all(abs(one[0]) <= 1 for one in found["first_observations"])
assert found["warnings"] == [] and "picture" not in found["program"]
chance, constant = found["runs"]
assert (chance["name"], constant["name"]) == ("a random policy", "always action 0")
assert chance["steps"] == constant["steps"] == 200
# To the left in steps of 0.05, each episode begins at most 1 from the middle.
assert constant["terminated"] == len(constant["returns"]) == len(constant["lengths"]) and constant["truncated"] == 0
assert all(20 <= length <= 61 for length in constant["lengths"]) and constant["episodes"] == constant["terminated"]
rewards = found["rewards"]
assert sum(rewards["counts"]) == 400 and len(rewards["counts"]) == 10 and rewards["low"] < rewards["high"] <= 0

# A registered time limit ends episodes, and a box has a middle.
limited = examined(PLAIN + "\n\ngym.register(id='Mine-v0', entry_point=Env, max_episode_steps=10)\n")
assert limited["runs"][0]["lengths"] == [10] * 20 and limited["runs"][0]["truncated"] == 20 and limited["program"]["time_limit"] == 10
boxed = of({7: "        self.action_space = gym.spaces.Box(0.0, 1.0, (2,), np.float32)", 19: "        self.x += 0.1 * (float(action[0]) - 0.2) + 0.1 * float(action[1])"})
assert boxed["runs"][1]["name"] == "always the middle of the box" and boxed["spaces"]["action"] == "Box(0.0, 1.0, (2,), float32)"
assert of({7: "        self.action_space = gym.spaces.Box(-1, 1, (1,))", 19: "        self.x += 0.1 * float(action[0])"})["runs"][1]["name"] == "always the middle of the box"

# What a class may not have meant.
for changes, line, words in [
    ({19: "        self.x += 0.01"}, 18, "No action ever changed the reward or the next observation"),
    ({20: "        return self._obs(), 1.0, abs(self.x) > 2, False, {}"}, 18, "Every step had the reward 1"),
    ({19: "        self.x = 0.9 * self.x + 0.01 * action"}, 18, "No episode ended within 1000 steps"),
    ({8: "        self.observation_space = gym.spaces.Box(-1.5, 1.5, (1,), np.float32)"}, 18, "the observation space goes from -1.5 to 1.5"),
    ({8: "        self.observation_space = gym.spaces.Box(-9e9, 9e9, (1,), np.float32)", 16: "        return np.array([self.x * 9000], dtype=np.float32)"}, 18, "norm_obs"),
]:
    said = warned(changes)
    assert len(said) == 1 and words in said[0]["sentence"] and said[0]["line"] == line, (words, said)
said = examined(PLAIN + "\n\nclass Scaled(gym.RewardWrapper):\n    def reward(self, reward):\n        return 2 * reward\n")["warnings"]
assert "Scaled wraps an environment" in said[0]["sentence"] and said[0]["line"] == 24, said

# A class that is refused was played all the same, so that Python can step it, and one without a class has nothing to show.
outside = of({2: "import time\n\nimport numpy as np", 19: "        self.x += 0.1 * (action - 0.5) * (time.time() % 1)"})
assert not outside["became_program"] and outside["line"] == 21 and len(outside["runs"]) == 2 and outside["rewards"]["counts"]
assert "program" not in outside and "stand_in" not in found and outside["stand_in"] == {
    "name": "Env", "observation": {"kind": "box", "shape": [1], "low": [-10], "high": [10]}, "action": {"kind": "discrete", "n": 2, "start": 0}, "time_limit": None,
    "obs_size": 1, "action_size": 1,
}, outside["stand_in"]
cards = {2: "import time\n\nimport numpy as np", 7: "        self.action_space = gym.spaces.Box(-1, 1, (2,))", 8: "        self.observation_space = gym.spaces.MultiDiscrete([4, 9])", 16: "        return np.array([1, 8])"}
timed = {**cards, 19: "        self.x += 0.1 * float(action[0]) * (time.time() % 1)"}
stand_in = of(timed)["stand_in"]
assert stand_in["observation"] == {"kind": "multidiscrete", "nvec": [4, 9]} and (stand_in["obs_size"], stand_in["action_size"]) == (2, 2)
assert stand_in["action"] == {"kind": "box", "shape": [2], "low": [-1, -1], "high": [1, 1]}
# No policy has actions without bounds.
boundless = of({**timed, 7: "        self.action_space = gym.spaces.Box(-np.inf, np.inf, (2,))"})
assert "stand_in" not in boundless and len(boundless["runs"]) == 2

# What no engine can train is stepped by Python.
for changes, line, words in [
    ({12: "        self.x = self.np_random.uniform(-1, 1)\n        self.many = np.zeros(33)", 19: "        self.x += 0.1 * (action - 0.5)\n        self.many += self.x", 20: "        return self._obs(), self.many.sum(), abs(self.x) > 2, False, {}"}, 10, "34 numbers, and a program may have 32"),
    ({19: "        for turn in range(2025):\n            self.x = self.x * 0.999 + 0.001 * (action - 0.5)"}, 18, "operations, and a program may have 4032"),
]:
    large = of(changes)
    assert words in large["sentence"] and large["line"] == line and large["stand_in"]["obs_size"] == 1, large["sentence"]
seedless = of({10: "    def reset(self):", 11: "        super().reset()"})
assert "takes no seed" in seedless["sentence"] and len(seedless["runs"]) == 2
nothing = examined("")
assert nothing["class"] is None and nothing["runs"] == [] and nothing["rewards"] is None and "no environment" in nothing["sentence"]

# What no policy here fits is said with the line at which the class begins.
for changes, words in [
    ({7: "        self.action_space = gym.spaces.Discrete(17)"}, "There are 17 actions, and policies choose among at most 16"),
    ({7: "        self.action_space = gym.spaces.Box(-1, 1, (5,))", 19: "        self.x += float(action[0])"}, "An action has 5 numbers, and policies give 1 to 4"),
    ({8: "        self.observation_space = gym.spaces.Box(-9, 9, (65,))", 16: "        return np.ones(65) * self.x"}, "Policies see 65 numbers of an observation"),
    ({8: "        self.observation_space = gym.spaces.Box(-9, 9, (0,))", 16: "        return np.ones(0)"}, "Policies see 0 numbers of an observation"),
]:
    unfit = of(changes)
    assert words in unfit["sentence"] and unfit["line"] == 6 and "stand_in" not in unfit and len(unfit["runs"]) == 2, unfit["sentence"]
assert "needs a smallest and a larger largest value" in boundless["sentence"]

# A loop that never ends is found.
for changes, line in [
    ({19: "        while True:\n            self.x += 0"}, 19),
    ({19: "        import itertools\n        for turn in itertools.count():\n            self.x += 0"}, 20),
    ({12: "        self.x = 0\n        while self.x < 1:\n            self.y = 1"}, 13),
]:
    endless = of(changes)
    assert "has turned 1,000,000 times within one call" in endless["sentence"] and endless["line"] == line and "stand_in" not in endless, endless["sentence"]

# What `reset` draws again until it fits, as long as that is soon; what remains is drawn from where it has to be.
start = "        self.x = self.np_random.uniform(-1, 1)\n"
for loop in ("        while abs(self.x) > 0.5:\n    " + start, "        while True:\n    " + start + "            if abs(self.x) < 0.5:\n                break"):
    drawn = of({12: start + loop})
    assert drawn["became_program"] and all(abs(one[0]) <= 0.5 for one in drawn["first_observations"]), drawn["sentence"]
    first = Columns(drawn["program"]["first"]).results(columns([[(7 * row + 13 * place) % 101 / 101 for place in range(drawn["program"]["draws"]["first"])] for row in range(100)], drawn["program"]["draws"]["first"]))
    assert all(abs(one) <= 0.5 for one in first[0].tolist())
seldom = of({12: start + "        while abs(self.x) > 0.1:\n    " + start})
assert "This loop draws again until something fits" in seldom["sentence"] and seldom["line"] == 13 and seldom["stand_in"], seldom["sentence"]

# Types of few bits that stay within their ends.
for kind, begin, change, end in (("int8", 0, "+ 1", ">= 100"), ("uint8", 100, "- 1", "<= 0")):
    narrow = of({12: start + f"        self.n = np.full(2, {begin}, dtype=np.{kind})", 19: f"        self.x += 0.001 * (action - 0.5)\n        self.n = self.n {change}", 20: f"        return self._obs(), float(self.n[0]), self.n[1] {end}, False, {{}}"})
    assert narrow["became_program"] and narrow["runs"][0]["lengths"] == [100, 100], narrow["sentence"]

# What a class prints is printed while it is played, and not again for each step that is compared.
said = io.StringIO()
with contextlib.redirect_stdout(said):
    assert of({18: "    def step(self, action):\n        print('taken')"})["became_program"]
assert 400 <= said.getvalue().count("taken") < 1_300, said.getvalue().count("taken")

# An error of ours leaves the class to be stepped.
comparison, own_environment.Comparison = own_environment.Comparison, lambda program, read: [][0]
broken = of({})
own_environment.Comparison = comparison
assert "The class could not be followed: IndexError" in broken["sentence"] and broken["stand_in"], broken["sentence"]

# Numbers that are not finite are texts.
apart = of({16: "        return np.array([self.x * 1e38 * 1e3], dtype=np.float64)", 8: "        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (1,), np.float64)"})
assert not apart["became_program"] and apart["difference"] is not None, apart["sentence"]

# What a list is told matters only where it is read.
logs = {12: "        self.x = self.np_random.uniform(-1, 1)\n        self.past = []", 19: "        self.x += 0.1 * (action - 0.5)\n        self.past.append(self.x)"}
assert of(logs)["became_program"]
assert of(logs | {20: "        return self._obs(), -abs(self.x), abs(self.x) > 2, False, {'mean': sum(self.past) / len(self.past), 'all': list(self.past)}"})["became_program"]
read = of(logs | {20: "        return self._obs(), -abs(self.past[0]), abs(self.x) > 2, False, {}"})
assert "self.past changes its length" in read["sentence"] and read["line"] == 21, read["sentence"]

# One array under two names until the first step: which is all the same if neither is changed in place.
twice = {12: "        self.x = self.np_random.uniform(-1, 1)\n        self.a = np.zeros(2)\n        self.b = self.a", 20: "        self.b = self.a.copy()\n        return self._obs(), -abs(self.x), abs(self.x) > 2, False, {}"}
assert of(twice | {19: "        self.a = self.a + 0.1 * action\n        self.x += 0.1 * (action - 0.5) + 0.01 * self.b[0]"})["became_program"]
both = of(twice | {19: "        self.a += 0.1 * action\n        self.x += 0.1 * (action - 0.5) + 0.01 * self.b[0]"})
assert "self.a and self.b are one object after reset" in both["sentence"] and both["line"] == 14, both["sentence"]

# What is counted is compared beyond the steps that were taken.
late = of({
    2: "import numpy as np\nCALLS = [0]", 12: "        self.x = self.np_random.uniform(-1, 1)\n        self.t = 0",
    19: "        self.x = 0.9 * self.x + 0.1 * (action - 0.5)\n        self.t += 1\n        CALLS[0] += 1",
    20: "        return self._obs(), 1.0 if self.t < 700 else float(CALLS[0] % 2), self.t >= 900, False, {}",
})
assert late["sentence"] == "The program computes another reward than the class." and late["difference"]["state"]["t"] >= 698, late["sentence"]

# A generator of the class's own draws as `self.np_random` does.
for made, drawn in (("default_rng(seed)", "self.rng.normal(0, 0.1)"), ("RandomState(seed)", "self.rng.randn() * 0.1")):
    own = of({12: f"        self.rng = np.random.{made}\n        self.x = self.rng.uniform(-1, 1)", 19: f"        self.x += 0.1 * (action - 0.5) + {drawn}"})
    assert own["became_program"] and own["program"]["draws"] == {"first": 1, "step": 2}, own["sentence"]
