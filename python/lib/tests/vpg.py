"""Batched VPG: the functions of its day, tensors of shape [num_envs, num_steps]."""

from collections import namedtuple
from types import SimpleNamespace

import torch as t
import worlds
from tests.explain import CheckFailed, call, compare, passed, require

Tau = namedtuple("Tau", ["obs", "actions", "logprobs", "rewards", "dones"])


def _tau(num_envs, num_steps, dones=None):
    """A made-up rollout."""
    return Tau(
        t.randn(num_envs, num_steps, 4),
        t.randint(0, 2, (num_envs, num_steps)),
        -t.rand(num_envs, num_steps) - 0.1,
        t.rand(num_envs, num_steps),
        t.rand(num_envs, num_steps) < 0.25 if dones is None else dones,
    )


def test_rollout(Rollout):
    t.manual_seed(0)
    rollout = Rollout(num_envs=6, max_steps=4, obs_shape=(4,), action_shape=(), device=t.device("cpu"))
    steps = []
    for _ in range(3):
        step = (t.randn(6, 4), t.randint(0, 2, (6,)), t.randn(6), t.rand(6), t.rand(6) < 0.5)
        steps.append(step)
        call("add_step keeps what happened at one step", rollout.add_step, dict(zip("oalrd", step)), infos={})
    require(
        rollout.timestep == 3,
        f"after three steps `timestep` is {rollout.timestep}",
        "add_step has to add 1 to self.timestep",
    )
    tau = rollout.get()
    for place, (name, tensor) in enumerate(zip(tau._fields, tau)):
        expected = t.stack([step[place] for step in steps], dim=1)
        expected = expected.float() if name == "rewards" else expected
        swapped = t.stack([step[place] for step in steps], dim=0)
        compare(
            f"`get` stacks the {name} of all steps along dimension 1: [num_envs, num_steps]",
            tensor.float(),
            expected.float(),
            mistakes=[("steps are stacked along dimension 0", swapped.float())],
        )
    batches = call("get_batches splits the trajectories", rollout.get_batches, {"batch_size": 3})
    require(batches is not None and len(batches) == 2, "6 trajectories in batches of 3 are 2 batches", got=batches)
    require(
        tuple(batches[0].obs.shape) == (3, 3, 4),
        "a batch of 3 trajectories of 3 steps holds observations of shape (3, 3, 4)",
        "split along dimension 0, the trajectories, and not along the steps",
        shape=tuple(batches[0].obs.shape),
    )
    for name, tensor in zip(tau._fields, tau):
        joined = t.cat([getattr(batch, name) for batch in batches], dim=0)
        compare(f"the batches together hold all {name}, in order", joined.float(), tensor.float())
    fourth = (t.randn(6, 4), t.randint(0, 2, (6,)), t.randn(6), t.rand(6), t.rand(6) < 0.5)
    rollout.add_step(*fourth, infos={})
    try:
        rollout.add_step(*fourth, infos={})
    except ValueError:
        pass
    else:
        raise CheckFailed("a fifth step does not fit into a rollout of four: a ValueError was expected")
    rollout.reset()
    require(rollout.timestep == 0, "`reset` empties the rollout")
    passed("test_rollout")


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


def _returns(rewards, done, gamma, ends="now"):
    """Backwards, world by world. `ends`: where an episode's end cuts the sum."""
    result = t.zeros_like(rewards)
    for env in range(rewards.shape[0]):
        total = 0.0
        for step in reversed(range(rewards.shape[1])):
            over = bool(done[env, step])
            if ends == "never":
                over = False
            if ends == "late":
                over = step > 0 and bool(done[env, step - 1])
            total = float(rewards[env, step]) + (0.0 if over else gamma * total)
            result[env, step] = total
    return result


