import torch as t
from tests.explain import CheckFailed, passed, require
from tests.reinforce import redrawn
from torch import nn

_IDEA = "model maps observations [batch, 4] to logits [batch, 2]"


def test_policy_network(model):
    _check_kind(model)
    logits = _logits(model, t.randn(5, 4))
    if tuple(logits.shape) != (5, 2):
        likely = "the last layer should give one logit for each of the 2 actions"
        if tuple(logits.shape) == (2,):
            likely = "the rows of a batch are mixed: keep one row of logits for each observation"
        raise CheckFailed(_IDEA, (5, 2), tuple(logits.shape), likely=likely)
    with redrawn(model) as draw:
        _check_end(model, draw)
        _check_middle(model, draw)
    passed("test_policy_network")


def _check_kind(model):
    if isinstance(model, nn.Module):
        return
    likely = f"model should be a network such as nn.Sequential(...), not {type(model).__name__}"
    if isinstance(model, type):
        likely = "this is a class and not yet a network: call it, with parentheses, to make one"
    elif callable(model):
        likely = "this is a function: model should be the network itself, whose parameters an optimiser can change"
    raise CheckFailed(_IDEA, likely=likely)


def _logits(model, observations):
    linear = [layer for layer in model.modules() if isinstance(layer, nn.Linear)]
    try:
        logits = model(observations)
    except RuntimeError:
        # Only the page's own layers get an explanation here: an error in the reader's `forward` explains itself.
        if not isinstance(model, nn.Sequential) or not linear:
            raise
        sizes = [(layer.in_features, layer.out_features) for layer in linear]
        likely = "each layer has to take as many numbers as the one before it gives"
        if sizes[0][0] != 4:
            likely = f"the first layer takes {sizes[0][0]} numbers, and an observation has 4"
        raise CheckFailed(_IDEA, inputs={"layers": sizes}, likely=likely) from None
    require(isinstance(logits, t.Tensor), _IDEA, f"a tensor was expected, not {type(logits).__name__}")
    return logits


def _check_end(model, draw):
    """What the network gives must be able to become any number, whatever its parameters are."""
    outputs = []
    for _ in range(14):
        draw(1.0)
        outputs.append(model(t.randn(6, 4)).detach())
    every = t.stack(outputs)

    def is_one(total):
        return float(t.abs(total - 1.0).max()) < 1e-3

    low, high = float(every.min()), float(every.max())
    likely = None
    if is_one(every.sum(-1)):
        likely = "these are probabilities: leave the softmax at the end to what uses the network"
    elif is_one(every.exp().sum(-1)):
        likely = "these are log-probabilities: leave the log_softmax at the end to what uses the network"
    elif is_one(every.sum(1)):
        likely = "each column sums to 1: leave the softmax to what uses the network, and take it over the actions there"
    elif low >= 0 and high <= 1:
        likely = "all numbers lie between 0 and 1: there must be no sigmoid behind the last linear layer"
    elif low >= -1 and high <= 1:
        likely = "all numbers lie between -1 and 1: there must be no tanh behind the last linear layer"
    elif low >= 0:
        likely = "no number is ever negative: there must be no ReLU behind the last linear layer"
    elif float(every.std(dim=1).max()) < 1e-6:
        likely = "every observation gets the same logits: does the network use its input?"
    if likely:
        raise CheckFailed("logits are real numbers without bounds", got=outputs[-1], likely=likely)


def _check_middle(model, draw):
    """Linear layers with nothing between them are one linear layer."""
    count = sum(parameter.numel() for parameter in model.parameters())
    if count <= 10:
        return
    for _ in range(3):
        draw(1.0)
        a, b = t.randn(6, 4), t.randn(6, 4)
        ends, middle = (model(a) + model(b)).detach() / 2, model((a + b) / 2).detach()
        if float(t.abs(ends - middle).max()) > 1e-3 * (1.0 + float(t.abs(ends).max())):
            return
    likely = "between the linear layers nothing bends: put nn.ReLU() or nn.Tanh() there"
    raise CheckFailed("hidden layers need something non-linear between them", likely=likely)
