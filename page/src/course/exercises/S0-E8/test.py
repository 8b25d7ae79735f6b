"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import discounted_returns, random_tau


def test_compute_loss(VPGTrainer, VPGArgs, Rollout):
    settings = dict(num_envs=8, num_steps_per_rollout=24, rollout_use_count=1, use_wandb=False, video_log_freq=None, device="cpu")
    for normalised, weighted, gamma in ((True, False, 1.0), (False, False, 0.9), (True, True, 0.95)):
        t.random.seed()
        args = VPGArgs(normalize_returns=normalised, use_iw=weighted, gamma=gamma, clip_coef=0.2, ent_coef=0.01, **settings)
        _check_loss(VPGTrainer(args))
    passed("test_compute_loss")


def _check_loss(trainer):
    tau, args = random_tau(8, 24), trainer.args
    shown = {"normalize_returns": args.normalize_returns, "use_iw": args.use_iw, "gamma": args.gamma}
    joy, info = call("compute_loss gives the joy and a dict", trainer.compute_loss, {"tau": tau})
    require(joy.shape == (), "the joy is one number", shape=tuple(joy.shape))
    for key in ("entropy", "r_joy", "iw"):
        require(key in info, f"the dict has a key {key!r}", keys=list(info))
    policy = trainer.policy_network
    logs = t.log_softmax(policy(tau.obs), -1)
    taken = logs.gather(-1, tau.actions.unsqueeze(-1)).squeeze(-1)
    entropy = -(logs.exp() * logs).sum(-1).mean()
    ratio = t.exp(taken - tau.logprobs).detach().clamp(1 - args.clip_coef, 1 + args.clip_coef)

    def reinforce(gamma=args.gamma, normalised=args.normalize_returns, weighted=args.use_iw):
        returns = discounted_returns(tau.rewards, tau.dones, gamma)
        if normalised:
            returns = (returns - returns.mean()) / (returns.std() + 1e-8)
        weights = ratio if weighted else t.ones_like(ratio)
        return (weights * taken * (returns - returns.mean(0, keepdim=True))).mean()

    expected = reinforce() + 0.01 * entropy
    compare(
        "joy = reinforce + ent_coef * mean entropy, to be maximised",
        joy,
        expected,
        shown,
        mistakes=[
            ("the entropy is missing", reinforce()),
            ("the entropy is taken off; it is to be added, because the joy is maximised", reinforce() - 0.01 * entropy),
            ("ent_coef does nothing", reinforce() + entropy),
            ("the sign is the other way round: the optimiser maximises", -expected),
            ("normalize_returns is not looked at", reinforce(normalised=not args.normalize_returns) + 0.01 * entropy),
            ("use_iw is not looked at", reinforce(weighted=not args.use_iw) + 0.01 * entropy),
            ("gamma is left at the function's own default, 0.9", reinforce(gamma=0.9) + 0.01 * entropy),
        ],
        atol=1e-5,
    )
    require(
        abs(float(info["entropy"]) - float(entropy)) < 1e-4 and abs(float(info["r_joy"]) - float(reinforce())) < 1e-4,
        "the dict tells the mean entropy and the reinforce term",
        entropy=info["entropy"],
        r_joy=info["r_joy"],
    )
    require((info["iw"] is None) != args.use_iw, "iw is the mean weight where weights are used, and else None", iw=info["iw"])
    joy.backward()
    some = any(p.grad is not None and bool((p.grad != 0).any()) for p in policy.parameters())
    require(some, "gradient must reach the policy's parameters")
