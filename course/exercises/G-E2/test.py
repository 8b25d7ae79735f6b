"""Tensors are [num_prompts, group_size, num_tokens], advantages [num_prompts, group_size]."""

import math

import torch as t
from tests.explain import CheckFailed, across, call, compare, passed, require
from torch.distributions.categorical import Categorical

IDEA = "the mean over answers of the mean over an answer's tokens of -min(ratio * A, clipped ratio * A) + beta * k3"


class _Case:
    """Made-up answers, whose log-probabilities behind their end are junk.

    rare: how far below those of usual tokens the log-probabilities lie; is_short: whether no answer reaches the end
    """

    def __init__(self, groups, size, tokens, clip_coef, beta, rare=0.0, is_short=False):
        shape = (groups, size, tokens)
        self.old, self.clip_coef, self.beta = -2 * t.rand(*shape) - 0.2 - rare, clip_coef, beta
        self.new, self.ref = self.old + 0.5 * t.randn(*shape), self.old + 0.7 * t.randn(*shape)
        self.advantages = t.randn(groups, size)
        lengths = t.randint(1, tokens + (0 if is_short else 1), (groups, size, 1))
        if not is_short:
            lengths[0, 0, 0], lengths[0, -1, 0] = max(1, tokens - 1), tokens
        self.mask = t.arange(tokens) < lengths
        if rare:
            # Ratios far out, on both sides.
            self.new[0, 0, 0], self.new[0, -1, 0] = self.old[0, 0, 0] + 3, self.old[0, -1, 0] - 3
            self.ref[0, 0, 0] = self.new[0, 0, 0] + 2
        self.new = self.new.requires_grad_()

    def inputs(self):
        return {
            "log_prob": self.new,
            "old_log_prob": self.old,
            "ref_log_prob": self.ref,
            "advantages": self.advantages,
            "mask": self.mask,
            "clip_coef": self.clip_coef,
            "beta": self.beta,
        }

    def by_loop(self):
        """Returns the loss, and the gradients of its two parts with respect to log_prob, token by token."""
        total, slopes, pulls = 0.0, t.zeros(*self.new.shape), t.zeros(*self.new.shape)
        groups, size, tokens = self.new.shape
        new, old, ref, mask = (it.tolist() for it in (self.new, self.old, self.ref, self.mask))
        for p in range(groups):
            for g in range(size):
                A, length = float(self.advantages[p, g]), sum(mask[p][g])
                for i in range(length):
                    ratio, d = math.exp(new[p][g][i] - old[p][g][i]), ref[p][g][i] - new[p][g][i]
                    bounded = min(max(ratio, 1 - self.clip_coef), 1 + self.clip_coef)
                    share = 1 / (length * groups * size)
                    total += share * (self.beta * (math.exp(d) - d - 1) - min(ratio * A, bounded * A))
                    slopes[p, g, i] = -share * ratio * A if ratio * A <= bounded * A else 0.0
                    pulls[p, g, i] = share * self.beta * (1 - math.exp(d))
        return t.tensor(total), slopes, pulls

    def loss(self, average=None, ratio=None, choose=t.minimum, surrogate=None, A=None, kl=None, signs=(-1, 1)):
        """Returns the loss with one thing done differently."""
        A = self.advantages.unsqueeze(-1) if A is None else A
        ratio = (self.new - self.old).exp() if ratio is None else ratio
        bounded = ratio.clamp(1 - self.clip_coef, 1 + self.clip_coef)
        surrogate = choose(ratio * A, bounded * A) if surrogate is None else surrogate
        d = self.ref - self.new
        kl = d.exp() - d - 1 if kl is None else kl
        x, mask = signs[0] * surrogate + signs[1] * self.beta * kl, self.mask
        return ((x * mask).sum(-1) / mask.sum(-1)).mean() if average is None else average(x * mask, mask.sum(-1), x)

    def mistakes(self):
        with t.no_grad():
            return self._averages() + self._surrogates() + self._penalties()

    def _averages(self):
        of = self.loss
        return [
            ("the mask is not used: tokens behind the end of an answer count too", of(lambda x, n, all: all.mean())),
            (
                "each answer is divided by the number of all its places: divide by mask.sum(dim=-1), its own length",
                of(lambda x, n, all: x.mean()),
            ),
            (
                "this is the mean over all tokens together: first the mean of each answer, then the mean of these",
                of(lambda x, n, all: x.sum() / n.sum()),
            ),
            (
                "an answer's tokens are added up: divide by mask.sum(dim=-1), the answer's own length",
                of(lambda x, n, all: x.sum(-1).mean()),
            ),
            ("the answers are added up: take their mean", of(lambda x, n, all: (x.sum(-1) / n).sum())),
            ("everything is added up: take means over tokens and answers", of(lambda x, n, all: x.sum())),
            (
                "the tokens of all answers to a prompt are averaged together: first the mean of each answer",
                of(lambda x, n, all: (x.sum((1, 2)) / n.sum(1)).mean()),
            ),
            (
                "the mask is inverted: True marks the tokens that count",
                of(lambda x, n, all: ((all * ~self.mask).sum(-1) / (~self.mask).sum(-1)).mean()),
            ),
            (
                "the mask is inverted: True marks the tokens that count",
                of(lambda x, n, all: ((all * ~self.mask).sum(-1) / (~self.mask).sum(-1).clamp(min=1)).mean()),
            ),
            (
                "only the last token of each answer counts: take the mean over all that the mask keeps",
                of(lambda x, n, all: x.gather(-1, n.unsqueeze(-1) - 1).mean()),
            ),
            ("only the first token of each answer counts", of(lambda x, n, all: all[..., 0].mean())),
            (
                "the mean over an answer counts one token too few",
                of(lambda x, n, all: (x.sum(-1) / (n - 1).clamp(min=1)).mean()),
            ),
            (
                "the mean over an answer counts one token too many",
                of(lambda x, n, all: (x.sum(-1) / (n + 1)).mean()),
            ),
            (
                "the sum over tokens is divided by the number of tokens of the longest answer: divide by each answer's own",
                of(lambda x, n, all: (x.sum(-1) / n.max()).mean()),
            ),
            ("the KL term is subtracted: it is a penalty, so add it to the loss", of(signs=(-1, -1))),
            ("the surrogate lacks its minus sign: the loss is minimised", of(signs=(1, 1))),
            ("the sign is the other way round: this is minimised", of(signs=(1, -1))),
        ]

    def _surrogates(self):
        of, new, old, eps = self.loss, self.new, self.old, self.clip_coef
        A, ratio = self.advantages.unsqueeze(-1), (new - old).exp()
        bounded = ratio.clamp(1 - eps, 1 + eps)
        found = [
            ("the ratio is upside down: it is new over old, exp(log_prob - old_log_prob)", of(ratio=1 / ratio)),
            ("the ratio lacks its exponential: it is exp(log_prob - old_log_prob)", of(ratio=new - old)),
            (
                "the ratio compares with the reference: compare with old_log_prob, the policy that wrote the answers",
                of(ratio=(new - self.ref).exp()),
            ),
            ("the ratio is 1 everywhere: compare with old_log_prob", of(ratio=t.ones_like(ratio))),
            ("the larger of the two products is taken: the objective takes the smaller", of(choose=t.maximum)),
            ("nothing is clipped", of(surrogate=ratio * A)),
            ("only the clipped product is there: take the smaller of it and ratio * A", of(surrogate=bounded * A)),
            (
                "the product is clipped: clip the ratio, and then multiply",
                of(surrogate=t.minimum(ratio * A, (ratio * A).clamp(1 - eps, 1 + eps))),
            ),
            ("log_prob * A stands where ratio * A belongs", of(surrogate=new * A)),
            (
                "the advantages are normalised once more: they come normalised by group",
                of(A=((self.advantages - self.advantages.mean()) / (self.advantages.std() + 1e-4)).unsqueeze(-1)),
            ),
            (
                "the advantages are normalised once more: they come normalised by group",
                of(A=((self.advantages - self.advantages.mean()) / (self.advantages.std() + 1e-8)).unsqueeze(-1)),
            ),
            (
                "the advantages are normalised once more, by group: they come so already",
                of(
                    A=(
                        (self.advantages - self.advantages.mean(1, True))
                        / (self.advantages.std(1, keepdim=True) + 1e-4)
                    ).unsqueeze(-1)
                ),
            ),
            (
                "the mean of the advantages is subtracted once more: they come with a mean of 0",
                of(A=(self.advantages - self.advantages.mean()).unsqueeze(-1)),
            ),
            ("the absolute value of the advantage counts: keep its sign", of(A=A.abs())),
            (
                "only the upper limit is kept: clip at 1 - clip_coef too",
                of(surrogate=t.minimum(ratio * A, ratio.clamp(max=1 + eps) * A)),
            ),
            (
                "only the lower limit is kept: clip at 1 + clip_coef too",
                of(surrogate=t.minimum(ratio * A, ratio.clamp(min=1 - eps) * A)),
            ),
            (
                "the difference of the log-probabilities is clipped: take its exponential first",
                of(surrogate=t.minimum(ratio * A, (new - old).clamp(-eps, eps).exp() * A)),
            ),
            (
                "the ratio is that of the whole answer, the product over its tokens: each token has its own",
                of(ratio=((new - old) * self.mask).sum(-1, keepdim=True).exp().expand_as(new)),
            ),
            (
                "the ratio is the mean over an answer's tokens, as in GSPO: each token has its own",
                of(
                    ratio=(((new - old) * self.mask).sum(-1, keepdim=True) / self.mask.sum(-1, keepdim=True))
                    .exp()
                    .expand_as(new)
                ),
            ),
            *(
                (
                    "a small number stands beside the probabilities, and rare tokens vanish in it: take exp(log_prob - old_log_prob)",
                    of(ratio=(new.exp() + above) / (old.exp() + below)),
                )
                for above, below in ((0, 1e-8), (1e-8, 1e-8), (0, 1e-10), (1e-10, 1e-10))
            ),
            ("the surrogate is missing", of(surrogate=t.zeros_like(ratio))),
        ]
        if eps != 0.2:
            fixed = of(surrogate=t.minimum(ratio * A, ratio.clamp(0.8, 1.2) * A))
            found.append(("the ratio is clipped at 0.2 whatever clip_coef is: use the parameter", fixed))
        groups, size, tokens = new.shape
        if groups == size == tokens:
            sentence = "the advantages lie along the tokens: advantages.unsqueeze(-1) gives each answer its own"
            found.append((sentence, of(A=self.advantages)))
        return found

    def _penalties(self):
        of, d, moved = self.loss, self.ref - self.new, self.old - self.new
        found = [
            ("k3 is the wrong way round: d is ref_log_prob - log_prob", of(kl=(-d).exp() + d - 1)),
            ("this is k1, the difference of the log-probabilities: k3 is exp(d) - d - 1", of(kl=-d)),
            ("the KL term is d alone: k3 is exp(d) - d - 1", of(kl=d)),
            ("this is k2, half the square of d: k3 is exp(d) - d - 1", of(kl=d * d / 2)),
            ("there is + d in k3 where - d belongs: exp(d) - d - 1", of(kl=d.exp() + d - 1)),
            ("the - 1 of k3 is missing: exp(d) - d - 1 is 0 where both policies agree", of(kl=d.exp() - d)),
            ("k3 compares with old_log_prob: compare with ref_log_prob", of(kl=moved.exp() - moved - 1)),
            ("the KL term is missing", of(kl=t.zeros_like(d))),
        ]
        apart, kept = self.ref - self.old, self.mask
        k3 = d.exp() - d - 1
        surrogate = of(kl=t.zeros_like(d))
        found += [
            (
                "this is the KL of one action, p * (log p - log ref): the token was sampled, so k3 needs no p",
                of(kl=self.new.exp() * -d),
            ),
            ("the KL is weighted with p: the token was sampled, so k3 needs no p", of(kl=self.new.exp() * k3)),
        ]
        beside = "every token has its KL in the mean of its own answer"
        found += [
            (
                "k3 compares the reference with old_log_prob: compare it with log_prob, which learns",
                of(kl=apart.exp() - apart - 1),
            ),
            (
                f"the KL term is averaged over all places, masked or not: {beside}",
                surrogate + self.beta * k3.mean(),
            ),
            (f"the KL term is averaged over all tokens together: {beside}", surrogate + self.beta * k3[kept].mean()),
            (f"the KL term is added up over all tokens: {beside}", surrogate + self.beta * k3[kept].sum()),
            (
                f"the KL term is added up over the tokens of an answer: {beside}",
                surrogate + self.beta * (k3 * kept).sum(-1).mean(),
            ),
            ("the KL term multiplies ref's probability: k3 has no weight", of(kl=k3 * self.ref.exp())),
            ("the KL term has its square: k3 is exp(d) - d - 1", of(kl=d * d)),
            ("the KL term is the absolute difference: k3 is exp(d) - d - 1", of(kl=d.abs())),
            (
                "beta weights both terms against each other: it multiplies k3 alone",
                surrogate * (1 - self.beta) + of() - surrogate,
            ),
        ]
        pull = ((k3 * kept).sum(-1) / kept.sum(-1)).mean()
        for beta in (0.04, 0.1):
            if beta != self.beta:
                found.append((f"beta is {beta} whatever is passed in: use the parameter", surrogate + beta * pull))
        if self.beta:
            found.append(("beta is missing: multiply k3 by it", of(kl=(d.exp() - d - 1) / self.beta)))
        return found


