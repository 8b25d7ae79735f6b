import numpy as np
import torch as t
from tests.explain import CheckFailed, call, compare, passed, require
from tests.randomness import check_draws
from tests.reinforce import draw_open_minded, redrawn

_IDEA = "predict_probs returns the softmax of model's logits over the actions, a numpy array [batch, 2]"


def test_predict_probs(predict_probs, model):
    wanted = [p.requires_grad for p in model.parameters()]
    with redrawn(model) as draw:
        for count, dtype in ((3, "float32"), (1, "float32"), (4, "float64")):
            draw_open_minded(model, draw)
            _check(predict_probs, model, np.array(t.randn(count, 4), dtype=dtype))
        _draw_sure(model, draw)
        _check(predict_probs, model, np.array(t.randn(6, 4), dtype="float32"))
        _check_side_effects(predict_probs, model, wanted)
    passed("test_predict_probs")


def _draw_sure(model, draw):
    """Draws parameters with which the policy is sure of its actions: some probabilities are below one in a thousand."""
    for scale in (0.3, 0.5, 0.8, 1.2, 2.0, 3.0, 5.0):
        draw(scale)
        with t.no_grad():
            logits = model(t.randn(64, 4))
        if float((logits[:, 1] - logits[:, 0]).abs().median()) > 7.0:
            return


def _check_side_effects(predict_probs, model, wanted):
    """Whoever asks for probabilities goes on to learn."""
    states = np.array(t.randn(2, 4), dtype="float32")
    before = [p.detach().clone() for p in model.parameters()]
    predict_probs(states)
    likely = "gradients stay turned off after the call: write `with t.no_grad():`, which ends with its block"
    is_on, _ = t.is_grad_enabled(), t.set_grad_enabled(True)
    require(is_on, "predict_probs leaves PyTorch as it was", likely)
    likely = "it sets requires_grad of model's parameters to False, and nothing can learn any more: use t.no_grad()"
    require([p.requires_grad for p in model.parameters()] == wanted, _IDEA, likely)
    likely = "it changes model's parameters: only the optimiser does that"
    require(all(bool((p == was).all()) for p, was in zip(model.parameters(), before)), _IDEA, likely)

    def ask():
        predict_probs(states)

    check_draws("predict_probs", ask)


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
    _check_digits(got, {**inputs, "logits": logits})
    right = t.softmax(logits.double(), -1)
    try:
        compare(_IDEA, got, right, {**inputs, "logits": logits}, _mistakes(logits.double(), got))
    except CheckFailed as failure:
        if failure.likely is not None:
            raise
        likely = "the rows do not sum to 1: take the softmax over the actions, dim=-1"
        if bool((t.abs(got.sum(-1) - 1) < 1e-4).all()):
            likely = "each row sums to 1, but not by model's logits for these states: hand the states to model as they are"
        raise CheckFailed(_IDEA, right, got, {**inputs, "logits": logits}, likely) from None


def _is_same(a, b):
    return a.shape == b.shape and t.allclose(a, b, 1e-4, 1e-5)


def _check_digits(got, inputs):
    """Rounded probabilities need not sum to 1, and np.random.choice refuses them then."""
    between = got[(got > 1e-3) & (got < 1 - 1e-3)]
    digits = [count for count in range(1, 5) if bool((t.abs(between * 10**count - t.round(between * 10**count)) < 1e-3).all())]
    if digits and len(between.unique()) > 2:
        likely = f"the probabilities are rounded to {digits[0]} digits: return them as they are"
        raise CheckFailed(_IDEA, got=got, inputs=inputs, likely=likely)


def _share(logits, got):
    """Returns probabilities of logits times one number, as nearly as those that were returned have them; or None."""
    if got.shape != logits.shape or not bool((got > 0).all()):
        return None
    gaps, found = logits[:, 1] - logits[:, 0], t.log(got[:, 1] / got[:, 0])
    return t.softmax(logits * float((gaps * found).sum() / (gaps * gaps).sum()), -1)


def _mixed(probs, got):
    """Returns the mixture of probabilities with equal ones that is nearest to those that were returned; or None."""
    if got.shape != probs.shape:
        return None
    share = float(((got - 0.5) * (probs - 0.5)).sum() / ((probs - 0.5) ** 2).sum())
    return 0.5 + share * (probs - 0.5)


def _mistakes(logits, got):
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
        ("each row has a 1 for the likeliest action, or is rounded: return the probabilities as they are", t.round(probs)),
        (
            "the probabilities are kept away from 0 and 1: return them as they are, whatever they are",
            probs.clamp(float(got.min()), float(got.max())),
        ),
        (
            "the probabilities are kept away from 0 and 1: return them as they are, whatever they are",
            _scaled(probs.clamp(min=float(got.min() / (1 - got.min())))),
        ),
        ("the probabilities are rounded to one digit: return them as they are", t.round(10 * probs) / 10),
        ("the logits are multiplied by a number before the softmax: leave out the temperature", _share(logits, got)),
        ("the probabilities are mixed with equal ones: return them as they are", _mixed(probs, got)),
        ("logits are squared or made positive before the softmax: take them as they are", t.softmax(logits.abs(), -1)),
        ("logits are cut at 0 before the softmax: leave out the ReLU", t.softmax(logits.clamp(min=0.0), -1)),
    ]
    if len(logits) == 1:
        mistakes.insert(0, ("a batch of one state is a batch too: keep its shape [1, 2]", probs[0]))
    return [(why, value) for why, value in mistakes if value is not None]


def _scaled(probs):
    return probs / probs.sum(-1, keepdim=True)
