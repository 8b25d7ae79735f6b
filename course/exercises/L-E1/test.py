import torch as t
from tests.explain import CheckFailed, call, passed
from tests.learning import check_seeds, compare_with_gradient
from torch.distributions import Categorical

_IDEA = "the mean of min(ratio * A, clip(ratio, 1 - clip_coef, 1 + clip_coef) * A), A normalised within the minibatch"
_PLAIN = "advantages are not normalised within the minibatch (detail 7): subtract their mean, divide by their std"


def _of_advantages(smaller, advantages, scaled):
    """Returns the mistakes made in normalising."""
    centred, spread = advantages - advantages.mean(), advantages.std() + 1e-8
    low, high = advantages.min(), advantages.max()
    one = "one of the two products still has the advantages that are not normalised"
    return [
        (_PLAIN, smaller(advantages)),
        (one, smaller(scaled, advantages)),
        (one, smaller(advantages, scaled)),
        ("the mean of the advantages is subtracted, but they are not divided by their std", smaller(centred)),
        ("the advantages are divided by their std, but their mean is not subtracted first", smaller(advantages / spread)),
        ("the advantages are divided by their variance: divide by the square root of it, std()", smaller(centred / spread**2)),
        (
            "the mean is subtracted after the division: put parentheses around the difference",
            smaller(advantages - advantages.mean() / spread),
        ),
        (
            "the standard deviation divides by n here and by n - 1 in this course: use std() as it is",
            smaller(centred / (advantages.std(unbiased=False) + 1e-8)),
        ),
        (
            "the advantages are divided by the mean of their sizes: divide by their std",
            smaller(centred / (centred.abs().mean() + 1e-8)),
        ),
        (
            "the advantages are divided by the largest of them: divide by their std",
            smaller(centred / (centred.abs().max() + 1e-8)),
        ),
        (
            "the advantages are put between 0 and 1: subtract their mean and divide by their std",
            smaller((advantages - low) / (high - low + 1e-8)),
        ),
        (
            "the median of the advantages is subtracted: subtract their mean",
            smaller((advantages - advantages.median()) / spread),
        ),
        ("the advantages have lost their signs: use them as they are", smaller(scaled.abs())),
    ]


def _of_clip(ratio, scaled, clip_coef):
    """Returns the mistakes made in clipping."""
    low, high = 1 - clip_coef, 1 + clip_coef
    plain, inside = ratio * scaled, (ratio - 1).abs() <= clip_coef

    def with_bound(bounded):
        return t.minimum(plain, bounded * scaled).mean()

    right, clipped = with_bound(ratio.clamp(low, high)), ratio.clamp(low, high) * scaled
    samples = t.minimum(plain, clipped)
    around = "the ratio is clipped from -clip_coef to clip_coef: it lies around 1, so clip from 1 - clip_coef to 1 + clip_coef"
    outside = (
        "samples beyond the limits are left out: the smaller of the two products counts for each sample, and where the "
        "unclipped one is smaller its gradient flows"
    )
    return [
        ("there is one number for each sample: take the mean over the minibatch", samples),
        ("a sum where the mean was expected", samples.sum()),
        ("this is the minimum over all samples, not their mean: t.minimum(a, b) compares sample by sample", samples.min()),
        (
            "the minimum is taken of two means: take the smaller product of each sample first, and the mean last",
            t.minimum(plain.mean(), clipped.mean()),
        ),
        (
            "the larger product is taken: the objective must be the cautious one, so take the minimum",
            t.maximum(plain, clipped).mean(),
        ),
        ("nothing is clipped: the second product needs ratio.clamp(1 - clip_coef, 1 + clip_coef)", plain.mean()),
        ("only the clipped product is there: take the smaller of the clipped and the unclipped one", clipped.mean()),
        (
            "the product of ratio and advantage is clipped: clip the ratio alone, then multiply",
            t.minimum(plain, plain.clamp(low, high)).mean(),
        ),
        (
            "the minimum is taken of the two ratios: multiply both by the advantages first, whose sign decides which "
            "is smaller",
            (t.minimum(ratio, ratio.clamp(low, high)) * scaled).mean(),
        ),
        (around, with_bound(ratio.clamp(-clip_coef, clip_coef))),
        ("the ratio is clipped above only: it needs the lower limit 1 - clip_coef too", with_bound(ratio.clamp(max=high))),
        ("the ratio is clipped below only: it needs the upper limit 1 + clip_coef too", with_bound(ratio.clamp(min=low))),
        ("the ratio is clipped from 1 - clip_coef to 1: the upper limit is 1 + clip_coef", with_bound(ratio.clamp(low, 1.0))),
        ("the ratio is clipped from 1 to 1 + clip_coef: the lower limit is 1 - clip_coef", with_bound(ratio.clamp(1.0, high))),
        (
            "the logarithm of the ratio is clipped: take the exponential first, and clip the ratio",
            with_bound(t.log(ratio).clamp(-clip_coef, clip_coef).exp()),
        ),
        ("the lower limit is 1 / (1 + clip_coef): it is 1 - clip_coef", with_bound(ratio.clamp(1 / high, high))),
        ("the two limits are exchanged: clamp takes the lower one first", with_bound(t.full(ratio.shape, low))),
        ("clip_coef is 0.2 whatever the function is called with: use the argument", with_bound(ratio.clamp(0.8, 1.2))),
        (outside, plain[inside].mean()),
        (outside, (plain * inside.float()).mean()),
        ("the two products are averaged: take the smaller of them", (0.5 * (plain + clipped)).mean()),
        (
            "losses are limited too, as by a dual clip: in this objective they count in full, however large the ratio",
            t.where(scaled < 0, t.maximum(samples, 3.0 * scaled), samples).mean(),
        ),
        ("the sign is the other way round: this is maximised, so return it without a minus", -right),
    ]


