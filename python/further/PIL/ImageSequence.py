"""The pictures of a film."""


def Iterator(im): return iter([im])
