def bootstrap_interval(values, num_samples=2000, confidence=0.95):
    """Returns (low, high): the percentile bootstrap interval of the mean.

    values: [num_seeds], a float64 array with one number for each seed
    The interval holds the middle `confidence` of the means of `num_samples` resamples, each of num_seeds values drawn
    from `values` with replacement.
    """
    raise NotImplementedError()


# Once the checks pass, take the # away and run the cell again:
# for num_seeds in (3, 10, 30):
#     print(num_seeds, bootstrap_interval(cartpole_steps[:num_seeds]))
