"""One chart: what is drawn in it, and how far it reaches."""

_CYCLE = ("#3b78c3", "#e0803a", "#4a9d58", "#c8484b", "#8a68b5", "#8d6a5b", "#cf7fb8", "#7d7d7d", "#b0ac3a", "#3aabb8")
_LETTERS = {
    "b": "#3b78c3", "g": "#4a9d58", "r": "#c8484b", "c": "#3aabb8", "m": "#8a68b5", "y": "#b0ac3a", "k": "currentColor",
    "w": "white", "black": "currentColor",
}
_MARKERS = "o.sx+^v*D"


def numbers(values):
    """Returns lists, arrays and tensors as a list of decimals."""
    if hasattr(values, "detach"):
        values = values.detach()
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, (int, float)):
        return [float(values)]
    return [_number(value) for value in values]


def _number(value):
    if value is None:
        return float("nan")
    if hasattr(value, "__len__") and not hasattr(value, "item"):
        if len(value) != 1:
            raise ValueError("x and y are rows of numbers: draw a table column by column")
        value = value[0]
    return float(value)


def is_number(value):
    return value == value and abs(value) != float("inf")


class Mark(dict):
    """What is drawn: its kind, its numbers and its look."""

    def __repr__(self):
        return f"<matplotlib: {self['kind']}, {len(self['x'])} numbers>"


