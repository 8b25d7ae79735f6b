import gymnasium as gym
import torch as t
from tests.dense import check_tanh_network, linear_layers, results, two_hidden_layers
from tests.explain import CheckFailed, call, passed, require
from tests.randomness import check_draws
from torch import nn

_PAIR = "get_actor_and_critic returns two networks: the actor, then the critic"
_APART = "actor and critic share no parameters"


class _Ordered(nn.Module):
    """A network whose linear layers come in the order in which numbers pass through them, whatever order it was written
    in: the first takes observations, and the last returns what the network returns."""

    def __init__(self, network, num_obs, outputs):
        super().__init__()
        self.network = network
        layers = linear_layers(network)
        first = [layer for layer in layers if layer.in_features == num_obs]
        last = [layer for layer in layers if layer.out_features == outputs and layer not in first]
        self.layers = first + [layer for layer in layers if layer not in first + last] + last

    def forward(self, obs):
        return self.network(obs)

    def modules(self):
        return iter(self.layers)

    def __repr__(self):
        return repr(self.network)


def _other_envs(num_obs, num_actions):
    """Returns environments whose spaces have other sizes than CartPole's."""
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(3)])
    box, discrete = type(envs.single_observation_space), type(envs.single_action_space)
    envs.single_observation_space = box(-1.0, 1.0, (num_obs,))
    envs.observation_space = box(-1.0, 1.0, (envs.num_envs, num_obs))
    envs.single_action_space = discrete(num_actions)
    envs.action_space = gym.spaces.MultiDiscrete([num_actions] * envs.num_envs)
    return envs


def _pair(got):
    if isinstance(got, nn.Module):
        raise CheckFailed(_PAIR, "(actor, critic)", got, likely="it returns one network: return actor, critic")
    if got is None:
        raise CheckFailed(_PAIR, "(actor, critic)", got, likely="it returns nothing: is a return statement missing?")
    if not isinstance(got, (tuple, list)) or len(got) != 2 or not all(isinstance(part, nn.Module) for part in got):
        raise CheckFailed(_PAIR, "(actor, critic)", got, likely="something else than two networks is returned")
    return got


def _check_start(name, place, layer, std):
    """Checks that a layer's weights are orthogonal and of this size, and its biases 0."""
    weight = layer.weight.detach()
    rows = weight if weight.shape[0] <= weight.shape[1] else weight.t()
    product = rows @ rows.t()
    size = float((rows * rows).sum(-1).mean()) ** 0.5
    idea = f"the {place} layer of the {name} starts with orthogonal weights of std {std:.4g}"
    slanted = float((product - size * size * t.eye(len(rows))).abs().max())
    if slanted > 1e-3 * max(size * size, 1e-6):
        likely = "its weights are not orthogonal: pass the nn.Linear through layer_init"
        raise CheckFailed(idea, likely=likely, inputs={"layer": layer, "weight": weight})
    if abs(size - std) > 1e-3 * std:
        hint = "give layer_init this std" if place == "last" else "leave layer_init's std as it is"
        raise CheckFailed(idea, f"std {std:.4g}", f"std {size:.4g}", {"layer": layer}, f"its std is {size:.4g}: {hint}")
    likely = "layer_init sets them to 0 where bias_const is left as it is"
    likely = "this layer has no biases: leave out bias=False" if layer.bias is None else likely
    has_bias = layer.bias is not None and bool((layer.bias == 0).all())
    require(has_bias, f"the {place} layer of the {name}: biases start at 0", likely, bias=layer.bias)


