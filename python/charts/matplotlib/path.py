"""Outlines."""


class Path:
    """Points in a row."""

    def __init__(self, vertices, codes=None): self.vertices, self.codes = vertices, codes
