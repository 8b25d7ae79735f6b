import gymnasium as gym
import torch as t
from tests.explain import call, compare, passed, require
from torch import nn


def test_get_actor_and_critic(get_actor_and_critic, mode="classic-control"):
    t.manual_seed(0)
    envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(4)])
    actor, critic = call("an actor and a critic", get_actor_and_critic, {"envs": envs}, mode=mode)
    obs = t.randn(3, 4)
    require(tuple(actor(obs).shape) == (3, 2), "the actor gives a logit for each action", shape=tuple(actor(obs).shape))
    require(tuple(critic(obs).shape) == (3, 1), "the critic gives one value", shape=tuple(critic(obs).shape))
    for name, network, last in (("actor", actor, 0.01), ("critic", critic, 1.0)):
        layers = [layer for layer in network.modules() if isinstance(layer, nn.Linear)]
        require(len(layers) == 3, f"the {name} has three linear layers", layers=len(layers))
        require(
            any(isinstance(layer, nn.Tanh) for layer in network.modules()),
            f"the {name}'s hidden layers end in tanh",
        )
        for place, layer in enumerate(layers):
            std = last if place == 2 else 2**0.5
            weight = layer.weight.detach()
            rows = weight if weight.shape[0] <= weight.shape[1] else weight.t()
            product = rows @ rows.t()
            compare(
                f"layer {place + 1} of the {name}: orthogonal weights of size {std:.4g}",
                product,
                t.eye(rows.shape[0]) * std * std,
                mistakes=[("the size (std) is that of the other layers", t.eye(rows.shape[0]) * 2.0)],
                atol=1e-3 * max(std * std, 1e-3),
            )
            require(bool((layer.bias == 0).all()), f"layer {place + 1} of the {name}: biases start at 0")
    shared = {id(p) for p in actor.parameters()} & {id(p) for p in critic.parameters()}
    require(not shared, "actor and critic share no parameters")
    passed("test_get_actor_and_critic")
