import torch as t
from tests.explain import call, passed, require
from tests.shaping import checked_rewards


def test_spin_cart(SpinCart):
    t.manual_seed(11)
    idea = "more for a fast spin, less for a cart that runs away"

    def pay(cart, action):
        world = SpinCart(cart.num_envs)
        world.state = cart.state
        return world.reward_function(action)

    pay.__name__ = "SpinCart.reward_function"
    still, fast = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 9.0]
    slow_pays, fast_pays = checked_rewards(idea, pay, [still, fast], "SpinCart.reward_function").tolist()
    require(fast_pays > slow_pays, "a fast spin in the middle earns more than standing still", "omega is the spin", still=slow_pays, fast=fast_pays)
    world = SpinCart(3)
    world.state = t.tensor([[0.0, 0.0, 3.0, 0.0], [3.0, 0.0, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0]])
    ended = call("an end for each world", SpinCart.terminated, {"self": world})
    require(isinstance(ended, t.Tensor) and tuple(ended.shape) == (3,), "terminated gives one truth value for each world")
    require(
        ended.bool().tolist() == [False, True, True],
        "a pole that hangs down does not end the episode, and a cart that leaves the track on either side does",
        "compare the absolute value of x with self.x_threshold",
        x=world.state[:, 0],
        got=ended,
    )
    passed("test_spin_cart")
