"""The page has fonts of its own."""


class FontProperties:
    """A font, which is not used."""

    def __init__(self, *given, **named): pass


fontManager = type("fontManager", (), {"addfont": staticmethod(lambda path: None), "ttflist": []})()
