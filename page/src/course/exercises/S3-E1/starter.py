def layer_init(layer, std=2**0.5, bias_const=0.0):
    """An orthogonal weight, scaled by `std`, and a constant bias."""
    nn.init.orthogonal_(layer.weight, gain=std)
    nn.init.constant_(layer.bias, val=bias_const)
    return layer


def get_actor_and_critic(envs, mode="classic-control"):
    """Two networks that share nothing: an actor, from observations to logits, and a critic, to one value.

    Both: two hidden layers of 64 units with tanh, every linear layer through `layer_init`. The last layer of
    the actor has std 0.01, that of the critic 1.0.
    """
    num_obs = envs.single_observation_space.shape[0]
    num_actions = envs.single_action_space.n
    raise NotImplementedError()