def _check_gradient(case, got, parts):
    idea = "gradient flows through log_prob, in the ratio and in k3"
    require(got.requires_grad, idea, "no gradient arrives there: is it detached, or the result made of plain numbers?")
    case.new.grad = None
    got.backward()
    slopes, pulls = parts
    found = t.zeros(*case.new.shape) if case.new.grad is None else case.new.grad
    mistakes = [
        ("the ratio is detached: no gradient flows through the surrogate", pulls),
        ("the KL term is detached: no gradient flows through k3", slopes),
    ]
    shown = {"clip_coef": case.clip_coef, "beta": case.beta, "advantages": case.advantages}
    compare(idea, found, slopes + pulls, shown, mistakes, atol=1e-6)
    require(not bool((found[~case.mask] != 0).any()), "tokens behind the end of an answer have a gradient of exactly 0")


def _compare(case, grpo_loss, expected):
    inputs = case.inputs()
    got = call(IDEA, grpo_loss, inputs)
    shown = {name: inputs[name] for name in ("advantages", "mask", "clip_coef", "beta")}
    compare(IDEA, got, expected, shown, case.mistakes)
    return got


def _by_hand():
    """One prompt, two answers with the advantages 1 and -1. The first answer has two tokens, the second one."""
    case = _Case(1, 2, 2, 0.2, 0.04)
    case.old = t.tensor([[[0.5, 0.5], [0.5, 0.5]]]).log()
    case.ref = case.old.clone()
    case.new = t.tensor([[[0.75, 0.5], [0.25, 0.9]]]).log().requires_grad_()
    case.advantages = t.tensor([[1.0, -1.0]])
    case.mask = t.tensor([[[True, True], [True, False]]])
    # Surrogates (1.2 + 1) / 2 and -0.8; k3 (0.0721 + 0) / 2 and 0.3069.
    return case, t.tensor(-0.15 + 0.04 * 0.171480)


