"""Legends."""


class Legend:
    """What a chart has where `legend` was called."""
