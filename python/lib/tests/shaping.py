"""Rewards of one's own: they have no right answer, but they have a shape, and standing must pay more than falling."""

import torch as t
import worlds
from tests.explain import CheckFailed, call, passed, require


class _Cart(worlds.CartPole):
    """Carts in given states."""

    def __init__(self, states):
        super().__init__(len(states))
        self.state = t.tensor(states)


def _rewards(idea, function, states, what):
    cart = _Cart(states)
    rewards = call(idea, function, {"self": cart, "action": t.zeros(len(states), dtype=t.int64)})
    if not isinstance(rewards, t.Tensor):
        raise CheckFailed(idea, likely=f"a tensor was expected, not {type(rewards).__name__}", inputs={"states": states})
    require(
        tuple(rewards.shape) == (len(states),),
        f"{what} gives one reward for each of {len(states)} worlds",
        "state.unbind(-1) gives four tensors of one number a world; is a sum taken over the worlds?",
        shape=tuple(rewards.shape),
    )
    require(bool(t.isfinite(rewards.float()).all()), f"{what} gives finite numbers", states=states, rewards=rewards)
    return rewards.float()


def test_cartpole_reward_function(cartpole_reward_function):
    t.random.seed()
    idea = "a reward for each world, from where the step has led"
    what = "cartpole_reward_function"
    middle, edge = [0.0, 0.0, 0.0, 0.0], [2.3, 0.0, 0.2, 0.0]
    upright, worst = _rewards(idea, cartpole_reward_function, [middle, edge], what).tolist()
    require(
        upright > worst,
        "a pole that stands still in the middle earns more than one about to fall at the edge",
        "the sign may be the other way round, or the reward does not look at x and theta",
        in_the_middle=upright,
        at_the_edge=worst,
    )
    states = (t.rand(64, 4) * 2 - 1) * t.tensor([2.4, 1.0, 0.2095, 1.0])
    rewards = _rewards(idea, cartpole_reward_function, states.tolist(), what)
    if bool((rewards < -0.01).any()) or bool((rewards > 1.01).any()):
        low, high = float(rewards.min()), float(rewards.max())
        print(f"Rewards lie between {low:.2f} and {high:.2f}: allowed, though curves compare best between 0 and 1")
    mirrored = _rewards(idea, cartpole_reward_function, (-states).tolist(), what)
    if bool(((rewards - mirrored).abs() > 1e-4).any()):
        print("Left and right are not worth the same: allowed, if it is meant")
    passed("test_cartpole_reward_function")


def test_spin_cart(SpinCart):
    t.manual_seed(11)
    idea = "more for a fast spin, less for a cart that runs away"

    def pay(cart, action):
        world = SpinCart(cart.num_envs)
        world.state = cart.state
        return world.reward_function(action)

    pay.__name__ = "SpinCart.reward_function"
    still, fast = [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 3.0, 9.0]
    slow_pays, fast_pays = _rewards(idea, pay, [still, fast], "SpinCart.reward_function").tolist()
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


def test_dance_cart(DanceCart):
    t.random.seed()
    idea = "more for a state that belongs to the dance than for one that does not"
    what = "DanceCart.reward_function"

    def pay(cart, action):
        world = DanceCart(cart.num_envs)
        world.state = cart.state
        return world.reward_function(action)

    pay.__name__ = what
    # Slow and fast, upright and all the way round.
    spread = t.tensor([1.5, 2.0, 0.2, 2.0])
    moving = t.cat([(t.rand(256, 4) * 2 - 1) * spread, (t.rand(256, 4) * 2 - 1) * spread * t.tensor([1.0, 1.0, 15.0, 5.0])])
    motion = float(_rewards(idea, pay, moving.tolist(), what).max())
    places = t.linspace(-2.4, 2.4, 49)
    standing = _rewards(idea, pay, [[place, 0.0, 0.0, 0.0] for place in places.tolist()], what)
    middle = float(standing[24])
    require(
        motion > middle,
        "a dance is motion: a cart that stands still in the middle must not earn as much as the best of those that move",
        "standing is easier to learn than moving, so it is what such a reward gets; pay for v or for omega",
        in_the_middle=middle,
        best_in_motion=motion,
    )
    best = float(standing.max())
    require(
        motion > best,
        "a dance is motion: no place is worth as much to a cart that stands there as the best motion is",
        f"a cart at rest at x = {float(places[standing.argmax()]):.1f} earns that much; multiply by something that is 0 at rest, such as v.abs()",
        at_rest=best,
        best_in_motion=motion,
    )
    outside = moving.clone()
    outside[:, 0] = 2.5 * t.sign(moving[:, 0])
    crash = float(_rewards(idea, pay, outside.tolist(), what).max())
    require(
        motion > crash,
        "a crash does not pay: leaving the track must earn less than the best motion on it",
        "a fast cart is soon gone; take something off for being far from the middle",
        off_the_track=crash,
        best_on_the_track=motion,
    )
    world = DanceCart(3)
    world.state = t.tensor([[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0]])
    ended = call("an end for each world", DanceCart.terminated, {"self": world})
    require(
        isinstance(ended, t.Tensor) and tuple(ended.shape) == (3,) and ended.dtype == t.bool,
        "terminated gives one truth value for each world",
        "a comparison of tensors gives truth values, and | combines two of them",
    )
    require(
        ended.tolist() == [False, True, True],
        "an episode begins in the middle, and a cart that leaves the track on either side ends it",
        "compare the absolute value of x with self.x_threshold",
        x=world.state[:, 0],
        got=ended,
    )
    passed("test_dance_cart")
