"""Tensors are [num_envs, num_steps]."""

import torch as t
from tests.explain import CheckFailed, call, compare, passed, require

FIELDS = ("obs", "actions", "logprobs", "rewards", "dones")
NUM_ENVS = 6


def test_rollout(Rollout):
    rollout = Rollout(num_envs=NUM_ENVS, max_steps=4, obs_shape=(4,), action_shape=(), device=t.device("cpu"))
    steps = [_step() for _ in range(3)]
    for count, step in enumerate(steps, 1):
        call(
            "add_step keeps what happened at one step", rollout.add_step, step, infos={"final_observation": step["obs"]}
        )
        _require_count(rollout, count)
    tau = _stacked(rollout, steps)
    # With 4 and 5 the last batch is smaller, and with 7 the only one.
    for batch_size in (2, 3, 6, 4, 5, 7, 1):
        _check_batches(rollout, tau, batch_size)
    fourth = _step()
    try:
        rollout.add_step(*fourth.values(), infos={})
    except ValueError:
        likely = "it is refused one step too early: a rollout is full when timestep has reached max_steps"
        raise CheckFailed("the fourth step still fits into a rollout of four", likely=likely) from None
    _require_count(rollout, 4)
    _check_full(rollout)
    _stacked(rollout, [*steps, fourth], "a refused step must leave nothing behind: test before you append")
    rollout.reset()
    require(rollout.timestep == 0, "`reset` empties the rollout", timestep=rollout.timestep)
    last = _step()
    rollout.add_step(*last.values(), infos={})
    tau = _stacked(rollout, [last], "steps from before `reset` are still there: `reset` makes the lists empty")
    other = Rollout(num_envs=NUM_ENVS, max_steps=1, obs_shape=(4,), action_shape=(), device=t.device("cpu"))
    likely = "two rollouts share their lists: make them in `reset`, as `self.obs = []`, and not above the methods"
    require(getattr(other, "timestep", None) == 0, "a second rollout begins empty", likely)
    step = _step()
    other.add_step(*step.values(), infos={})
    _stacked(other, [step], likely)
    _check_full(other, 1)
    kept = zip(tau, rollout.get())
    require(all(t.equal(was, now) for was, now in kept), "a rollout keeps its steps when another one is filled", likely)
    passed("test_rollout")


def _step():
    return {
        "obs": t.randn(NUM_ENVS, 4),
        "actions": t.randint(0, 2, (NUM_ENVS,)),
        "logprobs": -t.rand(NUM_ENVS) - 0.1,
        "rewards": t.rand(NUM_ENVS) + 2,
        "dones": t.rand(NUM_ENVS) < 0.5,
    }


def _require_count(rollout, count):
    got = getattr(rollout, "timestep", None)
    if got == count - 1:
        likely = "add_step has to add 1 to self.timestep"
    elif got == count * NUM_ENVS:
        likely = "timestep counts steps, not environments: add 1"
    else:
        likely = "add 1 to self.timestep for each step that is stored"
    require(got == count, f"`timestep` must be {count} after step number {count}, and it is {got}", likely)


def _column(steps, name, dim=1):
    return t.stack([step[name] for step in steps], dim=dim)


def _stacked(rollout, steps, other=None):
    """Returns the tensors of a rollout that holds these steps."""
    try:
        tau = rollout.get()
    except (RuntimeError, IndexError, TypeError, AttributeError):
        _explain_lists(rollout, len(steps))
        raise
    fields = getattr(tau, "_fields", None)
    require(
        fields == FIELDS,
        "`get` returns a RolloutTensors",
        f"its fields are {', '.join(FIELDS)}",
        got=type(tau).__name__,
    )
    for name, tensor in zip(fields, tau):
        expected = _column(steps, name)
        mistakes = [("steps are stacked along dimension 0", _column(steps, name, dim=0).float())]
        for wrong in FIELDS:
            if wrong != name:
                said = f"`{name}` holds the {wrong}: is the order obs, actions, logprobs, rewards, dones?"
                mistakes.append((said, _column(steps, wrong).float()))
        only = t.stack([steps[-1][name]] * len(steps), dim=1).float()
        mistakes.append(("every step is the last one: append a tensor to the list at each step", only))
        if not isinstance(tensor, t.Tensor) or tensor.shape != expected.shape:
            _explain_lists(rollout, len(steps), other)
        compare(
            f"`get` stacks the {name} of all steps along dimension 1: [num_envs, num_steps]",
            tensor,
            expected,
            {},
            mistakes,
            same_type=True,
        )
    return tau


def _explain_lists(rollout, count, other=None):
    """Says what is wrong with the five lists, where the reader has kept to them."""
    for name in FIELDS:
        column = getattr(rollout, name, None)
        if isinstance(column, t.Tensor) and tuple(column.shape[:1]) == (NUM_ENVS,) and column.ndim <= 2 and count < 4:
            if column.ndim == 1 or name == "obs":
                raise CheckFailed(
                    f"self.{name} holds one step only, and {count} were added",
                    likely=f"`self.{name} = {name}` overwrites the list: append to it, `self.{name}.append({name})`",
                )
        if not isinstance(column, list):
            continue
        if len(column) == count * NUM_ENVS and count * NUM_ENVS != count:
            likely = f"`+=` and `extend` add the rows of a tensor one by one: use `self.{name}.append({name})`"
        else:
            likely = other or f"each call of add_step appends one tensor to self.{name}"
        if column and len(column) != count:
            raise CheckFailed(f"self.{name} holds {len(column)} tensors after {count} steps", likely=likely)
        if not column and any(
            getattr(rollout, each, None) for each in FIELDS if isinstance(getattr(rollout, each), list)
        ):
            raise CheckFailed(f"self.{name} is empty after {count} steps", likely=likely)


