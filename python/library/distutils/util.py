"""Truth as text."""


def strtobool(val):
    """Returns 1 for a text that says yes, and 0 for one that says no."""
    val = val.lower()
    if val in ("y", "yes", "t", "true", "on", "1"):
        return 1
    if val in ("n", "no", "f", "false", "off", "0"):
        return 0
    raise ValueError(f"invalid truth value {val!r}")
