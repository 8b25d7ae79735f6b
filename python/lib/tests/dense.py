"""Dense networks of the reader's: their sizes, what their last layer does to its numbers, and layers of tanh."""

import torch as t
from tests.explain import CheckFailed, compare, require
from torch import nn


def _misfit(network, num_inputs, error):
    layers = linear_layers(network)
    if layers and layers[0].in_features != num_inputs:
        first = layers[0].in_features
        return f"its first layer takes {first} numbers, and an observation has {num_inputs} here: use the variable"
    for before, after in zip(layers, layers[1:]):
        if before.out_features != after.in_features:
            return (
                f"one layer returns {before.out_features} numbers and the next one takes {after.in_features}: "
                "make these two equal"
            )
    return str(error)


def results(name, network, inputs, outputs):
    """Returns what the network makes of the inputs, after a check of its shape."""
    rows, num_inputs = inputs.shape
    idea = f"{name} maps observations [{rows}, {num_inputs}] to [{rows}, {outputs}]"
    try:
        got = network(inputs)
    except RuntimeError as error:
        if not isinstance(network, (nn.Sequential, nn.Linear)):
            raise
        raise CheckFailed(idea, likely=_misfit(network, num_inputs, error), inputs={"network": network}) from None
    require(isinstance(got, t.Tensor), idea, f"it returns {type(got).__name__}, not a tensor", network=network)
    if tuple(got.shape) == (rows, outputs):
        return got
    likely = f"it returns the shape {tuple(got.shape)}, and {(rows, outputs)} was expected"
    if tuple(got.shape[:-1]) == (rows,):
        numbers = got.shape[-1]
        likely = f"it returns {numbers} numbers for each observation, and {outputs} were expected: use the variable"
    raise CheckFailed(idea, (rows, outputs), tuple(got.shape), {"network": network}, likely)


def linear_layers(network):
    return [module for module in network.modules() if isinstance(module, nn.Linear)]


def _redraw(network, size):
    """Replaces all weights."""
    with t.no_grad():
        for parameter in network.parameters():
            parameter.copy_(size * t.randn(parameter.shape))


def _squashed(drawn):
    """Names what has been done to the results of a last layer, if they are not any numbers."""
    if bool((drawn.sum(-1) - 1.0).abs().max() < 1e-4) and bool((drawn >= 0).all()):
        return "softmax comes last: Categorical(logits=...) does that itself"
    if bool((drawn.abs() <= 1.0).all()):
        return "sigmoid comes last" if bool((drawn >= 0).all()) else "tanh comes last"
    return "ReLU comes last" if bool((drawn >= 0).all()) else None


def check_network(name, network, num_inputs, outputs):
    """Checks the sizes, that any number can come out, and that hidden layers are more than one linear map. It leaves
    the network with other weights."""
    require(network is not None, f"{name} is a network", f"it is missing: assign a network to {name} in __init__")
    likely = f"it is {type(network).__name__}, not a network such as nn.Sequential(...)"
    require(isinstance(network, nn.Module), f"{name} is a network", likely)
    results(name, network, t.randn(8, num_inputs), outputs)
    drawn, obs = [], t.randn(24, num_inputs)
    # Other weights: no start of the reader's makes a linear layer look squashed.
    for _ in range(6):
        _redraw(network, 3.0)
        with t.no_grad():
            drawn.append(network(obs))
    squashed = _squashed(t.cat(drawn))
    if squashed:
        idea = f"{name} ends in a linear layer: logits and values are any numbers"
        raise CheckFailed(idea, likely=f"{squashed}. Let the last nn.Linear be the end", inputs={"network": network})
    with t.no_grad():
        one, other = t.randn(4, num_inputs), t.randn(4, num_inputs)
        bent = network(one + other) + network(t.zeros(4, num_inputs)) - network(one) - network(other)
        size = float(network(one).abs().max())
    if len(linear_layers(network)) > 1 and float(bent.abs().max()) < 1e-3 * size:
        likely = "nothing stands between the linear layers, and so they are only one: put an activation between them"
        raise CheckFailed(f"{name} bends its numbers between two layers", likely=likely, inputs={"network": network})


def two_hidden_layers(name, network):
    """Returns the linear layers, after a check of their number and width."""
    idea = f"{name} has two hidden layers of 64 units"
    layers = linear_layers(network)
    if len(layers) != 3:
        likely = f"it has {len(layers)} linear layers, and three were expected: two hidden ones and the last"
        raise CheckFailed(idea, 3, len(layers), {"network": network}, likely)
    units = [layer.out_features for layer in layers[:-1]]
    if units != [64, 64]:
        likely = f"its hidden layers have {units[0]} and {units[1]} units"
        raise CheckFailed(idea, [64, 64], units, {"network": network}, likely)
    return layers


def check_tanh_network(name, network, num_inputs, outputs):
    """Checks that it has two hidden layers of 64 units with tanh. It leaves the network with other weights."""
    idea = f"{name} has two hidden layers of 64 units with tanh, and a linear layer at the end"
    layers = two_hidden_layers(name, network)
    _redraw(network, 0.4)
    obs = t.randn(5, num_inputs)

    def as_it_is(numbers):
        return numbers

    def made(first, second, last=as_it_is):
        return last(layers[2](second(layers[1](first(layers[0](obs))))))

    with t.no_grad():
        compare(
            idea,
            results(name, network, obs, outputs),
            made(t.tanh, t.tanh),
            {"network": network},
            mistakes=[
                ("ReLU stands between the layers, not tanh", made(t.relu, t.relu)),
                ("sigmoid stands between the layers, not tanh", made(t.sigmoid, t.sigmoid)),
                ("tanh is missing after the second layer", made(t.tanh, as_it_is)),
                ("tanh is missing after the first layer", made(as_it_is, t.tanh)),
                ("tanh is missing after both layers, and so all three are only one", made(as_it_is, as_it_is)),
                ("tanh comes last: let the last nn.Linear be the end", made(t.tanh, t.tanh, t.tanh)),
                ("ReLU comes last: let the last nn.Linear be the end", made(t.tanh, t.tanh, t.relu)),
                (
                    "softmax comes last: Categorical(logits=...) does that itself",
                    made(t.tanh, t.tanh, lambda numbers: t.softmax(numbers, -1)),
                ),
            ],
            atol=1e-4,
        )
