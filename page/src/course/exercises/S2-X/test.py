import torch as t
from tests.explain import call, passed, require
from tests.shaping import checked_rewards


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
    motion = float(checked_rewards(idea, pay, moving.tolist(), what).max())
    places = t.linspace(-2.4, 2.4, 49)
    standing = checked_rewards(idea, pay, [[place, 0.0, 0.0, 0.0] for place in places.tolist()], what)
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
    crash = float(checked_rewards(idea, pay, outside.tolist(), what).max())
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