def test_compute_returns(compute_returns):
    t.random.seed()
    T, F = True, False
    cases = [
        (t.tensor([[1.0, 1.0, 1.0], [1.0, 0.0, 1.0]]), t.tensor([[F, F, T], [T, F, F]]), 0.9),
        (t.tensor([[0.0, 0.0, 1.0, 0.0, 1.0]]), t.tensor([[F, F, T, F, T]]), 0.5),
        (t.tensor([[2.0]]), t.tensor([[F]]), 0.99),
        (t.rand(4, 9), t.zeros(4, 9, dtype=t.bool), 1.0),
        (t.randn(5, 12), t.rand(5, 12) < 0.3, 0.97),
        (t.randn(3, 6), t.rand(3, 6) < 0.5, 0.0),
    ]
    idea = "G_t = r_t + gamma * G_{t+1}, and nothing is added behind a step on which an episode ended"
    for rewards, done, gamma in cases:
        inputs = {"rewards": rewards, "done": done, "gamma": gamma}
        before = rewards.clone()
        got = call(idea, compute_returns, inputs)
        expected = _returns(rewards, done, gamma)
        mistakes = [
            ("done is used one step too late: the step that ends an episode must not see what comes after it", _returns(rewards, done, gamma, "late")),
            ("done is not used: returns run on into the next episode", _returns(rewards, done, gamma, "never")),
            ("gamma does nothing", _returns(rewards, done, 1.0)),
            ("the sum runs forwards: returns are what comes after a step, not before it", t.flip(_returns(t.flip(rewards, 1), t.flip(done, 1), gamma), 1)),
            ("the reward of the step itself must not be discounted", gamma * expected),
            ("steps are dimension 1 and worlds dimension 0 here", _returns(rewards.t(), done.t(), gamma).t()),
            ("these are still the rewards", rewards),
        ]
        compare(idea, got, expected, inputs, mistakes)
        require(bool((rewards == before).all()), "the rewards that were given must stay as they are", "copy them first: rewards.clone()")
    passed("test_compute_returns")


def test_compute_logprobs_and_entropy(compute_logprobs_and_entropy, PolicyNetwork):
    t.manual_seed(42)
    for num_envs, num_steps in ((3, 5), (1, 1), (4, 2)):
        policy, tau = PolicyNetwork((4,), 2), _tau(num_envs, num_steps)
        idea = "the log-probability of each action that was taken, and the entropy of each step"
        logprobs, entropy = call(idea, compute_logprobs_and_entropy, {"tau": tau, "pi": policy})
        logs = t.log_softmax(policy(tau.obs), -1)
        taken = logs.gather(-1, tau.actions.unsqueeze(-1)).squeeze(-1)
        compare(
            "log-probabilities of the actions taken",
            logprobs,
            taken,
            mistakes=[
                ("these are those recorded in the rollout: compute them anew with pi, so that gradient flows", tau.logprobs),
                ("the logarithm is missing", taken.exp()),
                ("these are logits, not yet log-probabilities", policy(tau.obs).gather(-1, tau.actions.unsqueeze(-1)).squeeze(-1)),
            ],
        )
        terms = logs.exp() * logs
        compare(
            "the entropy of a step is -sum p log p over the actions",
            entropy,
            -terms.sum(-1),
            mistakes=[
                ("the sign is missing: entropy is never below 0", terms.sum(-1)),
                ("the terms are averaged over actions, not summed", -terms.mean(-1)),
                ("the entropy is averaged already: one number for each step was expected", -terms.sum(-1).mean()),
            ],
        )
        require(logprobs.requires_grad, "gradient must flow from the log-probabilities to the policy", "no_grad or detach in between?")
    require(entropy.requires_grad, "gradient must flow from the entropy too: the bonus works through it", "no_grad or detach in between?")
    passed("test_compute_logprobs_and_entropy")


def test_compute_importance_weights(compute_importance_weights):
    t.random.seed()
    for clip_coef in (None, 0.2, 0.05, 0.0):
        tau = _tau(4, 6)
        fresh = (tau.logprobs + 0.5 * t.randn(4, 6)).requires_grad_()
        idea = "exp(new log-probability - old log-probability)" + ("" if clip_coef is None else f", kept within 1 ± {clip_coef}")
        inputs = {"logprobs_taken": fresh, "tau": tau, "clip_coef": clip_coef}
        got = call(idea, compute_importance_weights, inputs)
        ratio = t.exp(fresh - tau.logprobs).detach()
        expected = ratio if clip_coef is None else ratio.clamp(1 - clip_coef, 1 + clip_coef)
        mistakes = [
            ("the ratio is the other way round: new over old", (1 / ratio) if clip_coef is None else (1 / ratio).clamp(1 - clip_coef, 1 + clip_coef)),
            ("the weights are not clipped", ratio),
            ("the exponential is missing", (fresh - tau.logprobs).detach()),
        ]
        compare(idea, got, expected, {"clip_coef": clip_coef}, mistakes)
        require(not got.requires_grad, "no gradient may flow through the weights", "detach them: they only say how much a sample counts")
    passed("test_compute_importance_weights")


