"""Rollouts that a reader's agent plays in environments which keep what they handed out. Tensors are
[num_envs, num_steps]."""

from types import SimpleNamespace

import torch as t
import worlds
from tests.explain import call, require
from tests.vpg import parts_of
from torch import nn

NUM_ENVS = 4
PLAYS = "gen_rollout plays and records"


class Watched(nn.Module):
    """A policy that knows which observations it was asked about."""

    def __init__(self, network):
        super().__init__()
        self.network, self.seen = network, []

    def forward(self, obs):
        self.seen.append(obs.detach())
        return self.network(obs) * 6.0 + t.tensor([0.2, -0.3])


class Recorder(worlds.CartPole):
    """Environments that fall where they are told to, and keep what they handed out."""

    def __init__(self, falls=(), limits=()):
        super().__init__(NUM_ENVS)
        self.falls, self.limits = falls, limits
        self.begin()

    def begin(self):
        self.played, self.resets, self.seeds = [], [], []

    def reset(self, seed=None):
        self.resets.append(len(self.played))
        self.seeds.append(seed)
        self.now = t.randn(NUM_ENVS, 4)
        return self.now.clone(), {}

    def step(self, actions):
        if not isinstance(actions, t.Tensor):
            actions = t.tensor(actions)
        got = tuple(actions.shape)
        require(got == (NUM_ENVS,), f"`self.envs.step` takes one action for each environment, [{NUM_ENVS}]", shape=got)
        at, before = len(self.played), self.now
        ends = [t.tensor([(at, env) in where for env in range(NUM_ENVS)]) for where in (self.falls, self.limits)]
        rewards, self.now = t.rand(NUM_ENVS) + 1, t.randn(NUM_ENVS, 4)
        terminated, truncated = ends
        self.played.append(
            SimpleNamespace(
                obs=before,
                after=self.now.clone(),
                actions=actions.detach().clone(),
                rewards=rewards.clone(),
                terminated=terminated.clone(),
                truncated=truncated.clone(),
            )
        )
        return self.now.clone(), rewards, terminated, truncated, {"done": terminated | truncated}


def agent_of(VPGAgent, policy, envs, **settings):
    usual = dict(num_envs=NUM_ENVS, num_steps_per_rollout=24, device="cpu", full_reset=True, early_stop=True)
    args = SimpleNamespace(**{**usual, **settings})
    return VPGAgent(envs=envs, policy_network=policy, args=args, rng=None)


class Play:
    """A rollout that the reader's agent has played: what was recorded, and what happened."""

    def __init__(self, VPGAgent, PolicyNetwork, Rollout, steps, falls=(), limits=(), **settings):
        settings = {"early_stop": False, "num_steps_per_rollout": steps, **settings}
        self.steps, self.settings = steps, settings
        self.lifespan = self.before = self.fallen = None
        self.envs = Recorder(falls, limits)
        self.policy = Watched(PolicyNetwork((4,), 2))
        self.agent = agent_of(VPGAgent, self.policy, self.envs, **settings)
        # Room for more steps than there should be, and two steps of an earlier rollout.
        self.rollout = Rollout(NUM_ENVS, steps + 8, (4,), (), "cpu")
        old = t.zeros(NUM_ENVS)
        for _ in range(2):
            self.rollout.add_step(t.zeros(NUM_ENVS, 4), old.long(), old, old, old.bool(), infos={})
        self.play()

    def play(self):
        """Plays a rollout with the same agent. `before` is what the one before said of lifespans, `fallen` who fell in it."""
        if isinstance(self.lifespan, t.Tensor):
            self.before, self.fallen = self.lifespan.float().clone(), self.column("terminated").any(1)
        seeds = self.envs.seeds
        self.envs.begin()
        self.policy.seen.clear()
        # Agents may keep their observations by another name.
        self.first = getattr(self.agent, "obs", t.zeros(NUM_ENVS, 4))
        result = call(PLAYS, self.agent.gen_rollout, {"rollout": self.rollout})
        likely = "each rollout begins with the same states: call `self.envs.reset()` without a seed"
        is_fixed = seeds == self.envs.seeds and seeds != [None] * len(seeds)
        require(not is_fixed, PLAYS, likely, seed=seeds)
        rollout, info = parts_of(PLAYS, result, ("rollout", '{"lifespan": ...}'))
        require(
            hasattr(rollout, "get") and hasattr(rollout, "timestep"),
            "the first thing returned is the rollout itself",
            "return `rollout` itself, not its tensors",
            got=type(rollout).__name__,
        )
        require(
            isinstance(info, dict) and "lifespan" in info,
            "the second thing returned is a dict with `lifespan`",
            'return `rollout, {"lifespan": lifespan}`',
            got=info,
        )
        self.lifespan, self.played = info["lifespan"], self.envs.played
        count, stored = len(self.played), rollout.timestep
        require(count > 0, "`self.envs.step(actions)` moves all environments", "no step was played")
        likely = "call rollout.add_step once for each step of the environments"
        if stored == count + 2 or stored > count and stored % count == 0:
            likely = "steps of an earlier rollout are still in it: call rollout.reset() before the loop"
        require(stored == count, f"{count} steps were played, and the rollout holds {stored}", likely)
        self.tau = rollout.get()

    def column(self, name):
        return t.stack([getattr(step, name) for step in self.played], dim=1)
