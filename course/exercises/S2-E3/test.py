from tests.explain import passed, require
from tests.shaping import check_class, check_ends, check_everywhere, checked_rewards

IDEA = "more for a fast spin, less for a cart that runs away"
WHAT = "SpinCart.reward_function"
# x, v and omega. The poles of an untrained policy turn at about 4.7 radians per second.
PLACES = {
    "still": (0.0, 0.0, 0.0),
    "slow": (0.0, 0.0, 2.0),
    "untrained": (0.0, 0.0, 4.7),
    "fast": (0.0, 0.0, 9.0),
    "fast_other_way": (0.0, 0.0, -9.0),
    "very_fast": (0.0, 0.0, 30.0),
    "leaving_right": (2.3, 8.0, 9.0),
    "leaving_left": (-2.3, -8.0, 9.0),
    "straying_right": (1.5, 2.0, 9.0),
    "straying_left": (-1.5, -2.0, 9.0),
}
# What an untrained policy does, in quarters of its time: x, v and omega.
ORDINARY = [(0.1, 0.2, 1.0), (-0.3, 0.6, -3.0), (0.8, -1.1, 5.0), (-1.5, -1.7, -7.5)]
# The fastest that a trained one reaches, with poles that have turned round many times.
SPREAD = [2.39, 8.0, 60.0, 30.0]
BEYOND = [
    [x, v, theta, omega]
    for x, v in ((2.41, 3.0), (-2.41, -3.0), (2.56, 8.0), (-2.56, -8.0))
    for theta, omega in ((0.0, 0.0), (3.1, 9.0), (-50.0, -30.0))
]


def _function(SpinCart):
    def pay(cart, action):
        envs = SpinCart(cart.num_envs)
        envs.state = cart.state
        rewards = envs.reward_function(action)
        cart.state = envs.state
        return rewards

    pay.__name__ = WHAT
    return pay


def _rewards(pay):
    states = [[x, v, 0.1, omega] for x, v, omega in PLACES.values()]
    return dict(zip(PLACES, checked_rewards(IDEA, pay, states, WHAT).tolist()))


def _check_spin(rewards):
    still, fast, other = rewards["still"], rewards["fast"], rewards["fast_other_way"]
    likely = "the reward does not grow with omega, the fourth number of a state: how fast the pole turns is omega.abs()"
    if max(fast, other) > still:
        likely = "one direction is worth more than the other: take the absolute value of omega"
    elif max(fast, other) < still:
        likely = "the sign of the spin term is the other way round: it is added"
    elif rewards["very_fast"] > fast:
        likely = "clamp(min=1.0) lifts every slower spin to 1: the cap of the spin term is clamp(max=1.0)"
    idea = "a pole that turns at 9 radians per second, either way, earns more than one that stands still"
    require(min(fast, other) > still, idea, likely, still=still, fast=fast, fast_other_way=other)
    slow, untrained = rewards["slow"], rewards["untrained"]
    likely = (
        "the cap is reached too early, so nothing is left to gain: divide |omega| by 10 or so before clamp(max=1.0)"
    )
    require(untrained > slow, "4.7 radians per second earn more than 2", likely, at_2=slow, at_4_7=untrained)
    likely = "the spin term falls again where the pole is very fast: cap it with clamp(max=1.0), or let it grow"
    very_fast = rewards["very_fast"]
    require(very_fast >= fast - 1e-6, "30 radians per second earn no less than 9", likely, at_9=fast, at_30=very_fast)


def _check_penalty(rewards):
    fast = rewards["fast"]
    leaving, straying = ([rewards[f"{name}_{side}"] for side in ("right", "left")] for name in ("leaving", "straying"))
    idea = "of two poles that turn alike, the one whose cart runs off the track earns less than the one in the middle"
    likely = "the penalty is missing or constant: subtract something that grows with x.abs() or v.abs()"
    if min(leaving) > fast:
        likely = "the penalty is added: subtract it"
    elif max(leaving) > fast:
        likely = "one side of the track is worth more than the other: take the absolute values of x and v"
    require(max(leaving) < fast, idea, likely, in_the_middle=fast, running_off_to_the_right_and_left=leaving)
    idea = "a cart 1.5 m from the middle that moves outwards at 2 m/s earns less than one at rest in the middle"
    likely = (
        "the penalty is the same in the middle and here: clamp(min=1.0) lifts it to 1 everywhere, clamp(max=1.0) caps "
        "it"
    )
    require(max(straying) < fast, idea, likely, in_the_middle=fast, to_the_right_and_left=straying)
    require(
        rewards["untrained"] > 0.0,
        "in the middle, an untrained policy's spin of 4.7 radians per second earns more than 0",
        "what is subtracted there is too much: while ordinary steps cost something, the cheapest way out is off the "
        "track",
        earned=rewards["untrained"],
    )


def _check_balance(pay):
    """Checks that the penalty does not drown the spin in what an untrained policy does."""
    states = [[x, v, 0.5, omega] for x, v, omega in ORDINARY]
    earned = checked_rewards(IDEA, pay, states, WHAT)
    likely = (
        "the penalty drowns the spin, so the cheapest way out is off the track: bound it, with clamp(max=1.0) or a smaller "
        "factor"
    )
    idea = "what an untrained cart does earns more than 0 on average, as far from the middle and as fast as it gets"
    require(float(earned.mean()) > 0.0, idea, likely, x_v_omega=ORDINARY, earned=earned)


def test_spin_cart(SpinCart):
    check_class(SpinCart, "SpinCart")
    pay = _function(SpinCart)
    rewards = _rewards(pay)
    _check_spin(rewards)
    _check_penalty(rewards)
    _check_balance(pay)
    check_everywhere(IDEA, pay, WHAT, SPREAD, BEYOND)
    if rewards["very_fast"] > rewards["fast"] + 0.5:
        print(
            "The spin term has no cap near 10 radians per second: allowed, though the returns then grow with the spin"
        )
    inside = [[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 3.0, 9.0], [-1.0, 0.0, -3.0, -9.0], [0.5, 0.0, 0.5, 0.0]]
    inside += [[2.39, 5.0, 40.0, 25.0], [-2.39, -5.0, -40.0, -25.0]]
    outside = [[3.0, 0.0, 0.0, 0.0], [-3.0, 0.0, 0.0, 0.0], [2.41, 2.0, 0.0, 9.0], [-2.41, -2.0, 0.0, -9.0]]
    check_ends(SpinCart, inside, outside)
    passed("test_spin_cart")
