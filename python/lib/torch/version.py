"""The version of PyTorch whose names these are."""

__version__ = "2.9.0"
cuda = hip = None
