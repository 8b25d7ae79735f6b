"""The course's probes, played by a script's own agent: environments so small that the right answer is known.

The script runs as it is, but each environment that it makes is a probe with the spaces of the one that it asked for. An
observation is one number in all places, and of the actions the second is right, or the one that the number asks for.
"""

import math
import random
import struct
import time

import gymnasium
import torch
from gymnasium import spaces
from gymnasium.envs import registration

from doctor._rewrite import Script
from doctor._run import Listening, run
from doctor._watch import Watch, _row_bytes

# What each probe asks, in the course's words.
QUESTIONS = {
    1: "Is the value learnt at all?", 2: "Does the value see the observation?", 3: "Is a later reward discounted?",
    4: "Does reward move the policy?", 5: "Does the policy see the observation?",
}  # fmt: skip
# Where to look if a probe fails.
_SHOWS = {
    1: "look at the critic's loss and at the optimiser that should hold its parameters",
    2: "look at which observations the critic's targets stand beside",
    3: "look at the return and at the value of the next state",
    4: "look at the sign of the policy's loss and at whether its gradient arrives",
    5: "look at whether each row has its own observation, action and return",
}  # fmt: skip
_FEW_UPDATES = 4


class _Probe(gymnasium.Wrapper):
    """A probe with the spaces of another environment. An episode has `rounds` rewards, one a step."""

    def __init__(self, env, number, rounds):
        super().__init__(env)
        self._number, self._rounds, self._left, self._seen, self._is_old = number, rounds, 0, 0.0, False

    def _observation(self):
        if self._number in (2, 5):
            self._seen = random.choice((-1.0, 1.0))
        else:
            self._seen = 1.0 if self._number == 3 and self._left == 1 else 0.0
        made = self.observation_space.sample()
        made[...] = self._seen
        return made

    def reset(self, **named):
        # An older gym hands out the observation alone, and one flag at an end.
        self._is_old = type(self.env.reset(**named)) is not tuple
        self._left = 2 if self._number == 3 else self._rounds
        seen = self._observation()
        return seen if self._is_old else (seen, {})

    def render(self, *given):
        return None

    def step(self, action):
        reward = self._reward(action)
        self._left -= 1
        seen, is_over = self._observation(), self._left <= 0
        return (seen, reward, is_over, {}) if self._is_old else (seen, reward, is_over, False, {})

    def _reward(self, action):
        if self._number == 1:
            return 1.0
        if self._number == 2:
            return self._seen
        if self._number == 3:
            return 1.0 if self._left == 1 else 0.0
        right = right_action(self.action_space, self._number, self._seen)
        if isinstance(self.action_space, spaces.Discrete):
            return 1.0 if int(action) == right else -1.0
        first = float(torch.as_tensor(action).reshape(-1)[0])
        return -((first - right) ** 2)


def right_action(space, number, seen):
    """Returns the action that pays most: of a list the second, or the first where the observation is negative."""
    is_second = number == 4 or seen > 0
    if isinstance(space, spaces.Discrete):
        return int(space.start) + (1 if is_second else 0)
    return 0.5 if is_second else -0.5


class _Playing(Watch):
    """A run that is watched until it has learned for a while."""

    most_updates = 400

    def _has_enough(self):
        return self.rollout >= self.most_updates and not self.is_updating


def _play(text, file, number, rounds, seconds):
    """Runs the script in a probe. Returns what was seen and the space of its actions, or None where it makes no such environment."""
    script = Script(text, file)
    watch = _Playing(script, seconds, most_steps=6000)
    made, bare, ways = [], registration.bare, {}

    def probe(id, max_episode_steps, kwargs):
        env, _ = bare(id, max_episode_steps, kwargs)
        box, actions = env.observation_space, env.action_space
        if not isinstance(box, spaces.Box) or len(box.shape) != 1 or not isinstance(actions, (spaces.Discrete, spaces.Box)):
            return env, None
        made.append(actions)
        return _Probe(env, number, rounds), None

    for spec in registration.registry.values():
        ways[spec], spec.vector_entry_point = spec.vector_entry_point, None
    registration.bare = probe
    try:
        with Listening(watch):
            watch.ending = run(script.code, file, watch.names(), text)
    finally:
        registration.bare = bare
        for spec, way in ways.items():
            spec.vector_entry_point = way
    return (watch, made[0]) if made else None


def _first(saw):
    return struct.unpack("<f", saw[:4])[0] if isinstance(saw, bytes) and len(saw) >= 4 else None


