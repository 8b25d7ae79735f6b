"""Environments under names of the reader's own: it runs with our Gymnasium, and with the real one."""

import sys

import gymnasium as gym
import numpy as np


class Mine(gym.Env):
    def __init__(self, size=3, render_mode=None):
        self.size, self.render_mode = size, render_mode
        self.action_space = gym.spaces.Discrete(2)
        self.observation_space = gym.spaces.Box(-10, 10, (1,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x = 0
        return np.array([self.x], np.float32), {}

    def step(self, action):
        self.x += 1
        return np.array([self.x], np.float32), 1.0, self.x >= 9, False, {}


def ends(env, count):
    env.reset(seed=1)
    return [tuple(map(bool, env.step(0)[2:4])) for _ in range(count)]


def raised(call, *given, **named):
    try:
        call(*given, **named)
    except Exception as error:
        return type(error).__name__, str(error)
    raise AssertionError(f"nothing was raised for {given} {named}")


# As `TimeLimit` does it: truncated from the last step on.
gym.register(id="Mine-v0", entry_point=Mine, max_episode_steps=4)
env = gym.make("Mine-v0")
assert type(env).__name__ == "TimeLimit" and type(env.unwrapped) is Mine and env.unwrapped.size == 3
assert (env.spec.id, env.spec.max_episode_steps) == ("Mine-v0", 4)
assert raised(env.step, 0)[0] == "ResetNeeded"
assert ends(env, 5) == [(False, False)] * 3 + [(False, True)] * 2
spec = gym.spec("Mine-v0")
assert (spec.id, spec.entry_point, spec.max_episode_steps, spec.name, spec.version, spec.kwargs) == ("Mine-v0", Mine, 4, "Mine", 0, {})
assert "Mine-v0" in gym.registry

# A second one takes the first one's place. Arguments of `make` go before those of `register`.
gym.register(id="Mine-v0", entry_point=Mine, max_episode_steps=6, kwargs={"size": 5})
assert gym.make("Mine-v0").unwrapped.size == 5
env = gym.make("Mine-v0", size=7)
assert env.unwrapped.size == 7 and env.spec.kwargs["size"] == 7 and env.spec.max_episode_steps == 6
assert ends(gym.make("Mine-v0", max_episode_steps=2), 2) == [(False, False), (False, True)]
unlimited = gym.make("Mine-v0", max_episode_steps=-1)
assert raised(unlimited.step, 0)[0] == "ResetNeeded"
assert ends(unlimited, 9) == [(False, False)] * 8 + [(True, False)]

# A class by its module, a function, a space of names, a specification.
gym.register(id="mine/Mine-v3", entry_point=__name__ + ":Mine")
made = gym.make("mine/Mine-v3")
assert type(made.unwrapped) is Mine and (made.spec.namespace, made.spec.version) == ("mine", 3)
gym.register(id="Called-v0", entry_point=lambda **named: Mine(**named), max_episode_steps=3)
assert ends(gym.make("Called-v0", size=2), 3)[-1] == (False, True)
assert gym.make(gym.spec("Mine-v0")).spec.max_episode_steps == 6
gym.register(id="Mine-v1", entry_point=Mine)
assert gym.make("Mine").spec.id == "Mine-v1"
gym.register_envs(sys)

# What cannot be made says so.
for call, given, named, kind, words in [
    (gym.make, ["Mine-v7"], {}, "VersionNotFound", "v1"),
    (gym.make, ["Mime-v0"], {}, "NameNotFound", "Mime"),
    (gym.spec, ["Mime-v0"], {}, "NameNotFound", "Mime"),
    (gym.register, ["Mine v2", Mine], {}, "Error", "Malformed environment ID: Mine v2."),
    (gym.register, ["Bare-v0"], {}, "ValueError", "entry_point"),
    (gym.make, ["Mine-v0"], {"colour": 1}, "TypeError", "colour"),
]:
    found = raised(call, *given, **named)
    assert found[0] == kind and words in found[1], found
gym.register(id="Gone-v0", entry_point="no_such_module:Mine")
assert raised(gym.make, "Gone-v0")[0] == "ModuleNotFoundError"
gym.register(id="Gone-v1", entry_point=__name__ + ":Nothing")
assert "Nothing" in raised(gym.make, "Gone-v1")[1]

# Several at once.
envs = gym.make_vec("Mine-v0", num_envs=2, vectorization_mode="sync")
envs.reset(seed=0)
steps = [envs.step(np.array([0, 1]))[2:4] for _ in range(7)]
assert [bool(truncated.all()) for _, truncated in steps] == [False] * 5 + [True, False]

# Without copies all steps fill one array.
for copy in (True, False):
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("Mine-v0")] * 2, copy=copy)
    first, _ = envs.reset(seed=1)
    after = envs.step(np.array([0, 0]))[0]
    assert (first is after) == (not copy) and after.tolist() == [[1.0], [1.0]]
    assert first.tolist() == [[0.0 if copy else 1.0]] * 2