def _mistakes(new, old, advantages, clip_coef):
    ratio = t.exp(new - old)
    low, high = 1 - clip_coef, 1 + clip_coef
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)

    def smaller(ratio, a, b=None):
        return t.minimum(ratio * a, ratio.clamp(low, high) * (a if b is None else b)).mean()

    return [
        *_of_clip(ratio, scaled, clip_coef),
        *_of_advantages(lambda a, b=None: smaller(ratio, a, b), advantages, scaled),
        ("the ratio is the other way round: the new policy over the old one", smaller(1 / ratio, scaled)),
        (
            "the exponential is missing: a difference of log-probabilities is the logarithm of the ratio",
            smaller(new - old, scaled),
        ),
        ("1 + the difference is the ratio only where it is near 1: take the exponential", smaller(1 + new - old, scaled)),
        ("log-probabilities are divided: the ratio is the exponential of their difference", smaller(new / old, scaled)),
        (
            "the old log-probabilities are not used, so the ratio is 1 everywhere: subtract mb_logprobs",
            smaller(t.ones_like(ratio), scaled),
        ),
        ("the old log-probabilities are not used: the ratio is exp(new - old)", smaller(t.exp(new), scaled)),
        ("log-probabilities are added: the ratio is exp(new - old)", smaller(t.exp(new + old), scaled)),
        ("the difference of probabilities is no ratio: take exp(new - old)", smaller(t.exp(new) - t.exp(old), scaled)),
    ]


def test_calc_clipped_surrogate_objective(calc_clipped_surrogate_objective):
    for clip_coef in (0.15, 0.2):
        logits = t.randn(24, 4)
        actions, advantages = t.randint(0, 4, (24,)), t.randn(24) * 2 + 1
        # Half of the ratios lie beyond the limits, on either side.
        away = t.tensor([0.5, -0.5, 0.05, -0.05] * 6) + 0.05 * t.randn(24)
        old = _taken(logits, actions) + away
        _check(calc_clipped_surrogate_objective, logits, actions, advantages, old, clip_coef)
    # All advantages are equal: only eps keeps that from 0 / 0.
    _check(calc_clipped_surrogate_objective, logits, actions, t.ones(24), old, clip_coef)
    # Ratios from 1 / 3000 to 3000.
    far = _taken(logits, actions) + t.tensor([8.0, -8.0, 3.0, -3.0] * 6)
    _check(calc_clipped_surrogate_objective, logits, actions, advantages, far, 0.3)
    _check_tiny(calc_clipped_surrogate_objective, logits, actions, advantages, away)
    _check(calc_clipped_surrogate_objective, logits[:2], actions[:2], t.tensor([1.0, -2.0]), old[:2], 0.2)
    given = Categorical(logits=logits), actions, advantages, old, 0.2
    check_seeds("calc_clipped_surrogate_objective", calc_clipped_surrogate_objective, *given)
    passed("test_calc_clipped_surrogate_objective")


