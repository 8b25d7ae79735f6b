"""How a table's outcome is drawn."""

import numpy as np


def place(weights, np_random):
    """Returns the first place up to which the weights add up to more than a number drawn from 0 to 1, or 0 if there is none."""
    drawn, total = np_random.random(), 0.0
    for at, weight in enumerate(weights):
        total += weight
        if total > drawn:
            return at
    return 0


def categorical_sample(prob_n, np_random):
    """Returns a place, drawn by the probabilities of all places, as a number of numpy's."""
    return np.int64(place(prob_n.tolist() if hasattr(prob_n, "tolist") else prob_n, np_random))
