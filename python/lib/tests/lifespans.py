"""How long environments lived in a rollout. Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import compare
from tests.vpg_rollouts import NUM_ENVS


def check_lifespan(play, idea="lifespan counts the steps of each environment before its first fall"):
    """Raises unless a rollout counts the steps of each environment before its first fall."""
    fell, done = play.column("terminated"), play.column("terminated") | play.column("truncated")
    lived, until_done, count = _lived(fell), _lived(done), len(play.played)
    turns = t.arange(1, count + 1).float()
    compare(
        idea,
        play.lifespan.float() if isinstance(play.lifespan, t.Tensor) else play.lifespan,
        lived,
        {"falls": fell, "time limits": play.column("truncated")},
        mistakes=lambda: [
            (
                "the step of the fall itself is counted too: first update `dead`, then add to those who live",
                (lived + 1).clamp(max=count),
            ),
            ("truncation is taken for death: update `dead` with `terminated` alone", until_done),
            (
                "truncation is taken for death, and the last step is counted: first update `dead` with `terminated`",
                (until_done + 1).clamp(max=count),
            ),
            (
                "steps of later episodes are counted: `dead` must remember the first fall, `dead = dead | terminated`",
                (~fell).float().sum(1),
            ),
            (
                "steps of later episodes are counted, and truncation is taken for death: `dead = dead | terminated`",
                (~done).float().sum(1),
            ),
            ("lifespan goes on in environments that have died and started again", t.full((NUM_ENVS,), float(count))),
            ("lifespan is averaged: keep one number for each environment", lived.mean()),
            ("lifespan is a single number: keep one for each environment", t.tensor(float(count))),
            ("the length of the last episode is counted: keep the steps before the first fall", _since(fell)),
            ("the dead are counted: add `~dead`, which is True for those who live", count - lived),
            (
                "these are the numbers of the last falls: count the steps of those who live, `lifespan += (~dead).float()`",
                (fell.float() * turns).max(1).values,
            ),
            (
                "these are the places of the last falls: count the steps of those who live, `lifespan += (~dead).float()`",
                (fell.float() * (turns - 1)).max(1).values,
            ),
            (
                "an environment that never falls has a lifespan too: all its steps, and not 0",
                t.where(fell.any(1), lived, t.zeros(NUM_ENVS)),
            ),
            ("falls are counted, not steps", fell.float().sum(1)),
            ("one step too many is counted", lived + 1),
            ("one step too few is counted", lived - 1),
            ("the rewards are added up: count the steps", play.column("rewards").sum(1)),
            *_added_to(play, lived),
        ],
    )


def _added_to(play, lived):
    """Returns the mistake of going on from the lifespans of the rollout before."""
    if play.before is None:
        return []
    anew = "in each call of gen_rollout"
    return [
        (f"the lifespans of the rollout before are still in it: make new zeros {anew}", play.before + lived),
        (
            f"who died in the rollout before counts as dead from the start: make a new `dead` {anew}",
            lived * ~play.fallen,
        ),
    ]


def _lived(ended):
    """Returns the steps before the first end."""
    return (ended.long().cumsum(1) == 0).float().sum(1)


def _since(ended):
    """Returns the steps after the last end."""
    return (t.flip(ended, [1]).long().cumsum(1) == 0).float().sum(1)
