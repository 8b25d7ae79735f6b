import torch as t
from tests.explain import CheckFailed, passed, require
from tests.reinforce import redrawn
from torch import nn

_IDEA = "model maps observations [batch, 4] to logits [batch, 2]"
_LEARNS = "every layer of model can learn"
# For observations of size 1, logits this far apart: nn.Linear begins with 0.2, and weights of size 1 with 10 or 20.
_FAR = 60.0


def test_policy_network(model):
    _check_kind(model)
    observations = t.randn(5, 4)
    logits = _logits(model, observations)
    if tuple(logits.shape) != (5, 2):
        likely = "the last layer should give one logit for each of the 2 actions"
        if tuple(logits.shape) == (2,):
            likely = "the rows of a batch are mixed: keep one row of logits for each observation"
        raise CheckFailed(_IDEA, (5, 2), tuple(logits.shape), likely=likely)
    likely = "some logits are no numbers (nan) or infinite: what do the weights begin with?"
    require(bool(t.isfinite(logits).all()), "logits are real numbers", likely, logits=logits)
    with redrawn(model) as draw:
        _check_end(model, draw)
        _check_middle(model, draw)
        _check_inputs(model, draw)
    _check_function(model, observations, logits.detach())
    with redrawn(model) as draw:
        used = _check_gradients(model, draw)
    with redrawn(model):
        _check_start(model, used)
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
        other = [p.dtype for p in model.parameters() if p.dtype != t.float32]
        if other:
            likely = f"the weights are {other[0]}, and observations are float32: leave the network as nn.Linear makes it"
        raise CheckFailed(_IDEA, inputs={"layers": sizes}, likely=likely) from None
    require(isinstance(logits, t.Tensor), _IDEA, f"a tensor was expected, not {type(logits).__name__}")
    return logits


def _check_function(model, observations, logits):
    """The logits of an observation depend on nothing but that observation."""
    given = observations.clone()
    again = model(observations).detach()
    require(
        bool((observations == given).all()),
        "observations stay as they are",
        "the network changes its input in place: leave out inplace=True before the first linear layer",
    )
    require(
        _is_same(again, logits),
        "the same observations get the same logits",
        "two calls differ: leave out dropout and other random numbers, since sampling the action is the only chance here",
    )
    idea = "to play, the network is asked about one observation at a time"
    try:
        alone = t.cat([_one(idea, model(observations[place : place + 1]).detach()) for place in range(len(observations))])
    except (ValueError, RuntimeError, IndexError) as error:
        likely = f"a batch of one fails: {error}. Leave out layers that need several observations, such as BatchNorm"
        raise CheckFailed(idea, likely=likely) from None
    likely = (
        "an observation gets other logits in a batch than by itself: leave out what mixes the rows, such as BatchNorm or a "
        "mean over the batch"
    )
    require(_is_same(alone, logits), idea, likely, alone=alone, in_a_batch=logits)


def _one(idea, logits):
    likely = f"for a batch of one the shape is {tuple(logits.shape)}: leave out squeeze, and keep the batch"
    require(tuple(logits.shape) == (1, 2), f"{idea}, [1, 4] to [1, 2]", likely)
    return logits


def _is_same(a, b):
    return a.shape == b.shape and t.allclose(a, b, 1e-4, 1e-5)


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
    elif high <= 0:
        likely = "no number is ever positive: there must be nothing behind the last linear layer"
    elif float(every.std(dim=1).max()) < 1e-6:
        likely = "every observation gets the same logits: does the network use its input?"
    elif float((every[:, :, 0] - every[:, :, 1]).abs().max()) < 1e-6:
        likely = "both actions always get the same logit: let the last layer give two numbers of its own"
    elif _is_bounded(model, draw):
        likely = "larger weights make no larger numbers: there must be nothing behind the last linear layer"
    if likely:
        raise CheckFailed("logits are real numbers without bounds", got=outputs[-1], likely=likely)


def _is_bounded(model, draw):
    """Whether weights that are ten times as large lead to no larger logits."""
    sizes = []
    for scale in (3.0, 30.0):
        most = []
        for _ in range(4):
            draw(scale)
            most.append(float(model(t.randn(6, 4)).detach().abs().max()))
        sizes.append(max(most))
    return sizes[1] < 1.2 * sizes[0]


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


