import torch as t
from tests.explain import call, passed
from tests.learning import compare_with_gradient, keeps
from torch.distributions import Categorical

_IDEA = "the mean of min(ratio * A, clip(ratio, 1 - clip_coef, 1 + clip_coef) * A), A normalised within the minibatch"
_PLAIN = "advantages are not normalised within the minibatch (detail 7): subtract their mean, divide by their std"


def _mistakes(new, old, advantages, clip_coef):
    ratio = t.exp(new - old)
    low, high = 1 - clip_coef, 1 + clip_coef
    centred, spread = advantages - advantages.mean(), advantages.std() + 1e-8
    scaled = centred / spread

    def smaller(ratio, a, b=None):
        return t.minimum(ratio * a, ratio.clamp(low, high) * (a if b is None else b))

    right, clipped = smaller(ratio, scaled), ratio.clamp(low, high) * scaled
    biased = centred / (advantages.std(unbiased=False) + 1e-8)
    return [
        ("there is one number for each sample: take the mean over the minibatch", right),
        ("a sum where the mean was expected", right.sum()),
        (
            "this is the minimum over all samples, not their mean: t.minimum(a, b) compares sample by sample",
            right.min(),
        ),
        (
            "the minimum is taken of two means: take the smaller product of each sample first, and the mean last",
            t.minimum((ratio * scaled).mean(), clipped.mean()),
        ),
        (_PLAIN, smaller(ratio, advantages).mean()),
        (
            "one of the two products still has the advantages that are not normalised",
            smaller(ratio, scaled, advantages).mean(),
        ),
        (
            "one of the two products still has the advantages that are not normalised",
            smaller(ratio, advantages, scaled).mean(),
        ),
        (
            "the mean of the advantages is subtracted, but they are not divided by their std",
            smaller(ratio, centred).mean(),
        ),
        (
            "the advantages are divided by their std, but their mean is not subtracted first",
            smaller(ratio, advantages / spread).mean(),
        ),
        (
            "the advantages are divided by their variance: divide by the square root of it, std()",
            smaller(ratio, centred / spread**2).mean(),
        ),
        (
            "the mean is subtracted after the division: put parentheses around the difference",
            smaller(ratio, advantages - advantages.mean() / spread).mean(),
        ),
        (
            "the standard deviation divides by n here and by n - 1 in this course: use std() as it is",
            smaller(ratio, biased).mean(),
        ),
        (
            "the larger product is taken: the objective must be the cautious one, so take the minimum",
            t.maximum(ratio * scaled, clipped).mean(),
        ),
        (
            "nothing is clipped: the second product needs ratio.clamp(1 - clip_coef, 1 + clip_coef)",
            (ratio * scaled).mean(),
        ),
        ("only the clipped product is there: take the smaller of the clipped and the unclipped one", clipped.mean()),
        (
            "the product of ratio and advantage is clipped: clip the ratio alone, then multiply",
            t.minimum(ratio * scaled, (ratio * scaled).clamp(low, high)).mean(),
        ),
        (
            "the minimum is taken of the two ratios: multiply both by the advantages first, whose sign decides which "
            "is smaller",
            (t.minimum(ratio, ratio.clamp(low, high)) * scaled).mean(),
        ),
        (
            "the ratio is clipped from -clip_coef to clip_coef: it lies around 1, so clip from 1 - clip_coef to 1 + "
            "clip_coef",
            t.minimum(ratio * scaled, ratio.clamp(-clip_coef, clip_coef) * scaled).mean(),
        ),
        (
            "the ratio is clipped above only: it needs the lower limit 1 - clip_coef too",
            t.minimum(ratio * scaled, ratio.clamp(max=high) * scaled).mean(),
        ),
        ("the ratio is the other way round: the new policy over the old one", smaller(1 / ratio, scaled).mean()),
        (
            "the exponential is missing: a difference of log-probabilities is the logarithm of the ratio",
            smaller(new - old, scaled).mean(),
        ),
        (
            "log-probabilities are divided: the ratio is the exponential of their difference",
            smaller(new / old, scaled).mean(),
        ),
        (
            "the old log-probabilities are not used, so the ratio is 1 everywhere: subtract mb_logprobs",
            smaller(t.ones_like(ratio), scaled).mean(),
        ),
        (
            "the old log-probabilities are not used: the ratio is exp(new - old)",
            smaller(t.exp(new), scaled).mean(),
        ),
        ("the sign is the other way round: this is maximised, so return it without a minus", -right.mean()),
    ]


def test_calc_clipped_surrogate_objective(calc_clipped_surrogate_objective):
    for clip_coef in (0.1, 0.2):
        logits = t.randn(24, 4)
        actions, advantages = t.randint(0, 4, (24,)), t.randn(24) * 2 + 1
        # Half of the ratios lie beyond the limits, on either side.
        away = t.tensor([0.5, -0.5, 0.05, -0.05] * 6) + 0.05 * t.randn(24)
        old = Categorical(logits=logits).log_prob(actions) + away
        _check(calc_clipped_surrogate_objective, logits, actions, advantages, old, clip_coef)
    # All advantages are equal: only eps keeps that from 0 / 0.
    _check(calc_clipped_surrogate_objective, logits, actions, t.ones(24), old, clip_coef)
    passed("test_calc_clipped_surrogate_objective")


def _check(function, logits, actions, advantages, old, clip_coef):
    leaf, own = [logits.clone().requires_grad_() for _ in range(2)]

    def called(advantages):
        given = {"mb_action": actions, "mb_advantages": advantages, "mb_logprobs": old, "clip_coef": clip_coef}
        unchanged = keeps(_IDEA, mb_advantages=advantages, mb_logprobs=old)
        got = call(_IDEA, function, {"dist": Categorical(logits=leaf), **given})
        unchanged()
        return got

    got, of_opposite = called(advantages), called(-advantages)
    new = Categorical(logits=own).log_prob(actions)
    expected = _objective(new, old, advantages, clip_coef)
    expected.backward()
    # A mistake is named if it explains the result for the opposite advantages too.
    mistakes = _mistakes(new.detach(), old, advantages, clip_coef)
    opposite = _mistakes(new.detach(), old, -advantages, clip_coef)
    mistakes = [pair for pair, (_, value) in zip(mistakes, opposite) if _is_near(of_opposite, value)]
    shown = {"clip_coef": clip_coef, "mb_advantages": advantages}
    compare_with_gradient(_IDEA, got, expected.detach(), leaf, own.grad, shown, mistakes, "dist")


def _objective(new, old, advantages, clip_coef):
    ratio = t.exp(new - old)
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    return t.minimum(ratio * scaled, ratio.clamp(1 - clip_coef, 1 + clip_coef) * scaled).mean()


def _is_near(got, value):
    return isinstance(got, t.Tensor) and got.shape == value.shape and t.allclose(got.detach(), value, 1e-4, 1e-5)
