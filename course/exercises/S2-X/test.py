import torch as t
from tests.explain import passed, require
from tests.shaping import check_class, check_ends, check_everywhere, checked_rewards

IDEA = "more for a state that belongs to the dance than for one that does not"
WHAT = "DanceCart.reward_function"


def _grid(*rows):
    """Returns all combinations of one number of each row, as a list of lists."""
    found = [[]]
    for row in rows:
        found = [begun + [number] for begun in found for number in row]
    return found


# Where training leads, with poles that may turn all the way round.
SPREAD = [2.39, 6.0, 30.0, 25.0]
BEYOND = [
    [x, v, theta, omega]
    for x, v in ((2.41, 2.0), (-2.41, -2.0), (2.52, 6.0), (-2.52, -6.0), (0.0, 0.0))
    for theta, omega in ((0.0, 0.0), (0.25, 3.0), (-0.25, -3.0), (3.1, -9.0))
]


def _check_fall(DanceCart, rewards, moving):
    """Checks that to drop the pole does not pay where that ends an episode."""
    fallen = [[*row[:2], 0.25 if row[3] > 0 else -0.25, row[3]] for row in moving if abs(row[2]) < 0.2]
    envs = DanceCart(len(fallen))
    envs.state = t.tensor(fallen)
    ended = DanceCart.terminated(envs)
    if not isinstance(ended, t.Tensor) or ended.shape != (len(fallen),) or not bool(ended.bool().all()):
        return
    upright = float(rewards([row for row in moving if abs(row[2]) < 0.2]).max())
    fall = float(rewards(fallen).max())
    likely = (
        "a pole that has fallen earns most, and falling is easy to learn: pay less for theta.abs(), or nothing beyond "
        "self.theta_threshold_radians"
    )
    idea = "a crash does not pay: a pole that has just fallen earns no more than the best motion with the pole up"
    require(fall <= upright + 1e-6, idea, likely, fallen=fall, best_with_the_pole_up=upright)


def _states():
    """Returns a grid of states in motion, and random ones: slow and fast, upright and all the way round."""
    speeds = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
    grid = _grid((-1.0, -0.5, 0.0, 0.5, 1.0), speeds, (-0.1, 0.0, 0.1), speeds)
    slow, fast = t.tensor([1.5, 2.0, 0.2, 2.0]), t.tensor([1.5, 2.0, 3.0, 10.0])
    chance = [(t.rand(256, 4) * 2 - 1) * spread for spread in (slow, fast)]
    return [it for it in grid if it[1] or it[3]] + t.cat(chance).tolist()


def test_dance_cart(DanceCart):
    check_class(DanceCart, "DanceCart")

    def pay(cart, action):
        envs = DanceCart(cart.num_envs)
        envs.state = cart.state
        rewards = envs.reward_function(action)
        cart.state = envs.state
        return rewards

    def rewards(states):
        return checked_rewards(IDEA, pay, states, WHAT)

    pay.__name__ = WHAT
    moving = _states()
    motion = float(rewards(moving).max())
    places = t.linspace(-2.4, 2.4, 49)
    standing = rewards([[place, 0.0, 0.0, 0.0] for place in places.tolist()])
    middle, best, place = float(standing[24]), float(standing.max()), float(places[standing.argmax()])
    likely = (
        "standing is easier to learn than moving, so it is what such a reward leads to: pay for v.abs() or omega.abs()"
    )
    idea = "a dance is motion: a cart that stands still in the middle earns less than the best of those that move"
    require(motion > middle, idea, likely, in_the_middle=middle, best_in_motion=motion)
    likely = (
        f"a cart at rest at x = {place:.1f} earns as much: multiply by something that is 0 at rest, such as v.abs()"
    )
    idea = "a dance is motion: no place is worth as much to a cart that stands there as the best motion is"
    require(motion > best, idea, likely, at_rest=best, best_in_motion=motion)
    likely = "every step costs something, so an early end is the cheapest way out: add a constant to each"
    require(motion > 0.0, "the best motion earns more than 0", likely, best_in_motion=motion)

    right, left = (rewards([[0.0, sign * v, 0.0, 0.0] for v in (0.25, 0.5, 1.0)]) for sign in (1.0, -1.0))
    low, high = sorted((float(right.max()), float(left.max())))
    likely = (
        "only one direction pays, and the track ends there: use v.abs() or v**2, so that the way back counts as well"
    )
    idea = "through the middle, to the right or to the left: not one earns more than standing and the other less"
    is_one_way = low < middle - 1e-6 and high > middle + 1e-6
    require(not is_one_way, idea, likely, to_the_right=right, to_the_left=left, standing=middle)

    outside = [[2.5 if row[0] > 0 else -2.5, *row[1:]] for row in moving]
    crash = float(rewards(outside).max())
    likely = (
        "a fast cart is soon off the track: subtract something for being far from the middle, or multiply by 1 - "
        "x.abs()"
    )
    idea = "a crash does not pay: leaving the track earns less than the best motion on it"
    best = moving[int(rewards(moving).argmax())]
    upright, slow = rewards([[*best[:2], 0.0, best[3]], [best[0], 0.0, *best[2:]]]).tolist()
    if upright < 0.5 * motion and slow >= 0.9 * motion:
        likely = (
            "a pole that leans earns most, which no cart can keep up: pay for v.abs() or omega.abs(), and less for "
            "theta.abs()"
        )
    require(motion > crash, idea, likely, off_the_track=crash, best_on_the_track=motion)

    check_everywhere(IDEA, pay, WHAT, SPREAD, BEYOND)
    _check_fall(DanceCart, rewards, moving)
    early = (t.rand(256, 4) * 2 - 1) * t.tensor([0.5, 0.5, 0.15, 0.7])
    if float(rewards(early.tolist()).mean()) <= 0.0:
        print("A clumsy step near the start earns nothing or less: allowed, though carts may learn to end early")
    outside = [[3.0, 0.0, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0], [2.41, 2.0, 0.0, 0.0], [-2.41, -2.0, 0.0, 0.0]]
    check_ends(DanceCart, [[0.0, 0.0, 0.0, 0.0], [1.0, 0.5, 0.05, 0.2], [2.3, 0.5, 0.1, 0.2]], outside)
    passed("test_dance_cart")
