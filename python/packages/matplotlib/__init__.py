"""Charts by matplotlib's names, drawn as SVG."""

__version__ = "3.9.0"

rcParams = {}


def use(backend, force=True):
    pass


def get_backend():
    return "page"


def rc(group, **settings):
    pass


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"matplotlib.{name} is not known here: matplotlib.pyplot draws lines, points, bars and pictures")
