"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import call, compare, passed, require
from tests.vpg import discounted_returns, gradient_of, near, parts_of, random_tau

IDEA = "joy = reinforce + ent_coef * mean entropy, to be maximised"
FIXED = dict(
    num_envs=8, num_steps_per_rollout=24, rollout_use_count=1, use_wandb=False, video_log_freq=None, device="cpu"
)
CASES = [
    dict(normalize_returns=True, use_iw=False, gamma=0.97, clip_coef=0.2, ent_coef=0.05),
    dict(normalize_returns=False, use_iw=False, gamma=0.8, clip_coef=0.2, ent_coef=0.01),
    dict(normalize_returns=False, use_iw=True, gamma=0.95, clip_coef=0.3, ent_coef=0.02),
    dict(normalize_returns=True, use_iw=True, gamma=1.0, clip_coef=None, ent_coef=0.01),
]


def test_compute_loss(VPGTrainer, VPGArgs, Rollout):
    for settings in CASES:
        trainer = VPGTrainer(VPGArgs(**settings, **FIXED))
        _check_loss(trainer, settings)
    passed("test_compute_loss")


class _Right:
    """What the method should compute, and what it computes with a mistake in it."""

    def __init__(self, policy, tau, args):
        self.tau, self.args = tau, args
        self.logs = t.log_softmax(policy(tau.obs), -1)
        self.taken = self.logs.gather(-1, tau.actions.unsqueeze(-1)).squeeze(-1)
        self.entropies = -(self.logs.exp() * self.logs).sum(-1)
        self.entropy = self.entropies.mean()
        self.ratio = t.exp(self.taken - tau.logprobs).detach()
        self.clipped = self.ratio
        if args.clip_coef is not None:
            self.clipped = self.ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
        self.weights = self.clipped if args.use_iw else t.ones_like(self.ratio)

    def reinforce(self, gamma=None, normalised=None, weights=None, taken=None, returns=None):
        gamma = self.args.gamma if gamma is None else gamma
        if returns is None:
            returns = discounted_returns(self.tau.rewards, self.tau.dones, gamma)
        if self.args.normalize_returns if normalised is None else normalised:
            returns = (returns - returns.mean()) / (returns.std() + 1e-8)
        weights = self.weights if weights is None else weights
        taken = self.taken if taken is None else taken
        return (weights * taken * (returns - returns.mean(0, keepdim=True))).mean()

    def joy(self):
        return self.reinforce() + self.args.ent_coef * self.entropy

    def mistakes(self):
        tau, args = self.tau, self.args
        part, bonus = self.reinforce(), args.ent_coef * self.entropy
        found = [
            ("the entropy is missing", part),
            ("the entropy is subtracted: add it, because the joy is maximised", part - bonus),
            ("ent_coef does nothing", part + self.entropy),
            (
                "the sign is the other way round: the optimiser maximises the joy, so it has no minus",
                -part - bonus,
            ),
            ("the sign of the policy's term is the other way round: the optimiser maximises the joy", bonus - part),
            (
                "the policy's term is missing"
                if args.use_iw
                else "the policy's term is missing, or its weights are 0: where args.use_iw is off they are ones",
                bonus,
            ),
            *_of_entropy(part, args.ent_coef, self.entropies),
            (
                "one number for each step: take the mean of the entropy before you multiply it by ent_coef",
                part + args.ent_coef * self.entropies,
            ),
            ("the entropy is summed over all steps: take its mean", part + args.ent_coef * self.entropies.sum()),
            (
                "returns are normalised although args.normalize_returns is off"
                if not args.normalize_returns
                else "returns are not normalised although args.normalize_returns is on",
                self.reinforce(normalised=not args.normalize_returns) + bonus,
            ),
            ("gamma is left at the function's own default, 0.9: pass on args.gamma", self.reinforce(gamma=0.9) + bonus),
            (
                "these are rewards: compute_returns turns them into returns first",
                self.reinforce(returns=tau.rewards) + bonus,
            ),
            (
                "done is not used: pass tau.dones to compute_returns",
                self.reinforce(returns=discounted_returns(tau.rewards, tau.dones, args.gamma, "never")) + bonus,
            ),
            (
                "the log-probabilities are those recorded in the rollout: use the new ones, which carry gradient",
                self.reinforce(taken=tau.logprobs) + bonus,
            ),
        ]
        if args.normalize_returns:
            rewards = (tau.rewards - tau.rewards.mean()) / (tau.rewards.std() + 1e-8)
            returns = discounted_returns(rewards, tau.dones, args.gamma)
            sentence = "the rewards are normalised: compute the returns first, then normalise those"
            found.append((sentence, self.reinforce(returns=returns, normalised=False) + bonus))
            returns = discounted_returns(tau.rewards, tau.dones, args.gamma)
            sentence = "the baseline is subtracted before normalising: compute_reinforce_loss subtracts it afterwards"
            found.append((sentence, self.reinforce(returns=returns - returns.mean(0)) + bonus))
        if args.ent_coef != 0.01:
            found.append(("ent_coef is 0.01 whatever the settings say: use args.ent_coef", part + 0.01 * self.entropy))
        if not args.use_iw:
            sentence = "importance weights are used although args.use_iw is off: use ones"
            return found + [
                (sentence, self.reinforce(weights=weights) + bonus) for weights in (self.clipped, self.ratio)
            ]
        one = t.ones_like(self.ratio)
        found.append(
            (
                "args.use_iw is on, and the weights are all 1: call compute_importance_weights",
                self.reinforce(weights=one) + bonus,
            )
        )
        clipped = self.ratio.clamp(0.8, 1.2)
        if args.clip_coef is None:
            found.append(
                ("the weights are clipped although args.clip_coef is None", self.reinforce(weights=clipped) + bonus)
            )
        else:
            sentence = "the weights are not clipped: pass args.clip_coef to compute_importance_weights"
            found.append((sentence, self.reinforce(weights=self.ratio) + bonus))
            sentence = "the weights are clipped at 0.2 whatever the settings say: pass on args.clip_coef"
            found.append((sentence, self.reinforce(weights=clipped) + bonus))
        return found


