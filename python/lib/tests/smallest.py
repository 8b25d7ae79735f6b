"""The smallest case that a reader's function gets wrong, worked by hand: what is said where no known mistake explains a
result."""

import torch as t


def first_wrong(cases, run):
    """Returns a sentence on the first case that comes out wrong, or None.

    cases: pairs of a sentence that ends in the right number, and what `run` is given; that number is their third part
    run: returns the reader's result, a number or a tensor of one
    """
    for sentence, given, wanted in cases:
        try:
            got = run(*given)
            got = float(got.detach().reshape(-1)[0]) if isinstance(got, t.Tensor) else float(got)
        except Exception:
            continue
        if not abs(got - wanted) <= 1e-4 + 1e-3 * abs(wanted):
            return f"try a small case: {sentence}, and here it is {got:.4g}"
    return None
