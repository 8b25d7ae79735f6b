def bootstrap_interval(values, num_samples=2000, confidence=0.95):
    """Returns (low, high): the percentile bootstrap interval of the mean.

    values: [num_seeds], a float64 array with one number for each seed
    The interval holds the middle `confidence` of the means of `num_samples` resamples, each of num_seeds values drawn
    from `values` with replacement.
    """
    resamples = np.random.choice(values, size=(num_samples, len(values)))
    means = resamples.mean(axis=1)  # [num_samples]
    outside = (1 - confidence) / 2  # the share that each end leaves out
    return np.quantile(means, outside), np.quantile(means, 1 - outside)
