"""Charts by matplotlib's names, drawn as SVG."""

import sys

__version__ = "3.9.0"
_USUAL = {"figure.figsize": (6.4, 4.8), "figure.dpi": 100.0, "font.size": 10.0, "lines.linewidth": 1.5, "axes.grid": False, "animation.html": "none"}
_told = set()


class _Settings(dict):
    """Settings by their names. Only figure.figsize and axes.grid change what is drawn."""

    def __missing__(self, name):
        return None

    def find_all(self, pattern): return {name: value for name, value in self.items() if pattern in name}


rcParams = _Settings(_USUAL)
rcParamsDefault = dict(_USUAL)


def said(sentence):
    """Says once what cannot be drawn here."""
    if sentence not in _told:
        _told.add(sentence)
        print(f"matplotlib: {sentence}", file=sys.stderr)


def use(backend, force=True, **unused): pass
def get_backend(): return "page"
def interactive(b): pass
def is_interactive(): return False


def rc(group, **settings):
    for part in [group] if isinstance(group, str) else group:
        rcParams.update({f"{part}.{name}": value for name, value in settings.items()})


def rcdefaults():
    rcParams.clear()
    rcParams.update(_USUAL)


class rc_context:
    """Settings that hold within a `with`."""

    def __init__(self, rc=None, fname=None): self._own = rc or {}

    def __enter__(self):
        self._before = dict(rcParams)
        rcParams.update(self._own)

    def __exit__(self, *raised):
        rcParams.clear()
        rcParams.update(self._before)


_PARTS = (
    "animation artist axes backends cm collections colorbar colors dates figure font_manager gridspec image legend lines markers patches path"
    " pyplot style ticker transforms"
).split()


def __getattr__(name):
    if name in _PARTS:
        return __import__("matplotlib." + name, fromlist=["*"])
    if name in ("colormaps", "color_sequences"):
        from matplotlib import cm

        return cm.colormaps
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"matplotlib.{name} is not known here: matplotlib.pyplot draws lines, points, bars and pictures")
