import torch as t
from tests.explain import call, passed
from tests.learning import check_seeds, compare_with_gradient
from tests.smallest import first_wrong
from torch.distributions import Categorical

_FLOORS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5)
_EVEN, _SKEW = [[0.5, 0.5]], [[0.9, 0.1]]
_SMALL = (
    ("for one observation with probabilities [0.5, 0.5] and ent_coef 1 it is log 2 = 0.693", (_EVEN, 1.0), 0.693147),
    ("for one observation with probabilities [0.9, 0.1] and ent_coef 1 it is 0.325", (_SKEW, 1.0), 0.325083),
    ("for probabilities [0.25, 0.25, 0.25, 0.25] and ent_coef 1 it is log 4 = 1.386", ([[0.25] * 4], 1.0), 1.386294),
    ("for one observation with probabilities [0.5, 0.5] and ent_coef 0.1 it is 0.0693", (_EVEN, 0.1), 0.0693147),
    ("for two observations, [0.5, 0.5] and [0.9, 0.1], it is (0.693 + 0.325) / 2 = 0.509", (_EVEN + _SKEW, 1.0), 0.509115),
    ("for probabilities [0.9999, 0.0001] it is nearly 0, 0.00102", ([[0.9999, 0.0001]], 1.0), 0.00102),
)
_IDEA = "ent_coef times the mean entropy over the minibatch"


def _mistakes(dist, ent_coef):
    entropies, probs, logs = dist.entropy(), dist.probs, t.log(dist.probs)
    average = probs.mean(0)
    kinds = t.tensor(float(probs.shape[-1]))
    squares = "here is no logarithm, only a square of probabilities: the entropy is -sum(p * log p)"
    weights = "each logarithm must be weighted with its probability: -sum(p * log p)"
    return [
        ("there is one number for each observation: take the mean over the minibatch", ent_coef * entropies),
        ("there is one number for each observation and action: sum over the actions first", -ent_coef * probs * logs),
        ("ent_coef does nothing: multiply the mean by it", entropies.mean()),
        ("a sum where the mean was expected", ent_coef * entropies.sum()),
        (
            "the sign is the other way round: entropy() has its own minus, and the objective adds the bonus",
            -ent_coef * entropies.mean(),
        ),
        (
            "the mean is over the actions too: sum over the actions, then take the mean over the observations",
            -ent_coef * (probs * logs).mean(),
        ),
        *[(weights, sign * ent_coef * number) for sign in (-1, 1) for number in (logs.sum(-1).mean(), logs.mean())],
        (
            "this is the entropy of the mean policy: take the entropy for each observation, and the mean last",
            -ent_coef * (average * t.log(average)).sum(),
        ),
        ("these are probabilities, which always sum to 1: the entropy is -sum(p * log p)", ent_coef * probs.mean()),
        ("ent_coef divides: multiply by it", entropies.mean() / ent_coef),
        ("ent_coef is added: multiply by it", entropies.mean() + ent_coef),
        ("the logarithm has base 2: take the natural one", ent_coef * entropies.mean() / 0.6931471805599453),
        ("the logarithm has base 10: take the natural one", ent_coef * entropies.mean() / 2.302585092994046),
        (
            "the entropy is divided by log k, the largest that it can be: take it as it is",
            ent_coef * (entropies / t.log(kinds)).mean(),
        ),
        ("ent_coef is 0.01 whatever the function is called with: use the argument", 0.01 * entropies.mean()),
        ("ent_coef is squared: multiply by it once", ent_coef**2 * entropies.mean()),
        ("this is the exponential of the entropy: take the entropy itself", ent_coef * entropies.exp().mean()),
        (squares, ent_coef * (1 - (probs**2).sum(-1)).mean()),
        (squares, -ent_coef * (probs**2).sum(-1).mean()),
        (
            "this is how far the policy is from the uniform one: the bonus is the entropy itself",
            ent_coef * (t.log(kinds) - entropies).mean(),
        ),
        (
            "this is how far the policy is from the uniform one: the bonus is the entropy itself",
            ent_coef * (entropies - t.log(kinds)).mean(),
        ),
        ("this is the largest entropy of all observations: take the mean", ent_coef * entropies.max()),
        ("this is the smallest entropy of all observations: take the mean", ent_coef * entropies.min()),
        ("this is the median of the entropies: take the mean", ent_coef * entropies.median()),
        ("the entropies are squared: take their mean as they are", ent_coef * (entropies**2).mean()),
        (
            "the sum is divided by n - 1: the mean of n entropies divides by n",
            ent_coef * entropies.sum() / max(len(entropies) - 1, 1),
        ),
        *[("the entropy is kept away from 0: take it as it is", ent_coef * entropies.clamp(min=low).mean()) for low in _FLOORS],
    ]


def test_calc_entropy_bonus(calc_entropy_bonus):
    # The last case has one observation, in which several mistakes look alike.
    for ent_coef, count, actions in ((0.02, 16, 3), (0.3, 12, 4), (0.1, 1, 2)):
        _check(calc_entropy_bonus, 1.5 * t.randn(count, actions), ent_coef)
    # Policies that are nearly certain, and one that is not at all.
    _check(calc_entropy_bonus, t.randn(6, 3) * t.tensor([12.0, 15.0, 9.0, 12.0, 15.0, 0.0]).unsqueeze(-1), 0.2)
    check_seeds("calc_entropy_bonus", calc_entropy_bonus, Categorical(logits=t.randn(3, 2)), 0.5)
    passed("test_calc_entropy_bonus")


def _check(function, logits, ent_coef):
    leaves = [logits.clone().requires_grad_() for _ in range(2)]
    dists = [Categorical(logits=leaf) for leaf in leaves]
    inputs = {"dist": dists[0], "ent_coef": ent_coef}
    got = call(_IDEA, function, inputs)
    expected = ent_coef * dists[1].entropy().mean()
    expected.backward()

    def mistakes():
        again = call(_IDEA, function, inputs)
        if isinstance(got, t.Tensor) and isinstance(again, t.Tensor) and got.shape == again.shape == expected.shape:
            if abs(float(got) - float(again)) > 1e-6:
                return [("two calls give two numbers: do not draw actions, but sum over all of them", got.detach())]
        return _mistakes(Categorical(logits=logits), ent_coef)

    shown = {"logits of dist": logits, "ent_coef": ent_coef}
    def otherwise():
        return first_wrong(_SMALL, lambda probs, coef: function(Categorical(logits=t.tensor(probs).log()), coef))

    compare_with_gradient(_IDEA, got, expected.detach(), leaves[0], leaves[1].grad, shown, mistakes, "dist", otherwise)
