"""One chart: what is drawn in it, and how far it reaches."""

from matplotlib import rcParams
from matplotlib._artists import KINDS, Artist, dashes
from matplotlib._colours import CYCLE, LETTERS, blend, colour, stops

_MARKERS = "o.sx+^v*D"
# Ways to draw that few charts need, in a file of their own.
RARER = frozenset(
    "barh step stairs pie boxplot violinplot add_patch add_line add_artist add_collection axvspan axhspan axline fill fill_betweenx stem"
    " stackplot plot_date hist2d matshow pcolormesh pcolor bar_label eventplot ecdf".split()
)


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


class Axes:
    """A chart of a figure. Its methods are matplotlib's."""

    def __init__(self, figure, place):
        self.figure, self.place = figure, place
        self.cla()

    def cla(self):
        self.marks, self.texts, self._next = [], {"title": "", "x": "", "y": ""}, 0
        self.limits, self.has_legend, self.has_grid, self.is_shown = {"x": None, "y": None}, False, bool(rcParams["axes.grid"]), True
        # Axes that are logarithmic, those that run backwards, and what is written along each.
        self.logs, self.turned = set(), set()
        self.ticks = {side: {"places": None, "labels": None, "format": None, "locator": None} for side in "xy"}
        # Whether both sides have one scale.
        self.is_even = False
        self.scale_bar = self._spines = self.over = self.legend_title = None

    clear = cla

    @property
    def spines(self):
        if self._spines is None:
            from matplotlib._sides import Spines

            self._spines = Spines()
        return self._spines

    xaxis, yaxis = (property(lambda self, _n=name: self._side(_n)) for name in "xy")
    # Where a text stands that is placed by shares of the chart, and by its numbers.
    transAxes, transData = "axes", "data"
    lines = property(lambda self: self._of("line"))
    images = property(lambda self: self._of("picture"))
    patches = property(lambda self: [bar for bars in self._of("bars") for bar in bars] + self._of("shape"))
    collections = property(lambda self: self._of("points") + self._of("band"))
    def _of(self, kind): return [mark for mark in self.marks if mark["kind"] == kind]
    def get_lines(self): return self.lines

    def _side(self, name):
        from matplotlib._sides import Side

        return Side(self, name)

    def _colour(self, given):
        if given is None:
            owner = self.over or self
            owner._next += 1
            return CYCLE[(owner._next - 1) % len(CYCLE)]
        return colour(given)

    def _add(self, kind, x, y, colour, label, alpha=1.0, **more):
        mark = KINDS.get(kind, Artist)({"kind": kind, "x": x, "y": y, "colour": colour, "label": label, "alpha": 1.0 if alpha is None else alpha, **more})
        mark.axes = self
        self.marks.append(mark)
        return mark

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
            letter = next((manner[at : at + 2] for at in range(len(manner)) if manner[at] == "C" and manner[at + 1 : at + 2].isdigit()), None)
            letter = letter or next((part for part in manner if part in LETTERS), None)
            points = marker or next((part for part in manner.replace("-.", "") if part in _MARKERS), None)
            usual = next((part for part in ("--", "-.", ":", "-") if part in manner), "" if points and not marker else "-")
            line = style.get("linestyle", style.get("ls", usual))
            look = {"width": linewidth or lw or 1.5, "marker": points, "is_line": line not in ("", "None", None)}
            look["dashes"] = dashes(line)
            drawn.append(self._add("line", x, y, self._colour(color or c or letter), label, alpha, **look))
        return drawn

    def scatter(self, x, y, s=20, c=None, marker=None, cmap=None, vmin=None, vmax=None, color=None, label=None, alpha=1.0, **style):
        c = c if color is None else color
        is_one = c is None or isinstance(c, str) or len(c) in (3, 4) and len(c) != len(numbers(x))
        chosen = self._colour(c if is_one else "k")
        made = self._add("points", numbers(x), numbers(y), chosen, label, alpha, radius=max(1.0, (s if isinstance(s, (int, float)) else 20) ** 0.5 / 2), marker=marker)
        if not is_one:
            given = c.tolist() if hasattr(c, "tolist") else list(c)
            if given and isinstance(given[0], (str, list, tuple)):
                made["colours"] = [colour(part) for part in given]
            else:
                made.update(values=numbers(given), cmap=cmap or "viridis", low=vmin, high=vmax)
        if not isinstance(s, (int, float)):
            made.set_sizes(s)
        return made

    def bar(self, x, height, width=0.8, color=None, label=None, alpha=1.0, log=False, **style):
        x = list(x) if not hasattr(x, "tolist") else x.tolist()
        places = [float(i) for i in range(len(x))] if x and isinstance(x[0], str) else numbers(x)
        heights = numbers(height) if hasattr(height, "__len__") else [float(height)] * len(places)
        names = x if x and isinstance(x[0], str) else None
        widths = numbers(width) if hasattr(width, "__len__") else [float(width)] * len(places)
        self._be_log("y", log)
        several = isinstance(color, (list, tuple)) and color and not isinstance(color[0], (int, float))
        made = self._add("bars", places, heights, self._colour(color[0] if several else color), label, alpha, widths=widths, names=names)
        if several:
            made["colours"] = [colour(color[at % len(color)]) for at in range(len(heights))]
        base = style.get("bottom")
        if base is not None:
            made["base"] = numbers(base) if hasattr(base, "__len__") else [float(base)] * len(heights)
            made["y"] = [low + high for low, high in zip(made["base"], heights)]
        if style.get("yerr") is not None:
            self._whiskers(places, made["y"], style["yerr"], "gray")
        return made

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
        made = self._add("bars", middles, counts, self._colour(color), label, alpha, widths=widths, names=None)
        return counts, edges, made

    def fill_between(self, x, y1, y2=0.0, color=None, alpha=0.3, label=None, **style):
        x = numbers(x)
        low, high = (numbers(y) if hasattr(y, "__len__") else [float(y)] * len(x) for y in (y1, y2))
        colour = self._colour(color or style.get("facecolor"))
        return self._add("band", x, low, colour, label, alpha, upper=high)

    def errorbar(self, x, y, yerr=None, **style):
        x, y = numbers(x), numbers(y)
        self.plot(x, y, **{name: value for name, value in style.items() if name in ("label", "color", "marker")})
        if yerr is not None:
            self._whiskers(x, y, yerr, self.marks[-1]["colour"])

    def _whiskers(self, x, y, off, colour):
        off = off.tolist() if hasattr(off, "tolist") else off
        if isinstance(off, (list, tuple)) and off and isinstance(off[0], (list, tuple)):
            low, high = off
        else:
            low = high = numbers(off) if hasattr(off, "__len__") else [float(off)] * len(x)
        for place, middle, down, up in zip(x, y, low, high):
            self._add("line", [place] * 2, [middle - down, middle + up], colour, None, width=1.0)

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

    def imshow(self, X, cmap=None, vmin=None, vmax=None, extent=None, origin="upper", **style):
        X = X.detach() if hasattr(X, "detach") else X
        rows = X.tolist() if hasattr(X, "tolist") else [list(row) for row in X]
        flat = [value for row in rows for value in row if not isinstance(value, list)]
        low = min(flat, default=0.0) if vmin is None else vmin
        high = max(flat, default=1.0) if vmax is None else vmax
        left, right, bottom, top = extent or (-0.5, len(rows[0]) - 0.5, len(rows) - 0.5, -0.5)
        self.limits = {"x": (left, right), "y": (top, bottom) if origin == "lower" and not extent else (bottom, top)}
        self.turned.clear()
        # The first row is at the second of the two ends.
        ends = (left, right), (top, bottom) if extent and origin == "lower" else (bottom, top)
        made = self._add("picture", [], [], "", None, rows=rows, low=low, high=high, cmap=cmap, ends=ends)
        stops(cmap)
        self.figure.current_image = made
        return made

    def text(self, x, y, s, transform=None, ha=None, va=None, rotation=0, fontsize=None, **style):
        ha = ha or style.get("horizontalalignment", "left")
        va = va or style.get("verticalalignment", "baseline")
        size = fontsize or style.get("size")
        look = {"ha": ha, "va": va, "turn": rotation if isinstance(rotation, (int, float)) else 90 if rotation == "vertical" else 0}
        look["size"] = size if isinstance(size, (int, float)) else 11
        made = self._add("text", [float(x)], [float(y)], self._colour(style.get("color", "k")), None, words=str(s), **look)
        if transform == "axes":
            made["apart"] = True
        return made

    annotate = lambda self, text, xy, xytext=None, **style: self.text(*(xytext or xy), text, **{name: value for name, value in style.items() if name in ("ha", "va", "color", "fontsize")})

    def set_title(self, label, **style): self.texts["title"] = str(label)
    def set_xlabel(self, label, **style): self.texts["x"] = str(label)
    def set_ylabel(self, label, **style): self.texts["y"] = str(label)
    def legend(self, *given, handles=None, labels=None, title=None, **style):
        given = given or tuple(part for part in (handles, labels) if part is not None)
        self.has_legend, self.legend_title = self._named(given), title
        return self._side("x")

    def grid(self, visible=True, *given, **style): self.has_grid = visible is not False
    def get_title(self, *given): return self.texts["title"]
    def get_xlabel(self): return self.texts["x"]
    def get_ylabel(self): return self.texts["y"]
    def get_legend_handles_labels(self): return self._handles(), [mark["label"] for mark in self._handles()]
    def _handles(self): return [mark for mark in self.marks if mark["label"] and not str(mark["label"]).startswith("_")]
    def get_figure(self): return self.figure
    def get_xlim(self): return self._ends("x")
    def get_ylim(self): return self._ends("y")
    def invert_xaxis(self): self.turned ^= {"x"}
    def invert_yaxis(self): self.turned ^= {"y"}

    def _ends(self, side):
        from matplotlib._sides import reach

        low, high = reach(self, side, 0.05)
        return (10.0**low, 10.0**high) if side in self.logs else (low, high)

    def set_xticks(self, ticks, labels=None, **style): self._set_ticks("x", ticks, labels)
    def set_yticks(self, ticks, labels=None, **style): self._set_ticks("y", ticks, labels)
    def set_xticklabels(self, labels, **style): self._set_labels("x", labels)
    def set_yticklabels(self, labels, **style): self._set_labels("y", labels)
    def get_xticks(self): return self._get_ticks("x")
    def get_yticks(self): return self._get_ticks("y")

    def _set_ticks(self, side, ticks, labels):
        self.ticks[side].update(places=None if ticks is None else numbers(ticks), labels=None, locator=None)
        if labels is not None:
            self._set_labels(side, labels)

    def _set_labels(self, side, labels):
        self.ticks[side]["labels"] = [str(getattr(label, "get_text", lambda: label)()) for label in labels]

    def _get_ticks(self, side):
        from matplotlib._sides import marked, reach

        return [tick for tick, _ in marked(self, side, *reach(self, side))]

    def _named(self, given):
        """Names what is drawn, if the names are given here, and returns that there is a legend."""
        names = given[-1] if given and isinstance(given[-1], (list, tuple)) else []
        marks = given[0] if len(given) > 1 else [mark for mark in self.marks if mark["kind"] not in ("band", "text", "shape")]
        for mark, name in zip(marks, names):
            if isinstance(mark, (list, tuple)):
                mark = mark[0]
            mark["label"] = str(name)
        return True

    def _limit(self, side, low, high):
        if low is None and high is None:
            return self.limits[side]
        low, high = low if isinstance(low, (tuple, list)) else (low, high)
        self.limits[side] = (low, high)

    def set_xlim(self, left=None, right=None, **named): return self._limit("x", left, right)
    def set_ylim(self, bottom=None, top=None, **named): return self._limit("y", bottom, top)

    def set_aspect(self, aspect, *given, **style): self.is_even = aspect in ("equal", 1) and not self.images
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
        elif given in ("equal", "scaled", "square"):
            self.is_even = True
        elif isinstance(given, (tuple, list)):
            self.limits = {"x": tuple(given[:2]), "y": tuple(given[2:])}

    def twinx(self):
        """A second chart in the same place, whose numbers stand at the right."""
        made = Axes(self.figure, self.place)
        made.over = self
        self.figure.axes.append(made)
        self.figure.current = made
        return made

    def set(self, **settings):
        for name, value in settings.items():
            getattr(self, "set_" + name)(value)

    def __getattr__(self, name):
        if name[:1] != "_":
            if name in RARER:
                import matplotlib._rarer as rarer

                return lambda *given, **named: getattr(rarer, name)(self, *given, **named)
        # How axes look is the page's affair.
        if name.startswith(("tick", "set_", "margins", "autoscale", "relim", "minorticks", "locator_params", "label_outer")):
            return lambda *given, **named: None
        raise AttributeError(
            f"a chart has no {name} here: there are plot, scatter, bar, barh, step, hist, pie, boxplot, fill_between, errorbar, hlines, "
            "vlines, axhline, axvline, axvspan, imshow, semilogx, semilogy, loglog, text, add_patch, set_title, set_xlabel, set_ylabel, "
            "set_xlim, set_ylim, set_xscale, set_yscale, set_xticks, set_yticks, twinx, legend and grid"
        )


# `hist` has an argument of that name.
_steps = range
