"""Signs for points."""


class MarkerStyle:
    """A sign."""

    markers = {name: name for name in ".osxX+^vD*"}
    def __init__(self, marker=None, **style): self.marker = marker
