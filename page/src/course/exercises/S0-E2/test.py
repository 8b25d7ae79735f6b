"""Tensors are [num_envs, num_steps]."""

from types import SimpleNamespace

import torch as t
import worlds
from tests.explain import call, compare, passed, require


class _Agent:
    """The parts that an agent of the course asks for."""

    def __init__(self, VPGAgent, policy, envs=None, **settings):
        usual = dict(num_envs=8, num_steps_per_rollout=24, device="cpu", full_reset=True, early_stop=True)
        args = SimpleNamespace(**{**usual, **settings})
        envs = envs or worlds.CartPole(args.num_envs)
        self.agent = VPGAgent(envs=envs, policy_network=policy, args=args, rng=None)
        self.args = args


def test_get_actions(VPGAgent, PolicyNetwork):
    t.random.seed()
    policy = PolicyNetwork((4,), 2)
    obs = t.randn(256, 4)
    agent = _Agent(VPGAgent, policy).agent
    actions, logprobs, _ = call("get_actions samples from the policy", agent.get_actions, {"obs": obs})
    require(tuple(actions.shape) == (256,), "one action for each world", shape=tuple(actions.shape))
    require(bool(((actions >= 0) & (actions < 2)).all()), "actions are 0 or 1", actions=actions)
    expected = t.log_softmax(policy(obs), -1).gather(-1, actions.long().unsqueeze(-1)).squeeze(-1)
    compare(
        "the log-probabilities are those of the actions that were taken",
        logprobs,
        expected,
        mistakes=[
            ("these are probabilities: the logarithm is missing", expected.exp()),
            ("these are the log-probabilities of the other action", t.log(1 - expected.exp())),
        ],
    )
    require(
        logprobs.requires_grad,
        "gradient must be able to flow into the log-probabilities",
        "something detaches them, or get_actions runs under no_grad; only gen_rollout should",
    )

    def certain(observations):
        return t.tensor([10.0, -10.0]).expand(observations.shape[0], 2)

    actions, _, _ = _Agent(VPGAgent, certain).agent.get_actions(t.zeros(256, 4))
    share = float((actions == 0).float().mean())
    require(share > 0.95, f"with logits 10 and -10 action 0 is all but certain, and was taken in {share:.0%}")
    even = _Agent(VPGAgent, lambda observations: t.zeros(observations.shape[0], 2)).agent
    share = float((even.get_actions(t.zeros(4096, 4))[0] == 0).float().mean())
    require(
        0.4 < share < 0.6,
        f"with equal logits each action is taken half of the time, and 0 was taken in {share:.0%}",
        "are actions sampled, or is the likeliest taken?",
    )
    passed("test_get_actions")


def test_gen_rollout(VPGAgent, PolicyNetwork, VPGArgs, Rollout):
    t.random.seed()
    parts = _Agent(VPGAgent, PolicyNetwork((4,), 2))
    rollout = Rollout(8, 24, (4,), (), "cpu")
    rollout, info = call("gen_rollout plays and records", parts.agent.gen_rollout, {"rollout": rollout})
    require("lifespan" in info, "the second thing returned is a dict with `lifespan`", keys=list(info))
    require(tuple(info["lifespan"].shape) == (8,), "a lifespan for each world", shape=tuple(info["lifespan"].shape))
    require(0 < rollout.timestep <= 24, "between 1 and 24 steps are recorded", timestep=rollout.timestep)
    tau = rollout.get()
    require(tau.dones.dtype == t.bool, "dones are truth values", dtype=tau.dones.dtype)
    require(not tau.logprobs.requires_grad, "a rollout is data: it is collected under no_grad")
    falls = tau.dones.long()
    lived = t.where(falls.any(dim=1), falls.argmax(dim=1), t.tensor(rollout.timestep))
    compare(
        "lifespan counts the steps of each world before its first fall",
        info["lifespan"].float(),
        lived.float(),
        mistakes=[
            ("the step of the fall itself is counted too: first mark the dead, then add to those who live", (lived + falls.any(dim=1).long()).float()),
            ("lifespan goes on in worlds that have died and begun anew", t.full((8,), float(rollout.timestep))),
        ],
    )
    moved = bool((tau.obs[:, 0] != tau.obs[:, 1]).any()) if rollout.timestep > 1 else True
    require(moved, "every step records the observation that the action was chosen from", "is obs replaced by the new one?")
    passed("test_gen_rollout")