def _thirds(numbers):
    """Returns the mean of the first and of the last fifth, or None of what is too short or no number."""
    part = len(numbers) // 5
    if part < 2 or not all(map(math.isfinite, numbers)):
        return None
    return sum(numbers[:part]) / part, sum(numbers[-part:]) / part


def _chosen(watch, space, number):
    """Returns, step by step, how near the policy was to the right action: its probability, or the mean's distance below 0. Where
    the policy's numbers are not known, it is 1 for a right action."""
    found = []
    for head in watch.heads:
        if head.steps is None:
            continue
        first, count = head.steps
        numbers = head.given.detach().reshape(count, -1).tolist() if head.given.numel() % count == 0 else []
        for place, row in enumerate(numbers):
            seen = _first(watch.steps[first + place].saw)
            if seen is None or not all(map(math.isfinite, row)):
                return []
            right = right_action(space, number, seen)
            if head.kind == "normal":
                found.append(-abs(row[0] - right))
                continue
            right -= int(space.start)
            if right >= len(row):
                return []
            most = max(row)
            found.append(math.exp(row[right] - most) / sum(math.exp(number - most) for number in row))
    if not found and isinstance(space, spaces.Discrete):
        for step in watch.steps:
            seen, action = _first(step.saw), torch.as_tensor(step.action).reshape(-1)
            if seen is not None and action.numel() == 1:
                found.append(float(int(action[0]) == right_action(space, number, seen)))
    return found


def _valued(watch, number):
    """Returns, in order, how far the critic's values were from what they should be."""
    found = []
    for made, origin, passes, at, site, function in watch.valued:
        if origin is None or watch.row_size is None:
            continue
        size = 1
        for part in tuple(origin.shape):
            size *= part
        count = size // watch.row_size
        if not count or made.numel() != count:
            continue
        for row, value in zip(_row_bytes(origin, count), made.detach().reshape(-1).tolist()):
            seen = _first(row)
            if seen is None:
                continue
            target = 1.0 if number == 1 else seen if number == 2 else 1.0 if seen else 0.97
            found.append(abs(value - target))
    return found


def _judged(watch, space, number):
    """Returns `passed`, `failed` or `open`, and a sentence with the numbers."""
    updates = watch.rollout
    if number <= 3:
        ends = _thirds(_valued(watch, number))
        if ends is None:
            return None
        before, after = ends
        said = f"the critic was off by {before:.2f} at first and by {after:.2f} after {updates} updates"
        if after < 0.2 or after < 0.4 * before:
            return "passed", said
        return ("failed" if updates >= _FEW_UPDATES and after > 0.9 * before else "open"), said
    ends = _thirds(_chosen(watch, space, number))
    if ends is None:
        return None
    before, after = ends
    if isinstance(space, spaces.Discrete):
        said = f"the right action had {before:.0%} at first and {after:.0%} after {updates} updates"
        rose = after - before
        is_there = after > 0.85
    else:
        said = f"the mean was {-before:.2f} from the right action at first and {-after:.2f} after {updates} updates"
        rose, is_there = 0.3 * (after - before), after > -0.1
    if is_there or rose > 0.1:
        return "passed", said
    return ("failed" if rose < -0.1 else "open"), said


def played(text, file, seconds):
    """Plays the five probes within some seconds. Returns what came of each: `probe`, `asks`, `state` and `said`."""
    began, found = time.perf_counter(), []
    for number in (4, 5, 1, 2, 3):
        left = seconds - (time.perf_counter() - began)
        if left < 1.5:
            break
        # Returns of one step have no spread: what divides by it needs longer episodes.
        for rounds in (1, 16) if number > 3 else (1,):
            seen = _play(text, file, number, rounds, min(left, seconds / 5))
            if seen is None:
                return []
            judged = _judged(*seen, number)
            left = seconds - (time.perf_counter() - began)
            if judged is not None or left < 1.5:
                break
        if judged is None and number == 1:
            # Values of what was divided by its spread are not the probes'.
            break
        if judged is not None:
            state, said = judged
            # Who does not pass the fourth cannot pass the fifth.
            if state == "failed" and not (number == 5 and any(it["state"] == "failed" for it in found)):
                said = f"{said}: {_SHOWS[number]}"
            found.append({"probe": number, "asks": QUESTIONS[number], "state": state, "said": said})
    return sorted(found, key=lambda it: it["probe"])
