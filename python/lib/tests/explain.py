"""Comparison of a reader's results, with an explanation: the idea, the inputs, the expected and the actual result, and the
likely mistake."""

import torch as t
from tests import origin


class CheckFailed(AssertionError):
    """The mistake in the reader's function."""

    def __init__(self, idea, expected=None, got=None, inputs=None, likely=None, fits=()):
        self.idea, self.expected, self.got = idea, expected, got
        self.inputs, self.likely = inputs or {}, likely
        # The sentences of all mistakes that lead to this very result.
        self.fits = list(fits) or [likely]
        inputs = {name: _short(value) for name, value in self.inputs.items()}
        lines = [idea] + [f"  with {name} = {text}" for name, text in inputs.items()]
        texts = ("", "")
        if expected is not None:
            texts = _short(expected), _short(got)
            lines += [f"  expected: {texts[0]}", f"  got:      {texts[1]}"]
        if likely:
            lines.append(f"Likely: {likely}")
        # The page sets these one by one: the idea, expected, got, the likely mistake, then names and values in turn.
        self.shown = [idea, *texts, likely or ""]
        for name, text in inputs.items():
            self.shown += [name, text]
        super().__init__("\n".join(lines))


def _short(value):
    text = repr(value)
    # Where an object lies in memory tells nobody anything.
    while " object at 0x" in text:
        before, _, rest = text.partition(" object at 0x")
        text = before + " object" + rest.lstrip("0123456789abcdef")
    return text if len(text) <= 600 else text[:600] + " …"


def call(idea, function, inputs, **fixed):
    """Returns the function's result for these inputs, whose tensors and arrays it must leave as they are. A
    `NotImplementedError` is explained in words."""
    before = origin.snapshot(inputs)
    origin.remember(function, inputs, fixed)
    try:
        result = function(*inputs.values(), **fixed)
    except NotImplementedError as error:
        # With words, it is an operation that a tensor's type does not have.
        if error.args:
            raise
        raise CheckFailed(f"{function.__name__} is still to be written") from None
    for name, was, now in origin.changed(before):
        likely = (
            f"the function writes into {name}, which is changed in place: make a new one, `a - b` instead of `a -= b`"
        )
        raise CheckFailed(f"`{name}` must stay as it was given", was, now, likely=likely)
    return result


def compare(idea, got, expected, inputs=None, mistakes=(), atol=1e-5, same_type=False):
    """Raises unless `got` is a tensor like `expected`. A mistake is a sentence and the value that it leads to; a function
    that returns them is called only if the result differs. With `same_type` float64 is not float32: what goes into a
    network must have the type of its weights."""
    inputs = inputs or {}
    if got is None:
        raise CheckFailed(idea, expected, got, inputs, "the function returns nothing: is a return statement missing?")
    if not isinstance(got, t.Tensor):
        raise CheckFailed(idea, expected, got, inputs, f"a tensor was expected, not {type(got).__name__}")
    if got.shape == expected.shape and _near(got, expected, atol):
        if _kind(got) != _kind(expected) or (same_type and got.dtype != expected.dtype):
            raise CheckFailed(idea, expected, got, inputs, _why_kind(got, expected))
        return
    mistakes = mistakes() if callable(mistakes) else mistakes
    fits = [sentence for sentence, value in mistakes if value.shape == got.shape and _near(got, value, atol)]
    # Where nothing is a number, any two mistakes look alike.
    if not fits or got.numel() and not bool(t.isfinite(got.detach().double()).any()):
        fits = [_otherwise(got, expected, atol)]
    raise CheckFailed(idea, expected, got, inputs, fits[0], fits)


def _otherwise(got, expected, atol):
    """Returns what can be said of a result that comes of none of the known mistakes."""
    if got.shape != expected.shape:
        return f"the result has shape {tuple(got.shape)}, and {tuple(expected.shape)} was expected"
    odd = ~t.isfinite(got.detach().double()) & t.isfinite(expected.detach().double())
    if bool(odd.any()):
        return origin.of_odd(got.detach(), odd)
    return "the sign is the other way round" if _near(-got.double(), expected, atol) else None


def across(cases, check):
    """Runs `check(case)` for each case. If some fail, names the mistake that explains all of them; if there is none, that
    of the case with the most numbers, in which the fewest mistakes look alike. Raises the first failure that it explains."""
    failures = []
    for case in cases:
        try:
            check(case)
        except CheckFailed as failure:
            failures.append(failure)
        except Exception:
            if not failures:
                raise
    if not failures:
        return
    shared = [it for it in failures[0].fits if all(it in other.fits for other in failures)]
    most = max(failures, key=lambda it: it.expected.numel() if isinstance(it.expected, t.Tensor) else 0)
    likely = (shared or most.fits)[0]
    first = next(failure for failure in failures if likely in failure.fits)
    raise CheckFailed(first.idea, first.expected, first.got, first.inputs, likely, [likely])


def _kind(tensor):
    if tensor.dtype == t.bool:
        return "truth values"
    return "floats" if tensor.dtype.is_floating_point else "integers"


def _why_kind(got, expected):
    what, instead = _kind(expected), {"truth values": ".bool()", "floats": ".float()", "integers": ".long()"}
    return (
        f"the numbers are right and their type is not: it is {got.dtype}, and PyTorch goes on with {what}, "
        f"{expected.dtype}. End with {instead[what]}, or see where the type changes"
    )


def _near(a, b, atol):
    """Whether two tensors are equal but for rounding; nan and infinities must stand in the same places."""
    a, b = a.detach().double(), b.detach().double()
    is_close = t.isfinite(b) & (t.abs(a - b) <= atol + 1e-4 * t.abs(b))
    return bool((is_close | (a == b) | (t.isnan(a) & t.isnan(b))).all())


def require(truth, idea, likely=None, **shown):
    """Raises unless `truth` is true."""
    if not truth:
        raise CheckFailed(idea, inputs=shown, likely=likely)


def passed(name):
    print(f"All tests in `{name}` passed!")
