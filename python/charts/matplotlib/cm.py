"""Scales of colours."""

from matplotlib._colours import _SAME, _SCALES, blend, stops


class Colormap:
    """A scale: `cmap(0.3)` is red, green, blue and how solid it is, each from 0 to 1."""

    def __init__(self, name, N=256):
        self.name, self.N = name, N
        self._stops = stops(name)

    def __call__(self, X, alpha=None, bytes=False):
        if hasattr(X, "__len__") or getattr(X, "shape", None):
            import numpy

            rows = X.tolist() if hasattr(X, "tolist") else list(X)
            return numpy.array([self(value, alpha) if not isinstance(value, list) else self(value).tolist() for value in rows])
        # A whole number is a place in the scale.
        share = X / (self.N - 1) if isinstance(X, int) and not isinstance(X, bool) else float(X)
        return (*(part / 255 for part in blend(self._stops, share)), 1.0 if alpha is None else alpha)

    colors = property(lambda self: [self(at / 9) for at in range(10)])
    def resampled(self, lutsize): return Colormap(self.name, lutsize)
    def reversed(self): return Colormap(self.name[:-2] if self.name.endswith("_r") else self.name + "_r", self.N)
    def set_bad(self, *given, **named): pass
    set_over = set_under = set_extremes = set_bad


class _Known(dict):
    def __missing__(self, name): return Colormap(name)
    def __contains__(self, name): return name in _SCALES or name in _SAME
    def __iter__(self): return iter([name for name in _SCALES if name])
    def get_cmap(self, name): return name if isinstance(name, Colormap) else Colormap(name or "viridis")
    def register(self, cmap, name=None, force=False): pass


colormaps = _Known()


def get_cmap(name=None, lut=None): return Colormap(getattr(name, "name", name) or "viridis", lut or 256)


class ScalarMappable(dict):
    """A scale for numbers between two ends, for a bar of colours beside a chart."""

    axes = None

    def __init__(self, norm=None, cmap=None):
        super().__init__(low=getattr(norm, "vmin", 0.0), high=getattr(norm, "vmax", 1.0), cmap=getattr(cmap, "name", cmap))
        self.norm, self.cmap = norm, Colormap(self["cmap"] or "viridis")

    def to_rgba(self, x, **unused): return self.cmap(self.norm(x) if self.norm else x)
    def set_array(self, A): pass
    def set_clim(self, vmin=None, vmax=None): self["low"], self["high"] = vmin, vmax


def __getattr__(name):
    if name in colormaps or name.removesuffix("_r") in colormaps:
        return Colormap(name)
    raise AttributeError(f"matplotlib.cm.{name} is not known here: there are {', '.join(colormaps)}, and each with _r")
