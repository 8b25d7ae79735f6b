import torch as t
from tests.explain import call, compare, passed
from torch.distributions import Categorical


def test_calc_entropy_bonus(calc_entropy_bonus):
    t.random.seed()
    dist = Categorical(logits=t.randn(7, 3))
    got = call("ent_coef times the mean entropy", calc_entropy_bonus, {"dist": dist, "ent_coef": 0.02})
    mean = dist.entropy().mean()
    compare("ent_coef times the mean entropy", got, 0.02 * mean, mistakes=[("ent_coef does nothing", mean), ("a sum where the mean was expected", 0.02 * mean * 7)])
    passed("test_calc_entropy_bonus")
