"""The environments, and the registry of their names."""

from gymnasium.envs import classic_control, registration
from gymnasium.envs.registration import make, register, registry, spec


# Loaded when it is first asked for.
def __getattr__(name):
    if name == "toy_text":
        import gymnasium.envs.toy_text as found

        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
