"""Wrappers: what changes or measures an environment from outside."""

from gymnasium.wrappers import vector
from gymnasium.wrappers.common import (
    Autoreset,
    OrderEnforcing,
    PassiveEnvChecker,
    RecordEpisodeStatistics,
    RecordVideo,
    TimeLimit,
)
from gymnasium.wrappers.normalize import NormalizeObservation, NormalizeReward, RunningMeanStd
from gymnasium.wrappers.transform import (
    ClipAction,
    ClipReward,
    DtypeObservation,
    FlattenObservation,
    FrameStackObservation,
    RescaleAction,
    RescaleObservation,
    ReshapeObservation,
    TimeAwareObservation,
    TransformAction,
    TransformObservation,
    TransformReward,
)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(
        f"gymnasium.wrappers.{name} is not known here: there are TimeLimit, RecordEpisodeStatistics, RecordVideo, "
        "NormalizeObservation, NormalizeReward, ClipAction, RescaleAction, FlattenObservation, TransformObservation, "
        "TransformReward and FrameStackObservation"
    )
