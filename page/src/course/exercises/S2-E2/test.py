import torch as t
from tests.explain import passed, require
from tests.shaping import checked_rewards


def test_cartpole_reward_function(cartpole_reward_function):
    t.random.seed()
    idea = "a reward for each world, from where the step has led"
    what = "cartpole_reward_function"
    middle, edge = [0.0, 0.0, 0.0, 0.0], [2.3, 0.0, 0.2, 0.0]
    upright, worst = checked_rewards(idea, cartpole_reward_function, [middle, edge], what).tolist()
    require(
        upright > worst,
        "a pole that stands still in the middle earns more than one about to fall at the edge",
        "the sign may be the other way round, or the reward does not look at x and theta",
        in_the_middle=upright,
        at_the_edge=worst,
    )
    states = (t.rand(64, 4) * 2 - 1) * t.tensor([2.4, 1.0, 0.2095, 1.0])
    rewards = checked_rewards(idea, cartpole_reward_function, states.tolist(), what)
    if bool((rewards < -0.01).any()) or bool((rewards > 1.01).any()):
        low, high = float(rewards.min()), float(rewards.max())
        print(f"Rewards lie between {low:.2f} and {high:.2f}: allowed, though curves compare best between 0 and 1")
    mirrored = checked_rewards(idea, cartpole_reward_function, (-states).tolist(), what)
    if bool(((rewards - mirrored).abs() > 1e-4).any()):
        print("Left and right are not worth the same: allowed, if it is meant")
    passed("test_cartpole_reward_function")
