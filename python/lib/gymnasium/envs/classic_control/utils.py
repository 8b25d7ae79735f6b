"""How `reset` reads its options."""


def verify_number_and_cast(x):
    """Returns an option as a decimal."""
    try:
        return float(x)
    except (TypeError, ValueError):
        raise ValueError(f"options of reset are numbers, and {x!r} is none") from None


def maybe_parse_reset_bounds(options, default_low, default_high):
    """Returns the bounds between which a first state is drawn: those of the options, or else the usual ones."""
    if not options:
        return default_low, default_high
    low = verify_number_and_cast(options.get("low", default_low))
    high = verify_number_and_cast(options.get("high", default_high))
    if low > high:
        raise ValueError(f"options have a low of {low} above the high of {high}")
    return low, high
