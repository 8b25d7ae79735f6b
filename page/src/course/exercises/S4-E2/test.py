import numpy as np
import torch as t
from tests.explain import call, compare, passed, require


def test_predict_probs(predict_probs, model):
    t.random.seed()
    states = np.array([[0.0, 0.1, -0.2, 0.3], [1.0, -1.0, 0.1, 0.0], [0.5, 0.5, 0.5, 0.5]], dtype="float32")
    got = call("probabilities of each action, as a numpy array", predict_probs, {"states": states})
    require(isinstance(got, np.ndarray), f"a numpy array was expected, not {type(got).__name__}", ".numpy() turns a tensor into one")
    with t.no_grad():
        logits = model(t.tensor(states))
    compare(
        "the softmax of the logits, over the actions",
        t.tensor(got),
        t.softmax(logits, -1),
        mistakes=[
            ("these are the logits: the softmax is missing", logits),
            ("the softmax is over the states, dimension 0", t.softmax(logits, 0)),
            ("these are logarithms", t.log_softmax(logits, -1)),
        ],
    )
    passed("test_predict_probs")
