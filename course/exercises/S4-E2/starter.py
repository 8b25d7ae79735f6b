def predict_probs(states):
    """Returns the probabilities of both actions under `model`.

    states: NumPy array [batch, 4]
    Returns a NumPy array [batch, 2]. Playing needs no gradient: use t.no_grad().
    """
    raise NotImplementedError()
