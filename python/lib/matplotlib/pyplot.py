"""Accepts drawing commands, and draws nothing: the page has charts of its own."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda *args, **kwargs: None