class Axes:
    """A chart of a figure. Its methods are matplotlib's."""

    def __init__(self, figure, place):
        self.figure, self.place = figure, place
        self.cla()

    def cla(self):
        self.marks, self.texts, self._next = [], {"title": "", "x": "", "y": ""}, 0
        self.limits, self.has_legend, self.has_grid, self.is_shown = {"x": None, "y": None}, False, False, True
        # The axes whose scale is logarithmic.
        self.logs = set()

    clear = cla

    def _colour(self, given):
        if given is None:
            self._next += 1
            return _CYCLE[(self._next - 1) % len(_CYCLE)]
        if isinstance(given, (tuple, list)):
            return "rgb(" + ", ".join(str(round(255 * part)) for part in list(given)[:3]) + ")"
        given = str(given)
        if given[:1] == "C" and given[1:].isdigit():
            return _CYCLE[int(given[1:]) % len(_CYCLE)]
        return _LETTERS.get(given, given.replace("tab:", ""))

    def _add(self, kind, x, y, colour, label, alpha=1.0, **more):
        mark = {"kind": kind, "x": x, "y": y, "colour": colour, "label": label, "alpha": 1.0 if alpha is None else alpha}
        self.marks.append(Mark(mark, **more))
        return self.marks[-1]

    def plot(self, *given, label=None, color=None, c=None, alpha=1.0, linewidth=None, lw=None, marker=None, **style):
        """Draws lines: `plot(y)`, `plot(x, y)`, both with a letter of a colour after them, several times over."""
        drawn, given = [], list(given)
        while given:
            first = numbers(given.pop(0))
            second = numbers(given.pop(0)) if given and not isinstance(given[0], str) else None
            x, y = ([float(place) for place in range(len(first))], first) if second is None else (first, second)
            if len(x) != len(y):
                raise ValueError(f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)")
            manner = given.pop(0) if given and isinstance(given[0], str) else ""
            letter = next((part for part in manner if part in _LETTERS), None)
            points = marker or next((part for part in manner if part in _MARKERS), None)
            usual = "--" if "--" in manner else "-" if "-" in manner or not points or marker else ""
            line = style.get("linestyle", style.get("ls", usual))
            look = {"width": linewidth or lw or 1.5, "marker": points, "is_line": line not in ("", "None", None)}
            look["dashes"] = "4 3" if line in ("--", "dashed", ":", "dotted", "-.") else None
            drawn.append(self._add("line", x, y, self._colour(color or c or letter), label, alpha, **look))
        return drawn

    def scatter(self, x, y, s=20, c=None, color=None, label=None, alpha=1.0, **style):
        colour = self._colour(color or (c if isinstance(c, str) else None))
        size = s if isinstance(s, (int, float)) else 20
        return self._add("points", numbers(x), numbers(y), colour, label, alpha, radius=max(1.0, size**0.5 / 2))

    def bar(self, x, height, width=0.8, color=None, label=None, alpha=1.0, log=False, **style):
        x = list(x) if not hasattr(x, "tolist") else x.tolist()
        places = [float(i) for i in range(len(x))] if x and isinstance(x[0], str) else numbers(x)
        heights = numbers(height) if hasattr(height, "__len__") else [float(height)] * len(places)
        names = x if x and isinstance(x[0], str) else None
        widths = numbers(width) if hasattr(width, "__len__") else [float(width)] * len(places)
        self._be_log("y", log)
        return self._add("bars", places, heights, self._colour(color), label, alpha, widths=widths, names=names)

    def hist(self, x, bins=10, range=None, density=False, color=None, label=None, alpha=1.0, log=False, **style):
        values = [value for value in numbers(x) if is_number(value)]
        if hasattr(bins, "__len__"):
            edges = numbers(bins)
        else:
            low, high = range or (min(values, default=0.0), max(values, default=1.0))
            high = high if high > low else low + 1.0
            edges = [low + (high - low) * step / bins for step in _steps(bins + 1)]
        counts = [0.0] * (len(edges) - 1)
        for value in values:
            for place, (low, high) in enumerate(zip(edges, edges[1:])):
                if low <= value < high or value == high == edges[-1]:
                    counts[place] += 1.0
                    break
        if density and values:
            counts = [n / len(values) / (high - low) for n, low, high in zip(counts, edges, edges[1:])]
        middles = [(low + high) / 2 for low, high in zip(edges, edges[1:])]
        widths = [high - low for low, high in zip(edges, edges[1:])]
        self._be_log("y", log)
        self._add("bars", middles, counts, self._colour(color), label, alpha, widths=widths, names=None)
        return counts, edges, None

    def fill_between(self, x, y1, y2=0.0, color=None, alpha=0.3, label=None, **style):
        x = numbers(x)
        low, high = (numbers(y) if hasattr(y, "__len__") else [float(y)] * len(x) for y in (y1, y2))
        colour = self._colour(color or style.get("facecolor"))
        return self._add("band", x, low, colour, label, alpha, upper=high)

    def errorbar(self, x, y, yerr=None, **style):
        x, y = numbers(x), numbers(y)
        self.plot(x, y, **{name: value for name, value in style.items() if name in ("label", "color", "marker")})
        if yerr is not None:
            spread = numbers(yerr) if hasattr(yerr, "__len__") else [float(yerr)] * len(x)
            for place, middle, off in zip(x, y, spread):
                self._add("line", [place] * 2, [middle - off, middle + off], self.marks[0]["colour"], None, width=1.0)

    def hlines(self, y, xmin, xmax, color=None, colors=None, label=None, alpha=1.0, **style):
        colour = self._colour(color or colors or "gray")
        for height in numbers(y):
            self._add("line", [float(xmin), float(xmax)], [height] * 2, colour, label, alpha, width=1.2)
            label = None

    def vlines(self, x, ymin, ymax, color=None, colors=None, label=None, alpha=1.0, **style):
        colour = self._colour(color or colors or "gray")
        for place in numbers(x):
            self._add("line", [place] * 2, [float(ymin), float(ymax)], colour, label, alpha, width=1.2)
            label = None

    def axhline(self, y=0.0, color=None, label=None, alpha=1.0, **style):
        return self._add("across", [], [float(y)], self._colour(color or style.get("c") or "gray"), label, alpha)

    def axvline(self, x=0.0, color=None, label=None, alpha=1.0, **style):
        return self._add("down", [float(x)], [], self._colour(color or style.get("c") or "gray"), label, alpha)

    def imshow(self, X, cmap=None, vmin=None, vmax=None, **style):
        X = X.detach() if hasattr(X, "detach") else X
        rows = X.tolist() if hasattr(X, "tolist") else [list(row) for row in X]
        flat = [value for row in rows for value in row if not isinstance(value, list)]
        low = min(flat, default=0.0) if vmin is None else vmin
        high = max(flat, default=1.0) if vmax is None else vmax
        self.limits = {"x": (-0.5, len(rows[0]) - 0.5), "y": (len(rows) - 0.5, -0.5)}
        return self._add("picture", [], [], "", None, rows=rows, low=low, high=high)

    def text(self, x, y, s, **style):
        return self._add("text", [float(x)], [float(y)], self._colour(style.get("color", "k")), None, words=str(s))

    annotate = lambda self, text, xy, xytext=None, **style: self.text(*(xytext or xy), text)

    def set_title(self, label, **style): self.texts["title"] = str(label)
    def set_xlabel(self, label, **style): self.texts["x"] = str(label)
    def set_ylabel(self, label, **style): self.texts["y"] = str(label)
    def legend(self, *given, **style): self.has_legend = self._named(given)
    def grid(self, visible=True, *given, **style): self.has_grid = visible is not False

    def _named(self, given):
        """Names what is drawn, if the names are given here, and returns that there is a legend."""
        names = given[-1] if given and isinstance(given[-1], (list, tuple)) else []
        for mark, name in zip([mark for mark in self.marks if mark["kind"] != "band"], names):
            mark["label"] = str(name)
        return True

    def _limit(self, side, low, high):
        if low is None and high is None:
            return self.limits[side]
        low, high = low if isinstance(low, (tuple, list)) else (low, high)
        self.limits[side] = (low, high)

    def set_xlim(self, left=None, right=None, **named): return self._limit("x", left, right)
    def set_ylim(self, bottom=None, top=None, **named): return self._limit("y", bottom, top)

    def set_xscale(self, value, **style): self._scale("x", value)
    def set_yscale(self, value, **style): self._scale("y", value)

    def _scale(self, side, name):
        if name not in ("linear", "log"):
            raise ValueError(f"an axis has no scale {name!r} here: there are 'linear' and 'log'")
        self.logs.discard(side)
        self._be_log(side, name == "log")

    def _be_log(self, sides, is_log=True):
        self.logs.update(sides if is_log else "")

    def semilogx(self, *given, **named): return self._drawn_log("x", given, named)
    def semilogy(self, *given, **named): return self._drawn_log("y", given, named)
    def loglog(self, *given, **named): return self._drawn_log("xy", given, named)

    def _drawn_log(self, sides, given, named):
        self._be_log(sides)
        return self.plot(*given, **named)

    def left_out(self):
        """Returns how many numbers have no place on a logarithmic axis: those that are not above 0."""
        off = set()
        for number, mark in enumerate(self.marks):
            for side in self.logs:
                # A band reaches the chart's edge there, and a bar of height 0 cannot be seen anyway.
                is_seen = side == "x" or mark["kind"] not in ("band", "bars")
                values = enumerate(mark[side])
                off.update((number, place) for place, value in values if value < 0.0 or (value == 0.0 and is_seen))
        return len(off)

    def axis(self, given=None, **named):
        if given in ("off", False):
            self.is_shown = False
        elif isinstance(given, (tuple, list)):
            self.limits = {"x": tuple(given[:2]), "y": tuple(given[2:])}

    def twinx(self):
        return self

    def set(self, **settings):
        for name, value in settings.items():
            getattr(self, "set_" + name)(value)

    def __getattr__(self, name):
        # How axes look is the page's affair.
        if name.startswith(("tick", "set_", "margins", "autoscale", "relim", "minorticks")):
            return lambda *given, **named: None
        raise AttributeError(
            f"a chart has no {name} here: there are plot, scatter, bar, hist, fill_between, errorbar, hlines, vlines, "
            "axhline, axvline, imshow, semilogx, semilogy, loglog, text, set_title, set_xlabel, set_ylabel, set_xlim, "
            "set_ylim, set_xscale, set_yscale, legend and grid"
        )


# `hist` has an argument of that name.
_steps = range
