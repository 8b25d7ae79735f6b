"""Wrappers: what changes or measures an environment from outside."""

import _late
from gymnasium.wrappers.common import (
    Autoreset,
    OrderEnforcing,
    PassiveEnvChecker,
    RecordEpisodeStatistics,
    TimeLimit,
)

_NORMALIZE = ("NormalizeObservation", "NormalizeReward", "RunningMeanStd")
_TRANSFORM = (
    "ClipAction", "ClipReward", "DtypeObservation", "FlattenObservation", "FrameStackObservation", "RescaleAction",
    "RescaleObservation", "ReshapeObservation", "TimeAwareObservation", "TransformAction", "TransformObservation",
    "TransformReward",
)


# The others are loaded when they are first asked for.
def __getattr__(name):
    if name == "vector":
        import gymnasium.wrappers.vector as found

        return found
    if name in _NORMALIZE:
        from gymnasium.wrappers import normalize as found
    elif name in ("RecordVideo", "RenderCollection"):
        from gymnasium.wrappers import films as found
    elif name in _TRANSFORM:
        from gymnasium.wrappers import transform as found
    else:
        known = ", ".join(("TimeLimit", "RecordEpisodeStatistics", "RecordVideo", *_NORMALIZE[:2], *_TRANSFORM))
        raise _late.refusal("gymnasium.wrappers", name, known)
    return getattr(found, name)
