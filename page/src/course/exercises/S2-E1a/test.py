from types import SimpleNamespace

import numpy as np
from tests.explain import call, passed, require


def test_rollout_phase(rollout_phase):
    idea = "num_steps_per_rollout steps of the agent; what ended episodes tell comes back"
    played = []

    def play_step():
        played.append(len(played))
        ended = len(played) in (3, 7)
        lengths = np.array([11.0, 13.0]) if len(played) == 3 else np.array([20.0, 40.0])
        return {"episode": {"l": lengths, "r": lengths}, "_episode": np.array([True, True])} if ended else {}

    trainer = SimpleNamespace(
        agent=SimpleNamespace(play_step=play_step, step=0),
        args=SimpleNamespace(num_steps_per_rollout=9, use_wandb=False),
        num_envs=2,
    )
    data = call(idea, rollout_phase, {"self": trainer})
    require(len(played) == 9, "the agent plays 9 steps", steps=len(played))
    if data is None:
        print("rollout_phase gives nothing: allowed, though the progress bar will then not tell of episodes")
        return passed("test_rollout_phase")
    require(isinstance(data, dict) and "episode_length" in data, "the data of the last ended episodes comes back as a dict", got=data)
    require(
        abs(data["episode_length"] - 30.0) < 1e-6,
        "it is the newest: the mean of 20 and 40",
        "keep what get_episode_data_from_infos gave last, and not None",
        got=data,
    )
    passed("test_rollout_phase")
