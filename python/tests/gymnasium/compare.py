"""Compares what the page's Gymnasium tells with what was recorded. `recorded` and the scenarios are defined above."""


def differs(told, wanted, where=""):
    """Returns the first difference, or None."""
    if isinstance(wanted, list):
        if not isinstance(told, list) or len(told) != len(wanted):
            return f"{where}: {told} instead of {wanted}"
        found = (differs(a, b, f"{where}[{place}]") for place, (a, b) in enumerate(zip(told, wanted)))
        return next((difference for difference in found if difference), None)
    if isinstance(wanted, str) or isinstance(told, str):
        return None if told == wanted else f"{where}: {told!r} instead of {wanted!r}"
    near = abs(told - wanted) <= 2e-6 + 2e-6 * abs(wanted)
    return None if near else f"{where}: {told!r} instead of {wanted!r}"


found = [(one.__name__, differs(plain(one()), recorded[one.__name__])) for one in SCENARIOS]
assert not any(difference for _, difference in found), [pair for pair in found if pair[1]]
assert len(found) == len(recorded)