def test_grpo_loss(grpo_loss):
    def check(case):
        case.got = _compare(case, grpo_loss, case.by_loop()[0])

    # No answer of the first case reaches the end, so that a mean over the masked tokens is a number too.
    cases = [_Case(4, 4, 4, 0.3, 0.25, is_short=True), *(_Case(*size, 0.2, 0.3) for size in ((3, 4, 6), (2, 3, 5)))]
    across(cases, check)
    case, expected = _by_hand()
    case.got = _compare(case, grpo_loss, expected)
    others = [_Case(2, 4, 3, 0.1, 0.0), _Case(2, 2, 4, 0.2, 0.1, rare=50.0), _Case(1, 1, 1, 0.2, 0.3)]
    across(others, check)
    for case in (*cases, case, *others):
        _check_gradient(case, case.got, case.by_loop()[1:])
    passed("test_grpo_loss")


def test_seven_words(grpo_loss, compute_group_advantages):
    """Trains the model of the exercise with larger groups and steps, so that 12 updates are enough at every seed."""
    kind = t.tensor([0, 0, 1, 1, 2, 2, 3])
    policy = t.zeros(7, 7).requires_grad_()
    optimizer = t.optim.Adam([policy], lr=0.2)
    means = []
    for _ in range(13):
        words = [t.arange(4).unsqueeze(-1).expand(4, 32)]
        for _ in range(5):
            words.append(Categorical(logits=policy[words[-1]]).sample())
        before, tokens = t.stack(words[:-1], -1), t.stack(words[1:], -1)
        stops = (tokens == 6).long()
        mask = stops.cumsum(-1) - stops == 0
        follows = (kind[tokens] == kind[before] + 1) | ~mask
        rewards = (follows.all(-1) & (tokens == 6).any(-1)).float()
        means.append(rewards.mean().item())
        advantages = compute_group_advantages(rewards)
        old = Categorical(logits=policy[before]).log_prob(tokens).detach()
        ref = t.zeros(*tokens.shape) - math.log(7)
        for _ in range(2):
            new = Categorical(logits=policy[before]).log_prob(tokens)
            optimizer.zero_grad()
            grpo_loss(new, old, ref, advantages, mask, 0.2, 0.04).backward()
            optimizer.step()
    if means[-1] < 0.5:
        raise CheckFailed(
            "12 updates with your loss raise the mean reward of the seven words from 0.03 to more than 0.5",
            0.9,
            means[-1],
            {"mean rewards": [round(mean, 2) for mean in means]},
            "the numbers are right and the model does not learn: does a result depend on anything but the arguments?",
        )
    passed("test_seven_words")
