def permutation_test(a, b, num_shuffles=1000):
    """Returns the p-value of the difference between the means of two groups, in both directions.

    a: [num_a] and b: [num_b], float64 arrays with one number for each seed
    It is the share of arrangements in which the means differ at least as much as in the given one. There are
    num_shuffles random arrangements, and the given one counts as one more.
    """
    observed = abs(a.mean() - b.mean())
    pooled = np.concatenate([a, b])
    as_large = 1  # the given arrangement
    for _ in range(num_shuffles):
        shuffled = np.random.permutation(pooled)
        difference = abs(shuffled[: len(a)].mean() - shuffled[len(a) :].mean())
        # The same numbers in another order can add up to a last digit less.
        as_large += int(difference >= observed - 1e-9)
    return as_large / (num_shuffles + 1)
