"""Comparison of a reader's results, with an explanation: the idea, the inputs, the expected and the actual result, and the
likely mistake."""

import torch as t


class CheckFailed(AssertionError):
    """The mistake in the reader's function."""

    def __init__(self, idea, expected=None, got=None, inputs=None, likely=None):
        self.idea, self.expected, self.got = idea, expected, got
        self.inputs, self.likely = inputs or {}, likely
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
    """Returns the function's result for these inputs. A `NotImplementedError` is explained in words."""
    try:
        return function(*inputs.values(), **fixed)
    except NotImplementedError:
        raise CheckFailed(f"{function.__name__} is still to be written") from None


def compare(idea, got, expected, inputs=None, mistakes=(), atol=1e-5):
    """Raises unless `got` is a tensor like `expected`. A mistake is a sentence and the value that it leads to."""
    inputs = inputs or {}
    if got is None:
        raise CheckFailed(idea, expected, got, inputs, "the function returns nothing: is a return statement missing?")
    if not isinstance(got, t.Tensor):
        raise CheckFailed(idea, expected, got, inputs, f"a tensor was expected, not {type(got).__name__}")
    if got.shape != expected.shape:
        for sentence, value in mistakes:
            if value.shape == got.shape and _near(got, value, atol):
                raise CheckFailed(idea, expected, got, inputs, sentence)
        sentence = f"the result has shape {tuple(got.shape)}, and {tuple(expected.shape)} was expected"
        raise CheckFailed(idea, expected, got, inputs, sentence)
    if _near(got, expected, atol):
        return
    likely = None
    for sentence, value in mistakes:
        if value.shape == got.shape and _near(got, value, atol):
            likely = sentence
            break
    if likely is None and bool(t.isnan(got).any()):
        likely = "there are numbers that are no numbers (nan): a division by 0, or a logarithm of 0?"
    if likely is None and _near(-got.double(), expected, atol):
        likely = "the sign is the other way round"
    raise CheckFailed(idea, expected, got, inputs, likely)


def _near(a, b, atol):
    a, b = a.detach().double(), b.detach().double()
    return bool((t.abs(a - b) <= atol + 1e-4 * t.abs(b)).all())


def require(truth, idea, likely=None, **shown):
    """Raises unless `truth` is true."""
    if not truth:
        raise CheckFailed(idea, inputs=shown, likely=likely)


def passed(name):
    print(f"All tests in `{name}` passed!")
