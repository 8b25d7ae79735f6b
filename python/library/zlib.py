"""Packing and unpacking: all of it comes when one of its names is first asked for, because `shutil` imports this module."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    import _zlib

    return getattr(_zlib, name)