def _check_apart(actor, critic, num_obs):
    """Checks that what becomes of one network leaves the other alone."""
    shared = {id(p) for p in actor.parameters()} & {id(p) for p in critic.parameters()}
    likely = "the same layer is in both networks: create new layers for the second one"
    require(not shared, _APART, likely)
    for one in actor.parameters():
        # A tensor that is taken over, `a.data = b.data`, is another parameter with the same numbers.
        same = any(one.dim() == 2 and one.shape == two.shape and bool((one == two).all()) for two in critic.parameters())
        likely = "a layer of the critic has the very weights of one of the actor's: create new layers, which draw their own"
        require(not same, _APART, likely)
    obs = t.randn(4, num_obs)
    for changed, other, likely in (
        (actor, critic, "a change of the actor's weights changes the critic: give the critic weights of its own"),
        (critic, actor, "a change of the critic's weights changes the actor: give the actor weights of its own"),
    ):
        kept = [parameter.detach().clone() for parameter in changed.parameters()]
        with t.no_grad():
            before = other(obs)
            for parameter in changed.parameters():
                parameter.add_(t.rand(parameter.shape) + 0.5)
            after = other(obs)
            for parameter, value in zip(changed.parameters(), kept):
                parameter.copy_(value)
        require(bool((before == after).all()), _APART, likely)


def _check_can_learn(name, network, obs):
    frozen = [parameter for parameter, value in network.named_parameters() if not value.requires_grad]
    likely = f"requires_grad is False for {', '.join(frozen)}: leave it as nn.Linear sets it"
    require(not frozen, f"the {name} can learn", likely)
    network.zero_grad()
    got = network(obs)
    if got.requires_grad:
        got.sum().backward()
    silent = [parameter for parameter, value in network.named_parameters() if value.grad is None]
    network.zero_grad()
    likely = f"no gradient reaches {', '.join(silent)}: leave out detach and no_grad, and layers that are not used"
    require(not silent, f"the {name} can learn", likely)


def _check_kinds(name, network):
    """Names layers that do something else than linear layers and tanh."""
    known = ("Linear", "Tanh", "Identity", "Flatten")
    others = [type(part).__name__ for part in network.modules() if not list(part.children())]
    others = sorted({kind for kind in others if hasattr(nn, kind) and kind not in known})
    likely = f"{' and '.join(others)} is in it: between the linear layers there is tanh, and nothing else"
    # The other check names what it knows, with what stands in which place.
    if set(others) - {"ReLU", "Sigmoid", "Softmax"}:
        idea = f"the {name} has two hidden layers of 64 units with tanh, and a linear layer at the end"
        raise CheckFailed(idea, inputs={"network": network}, likely=likely)


def _check_pair(get_actor_and_critic, num_obs, num_actions, mode):
    envs = _other_envs(num_obs, num_actions)
    actor, critic = _pair(call(_PAIR, get_actor_and_critic, {"envs": envs}, mode=mode))
    ends = [layers[-1].out_features for layers in map(linear_layers, (actor, critic)) if layers]
    if ends == [1, num_actions] and num_actions > 1:
        likely = "the two are returned in the other order: return actor, critic"
        raise CheckFailed(_PAIR, "(actor, critic)", (actor, critic), likely=likely)
    results("the actor", actor, t.randn(5, num_obs), num_actions)
    results("the critic", critic, t.randn(5, num_obs), 1)
    _check_apart(actor, critic, num_obs)
    for name, network, outputs, std in (("actor", actor, num_actions, 0.01), ("critic", critic, 1, 1.0)):
        ordered = _Ordered(network, num_obs, outputs)
        layers = two_hidden_layers(f"the {name}", ordered)
        _check_kinds(name, network)
        for place, layer, size in zip(("first", "second", "last"), layers, (2**0.5, 2**0.5, std)):
            _check_start(name, place, layer, size)
        _check_can_learn(name, network, t.randn(5, num_obs))
        results(f"the {name}", network, t.randn(1, num_obs), outputs)
        check_tanh_network(f"the {name}", ordered, num_obs, outputs)


def test_get_actor_and_critic(get_actor_and_critic, mode="classic-control"):
    for num_obs, num_actions in ((6, 3), (1, 1)):
        _check_pair(get_actor_and_critic, num_obs, num_actions, mode)
    envs = _other_envs(2, 2)
    check_draws("get_actor_and_critic", lambda: _weights(get_actor_and_critic, envs))
    passed("test_get_actor_and_critic")


def _weights(get_actor_and_critic, envs):
    actor, critic = get_actor_and_critic(envs)
    return [value for network in (actor, critic) for p in network.parameters() for value in p.detach().flatten()[:4].tolist()]
