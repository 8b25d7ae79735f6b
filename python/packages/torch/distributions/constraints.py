"""What numbers may be: parameters and samples of distributions."""

import torch


class Constraint:
    """A set of values. The last `event_dim` dimensions are one value."""

    is_discrete = False
    event_dim = 0

    def check(self, value):
        raise NotImplementedError(f"{type(self).__name__} has no check")

    def __repr__(self):
        return type(self).__name__.lstrip("_") + "()"


class _Dependent(Constraint):
    """Depends on other parameters."""

    def __init__(self, *, is_discrete=False, event_dim=0):
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, *, is_discrete=False, event_dim=0):
        return _Dependent(is_discrete=is_discrete, event_dim=event_dim)

    def check(self, x):
        raise ValueError("Cannot determine validity of dependent constraint")


def is_dependent(constraint):
    return isinstance(constraint, _Dependent)


class _DependentProperty(property, _Dependent):
    """A constraint that an instance computes, and that is only known to depend for the class."""

    def __init__(self, function=None, *, is_discrete=False, event_dim=0):
        property.__init__(self, function)
        _Dependent.__init__(self, is_discrete=is_discrete, event_dim=event_dim)

    def __call__(self, function):
        return _DependentProperty(function, is_discrete=self.is_discrete, event_dim=self.event_dim)


class _IndependentConstraint(Constraint):
    """Takes further dimensions into one value."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value):
        inside = self.base_constraint.check(value)
        if inside.dim() < self.reinterpreted_batch_ndims:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        return _whole(inside, self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


def _whole(inside, dims):
    """Says of each value whether all of its numbers are inside."""
    return inside.reshape(tuple(inside.shape[: inside.dim() - dims]) + (-1,)).all(-1) if dims else inside


def _told(name, tells, is_discrete=False, event_dim=0):
    """Returns a set of values that a function tells, of a class of its own."""
    kind = type("_" + name, (Constraint,), {"check": staticmethod(tells), "is_discrete": is_discrete, "event_dim": event_dim})
    globals()[kind.__name__] = kind
    return kind()


class _Bounded(Constraint):
    """Numbers between bounds, or beside one."""

    def __init__(self, *bounds):
        for name, bound in zip(self.names, bounds):
            setattr(self, name, bound)

    def __repr__(self):
        return f"{type(self).__name__.lstrip('_')}({', '.join(f'{name}={getattr(self, name)}' for name in self.names)})"


class _IntegerInterval(_Bounded):
    is_discrete = True
    names = ("lower_bound", "upper_bound")

    def check(self, value): return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerGreaterThan(_Bounded):
    is_discrete = True
    names = ("lower_bound",)

    def check(self, value): return (value % 1 == 0) & (value >= self.lower_bound)


class _GreaterThan(_Bounded):
    names = ("lower_bound",)

    def check(self, value): return self.lower_bound < value


class _GreaterThanEq(_GreaterThan):
    def check(self, value): return self.lower_bound <= value


class _LessThan(_Bounded):
    names = ("upper_bound",)

    def check(self, value): return value < self.upper_bound


class _Interval(_Bounded):
    names = ("lower_bound", "upper_bound")

    def check(self, value): return (self.lower_bound <= value) & (value <= self.upper_bound)


class _HalfOpenInterval(_Interval):
    def check(self, value): return (self.lower_bound <= value) & (value < self.upper_bound)


def _is_symmetric(value):
    return _is_square(value) & torch.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


def _is_square(value):
    return torch.full(tuple(value.shape[:-2]), value.shape[-2] == value.shape[-1])


def _is_definite(value):
    """Says of each matrix whether it has a lower root."""
    flat = value.reshape((-1,) + tuple(value.shape[-2:])).double()
    found = []
    for matrix in flat:
        try:
            root = torch.cholesky(matrix)
            found.append(bool(torch.isfinite(root).all()) and bool((torch.diagonal(root) > 0).all()))
        except RuntimeError:
            found.append(False)
    return _is_symmetric(value) & torch.tensor(found, dtype=torch.bool).reshape(tuple(value.shape[:-2]))


def _is_lower(value):
    return (torch.tril(value) == value).all(-1).all(-1)


def _has_positive_diagonal(value):
    return (torch.diagonal(value, 0, -2, -1) > 0).all(-1)


def _is_simplex(value):
    return (value >= 0).all(-1) & (torch.abs(value.sum(-1) - 1) < 1e-6)


def _is_one_hot(value):
    return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


dependent, dependent_property = _Dependent(), _DependentProperty
independent = _IndependentConstraint
boolean = _told("Boolean", lambda value: (value == 0) | (value == 1), True)
one_hot = _told("OneHot", _is_one_hot, True, 1)
nonnegative_integer, positive_integer = _IntegerGreaterThan(0), _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _told("Real", lambda value: value == value)
real_vector = independent(real, 1)
greater_than, greater_than_eq, less_than, interval, half_open_interval = _GreaterThan, _GreaterThanEq, _LessThan, _Interval, _HalfOpenInterval
positive, nonnegative, unit_interval = _GreaterThan(0.0), _GreaterThanEq(0.0), _Interval(0.0, 1.0)
simplex = _told("Simplex", _is_simplex, False, 1)
lower_triangular = _told("LowerTriangular", _is_lower, False, 2)
lower_cholesky = _told("LowerCholesky", lambda value: _is_lower(value) & _has_positive_diagonal(value), False, 2)
square = _told("Square", _is_square, False, 2)
symmetric = _told("Symmetric", _is_symmetric, False, 2)
positive_definite = _told("PositiveDefinite", _is_definite, False, 2)
