import torch as t
from tests.explain import call, compare, passed, require


def test_calc_value_function_loss(calc_value_function_loss):
    t.random.seed()
    for vf_coef in (0.25, 1.0):
        values, returns = t.randn(9).requires_grad_(), t.randn(9)
        idea = "vf_coef times the mean squared error"
        inputs = {"values": values, "mb_returns": returns, "vf_coef": vf_coef}
        got = call(idea, calc_value_function_loss, inputs)
        squared = ((values - returns) ** 2).mean()
        mistakes = [
            ("there is a factor of one half too much", 0.5 * vf_coef * squared),
            ("vf_coef does nothing", squared),
            ("a sum where the mean was expected", vf_coef * squared * 9),
        ]
        compare(idea, got, vf_coef * squared, inputs, mistakes if vf_coef != 1.0 else mistakes[::2])
        got.backward()
        require(bool((values.grad != 0).any()), "gradient must flow to the critic")
    passed("test_calc_value_function_loss")
