"""What all distributions have."""

import torch


class Distribution:
    """Numbers with probabilities, of a batch of parameters."""

    has_rsample = False
    _validates = True
    # The names of the parameters, and how many dimensions one sample has.
    parameters = ()
    _batch_shape = _event_shape = torch.Size()

    def _take(self, *values):
        """Broadcasts parameters to one shape, and returns them."""
        numbers = [value if isinstance(value, torch.Tensor) else torch.tensor(float(value)) for value in values]
        numbers = list(torch.broadcast_tensors(*numbers)) if len(numbers) > 1 else numbers
        self._batch_shape = torch.Size(numbers[0].shape)
        for name, number in zip((*self.parameters, "value", "value"), numbers):
            if bool(torch.isnan(number).any()):
                kind = type(self).__name__
                raise ValueError(
                    f"Expected parameter {name} (Tensor of shape {tuple(number.shape)}) of distribution {kind} to satisfy the"
                    f" constraint Real(), but found invalid values: some are no number (nan), so the policy has diverged:\n{number}"
                )
        return numbers

    def _positive(self, name, value):
        if not bool((value > 0).all()):
            raise ValueError(
                f"Expected parameter {name} (Tensor of shape {tuple(value.shape)}) of distribution {self!r} to satisfy the constraint"
                f" GreaterThan(lower_bound=0.0), but found invalid values:\n{value}"
            )

    def _within(self, value, is_inside, support):
        """Refuses values that the distribution never gives, unless it was made with `validate_args=False`."""
        if self._validates and not bool(torch.as_tensor(is_inside).all()):
            value = torch.as_tensor(value)
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support ({support})"
                f" of the distribution {self!r}, but found invalid values:\n{value}"
            )

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    def _extended_shape(self, sample_shape=()):
        return tuple(sample_shape) + tuple(self.batch_shape) + tuple(self.event_shape)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        raise NotImplementedError(f"{type(self).__name__} has no rsample: a sample carries no gradient, use log_prob")

    def log_prob(self, value):
        raise NotImplementedError(f"{type(self).__name__} has no log_prob")

    def entropy(self):
        raise NotImplementedError(f"{type(self).__name__} has no entropy")

    def cdf(self, value):
        raise NotImplementedError(f"{type(self).__name__} has no cdf")

    def icdf(self, value):
        raise NotImplementedError(f"{type(self).__name__} has no icdf")

    @property
    def stddev(self):
        return torch.sqrt(self.variance)

    def perplexity(self):
        return torch.exp(self.entropy())

    def expand(self, batch_shape, _instance=None):
        return type(self)(**{name: getattr(self, name).expand(tuple(batch_shape)) for name in self.parameters})

    def __repr__(self):
        said = [f"{name}: {getattr(self, name)}" if getattr(self, name).numel() == 1 else f"{name}: {getattr(self, name).shape}" for name in self.parameters]
        return f"{type(self).__name__}({', '.join(said)})"
