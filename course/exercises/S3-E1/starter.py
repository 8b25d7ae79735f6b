def layer_init(layer, std=2**0.5, bias_const=0.0):
    """Fills a layer with an orthogonal weight, scaled by `std`, and a constant bias, and returns it."""
    nn.init.orthogonal_(layer.weight, gain=std)
    nn.init.constant_(layer.bias, val=bias_const)
    return layer


def get_actor_and_critic(envs, mode="classic-control"):
    """Returns two networks that share no parameters: an actor, [n, num_obs] to logits [n, num_actions], and a
    critic, [n, num_obs] to values [n, 1].

    Each has two hidden layers of 64 units with tanh, and every linear layer goes through `layer_init`. The last
    layer of the actor has std 0.01, that of the critic 1.0.
    """
    num_obs = envs.single_observation_space.shape[0]
    num_actions = envs.single_action_space.n
    raise NotImplementedError()
