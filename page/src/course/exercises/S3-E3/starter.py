def get_minibatch_indices(rng, batch_size, minibatch_size):
    """Splits the samples of a batch, shuffled, into minibatches.

    rng: numpy's generator; rng.permutation(n) shuffles 0 to n - 1
    Gives a list of arrays of `minibatch_size` indices, in which each sample occurs once.
    """
    assert batch_size % minibatch_size == 0
    raise NotImplementedError()
