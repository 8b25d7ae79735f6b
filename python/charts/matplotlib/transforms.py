"""Where things stand: by numbers, or by shares of the chart."""


class Bbox:
    """A box."""

    def __init__(self, points): self.points = points
    @classmethod
    def from_bounds(cls, x0, y0, width, height): return cls([[x0, y0], [x0 + width, y0 + height]])
