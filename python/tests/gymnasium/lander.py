"""What Gymnasium's LunarLander does for a seed, in flight: on the ground no two solvers agree to the digit. `record_lander.py`
runs these functions with Gymnasium and Box2D themselves, the test with the page's."""

import gymnasium as gym


def flight(name, steps, **options):
    """Flies with drawn actions: the bounds, first observations of three seeds, and each step."""
    env = gym.make(name, **options)
    env.action_space.seed(7)
    space = env.observation_space
    told = [[env.spec.max_episode_steps, env.spec.reward_threshold], space.low.tolist(), space.high.tolist()]
    told += [env.reset(seed=seed)[0].tolist() for seed in (0, 1, 42)]
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
        told.append([*seen.tolist(), float(reward), float(terminated), float(truncated), len(info)])
    return told


FLIGHTS = {
    "discrete": lambda: flight("LunarLander-v3", 40),
    "continuous": lambda: flight("LunarLander-v3", 40, continuous=True),
    "continuous by name": lambda: flight("LunarLanderContinuous-v3", 20),
    "wind": lambda: flight("LunarLander-v3", 30, enable_wind=True, wind_power=10.0, turbulence_power=1.0),
    "moon": lambda: flight("LunarLander-v3", 40, gravity=-1.62),
}