def _check_inputs(model, draw):
    draw(0.5)
    observations, unused = t.randn(12, 4), []
    with t.no_grad():
        before = model(observations)
        for place in range(4):
            other = observations.clone()
            other[:, place] += t.rand(12) + 0.5
            if _is_same(model(other), before):
                unused.append(place)
    names = [("position", "velocity", "angle", "angular velocity")[place] for place in unused]
    likely = f"the logits do not depend on {' and '.join(names)}: let the first layer take all four numbers"
    require(not unused, _IDEA, likely)


def _used(model, draw):
    """Returns name and parameter of what changes the logits, as far as a few draws show."""
    observations, used = t.randn(12, 4), []
    draw(0.5)
    with t.no_grad():
        before = model(observations)
        for name, parameter in model.named_parameters():
            kept = parameter.detach().clone()
            parameter.copy_(parameter + 0.5 * t.randn(parameter.shape))
            if not _is_same(model(observations), before):
                used.append((name, parameter))
            parameter.copy_(kept)
    return used


def _gradients(model, observations):
    """Returns the gradients that a loss of both logits leads to, by the parameters' identities."""
    model.zero_grad()
    logits = model(observations)
    if logits.requires_grad:
        (logits * t.randn(logits.shape)).mean().backward()
    found = {id(p): p.grad for p in model.parameters()}
    model.zero_grad()
    return found


def _check_gradients(model, draw):
    """The gradient must reach whatever the logits depend on. Returns the names of these parameters."""
    used = _used(model, draw)
    frozen = [name for name, parameter in used if not parameter.requires_grad]
    likely = f"{_listed(frozen)} cannot learn, because requires_grad is False: leave it as nn.Linear sets it"
    require(not frozen, _LEARNS, likely)
    for _ in range(3):
        found = _gradients(model, t.randn(64, 4))
        silent = [name for name, parameter in used if found[id(parameter)] is None or not bool(found[id(parameter)].any())]
        if not silent:
            return [name for name, _ in used]
        draw(0.5)
    likely = f"no gradient reaches {_listed(silent)}: leave out detach, no_grad and numpy inside the network"
    raise CheckFailed(_LEARNS, likely=likely)


def _listed(names):
    return ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")


def _check_start(model, used):
    """The reader's own start: the first policy tries both actions, and some steps along a gradient move every layer."""
    observations = t.randn(64, 4)
    with t.no_grad():
        logits = model(observations)
    gap = float((logits[:, 0] - logits[:, 1]).abs().median())
    likely = (
        "the weights begin so large that the first policy is certain of its actions, and explores nothing: leave them as "
        "nn.Linear draws them"
    )
    require(gap < _FAR, "the first policy tries both actions", likely, difference_of_logits=gap)
    weights = {name: p for name, p in model.named_parameters() if name in used and p.dim() == 2}
    start = {name: weight.detach().clone() for name, weight in weights.items()}
    for _ in range(4):
        found = _gradients(model, observations)
        with t.no_grad():
            for parameter in model.parameters():
                if found[id(parameter)] is not None:
                    parameter.copy_(parameter - 0.3 * found[id(parameter)])
    stuck = [name for name, weight in weights.items() if bool((weight.detach() == start[name]).all())]
    is_zero = any(not bool(start[name].any()) for name in stuck)
    begins = "the weights begin at 0, and so" if is_zero else "with the weights that it begins with,"
    likely = f"{begins} no gradient ever reaches {_listed(stuck)}: leave them as nn.Linear draws them"
    require(not stuck, _LEARNS, likely)
    for name, weight in weights.items():
        moved = weight.detach() - start[name]
        is_alike = len(moved) > 2 and _is_same(start[name], start[name][:1].expand(moved.shape))
        likely = (
            f"all rows of {name} begin alike and move alike, so that all units of this layer do the same for ever: leave the "
            "weights as nn.Linear draws them"
        )
        apart = float((moved - moved.mean(0, keepdim=True)).norm())
        require(not is_alike or apart > 0.5 * float(moved.norm()), _LEARNS, likely)
