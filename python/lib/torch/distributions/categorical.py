"""A choice of one of a few."""

import torch


class Categorical:
    """The distribution over `0 .. n - 1` with these probabilities or logits, along the last dimension."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("a Categorical takes probs or logits, one of them")
        given = logits if probs is None else probs
        if given.dim() < 1:
            raise ValueError("a Categorical needs at least one dimension")
        if bool(torch.isnan(given).any()):
            raise ValueError("there are numbers that are no numbers (nan) among the logits: the policy has diverged")
        if probs is None:
            self.logits = torch.log_softmax(logits, -1)
            self._probs = None
        else:
            self._probs = probs / probs.sum(-1, keepdim=True)
            self.logits = torch.log(torch.clamp(self._probs, 1.1920928955078125e-07, 1 - 1.1920928955078125e-07))
        self._num_events = given.shape[-1]

    @property
    def probs(self):
        return torch.exp(self.logits) if self._probs is None else self._probs

    @property
    def batch_shape(self):
        return torch.Size(self.logits.shape[:-1])

    @property
    def mode(self):
        return self.logits.argmax(-1)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            count = 1
            for size in sample_shape:
                count *= size
            flat = self.probs.reshape(-1, self._num_events)
            draws = torch.multinomial(flat, count, True)
            return draws.t().reshape(tuple(sample_shape) + self.logits.shape[:-1])

    def log_prob(self, value):
        index = value.long().expand(self.batch_shape).unsqueeze(-1)
        return self.logits.gather(-1, index).squeeze(-1)

    def entropy(self):
        return -(self.logits * self.probs).sum(-1)

    def __repr__(self):
        return f"Categorical(logits: {tuple(self.logits.shape)})"
