"""What all distributions have."""

import torch


class _Later:
    """Constraints, which are loaded when somebody asks for them."""

    def __init__(self, choose):
        self.choose = choose

    def __get__(self, instance, owner):
        from torch.distributions import constraints

        return self.choose(constraints, instance)


class Distribution:
    """Numbers with probabilities, of a batch of parameters."""

    has_rsample = False
    _validates = True
    # The names of the parameters, and how many dimensions one sample has.
    parameters = ()
    _batch_shape = _event_shape = torch.Size()

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError(f"validate_args is True or False, not {value!r}")
        Distribution._validates = value

    def _checks(self, validate_args):
        """Returns true if parameters and values are to be held against what they may be."""
        self._validates = Distribution._validates if validate_args is None else bool(validate_args)
        return self._validates

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

    def _fits(self, value):
        """Refuses what is no tensor, or has a shape that does not fit."""
        if not self._validates:
            return
        if not isinstance(value, torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        own, wanted, event = tuple(value.shape), tuple(self.batch_shape) + tuple(self.event_shape), tuple(self.event_shape)
        if event and own[len(own) - len(event) :] != event:
            raise ValueError(f"The right-most size of value must match event_shape: {value.shape} vs {self.event_shape}.")
        if any(1 not in pair and pair[0] != pair[1] for pair in zip(reversed(own), reversed(wanted))):
            raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {value.shape} vs {torch.Size(wanted)}.")

    def _valid(self, value):
        """Refuses values of another shape, and those that the distribution never gives."""
        self._fits(value)
        if self._validates:
            self._within(value, self.support.check(value), repr(self.support))

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
        """Returns the distribution for more of the same: its parameters are stretched."""
        batch_shape, own = tuple(batch_shape), len(self.batch_shape)
        made = object.__new__(type(self)) if _instance is None else _instance
        for name, value in vars(self).items():
            if isinstance(value, torch.Tensor):
                value = value.expand(batch_shape + tuple(value.shape)[own:])
            elif isinstance(value, Distribution):
                value = value.expand(batch_shape + tuple(value.batch_shape)[own:])
            made.__dict__[name] = value
        if "_batch_shape" in made.__dict__:
            made._batch_shape = torch.Size(batch_shape)
        return made

    @property
    def arg_constraints(self):
        raise NotImplementedError(f"{type(self).__name__} does not say what its parameters may be")

    @property
    def support(self):
        raise NotImplementedError(f"{type(self).__name__} does not say what its samples may be")

    def enumerate_support(self, expand=True):
        raise NotImplementedError(f"{type(self).__name__} has no enumerate_support: its samples cannot be counted")

    has_enumerate_support = False

    def _counted(self, count, expand):
        """Returns the numbers from 0 up to below `count`, for each of the batch."""
        values = torch.arange(count, dtype=self.probs.dtype).reshape((-1,) + (1,) * len(self.batch_shape))
        return values.expand((-1,) + tuple(self.batch_shape)) if expand else values

    def __repr__(self):
        said = [f"{name}: {getattr(self, name)}" if getattr(self, name).numel() == 1 else f"{name}: {getattr(self, name).shape}" for name in self.parameters]
        return f"{type(self).__name__}({', '.join(said)})"
