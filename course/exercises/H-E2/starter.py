def permutation_test(a, b, num_shuffles=1000):
    """Returns the p-value of the difference between the means of two groups, in both directions.

    a: [num_a] and b: [num_b], float64 arrays with one number for each seed
    It is the share of arrangements in which the means differ at least as much as in the given one. There are
    num_shuffles random arrangements, and the given one counts as one more.
    """
    raise NotImplementedError()


# Once the checks pass, take the # away and run the cell again:
# for num_seeds in (3, 5, 10, 30):
#     print(num_seeds, permutation_test(cartpole_steps[:num_seeds], easycart_steps[:num_seeds]))
