"""A screen for machines that have none: a page is one."""


class Display:
    """A screen, which is not needed here."""

    def __init__(self, *given, **named): self.display = 0
    def start(self): return self
    def stop(self): return self
    def is_alive(self): return True
    def __enter__(self): return self
    def __exit__(self, *raised): pass
