"""An environment and an agent that keep a record of what a loop does with them."""

import torch as t
import worlds
from torch import nn
from tests.explain import call, require
from torch.distributions import Categorical


class Diary:
    """What has happened, in order: ("reset",), ("act", observations, actions, log-probabilities) and ("step", ...)."""

    def __init__(self):
        self.entries = []

    def of(self, kind):
        return [entry[1:] for entry in self.entries if entry[0] == kind]


def recorded_environment(diary):
    """Returns a class of environments whose observations and rewards are all different. Some steps terminate an episode,
    and its fourth step truncates it."""

    class Recorded(worlds.World):
        obs_size, num_actions, max_episode_steps = 3, 2, 4

        def start(self, count):
            return t.randn(count, 3)

        def move(self, action):
            self.state = t.randn(self.num_envs, 3)
            self.falls = t.rand(self.num_envs) < 0.25
            return t.randn(self.num_envs)

        def terminated(self):
            return self.falls

        def reset(self, seed=None):
            obs, info = super().reset(seed)
            diary.entries.append(("reset", obs.clone()))
            return obs, info

        def step(self, actions):
            before = self.observe()
            result = super().step(actions)
            obs, rewards, terminated, truncated, _ = result
            given = t.as_tensor(actions).clone()
            diary.entries.append(("step", before, given, rewards.clone(), terminated.clone(), truncated.clone()))
            return result

    return Recorded


def recorded_agent(diary):
    """Returns a class of agents that write down what they were asked."""

    class RecordedAgent(nn.Module):
        def __init__(self, n_obs, n_actions):
            super().__init__()
            self.policy, self.value = nn.Linear(n_obs, n_actions), nn.Linear(n_obs, 1)

        def get_action(self, obs):
            dist = Categorical(logits=self.policy(obs))
            actions = dist.sample()
            log_probs = dist.log_prob(actions).detach()
            diary.entries.append(("act", obs.clone(), actions.clone(), log_probs, dist.probs.detach()))
            return actions, dist

    return RecordedAgent


class Slopes(nn.Module):
    """An agent of one weight, whose loss has another slope each time that it is asked for."""

    def __init__(self, n_obs, n_actions):
        super().__init__()
        self.weight = nn.Parameter(t.zeros(()))
        self.slopes, self.asked = [], []

    def get_loss(self, data):
        self.asked.append(data)
        self.slopes.append(float(t.rand(())) + 0.5)
        return self.weight * self.slopes[-1]


def follow(idea, train, count, turns, judge, is_quiet):
    """Goes through a loop, and raises unless it yields once in each of its turns and does nothing after the last.

    train: returns the loop
    count: number of turns that the loop should make
    turns: what its turns are called, and the name of their number: "self.num_phases phases"
    judge: raises unless what happened since the last yield is one turn
    is_quiet: returns true if nothing has happened since the last yield
    """
    loop = call(idea, train, {})
    require(
        hasattr(loop, "__next__"),
        "train is a generator: it yields after each turn of its loop",
        "there is no `yield` in it, so it runs to its end at once, or returns something",
        got=loop,
    )
    yielded = 0
    for _ in loop:
        yielded += 1
        judge()
        require(yielded <= count, f"train ends after {turns}, {count} here", "the loop goes on: use range(...)")
    require(
        yielded == count,
        f"train yields once in each of {turns}: {count} here, and it yielded {yielded} times",
        "it leaves the loop too early: is there a `return` or a `break`, or another number in range(...)?",
    )
    require(is_quiet(), idea, "after the last `yield` it goes on: the `yield` comes last in the loop")
