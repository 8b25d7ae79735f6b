"""Classic control in gym's interfaces."""

from gym.core import Both
from gymnasium.envs import classic_control as _new
from gymnasium.envs import probes as _probes


class CartPoleEnv(Both, _new.CartPoleEnv):
    """A pole on a cart."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._settle()


class MountainCarEnv(Both, _new.MountainCarEnv):
    """A car in a valley with three actions."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._settle()


class Continuous_MountainCarEnv(Both, _new.Continuous_MountainCarEnv):
    """A car in a valley with a force."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._settle()


class PendulumEnv(Both, _new.PendulumEnv):
    """A pendulum to swing up."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._settle()


class AcrobotEnv(Both, _new.AcrobotEnv):
    """Two links that swing."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._settle()


class ProbeEnv(Both, _probes.ProbeEnv):
    """One of the course's probes."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self._settle()
