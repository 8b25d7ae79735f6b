"""What is drawn in a chart: marks whose numbers and looks can be changed until the chart is shown."""

from matplotlib._colours import colour


class Artist(dict):
    """A mark. `marks[0]["x"]` are its numbers."""

    __hash__ = object.__hash__
    axes = None

    def __eq__(self, other): return self is other
    def __ne__(self, other): return self is not other
    def __repr__(self): return f"<matplotlib: {self['kind']}, {len(self['x'])} numbers>"
    def remove(self): self.axes.marks = [mark for mark in self.axes.marks if mark is not self]
    def set_label(self, label): self["label"] = label
    def get_label(self): return self["label"]
    def set_color(self, value): self["colour"] = colour(value)
    def get_color(self): return self["colour"]
    def set_alpha(self, alpha): self["alpha"] = 1.0 if alpha is None else alpha
    def get_alpha(self): return self["alpha"]
    def set_visible(self, visible): self["hidden"] = not visible
    def get_visible(self): return not self.get("hidden")
    set_facecolor = set_edgecolor = set_c = set_color

    def set(self, **settings):
        for name, value in settings.items():
            getattr(self, "set_" + name)(value)

    def __getattr__(self, name):
        # How a mark looks besides is the page's affair.
        if name.startswith("set_"):
            return lambda *given, **named: None
        raise AttributeError(f"a mark of a chart has no {name} here")


class Line2D(Artist):
    """A line through points."""

    def set_data(self, x, y=None):
        x, y = x if y is None else (x, y)
        self.set_xdata(x)
        self.set_ydata(y)

    def set_xdata(self, x): self["x"] = _numbers(x)
    def set_ydata(self, y): self["y"] = _numbers(y)
    def get_xdata(self, orig=True): return _array(self["x"])
    def get_ydata(self, orig=True): return _array(self["y"])
    def get_data(self, orig=True): return self.get_xdata(), self.get_ydata()
    def set_linewidth(self, width): self["width"] = width
    def set_linestyle(self, line): self["dashes"], self["is_line"] = dashes(line), line not in ("", "None", None)
    def set_marker(self, marker): self["marker"] = None if marker in ("", "None") else marker
    def get_linewidth(self): return self["width"]
    set_lw, set_ls = set_linewidth, set_linestyle


class Points(Artist):
    """Points that no line joins."""

    def set_offsets(self, offsets):
        rows = offsets.tolist() if hasattr(offsets, "tolist") else list(offsets)
        self["x"], self["y"] = [float(row[0]) for row in rows], [float(row[1]) for row in rows]

    def get_offsets(self): return _array(list(zip(self["x"], self["y"])))
    def set_sizes(self, sizes): self["radii"] = [max(0.5, size**0.5 / 2) for size in _numbers(sizes)]
    def set_array(self, values): self["values"] = _numbers(values)


class Picture(Artist):
    """Pixels."""

    def set_data(self, X):
        X = X.detach() if hasattr(X, "detach") else X
        self["rows"] = X.tolist() if hasattr(X, "tolist") else [list(row) for row in X]

    set_array = set_data
    def get_array(self): return _array(self["rows"])
    def set_clim(self, vmin=None, vmax=None): self["low"], self["high"] = vmin if isinstance(vmin, tuple) else (vmin, vmax)
    def get_clim(self): return self["low"], self["high"]
    def set_cmap(self, cmap): self["cmap"] = cmap
    def autoscale(self):
        flat = [value for row in self["rows"] for value in row if not isinstance(value, list)]
        self["low"], self["high"] = min(flat, default=0.0), max(flat, default=1.0)


class Words(Artist):
    """A text at a place."""

    def set_text(self, s): self["words"] = str(s)
    def get_text(self): return self["words"]
    def set_position(self, xy): self["x"], self["y"] = [float(xy[0])], [float(xy[1])]
    def get_position(self): return self["x"][0], self["y"][0]


class Bars(Artist):
    """Bars side by side."""

    def __iter__(self): return iter([Bar(self, at) for at in range(len(self["y"]))])
    def __len__(self): return len(self["y"])
    def __getitem__(self, at): return Bar(self, at % len(self)) if isinstance(at, int) else dict.__getitem__(self, at)
    patches = property(lambda self: list(self))


class Bar:
    """One of the bars."""

    def __init__(self, bars, at):
        self._bars, self._at = bars, at

    def get_height(self): return self._bars["y"][self._at]
    def get_width(self): return self._bars["widths"][self._at]
    def get_x(self): return self._bars["x"][self._at] - self.get_width() / 2
    def get_y(self): return 0.0
    def set_height(self, height): self._bars["y"][self._at] = float(height)

    def set_color(self, value):
        colours = self._bars.setdefault("colours", [self._bars["colour"]] * len(self._bars))
        colours[self._at] = colour(value)

    set_facecolor = set_color

    def __getattr__(self, name):
        if name.startswith("set_"):
            return lambda *given, **named: None
        raise AttributeError(f"a bar of a chart has no {name} here")


KINDS = {"line": Line2D, "points": Points, "picture": Picture, "text": Words, "bars": Bars}


def dashes(line):
    return {"--": "4 3", "dashed": "4 3", ":": "1.5 2.5", "dotted": "1.5 2.5", "-.": "6 2 1.5 2", "dashdot": "6 2 1.5 2"}.get(line)


def _numbers(values):
    from matplotlib._axes import numbers

    return numbers(values)


def _array(values):
    import numpy

    return numpy.array(values)