def _of_entropy(part, ent_coef, entropies):
    """Returns what comes of other sums of the entropies."""
    one = "take the mean over both, environments and steps"
    return [
        (
            f"the entropy is summed over the steps, and averaged over environments: {one}",
            part + ent_coef * entropies.sum(1).mean(),
        ),
        (
            f"the entropy is summed over environments, and averaged over the steps: {one}",
            part + ent_coef * entropies.sum(0).mean(),
        ),
        (f"the entropy is that of the last step: {one}", part + ent_coef * entropies[:, -1].mean()),
        (f"the entropy is that of the first step: {one}", part + ent_coef * entropies[:, 0].mean()),
        (f"the entropy is the largest one: {one}", part + ent_coef * entropies.max()),
        ("ent_coef divides the entropy: multiply by it", part + entropies.mean() / ent_coef),
        (
            "ent_coef weights both terms against each other: only the entropy is multiplied by it",
            (1 - ent_coef) * part + ent_coef * entropies.mean(),
        ),
        ("ent_coef multiplies the policy's term too", ent_coef * (part + entropies.mean())),
    ]


def _check_loss(trainer, settings):
    """Compares three joys at once: two mistakes may lead to the same number once, and not three times."""
    args, policy = trainer.args, trainer.policy_network
    with t.no_grad():
        # Away from even probabilities, so that the entropy is not the same everywhere.
        for parameter in policy.parameters():
            parameter.mul_(1.5)
    weights = [p.detach().clone() for p in policy.parameters()]
    found = [_joy_of(trainer, _recorded(policy, args, size), settings, weights) for size in _SIZES]
    joys, rights = [joy for joy, _, _ in found], [right for _, _, right in found]
    expected = [right.joy() for right in rights]

    def mistakes():
        made = zip(*(_single(right) for right in rights))
        return [(one[0][0], t.stack([value for _, value in one])) for one in made]

    compare(f"{IDEA}; three joys", t.stack(joys), t.stack(expected), settings, mistakes)
    for (joy, info, right), number in zip(found, expected):
        _check_info(info, right, number)
        _check_gradient(joy, right, number, policy)


def _single(right):
    return [(sentence, value) for sentence, value in right.mistakes() if value.shape == ()]


# A whole rollout, a batch of some of its environments, and of a single one.
_SIZES = (8, 9), (5, 12), (1, 7)


def _recorded(policy, args, size):
    """A rollout whose policy has moved a little since."""
    tau = random_tau(*size)
    return tau._replace(logprobs=_Right(policy, tau, args).taken.detach() + 0.3 * t.randn(*size))


