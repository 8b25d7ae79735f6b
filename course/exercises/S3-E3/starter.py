def get_minibatch_indices(rng, batch_size, minibatch_size):
    """Shuffles the samples of a batch and splits them into minibatches.

    rng: numpy's generator; rng.permutation(n) returns 0 to n - 1 in a random order
    Returns a list of arrays of `minibatch_size` indices, in which each sample occurs once.
    """
    assert batch_size % minibatch_size == 0
    raise NotImplementedError()
