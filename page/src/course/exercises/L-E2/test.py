import torch as t
from tests.explain import call, passed
from tests.learning import compare_with_gradient, keeps

_IDEA = "vf_coef times the mean of (values - mb_returns) squared"


def _mistakes(values, returns, vf_coef):
    errors = values - returns
    squared = errors**2
    return [
        ("there is one number for each sample: take the mean over the minibatch", vf_coef * squared),
        ("there is a factor of one half too much", 0.5 * vf_coef * squared.mean()),
        ("vf_coef does nothing: multiply the mean by it", squared.mean()),
        ("a sum where the mean was expected", vf_coef * squared.sum()),
        ("vf_coef is squared too: multiply by it after the square", vf_coef**2 * squared.mean()),
        ("the errors are not squared: those of opposite signs cancel out", vf_coef * errors.mean()),
        ("the errors are not squared: those of opposite signs cancel out", -vf_coef * errors.mean()),
        ("the mean is squared: square each error first, and take the mean last", vf_coef * errors.mean() ** 2),
        ("these are absolute errors: square them", vf_coef * t.abs(errors).mean()),
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
        ("the sign is the other way round: this is a loss, and the objective subtracts it", -vf_coef * squared.mean()),
    ]


def test_calc_value_function_loss(calc_value_function_loss):
    for vf_coef, count in ((0.25, 9), (0.7, 6)):
        # Errors of both signs, whose mean is not 0, tell the mistakes apart.
        returns = t.randn(count)
        values = returns + t.cat([t.tensor([-1.5, 2.5]), t.randn(count - 2) + 0.5])
        leaves = [values.clone().requires_grad_() for _ in range(2)]
        inputs = {"values": leaves[0], "mb_returns": returns, "vf_coef": vf_coef}
        unchanged = keeps(_IDEA, mb_returns=returns)
        got = call(_IDEA, calc_value_function_loss, inputs)
        unchanged()
        expected = vf_coef * ((leaves[1] - returns) ** 2).mean()
        expected.backward()
        mistakes = _mistakes(values, returns, vf_coef)
        compare_with_gradient(_IDEA, got, expected.detach(), leaves[0], leaves[1].grad, inputs, mistakes, "values")
    passed("test_calc_value_function_loss")
