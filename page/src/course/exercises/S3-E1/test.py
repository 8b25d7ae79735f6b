import gymnasium as gym
import torch as t
from tests.dense import check_tanh_network, linear_layers, results, two_hidden_layers
from tests.explain import CheckFailed, call, passed, require
from torch import nn

_PAIR = "get_actor_and_critic returns two networks: the actor, then the critic"


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
    has_bias = layer.bias is not None and bool((layer.bias == 0).all())
    require(has_bias, f"the {place} layer of the {name}: biases start at 0", likely, bias=layer.bias)


def test_get_actor_and_critic(get_actor_and_critic, mode="classic-control"):
    num_obs, num_actions = 6, 3
    envs = _other_envs(num_obs, num_actions)
    actor, critic = _pair(call(_PAIR, get_actor_and_critic, {"envs": envs}, mode=mode))
    ends = [layers[-1].out_features for layers in map(linear_layers, (actor, critic)) if layers]
    if ends == [1, num_actions]:
        likely = "the two are returned in the other order: return actor, critic"
        raise CheckFailed(_PAIR, "(actor, critic)", (actor, critic), likely=likely)
    shared = {id(p) for p in actor.parameters()} & {id(p) for p in critic.parameters()}
    likely = "the same layer is in both networks: create new layers for the second one"
    require(not shared, "actor and critic share no parameters", likely)
    for name, network, outputs, std in (("actor", actor, num_actions, 0.01), ("critic", critic, 1, 1.0)):
        results(f"the {name}", network, t.randn(5, num_obs), outputs)
        layers = two_hidden_layers(f"the {name}", network)
        for place, layer, size in zip(("first", "second", "last"), layers, (2**0.5, 2**0.5, std)):
            _check_start(name, place, layer, size)
        check_tanh_network(f"the {name}", network, num_obs, outputs)
    passed("test_get_actor_and_critic")