def _taken(logits, actions):
    return Categorical(logits=logits).log_prob(actions)


def _check_tiny(function, logits, actions, advantages, away):
    """Probabilities that are too small for a float, whose ratio is an ordinary number all the same."""
    logits = logits.scatter(-1, actions.unsqueeze(-1), -120.0)
    try:
        _check(function, logits, actions, advantages, _taken(logits, actions) + away, 0.2)
    except CheckFailed as failure:
        likely = (
            "where both probabilities are too small for a float, their quotient is 0 / 0: subtract the log-probabilities, and "
            "take the exponential of the difference"
        )
        if isinstance(failure.got, t.Tensor) and bool(t.isnan(failure.got.detach()).any()):
            raise CheckFailed(_IDEA, failure.expected, failure.got, failure.inputs, likely) from None
        raise


def _check(function, logits, actions, advantages, old, clip_coef):
    leaf, own = [logits.clone().requires_grad_() for _ in range(2)]

    def called(advantages):
        given = {"mb_action": actions, "mb_advantages": advantages, "mb_logprobs": old, "clip_coef": clip_coef}
        return call(_IDEA, function, {"dist": Categorical(logits=leaf), **given})

    got, of_opposite = called(advantages), called(-advantages)
    new = _taken(own, actions)
    expected = _objective(new, old, advantages, clip_coef)
    expected.backward()

    def mistakes():
        # A mistake is named if it explains the result for the opposite advantages too.
        found = _mistakes(new.detach(), old, advantages, clip_coef)
        opposite = _mistakes(new.detach(), old, -advantages, clip_coef)
        return [pair for pair, (_, value) in zip(found, opposite) if _is_near(of_opposite, value)]

    def otherwise():
        if not _is_near(called(advantages), got.detach()):
            return "two calls give two numbers: use mb_action, and draw nothing"
        return _where(function)

    shown = {"clip_coef": clip_coef, "mb_advantages": advantages}
    compare_with_gradient(_IDEA, got, expected.detach(), leaf, own.grad, shown, mistakes, "dist", otherwise)


def _where(function):
    """Says where the objective is not right: for ratios of 1, for ratios within the limits, or beyond them."""
    logits = t.tensor([[0.0, 1.0]] * 4)
    actions, advantages = t.tensor([0, 1, 0, 1]), t.tensor([3.0, 1.0, -1.0, 1.0])
    scaled = t.tensor([2.0, 0.0, -2.0, 0.0]) / (8 / 3) ** 0.5
    for shifts, said in (
        (
            [0.0] * 4,
            "even where every ratio is 1 it is not the mean of the normalised advantages, 0: see how they are made, and "
            "the ratio",
        ),
        (
            [0.05, -0.1, -0.05, 0.1],
            "where all ratios lie within the limits it is not the mean of ratio * A: see how the ratio is computed",
        ),
        (
            [0.7, 0.3, 0.6, -0.5],
            "it is right within the limits, and not where a ratio is above 1 + clip_coef: see the clip and the minimum",
        ),
        (
            [-0.7, 0.3, -0.6, -0.5],
            "it is right within the limits, and not where a ratio is below 1 - clip_coef: see the clip and the minimum",
        ),
    ):
        ratio = t.tensor(shifts).exp()
        wanted = t.minimum(ratio * scaled, ratio.clamp(0.8, 1.2) * scaled).mean()
        old = _taken(logits, actions) - t.tensor(shifts)
        got = function(Categorical(logits=logits.clone().requires_grad_()), actions, advantages, old, 0.2)
        if not _is_near(got, wanted):
            return said
    return None


def _objective(new, old, advantages, clip_coef):
    ratio = t.exp(new - old)
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    return t.minimum(ratio * scaled, ratio.clamp(1 - clip_coef, 1 + clip_coef) * scaled).mean()


def _is_near(got, value):
    return isinstance(got, t.Tensor) and got.shape == value.shape and t.allclose(got.detach(), value, 1e-4, 1e-5)
