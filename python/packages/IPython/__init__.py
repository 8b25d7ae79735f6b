"""Jupyter's shell and what it shows, as far as a page can do that."""

__version__ = "8.0.0"
version_info = (8, 0, 0, "")


def get_ipython():
    from IPython import _shell

    return _shell.get_ipython()


def __getattr__(name):
    if name in ("core", "display"):
        return __import__("IPython." + name, fromlist=["*"])
    raise AttributeError(f"IPython.{name} is not known here: there are display and get_ipython")
