def get_minibatch_indices(rng, batch_size, minibatch_size):
    """Shuffles the samples of a batch and splits them into minibatches."""
    assert batch_size % minibatch_size == 0
    order = rng.permutation(batch_size)
    return [order[start : start + minibatch_size] for start in range(0, batch_size, minibatch_size)]
