import torch as t
from tests.explain import call, passed, require


def test_policy_network(model):
    t.random.seed()
    logits = call("a network from 4 numbers to 2 logits", model, {"states": t.randn(5, 4)})
    require(tuple(logits.shape) == (5, 2), "5 states give 5 rows of 2 logits", shape=tuple(logits.shape))
    names = [type(layer).__name__ for layer in model.modules()]
    require("Softmax" not in names, "the last layer gives logits", "leave the softmax to what uses the network", layers=names)
    passed("test_policy_network")
