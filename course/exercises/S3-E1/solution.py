def layer_init(layer, std=2**0.5, bias_const=0.0):
    """Fills a layer with an orthogonal weight, scaled by `std`, and a constant bias, and returns it."""
    nn.init.orthogonal_(layer.weight, gain=std)
    nn.init.constant_(layer.bias, val=bias_const)
    return layer


def get_actor_and_critic(envs, mode="classic-control"):
    """Returns an actor, from observations to logits, and a critic, from observations to one value."""
    assert mode == "classic-control", "the other modes need other networks"
    num_obs = envs.single_observation_space.shape[0]
    num_actions = envs.single_action_space.n

    def mlp(num_outputs, last_std):
        first, second = nn.Linear(num_obs, 64), nn.Linear(64, 64)
        last = layer_init(nn.Linear(64, num_outputs), std=last_std)
        return nn.Sequential(layer_init(first), nn.Tanh(), layer_init(second), nn.Tanh(), last)

    # Two calls make two sets of parameters, so nothing is shared.
    return mlp(num_actions, 0.01), mlp(1, 1.0)
