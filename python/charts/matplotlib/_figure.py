"""Figures: charts side by side."""

import _screen
from matplotlib import rcParams, said
from matplotlib._axes import Axes
from matplotlib._svg import svg


class Figure:
    """Charts side by side."""

    # What moves in it, from matplotlib.animation.
    number, film = 1, None

    def __init__(self, figsize=None, **style):
        self.size = tuple(figsize or rcParams["figure.figsize"])
        self.axes, self.title, self.current, self.current_image = [], "", None, None
        # The text of the picture that is on the page.
        self.shown = None

    def add_subplot(self, *given, projection=None, sharex=None, sharey=None, polar=False, **named):
        if projection not in (None, "rectilinear") or polar:
            said(f"a chart with projection={projection or 'polar'!r} is drawn flat here")
        place = _place(given or (1, 1, 1))
        found = next((axes for axes in self.axes if axes.place == place and axes.over is None), None)
        self.current = found or self._made(place)
        if found is None and named:
            self.current.set(**{name: value for name, value in named.items() if name in ("title", "xlabel", "ylabel", "xlim", "ylim")})
        return self.current

    def _made(self, place):
        made = Axes(self, place)
        self.axes.append(made)
        return made

    def add_axes(self, rect, **style):
        self.current = rect if isinstance(rect, Axes) else self._made(tuple(map(float, rect)))
        if self.current not in self.axes:
            self.axes.append(self.current)
        return self.current

    def add_gridspec(self, nrows=1, ncols=1, **style):
        from matplotlib.gridspec import GridSpec

        return GridSpec(nrows, ncols, figure=self)

    def subplots(self, nrows=1, ncols=1, sharex=False, sharey=False, squeeze=True, **style):
        table = [[self.add_subplot(nrows, ncols, row * ncols + column + 1) for column in range(ncols)] for row in range(nrows)]
        self.current = table[0][0]
        if not squeeze:
            return Table(table)
        if nrows == ncols == 1:
            return table[0][0]
        return Row(axes for row in table for axes in row) if 1 in (nrows, ncols) else Table(table)

    def gca(self): return self.current or self.add_subplot()
    def sca(self, axes): self.current = axes
    def get_axes(self): return list(self.axes)
    def delaxes(self, axes=None): self.axes = [own for own in self.axes if own is not (axes or self.gca())]

    def clf(self, *given):
        self.axes, self.current, self.title = [], None, ""

    clear = clf

    def suptitle(self, t, **style): self.title = str(t)
    def savefig(self, fname, **style): write(self, fname)
    def show(self, *given, **named): hand(self)
    _ipython_display_ = show
    def set_size_inches(self, w, h=None, **style): self.size = tuple(w) if h is None else (w, h)
    def set_figwidth(self, val): self.size = (val, self.size[1])
    def set_figheight(self, val): self.size = (self.size[0], val)
    def get_size_inches(self): return self.size
    def get_figwidth(self): return self.size[0]
    def get_figheight(self): return self.size[1]

    def legend(self, *given, **named):
        (self.axes[0] if self.axes else self.gca()).legend(*given, **named)

    def colorbar(self, mappable=None, cax=None, ax=None, label="", **style):
        """Puts a picture's scale of colours beside its chart."""
        mark = mappable if isinstance(mappable, dict) else self.current_image
        if mark is not None:
            (mark.axes or self.gca()).scale_bar = mark, label
        return _Bar(mark)

    @property
    def canvas(self):
        return self

    def draw(self, *given): pass
    def flush_events(self): pass
    draw_idle = draw

    def buffer_rgba(self):
        raise NotImplementedError("a chart is no pixels here, but lines: savefig writes it as .svg")

    tostring_rgb = tostring_argb = print_to_buffer = buffer_rgba

    def __getattr__(self, name):
        # How a figure looks is the page's affair.
        if name.startswith(("set_", "autofmt", "subplots_adjust", "tight_layout", "align_", "mpl_connect", "manager")):
            return lambda *given, **named: None
        raise AttributeError(f"a figure has no {name} here: there are add_subplot, subplots, colorbar, savefig, suptitle, legend and clf")


class _Bar:
    """The scale of colours beside a chart."""

    ax = property(lambda self: self)

    def __init__(self, mark): self._mark = mark

    def set_label(self, label, **style):
        if self._mark is not None and self._mark.axes is not None:
            self._mark.axes.scale_bar = self._mark, str(label)

    def __getattr__(self, name): return lambda *given, **named: None


class Row(list):
    """Charts in a row."""

    shape = property(lambda self: (len(self),))
    size = property(len)
    flat = property(lambda self: list(self))
    def ravel(self): return self
    flatten = ravel


class Table(list):
    """Rows of charts, of which `table[row, column]` is one."""

    def __init__(self, rows):
        super().__init__(map(Row, rows))

    shape = property(lambda self: (len(self), len(list.__getitem__(self, 0))))

    def __getitem__(self, place):
        if not isinstance(place, tuple):
            return list.__getitem__(self, place)
        rows, columns = place
        if isinstance(rows, slice):
            return Row(row[columns] for row in list.__getitem__(self, rows))
        found = list.__getitem__(self, rows)[columns]
        return Row(found) if isinstance(columns, slice) else found

    @property
    def flat(self):
        return [axes for row in self for axes in row]

    def ravel(self): return Row(self.flat)
    flatten = ravel


def _place(given):
    """Returns the rows and columns of a table, and which of its cells, or the first and the last of them."""
    if len(given) == 1 and hasattr(given[0], "place"):
        return given[0].place
    if len(given) == 1 and isinstance(given[0], Axes):
        return given[0].place
    rows, columns, index = (int(part) for part in str(given[0])) if len(given) == 1 else given
    return (rows, columns, (index[0] - 1, index[1] - 1)) if isinstance(index, (tuple, list)) else (rows, columns, index - 1)


def hand(figure):
    """Gives a figure to the page, which shows it. Where there is no page, one line says what it shows."""
    if figure.film is not None:
        return figure.film.show()
    if not any(axes.marks for axes in figure.axes):
        return
    figure.shown = svg(figure)
    if _screen.figure(figure.shown):
        return
    titles = [axes.texts["title"] or axes.texts["y"] for axes in figure.axes]
    print(f"[a figure: {', '.join(title for title in titles if title) or 'without a title'}]")


def write(figure, name):
    """Writes a figure as SVG, whatever kind of picture was asked for."""
    if hasattr(name, "write"):
        name.write(svg(figure))
        return
    path = str(name)
    stem, dot, kind = path.rpartition(".")
    path = path if kind == "svg" else (stem if dot and "/" not in kind else path) + ".svg"
    folder = path.rpartition("/")[0]
    try:
        if folder:
            # A script's own folders have not come with it.
            import os

            os.makedirs(folder, exist_ok=True)
        file = open(path, "w")
    except (NameError, ImportError):
        # A cell with an exercise has no folder.
        return hand(figure)
    with file:
        file.write(svg(figure))