def test_normalize_returns(normalize_returns):
    t.random.seed()
    idea = "mean 0 and standard deviation 1 over all worlds and steps together"
    for returns in (t.randn(4, 6) * 3 + 2, t.randn(2, 2), t.randn(1, 7) - 5):
        got = call(idea, normalize_returns, {"returns": returns})
        centred = returns - returns.mean()
        mistakes = [
            ("each world was normalised on its own (dim=1): take all numbers together", (returns - returns.mean(1, keepdim=True)) / (returns.std(1, keepdim=True) + 1e-8)),
            ("each step was normalised on its own (dim=0): take all numbers together", (returns - returns.mean(0, keepdim=True)) / (returns.std(0, keepdim=True) + 1e-8)),
            ("the mean is not taken off", returns / (returns.std() + 1e-8)),
            ("the standard deviation does nothing", centred),
            ("divided by the variance, not by its root", centred / (returns.var() + 1e-8)),
        ]
        compare(idea, got, centred / (returns.std() + 1e-8), {"returns": returns}, mistakes)
    flat = call(idea, normalize_returns, {"returns": t.full((3, 4), 7.0)})
    require(bool(t.isfinite(flat).all()), "equal returns have no spread: add a small number before dividing", got=flat)
    passed("test_normalize_returns")


def test_compute_reinforce_loss(compute_reinforce_loss):
    t.random.seed()
    idea = "the mean of weight * log-probability * advantage, the advantage being the return less its mean over worlds at that step"
    for shape in ((4, 6), (3, 1), (2, 5)):
        returns, weights = t.randn(*shape), t.rand(*shape) + 0.5
        logprobs = (-t.rand(*shape)).requires_grad_()
        inputs = {"returns": returns, "logprobs_taken": logprobs, "iw": weights}
        got = call(idea, compute_reinforce_loss, inputs)
        advantage = returns - returns.mean(0, keepdim=True)
        expected = (weights * logprobs * advantage).mean()
        mistakes = [
            ("there is no baseline", (weights * logprobs * returns).mean()),
            ("the baseline is the mean over all worlds and steps; one for each step was expected", (weights * logprobs * (returns - returns.mean())).mean()),
            ("the baseline is the mean over steps; the mean over worlds was expected", (weights * logprobs * (returns - returns.mean(1, keepdim=True))).mean()),
            ("the importance weights are missing", (logprobs * advantage).mean()),
            ("a sum where the mean was expected", (weights * logprobs * advantage).sum()),
            ("the sign is the other way round: this is maximised", -expected),
        ]
        compare(idea, got, expected, inputs, mistakes)
        got.backward()
        require(
            logprobs.grad is not None and bool((logprobs.grad != 0).any()),
            "gradient must flow to the log-probabilities",
            "are they detached?",
        )
    returns = t.randn(4, 3).requires_grad_()
    logprobs = (-t.rand(4, 3)).requires_grad_()
    compute_reinforce_loss(returns, logprobs, t.ones(4, 3)).backward()
    require(returns.grad is None or not bool((returns.grad != 0).any()), "advantages are data: no gradient may flow to the returns", "detach the advantage")
    passed("test_compute_reinforce_loss")


def test_compute_loss(VPGTrainer, VPGArgs, Rollout):
    settings = dict(num_envs=8, num_steps_per_rollout=24, rollout_use_count=1, use_wandb=False, video_log_freq=None, device="cpu")
    for normalised, weighted, gamma in ((True, False, 1.0), (False, False, 0.9), (True, True, 0.95)):
        t.random.seed()
        args = VPGArgs(normalize_returns=normalised, use_iw=weighted, gamma=gamma, clip_coef=0.2, ent_coef=0.01, **settings)
        _check_loss(VPGTrainer(args))
    passed("test_compute_loss")


def _check_loss(trainer):
    tau, args = _tau(8, 24), trainer.args
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
        returns = _returns(tau.rewards, tau.dones, gamma)
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
