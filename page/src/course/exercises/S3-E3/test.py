import numpy as np
from tests.explain import call, passed, require


def test_get_minibatch_indices(get_minibatch_indices):
    for batch_size, minibatch_size in ((12, 6), (12, 3), (5, 5), (8, 1)):
        rng = np.random.default_rng(0)
        inputs = {"rng": rng, "batch_size": batch_size, "minibatch_size": minibatch_size}
        got = call("the indices of a batch, shuffled and cut into minibatches", get_minibatch_indices, inputs)
        require(isinstance(got, list), "a list was expected", type=type(got).__name__)
        require(
            len(got) == batch_size // minibatch_size,
            f"{batch_size} indices in minibatches of {minibatch_size} are {batch_size // minibatch_size} arrays",
            got=len(got),
        )
        require(all(isinstance(part, np.ndarray) for part in got), "each minibatch is a numpy array")
        flat = sorted(int(index) for part in got for index in part)
        require(
            flat == list(range(batch_size)),
            "each index occurs once",
            "a permutation, not draws with replacement",
            indices=flat,
        )
    rng = np.random.default_rng(1)
    first, second = get_minibatch_indices(rng, 64, 64), get_minibatch_indices(rng, 64, 64)
    require(list(first[0]) != list(range(64)), "the indices are not shuffled")
    require(list(first[0]) != list(second[0]), "a second call shuffles anew", "use the rng that is given")
    passed("test_get_minibatch_indices")
