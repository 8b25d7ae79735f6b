"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require


def test_rollout(Rollout):
    t.manual_seed(0)
    rollout = Rollout(num_envs=6, max_steps=4, obs_shape=(4,), action_shape=(), device=t.device("cpu"))
    steps = []
    for _ in range(3):
        step = (t.randn(6, 4), t.randint(0, 2, (6,)), t.randn(6), t.rand(6), t.rand(6) < 0.5)
        steps.append(step)
        call("add_step keeps what happened at one step", rollout.add_step, dict(zip("oalrd", step)), infos={})
    require(
        rollout.timestep == 3,
        f"after three steps `timestep` is {rollout.timestep}",
        "add_step has to add 1 to self.timestep",
    )
    tau = rollout.get()
    for place, (name, tensor) in enumerate(zip(tau._fields, tau)):
        expected = t.stack([step[place] for step in steps], dim=1)
        expected = expected.float() if name == "rewards" else expected
        swapped = t.stack([step[place] for step in steps], dim=0)
        compare(
            f"`get` stacks the {name} of all steps along dimension 1: [num_envs, num_steps]",
            tensor.float(),
            expected.float(),
            mistakes=[("steps are stacked along dimension 0", swapped.float())],
        )
    batches = call("get_batches splits the trajectories", rollout.get_batches, {"batch_size": 3})
    require(batches is not None and len(batches) == 2, "6 trajectories in batches of 3 are 2 batches", got=batches)
    require(
        tuple(batches[0].obs.shape) == (3, 3, 4),
        "a batch of 3 trajectories of 3 steps holds observations of shape (3, 3, 4)",
        "split along dimension 0, the trajectories, and not along the steps",
        shape=tuple(batches[0].obs.shape),
    )
    for name, tensor in zip(tau._fields, tau):
        joined = t.cat([getattr(batch, name) for batch in batches], dim=0)
        compare(f"the batches together hold all {name}, in order", joined.float(), tensor.float())
    fourth = (t.randn(6, 4), t.randint(0, 2, (6,)), t.randn(6), t.rand(6), t.rand(6) < 0.5)
    rollout.add_step(*fourth, infos={})
    try:
        rollout.add_step(*fourth, infos={})
    except ValueError:
        pass
    else:
        raise CheckFailed("a fifth step does not fit into a rollout of four: a ValueError was expected")
    rollout.reset()
    require(rollout.timestep == 0, "`reset` empties the rollout")
    passed("test_rollout")
