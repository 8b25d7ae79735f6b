import numpy as np
from tests.explain import CheckFailed, call, passed, require
from tests.randomness import check_draws

_IDEA = "a list of minibatches, arrays of indices, which together hold every index once and in a random order"


def test_get_minibatch_indices(get_minibatch_indices):
    for batch_size, minibatch_size in ((60, 20), (15, 3), (5, 5), (8, 1), (1, 1)):
        rng = np.random.default_rng(np.random.randint(1000))
        _minibatches(get_minibatch_indices, rng, batch_size, minibatch_size)
    _check_order(get_minibatch_indices)
    check_draws("get_minibatch_indices", lambda: _alone(get_minibatch_indices))
    passed("test_get_minibatch_indices")


def _alone(function):
    function(np.random.default_rng(5), 6, 2)


def _minibatches(function, rng, batch_size, minibatch_size):
    """Returns the reader's minibatches as lists of numbers, having checked which indices are there."""
    sizes = {"batch_size": batch_size, "minibatch_size": minibatch_size}
    try:
        got = call(_IDEA, function, {"rng": rng, **sizes})
    except (TypeError, AttributeError) as error:
        if "NoneType" not in str(error):
            raise
        likely = (
            "something that is None is used here: rng.shuffle shuffles its array in place and returns nothing, so call it on a "
            "line of its own, or take rng.permutation"
        )
        raise CheckFailed(_IDEA, inputs={**sizes, "error": str(error)}, likely=likely) from None
    _check_kind(got, sizes)
    parts = [[int(index) for index in part.flatten()] for part in got]
    flat = sorted(index for part in parts for index in part)
    wanted = list(range(batch_size))
    count = batch_size // minibatch_size
    found = [len(part) for part in parts]
    if found != [minibatch_size] * count:
        likely = (
            f"there should be {count} minibatches of {minibatch_size} indices: do the slices follow each other "
            "without gaps?"
        )
        if flat == wanted and found == [count] * minibatch_size:
            likely = f"count and size are exchanged: {count} minibatches of {minibatch_size} indices were expected"
        elif flat == wanted and len(found) == 1:
            likely = f"the order is not cut: {count} minibatches of {minibatch_size} indices were expected"
        elif found == [minibatch_size] * (count - 1):
            likely = "one minibatch is missing: does the loop end one slice too early?"
        raise CheckFailed(_IDEA, [minibatch_size] * count, found, {**sizes, "sizes": found}, likely)
    if flat == wanted:
        return parts
    likely = "minibatches share some indices: draw one permutation of all indices, then cut it without overlap"
    if flat == [index + 1 for index in wanted]:
        likely = "the indices begin with 1: they run from 0 to batch_size - 1"
    elif all(part == parts[0] for part in parts):
        likely = "all minibatches are the same: take another slice for each"
    elif any(len(set(part)) < len(part) for part in parts):
        likely = "indices are drawn with replacement: use rng.permutation, in which each occurs once"
    elif not set(flat) <= set(wanted):
        likely = "some indices are beyond the batch: they run from 0 to batch_size - 1, and each call makes new ones"
    elif any(set(parts[i]) & set(parts[i + 1]) for i in range(count - 1)) and _overlap(parts):
        likely = "the slices overlap: move on by minibatch_size from one to the next"
    raise CheckFailed(_IDEA, wanted, flat, {**sizes, "minibatches": parts}, likely)


def _overlap(parts):
    """Returns whether each minibatch begins with what the one before it ends with."""
    return all(any(a[k:] == b[: len(a) - k] for k in range(1, len(a))) for a, b in zip(parts, parts[1:]))


def _check_kind(got, sizes):
    likely = None
    if got is None:
        likely = (
            "the function returns nothing: is a return statement missing? rng.shuffle and append return nothing, "
            "too"
        )
    elif isinstance(got, np.ndarray) and got.shape == (sizes["minibatch_size"],):
        likely = (
            "this is one minibatch: collect all of them in a list, and see whether the return stands inside the "
            "loop"
        )
    elif isinstance(got, np.ndarray):
        likely = "this is one array: list(...) makes a list of its rows"
    elif not isinstance(got, list):
        likely = f"a list of arrays was expected, not {type(got).__name__}"
    elif got and all(isinstance(part, int) for part in got):
        likely = "this is one list of indices: cut it into arrays of minibatch_size"
    else:
        other = [part for part in got if not isinstance(part, np.ndarray)]
        if other:
            likely = f"each minibatch should be a numpy array, and here is one of type {type(other[0]).__name__}"
        elif any(part.dtype not in (np.int64, np.int32) for part in got):
            likely = "indices are whole numbers: these arrays have another dtype, and cannot pick samples"
        elif any(part.ndim != 1 for part in got):
            likely = (
                f"each minibatch has the shape {got[0].shape}: make it flat, [minibatch_size], as what it picks gets its shape"
            )
    if likely:
        raise CheckFailed(_IDEA, inputs={**sizes, "got": got}, likely=likely)


def _check_order(function):
    seeds = [np.random.randint(1000)] * 2
    rngs = [np.random.default_rng(seed) for seed in seeds]
    first, same = [_minibatches(function, rng, 64, 8) for rng in rngs]
    second = _minibatches(function, rngs[0], 64, 8)
    sets = [sorted(part) for part in first]
    neighbours = [list(range(start, start + 8)) for start in range(0, 64, 8)]
    idea = "the samples of a minibatch come from everywhere in the batch"
    if sets == neighbours and first == neighbours:
        likely = "the indices are not shuffled: use rng.permutation"
        raise CheckFailed(idea, inputs={"minibatches": first}, likely=likely)
    if first == [part[::-1] for part in neighbours[::-1]]:
        likely = "the indices are turned round and not shuffled: use rng.permutation"
        raise CheckFailed(idea, inputs={"minibatches": first}, likely=likely)
    # Of a shuffled batch 7 pairs of neighbours share a minibatch, of stretches 56.
    if sum((index + 1) % 64 in part for part in first for index in part) > 28:
        likely = "each minibatch is still a stretch of neighbours: shuffle all indices first, then cut"
        raise CheckFailed(idea, inputs={"minibatches": first}, likely=likely)
    require(
        sorted(sets) != sorted(sorted(part) for part in second),
        "every call shuffles again",
        "two calls give the same minibatches: draw a permutation from the rng that is given, which moves on with "
        "each draw",
        first_call=first,
        second_call=second,
    )
    # Of 224 pairs about 25 are together in the next call too, so about 75 in three, give or take 8.
    calls = [first, second] + [_minibatches(function, rngs[0], 64, 8) for _ in range(2)]
    pairs = [{(a, b) for part in parts for a in part for b in part if a < b} for parts in calls]
    again = sum(len(one & other) for one, other in zip(pairs, pairs[1:]))
    require(
        again < 120,
        "every call shuffles all samples again",
        "the same samples are together from call to call: one rng.permutation of all indices leaves no order behind",
        pairs_together_again=f"{again} of {3 * len(pairs[0])}",
        first_call=first,
        second_call=second,
    )
    require(
        first == same,
        "two generators of the same seed give the same order",
        "the numbers come from somewhere else: draw them from the rng that is given",
    )