def _joy_of(trainer, tau, settings, weights):
    result = call(IDEA, trainer.compute_loss, {"tau": tau})
    joy, info = parts_of("compute_loss returns the joy and a dict", result, ("joy", "dict"))
    require(
        not isinstance(joy, dict),
        "compute_loss returns the joy first and the dict second",
        "they are the other way round",
    )
    require(
        not isinstance(joy, (int, float)),
        "the joy is a tensor of one number, with its gradient",
        "`.item()` makes a plain number of it, through which nothing can be learnt: keep it for the dict",
        joy=joy,
    )
    likely = "return the joy and `{'entropy': ..., 'r_joy': ..., 'iw': ...}`"
    require(isinstance(info, dict), "the second thing returned is a dict of numbers", likely, got=type(info).__name__)
    _require_untrained(trainer.policy_network, weights)
    right = _Right(trainer.policy_network, tau, trainer.args)
    if not isinstance(joy, t.Tensor) or joy.shape != ():
        compare(IDEA, joy, right.joy(), settings, right.mistakes)
    return joy, info, right


def _require_untrained(policy, weights):
    touched = any(p.grad is not None and bool((p.grad != 0).any()) for p in policy.parameters())
    moved = any(not t.equal(p.detach(), old) for p, old in zip(policy.parameters(), weights))
    require(
        not touched and not moved,
        "compute_loss computes the joy, and the trainer's loop learns from it",
        "it takes an optimiser's step or calls `backward` itself: leave that to the loop",
    )


def _check_gradient(joy, right, expected, policy):
    cut = "no gradient of the joy reaches the policy: something detaches it, or it is computed under no_grad"
    require(joy.requires_grad, "the joy carries gradient to the policy's parameters", cut)
    parameters = list(policy.parameters())
    bonus = gradient_of(right.args.ent_coef * _Right(policy, right.tau, right.args).entropy, parameters)
    wanted = gradient_of(expected, parameters)
    got = gradient_of(joy, parameters)
    likely = "is something detached, or are the importance weights not?"
    if near(got, wanted - bonus, 1e-6):
        likely = (
            "the entropy carries no gradient: keep its tensor for the joy, and put `.item()` of it into the dict only"
        )
    elif near(got, bonus, 1e-6):
        likely = (
            "the policy's term carries no gradient: keep its tensor for the joy, and put `.item()` into the dict only"
        )
    elif not bool((got != 0).any()):
        likely = cut
    require(near(got, wanted, 1e-6), "the joy has the right value and the wrong gradient", likely)


def _check_info(info, right, joy):
    numbers = {
        "entropy": right.entropy,
        "r_joy": right.reinforce(),
        "iw": right.weights.mean() if right.args.use_iw else None,
    }
    for key, number in numbers.items():
        require(key in info, f"the dict has a key {key!r}", "its keys are 'entropy', 'r_joy' and 'iw'", keys=list(info))
        got = info[key]
        require(
            not isinstance(got, t.Tensor),
            f"{key!r} in the dict is a plain number",
            "it is a tensor: put `.item()` of its mean there",
            got=got,
        )
        if key == "iw" and number is None:
            likely = "args.use_iw is off: put None there"
            require(got is None, "'iw' is the mean weight where weights are used, and else None", likely, iw=got)
            continue
        likely = "args.use_iw is on: put the mean of the weights there" if key == "iw" else "put its `.item()` there"
        require(isinstance(got, (int, float)), f"{key!r} in the dict is a plain number", likely, got=got)
        _require_number(key, got, float(number), right, float(joy))


def _require_number(key, got, wanted, right, joy):
    what = {"entropy": "the mean entropy", "r_joy": "the policy's term alone", "iw": "the mean weight"}[key]
    entropy, part = float(right.entropy), float(right.reinforce())
    likely = None
    for sentence, value in (
        ("this is the joy, with the entropy bonus in it: put the policy's term alone there", joy),
        ("this is the bonus: put the mean entropy there, without ent_coef", right.args.ent_coef * entropy),
        ("this is the sum of the entropies: put their mean there", float(right.entropies.sum())),
        ("this is the mean entropy: are two values of the dict swapped?", entropy),
        ("this is the policy's term: are two values of the dict swapped?", part),
        (
            "this is the mean of the weights before clipping: put that of the clipped ones there",
            float(right.ratio.mean()),
        ),
        ("this is the mean of unused weights", 1.0),
    ):
        if abs(got - value) < 1e-4 and abs(wanted - value) > 1e-4:
            likely = sentence
            break
    require(abs(got - wanted) < 1e-4, f"{key!r} in the dict is {what}", likely, got=got, expected=wanted)
