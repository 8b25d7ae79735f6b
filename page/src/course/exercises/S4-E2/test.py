import numpy as np
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.reinforce import draw_open_minded, redrawn

_IDEA = "predict_probs returns the softmax of model's logits over the actions, a numpy array [batch, 2]"


def test_predict_probs(predict_probs, model):
    with redrawn(model) as draw:
        for count, dtype in ((3, "float32"), (1, "float32"), (4, "float64")):
            draw_open_minded(model, draw)
            _check(predict_probs, model, np.array(t.randn(count, 4), dtype=dtype))
    passed("test_predict_probs")


def _check(predict_probs, model, states):
    before = states.copy()
    got = call(_IDEA, predict_probs, {"states": states})
    require(np.array_equal(states, before), _IDEA, "the array of states is changed in place: write to a new name")
    inputs = {"states": states}
    if got is None:
        raise CheckFailed(_IDEA, inputs=inputs, likely="the function returns nothing: is a return statement missing?")
    if not isinstance(got, np.ndarray):
        likely = f"a numpy array was expected, not {type(got).__name__}"
        if isinstance(got, t.Tensor):
            likely = "a numpy array was expected, and this is a tensor: .numpy() turns it into one"
        raise CheckFailed(_IDEA, got=got, inputs=inputs, likely=likely)
    with t.no_grad():
        logits = model(t.tensor(states, dtype=t.float32))
    again = predict_probs(states)
    got = t.tensor(got).double()
    if not isinstance(again, np.ndarray) or not _is_same(t.tensor(again).double(), got):
        likely = "two calls for the same states differ: ask the one `model`, and draw nothing here"
        raise CheckFailed(_IDEA, got=got, inputs=inputs, likely=likely)
    compare(_IDEA, got, t.softmax(logits, -1), {**inputs, "logits": logits}, _mistakes(logits.double()))


def _is_same(a, b):
    return a.shape == b.shape and t.allclose(a, b, 1e-4, 1e-5)


def _mistakes(logits):
    probs = t.softmax(logits, -1)
    powers = t.exp(logits)
    mistakes = [
        ("these are the logits: the softmax is missing", logits),
        ("the softmax is over the states, dimension 0: take it over the actions, dim=-1", t.softmax(logits, 0)),
        ("these are logarithms: softmax gives probabilities, log_softmax their logarithms", t.log_softmax(logits, -1)),
        (
            "a sigmoid looks at each logit alone, and rows do not sum to 1: take the softmax over the actions",
            t.sigmoid(logits),
        ),
        ("the softmax is taken twice: of logits, it gives probabilities already", t.softmax(probs, -1)),
        ("these are exponentials of the logits: divide each row by its sum", powers),
        (
            "all rows together sum to 1, and each row should: take the softmax over the actions, dim=-1",
            powers / powers.sum(),
        ),
        ("the columns are exchanged: the first is for action 0", t.flip(probs, -1)),
        (
            "logits are divided by their sum: take their exponentials first, as softmax does",
            logits / logits.sum(-1, keepdim=True),
        ),
        ("these are the likeliest actions: return the probabilities of both", logits.argmax(-1)),
        ("this is the probability of action 1 only: return a column for each action", probs[:, 1]),
        ("this is the probability of action 0 only: return a column for each action", probs[:, 0]),
        ("this is the larger probability of each row: return a column for each action", probs.max(-1).values),
        ("these are probabilities of the first state only: return a row for each state", probs[0]),
        ("each row is rounded: return the probabilities as they are", t.round(probs)),
    ]
    # With one state, several mistakes lead to the same numbers; the batch of three comes before it.
    return mistakes if len(logits) > 1 else [("a batch of one state is a batch too: keep its shape [1, 2]", probs[0])]
