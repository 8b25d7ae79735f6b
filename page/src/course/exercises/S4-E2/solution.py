def predict_probs(states):
    """Probabilities of both actions, by `model`.

    states: a numpy array [batch, 4]
    Gives a numpy array [batch, 2]. Nothing is learnt here, so no gradient is needed: t.no_grad().
    """
    with t.no_grad():
        logits = model(t.tensor(states, dtype=t.float32))
        return F.softmax(logits, dim=-1).numpy()