def _check_full(rollout, count=4):
    idea = f"step number {count + 1} does not fit into a rollout of {count}: a ValueError was expected"
    try:
        rollout.add_step(*_step().values(), infos={})
    except ValueError:
        return
    except Exception as error:
        likely = f'it raises {type(error).__name__}: write `raise ValueError("Rollout is full, cannot add more steps")`'
        raise CheckFailed(idea, likely=likely) from None
    if rollout.timestep == count:
        likely = "the step is left out without a word: raise the error, so that nobody loses data"
    else:
        likely = "the step is stored all the same: raise the error if timestep has reached max_steps"
        try:
            rollout.add_step(*_step().values(), infos={})
        except ValueError:
            likely = "it is raised one step too late: first of all test `self.timestep >= self.max_steps`"
    raise CheckFailed(idea, likely=likely)


def _check_batches(rollout, tau, batch_size):
    sizes = [min(batch_size, NUM_ENVS - start) for start in range(0, NUM_ENVS, batch_size)]
    count = len(sizes)
    idea = f"get_batches({batch_size}) makes a list of {count} RolloutTensors out of {NUM_ENVS} trajectories"
    batches = call(idea, rollout.get_batches, {"batch_size": batch_size})
    require(batches is not None, idea, "the function returns nothing: is a return statement missing?")
    require(
        isinstance(batches, (list, tuple)),
        idea,
        f"it returns {type(batches).__name__}: a list was expected, `[... for ... in ...]` or `list(...)`",
    )
    first = batches[0] if batches else None
    if not all(getattr(batch, "_fields", None) == FIELDS for batch in batches):
        _explain_batches(idea, batches, first, count)
    for batch in batches:
        require(
            all(isinstance(part, t.Tensor) for part in batch), idea, "the five parts of a batch are tensors", got=batch
        )
    shape = tuple(first.obs.shape) if first else ()
    _explain_sizes(idea, batches, shape, batch_size, sizes)
    for name, tensor in zip(tau._fields, tau):
        joined = t.cat([getattr(batch, name) for batch in batches], dim=0)
        mistakes = []
        if joined.shape == tensor.shape and _sorted(joined) == _sorted(tensor):
            mistakes = [
                ("the environments are in another order: a rollout is split as it is, not shuffled", joined.float())
            ]
        mistakes += [
            (
                f"every batch holds the {name} of all environments: split all five tensors",
                t.cat([tensor] * count).float(),
            ),
            ("every batch is the first one: move on by batch_size", t.cat([tensor[:batch_size]] * count).float()),
        ]
        compare(f"the batches together hold all {name}, in order", joined, tensor, {}, mistakes)


def _sorted(tensor):
    return sorted(tensor.float().flatten().tolist())


def _explain_batches(idea, batches, first, count):
    if len(batches) == len(FIELDS) and isinstance(first, (list, tuple)) and len(first) == count:
        likely = "there is one tuple for each field: `zip(*pieces)` turns them into one tuple for each batch"
    elif all(isinstance(batch, t.Tensor) for batch in batches):
        likely = "these are tensors of one field: split all five, and put those of one batch into a RolloutTensors"
    elif isinstance(first, (list, tuple)) and len(first) == len(FIELDS):
        likely = f"a batch is a plain {type(first).__name__}: put its five tensors into `RolloutTensors(...)`"
    else:
        likely = "each batch is a RolloutTensors of five tensors"
    raise CheckFailed(idea, likely=likely)


def _explain_sizes(idea, batches, shape, batch_size, sizes):
    expected, count = (sizes[0], 3, 4), len(sizes)
    shapes = [tuple(batch.obs.shape) for batch in batches]
    if shapes == [(size, 3, 4) for size in sizes]:
        return
    rest = f"{NUM_ENVS} trajectories do not divide into batches of {batch_size}: the last batch is smaller"
    is_of_rows = sizes[-1] < batch_size and all(it[1:] == (3, 4) for it in shapes)
    rows = sum(it[0] for it in shapes)
    if is_of_rows and rows == NUM_ENVS:
        likely = f"{rest}, and none is larger"
    elif is_of_rows and rows < NUM_ENVS:
        likely = f"{rest}, and here it is missing: let the start of a batch run up to num_envs"
    elif is_of_rows and len(batches) == count:
        likely = f"{rest}, and no trajectory is in two batches"
    elif (
        shape[:1] == (NUM_ENVS,)
        and len(shape) == 3
        and shape[1] <= 3
        and sum(it[1] for it in shapes if len(it) == 3) == 3
    ):
        likely = "split along dimension 0, the trajectories, and not along the steps"
    elif len(batches) == batch_size and shape == (count, 3, 4):
        likely = "batch_size is the number of trajectories in a batch, not the number of batches: `split`, not `chunk`"
    elif shape == expected and len(batches) < count:
        likely = "the last trajectories are in no batch: let the start of a batch run up to num_envs"
    elif len(shape) == 2:
        likely = (
            "a batch holds one trajectory without its dimension: keep it with a slice, `tensor[i : i + batch_size]`"
        )
    elif len(batches) > count:
        likely = "batches overlap or are too small: the next one starts batch_size trajectories further on"
    else:
        likely = f"batch number i holds the trajectories from i * {batch_size} up to (i + 1) * {batch_size}"
    raise CheckFailed(
        idea,
        f"{count} batches with obs [{', '.join(f'({size}, 3, 4)' for size in sizes)}]",
        f"{len(batches)} batches with obs {shapes}",
        likely=likely,
    )
