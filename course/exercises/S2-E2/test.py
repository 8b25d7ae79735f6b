import torch as t
from tests.explain import passed, require
from tests.shaping import check_everywhere, checked_rewards

IDEA = "a reward for each environment, from where the step has led"
WHAT = "cartpole_reward_function"
# Shortly before the end, each way.
FAR, TILT = 2.3, 0.2
# Where training leads: a random policy moves at up to 3 m/s and 3.7 radians per second, and the last step goes past an end.
SPREAD = [2.39, 3.5, 0.209, 4.0]
BEYOND = [
    [x, x, theta, 13.0 * theta]
    for x in (-2.47, -2.41, 0.0, 2.41, 2.47)
    for theta in (-0.28, -0.211, 0.0, 0.211, 0.28)
    if x or theta
]


def test_cartpole_reward_function(cartpole_reward_function):
    # Leaning at either edge, leaning in the middle, upright at an edge, and a third of the way to the thresholds.
    places = [[0, 0], [FAR, TILT], [-FAR, -TILT], [FAR, -TILT], [-FAR, TILT]]
    places += [[0, TILT], [0, -TILT], [FAR, 0], [-FAR, 0], [0.8, 0.07], [-0.8, -0.07]]
    states = [[float(x), 0.0, float(theta), 0.0] for x, theta in places]
    rewards = checked_rewards(IDEA, cartpole_reward_function, states, WHAT).tolist()
    upright, at_ends, leaning, aside, third = rewards[0], rewards[1:5], rewards[5:7], rewards[7:9], rewards[9:]
    most = max(at_ends)
    idea = "a pole that stands still in the middle earns more than one about to fall at an edge, on either side"
    likely = (
        "the reward does not look at x and theta, or clamp makes all states alike: clamp(min=1.0) lifts everything to 1"
    )
    if len(set(rewards)) == 1 and upright == 0.0:
        likely = (
            "no state earns anything, or clamp makes all states alike: clamp(max=0.0) cuts off what is above 0, and "
            "clamp(min=0.0) what is below"
        )
    elif len(set(rewards)) == 1 and upright != 1.0:
        likely = f"the reward does not look at x and theta: all states earn {upright:.3g}"
    if all(it > upright for it in at_ends):
        likely = "the sign is the other way round: the reward should fall as |x| and |theta| grow"
    elif most > upright + 1e-6:
        likely = "one side is worth more than the other: take the absolute value or the square of x and theta"
    require(upright > most, idea, likely, in_the_middle=upright, at_the_edges=at_ends)
    for name, earned in (("theta", leaning), ("x", aside)):
        likely = f"the term of {name} pays for being far from 0: subtract it"
        if min(earned) <= upright:
            likely = f"one side is worth more than the other: take the absolute value or the square of {name}"
        idea = f"with {name} near its threshold a state earns no more than with {name} = 0"
        require(max(earned) <= upright + 1e-6, idea, likely, in_the_middle=upright, there=earned)
    require(
        upright > 0.0,
        "a pole that stands still in the middle earns more than 0",
        "no step earns anything, so the quickest fall has the highest return: start from 1, and subtract what is bad",
        in_the_middle=upright,
    )
    likely = (
        "divide x by self.x_threshold and theta by self.theta_threshold_radians, about 0.2094: angles are in radians "
        "here"
    )
    idea = "a state just before the end earns clearly less than the best"
    require(upright - most > 0.05 * upright, idea, likely, in_the_middle=upright, at_the_edges=at_ends)
    idea = "a third of the way to the thresholds a step still earns more than 0: else it pays to fall sooner"
    require(min(third) > 0.0, idea, likely, states=states[9:], rewards=third)

    check_everywhere(IDEA, cartpole_reward_function, WHAT, SPREAD, BEYOND)
    fallen = checked_rewards(IDEA, cartpole_reward_function, BEYOND, WHAT)
    likely = (
        "the step that ends an episode pays more than the best of all others, so falling is worth it: look at what the "
        "terms become beyond the thresholds"
    )
    idea = "a state past a threshold, where the episode has just ended, earns no more than the best"
    worst = BEYOND[int(fallen.argmax())]
    require(float(fallen.max()) <= upright + 1e-6, idea, likely, state=worst, there=fallen.max(), in_the_middle=upright)

    states = (t.rand(64, 4) * 2 - 1) * t.tensor([2.4, 1.0, 0.2095, 1.0])
    rewards = checked_rewards(IDEA, cartpole_reward_function, states.tolist(), WHAT)
    low, high = float(rewards.min()), float(rewards.max())
    if low < -0.01 or high > 1.01:
        print(f"Rewards lie between {low:.2f} and {high:.2f}: allowed, though curves compare best between 0 and 1")
    mirrored = checked_rewards(IDEA, cartpole_reward_function, (-states).tolist(), WHAT)
    if bool(((rewards - mirrored).abs() > 1e-4).any()):
        print("Left and right are not worth the same: allowed, if it is meant")
    passed("test_cartpole_reward_function")
