import torch as t
from tests.explain import call, passed
from tests.learning import check_seeds, compare_with_gradient
from tests.smallest import first_wrong

_IDEA = "vf_coef times the mean of (values - mb_returns) squared"
_SMALL = (
    ("with values [3], mb_returns [1] and vf_coef 1 it is (3 - 1)**2 = 4", ([3.0], [1.0], 1.0), 4.0),
    ("with values [1], mb_returns [4] and vf_coef 1 it is (1 - 4)**2 = 9", ([1.0], [4.0], 1.0), 9.0),
    ("with values [3], mb_returns [1] and vf_coef 0.5 it is 0.5 * 4 = 2", ([3.0], [1.0], 0.5), 2.0),
    ("with values [3, 1], mb_returns [1, 1] and vf_coef 1 it is (4 + 0) / 2 = 2", ([3.0, 1.0], [1.0, 1.0], 1.0), 2.0),
    ("with values [1, 3], mb_returns [1, 1] and vf_coef 1 it is (0 + 4) / 2 = 2", ([1.0, 3.0], [1.0, 1.0], 1.0), 2.0),
    ("with values [40], mb_returns [0] and vf_coef 1 it is 40**2 = 1600", ([40.0], [0.0], 1.0), 1600.0),
)
_BOUND = "large errors are cut, or count less than their square: square each error as it is"


def _mistakes(values, returns, vf_coef):
    errors = values - returns
    squared, sizes = errors**2, errors.abs()
    scaled = (returns - returns.mean()) / (returns.std() + 1e-8)

    def cut(limit):
        return vf_coef * errors.clamp(-limit, limit).pow(2).mean()

    def huber(delta):
        return vf_coef * t.where(sizes < delta, 0.5 * squared, delta * (sizes - 0.5 * delta)).mean()

    return [
        ("there is one number for each sample: take the mean over the minibatch", vf_coef * squared),
        ("there is a factor of one half too much", 0.5 * vf_coef * squared.mean()),
        ("there is a factor of 2 too much", 2 * vf_coef * squared.mean()),
        ("vf_coef does nothing: multiply the mean by it", squared.mean()),
        ("vf_coef is 0.5 whatever the function is called with: use the argument", 0.5 * squared.mean()),
        ("vf_coef is 0.25 whatever the function is called with: use the argument", 0.25 * squared.mean()),
        ("a sum where the mean was expected", vf_coef * squared.sum()),
        ("vf_coef is squared too: multiply by it after the square", vf_coef**2 * squared.mean()),
        ("vf_coef divides: multiply by it", squared.mean() / vf_coef),
        ("vf_coef is added: multiply by it", squared.mean() + vf_coef),
        ("the errors are not squared: those of opposite signs cancel out", vf_coef * errors.mean()),
        ("the errors are not squared: those of opposite signs cancel out", -vf_coef * errors.mean()),
        ("the mean is squared: square each error first, and take the mean last", vf_coef * errors.mean() ** 2),
        ("these are absolute errors: square them", vf_coef * sizes.mean()),
        ("there is a square root too much: the loss is the mean square itself", vf_coef * t.sqrt(squared.mean())),
        (
            "the values and returns are squared before they are subtracted: square the difference",
            vf_coef * (values**2 - returns**2).mean(),
        ),
        (
            "the values and returns are squared before they are subtracted: square the difference",
            vf_coef * (returns**2 - values**2).mean(),
        ),
        (
            "each value is compared with each return: both are [minibatch_size], leave their shapes as they are",
            vf_coef * ((values.unsqueeze(1) - returns) ** 2).mean(),
        ),
        ("this is the variance of the errors: their mean must not be subtracted", vf_coef * errors.var(unbiased=False)),
        ("this is the variance of the errors: their mean must not be subtracted", vf_coef * errors.var()),
        ("values and returns are added: subtract them", vf_coef * ((values + returns) ** 2).mean()),
        (
            "the sum is divided by n - 1: the mean of n squares divides by n",
            vf_coef * squared.sum() / max(len(errors) - 1, 1),
        ),
        (_BOUND, huber(1.0)),
        (_BOUND, 2 * huber(1.0)),
        (_BOUND, huber(10.0)),
        (_BOUND, 2 * huber(10.0)),
        *[(_BOUND, cut(limit)) for limit in (0.1, 0.2, 0.5, 1.0, 5.0, 10.0)],
        ("the returns are normalised: the critic predicts them as they are", vf_coef * ((values - scaled) ** 2).mean()),
        (
            "values and returns are both normalised: compare them as they are",
            vf_coef * (((values - values.mean()) / (values.std() + 1e-8) - scaled) ** 2).mean(),
        ),
        ("the errors are divided by the returns: take them as they are", vf_coef * ((errors / returns) ** 2).mean()),
        ("this is the median of the squares: take their mean", vf_coef * squared.median()),
        ("this is the largest square: take the mean of all", vf_coef * squared.max()),
        ("the sign is the other way round: this is a loss, and the objective subtracts it", -vf_coef * squared.mean()),
    ]


def test_calc_value_function_loss(calc_value_function_loss):
    # The last case has one sample, in which several mistakes look alike; the one before it has errors as large as returns.
    for vf_coef, count, size in ((0.3, 9, 1.0), (0.7, 6, 1.0), (0.4, 7, 40.0), (0.6, 1, 1.0)):
        # Errors of both signs, whose mean is not 0, tell the mistakes apart.
        returns = size * t.randn(count)
        values = returns + size * t.cat([t.tensor([-1.5, 2.5]), t.randn(count) + 0.5])[:count]
        _check(calc_value_function_loss, values, returns, vf_coef)
    check_seeds("calc_value_function_loss", calc_value_function_loss, values, returns, 0.5)
    passed("test_calc_value_function_loss")


def _check(function, values, returns, vf_coef):
    leaves = [values.clone().requires_grad_() for _ in range(2)]
    inputs = {"values": leaves[0], "mb_returns": returns, "vf_coef": vf_coef}
    got = call(_IDEA, function, inputs)
    expected = vf_coef * ((leaves[1] - returns) ** 2).mean()
    expected.backward()

    def mistakes():
        return _mistakes(values, returns, vf_coef)

    def otherwise():
        return first_wrong(_SMALL, lambda v, r, coef: function(t.tensor(v).requires_grad_(), t.tensor(r), coef))

    compare_with_gradient(_IDEA, got, expected.detach(), leaves[0], leaves[1].grad, inputs, mistakes, "values", otherwise)
