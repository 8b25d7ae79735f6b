"""Classic control in gym's interfaces."""

from gym.core import Both
from gymnasium.envs import classic_control as _new

_made = {}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if name not in _made:
        if name == "ProbeEnv":
            from gymnasium.envs.probes import ProbeEnv as base
        else:
            base = getattr(_new, name)
        _made[name] = type(name, (Both, base), {"__doc__": base.__doc__})
    return _made[name]
