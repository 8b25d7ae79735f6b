"""Classic control: a pole on a cart, a car in a valley, a pendulum, and two links that swing."""

from gymnasium.envs.classic_control.cartpole import CartPoleEnv


# The others are loaded when they are first asked for.
def __getattr__(name):
    if name in ("MountainCarEnv", "Continuous_MountainCarEnv"):
        from gymnasium.envs.classic_control import mountain_car as found
    elif name == "PendulumEnv":
        from gymnasium.envs.classic_control import pendulum as found
    elif name == "AcrobotEnv":
        from gymnasium.envs.classic_control import acrobot as found
    else:
        raise AttributeError(f"gymnasium.envs.classic_control has no {name}")
    return getattr(found, name)
