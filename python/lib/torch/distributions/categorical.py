"""A choice of one of a few."""

import math

import _lab
import torch
from torch.distributions.distribution import Distribution, _Later


class Categorical(Distribution):
    """The distribution over `0 .. n - 1` with these probabilities or logits, along the last dimension."""

    has_enumerate_support = True
    arg_constraints = _Later(lambda known, self: {"probs": known.simplex, "logits": known.real_vector})
    support = _Later(lambda known, self: known.dependent(is_discrete=True) if self is None else known.integer_interval(0, self._num_events - 1))

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = logits if probs is None else probs
        if given.dim() < 1:
            raise ValueError("a Categorical needs at least one dimension")
        self._checks(validate_args)
        if probs is None:
            # PyTorch subtracts what the probabilities sum to, and the record calls it so.
            self.logits = _lab.named("SubBackward0", torch.log_softmax(logits, -1), [])
            self._probs = None
            # Infinite logits have no softmax either.
            self._refuse(torch.isnan(self.logits), "logits", "no number (nan)", "The policy has diverged", logits)
        else:
            self._probs = probs / probs.sum(-1, keepdim=True)
            # A comparison with nan is false.
            hint = "If these are logits, write Categorical(logits=...)"
            self._refuse(~(self._probs >= 0), "probs", "negative or no number (nan)", hint, probs)
            eps = torch.finfo(self._probs.dtype).eps
            self.logits = torch.log(torch.clamp(self._probs, eps, 1 - eps))
        self._num_events = given.shape[-1]

    def _refuse(self, wrong, name, what, hint, given):
        if self._validates and bool(wrong.any()):
            constraint = "Simplex()" if name == "probs" else "IndependentConstraint(Real(), 1)"
            raise ValueError(
                f"Expected parameter {name} (Tensor of shape {tuple(given.shape)}) of distribution Categorical({name}: {given.shape})"
                f" to satisfy the constraint {constraint}, but found invalid values: some are {what}. {hint}:\n{given}"
            )

    @property
    def probs(self):
        return _lab.named("SoftmaxBackward0", torch.exp(self.logits), []) if self._probs is None else self._probs

    @property
    def batch_shape(self):
        return torch.Size(tuple(self.logits.shape)[:-1])

    _batch_shape = batch_shape

    @property
    def mode(self):
        return self.logits.argmax(-1)

    @property
    def mean(self):
        return torch.full(self.batch_shape, float("nan"))

    variance = stddev = mean

    @property
    def param_shape(self):
        return torch.Size(self.logits.shape)

    def enumerate_support(self, expand=True):
        values = torch.arange(self._num_events).reshape((-1,) + (1,) * len(self.batch_shape))
        return values.expand((-1,) + tuple(self.batch_shape)) if expand else values

    def sample(self, sample_shape=()):
        with torch.no_grad():
            flat = self.probs.reshape(-1, self._num_events)
            draws = torch.multinomial(flat, math.prod(sample_shape), True)
            return draws.t().reshape(tuple(sample_shape) + tuple(self.logits.shape[:-1]))

    def log_prob(self, value):
        last = self._num_events - 1
        self._fits(value)
        if self._validates and value.dtype != torch.int64:
            self._within(value, value == value.long(), f"IntegerInterval(lower_bound=0, upper_bound={last})")
        index = value.long().unsqueeze(-1)
        self._within(value, (index >= 0) & (index <= last), f"IntegerInterval(lower_bound=0, upper_bound={last})")
        logits = self.logits
        own, other = _lab.shape(index)[:-1], _lab.shape(logits)[:-1]
        if own != other:
            shape = tuple(torch.broadcast_shapes(own, other))
            index, logits = index.expand(shape + (1,)), logits.expand(shape + (self._num_events,))
        return logits.gather(-1, index).squeeze(-1)

    def entropy(self):
        # What cannot be chosen has the logit -inf, which the probability 0 does not cancel.
        lowest = torch.finfo(self.logits.dtype).min
        return -(torch.clamp(self.logits, min=lowest) * self.probs).sum(-1)

    def __repr__(self):
        probs = "" if self._probs is None else f"probs: {self._probs.shape}"
        # PyTorch shows logits as well once they have been asked for.
        return f"Categorical({probs or f'logits: {self.logits.shape}'})"
