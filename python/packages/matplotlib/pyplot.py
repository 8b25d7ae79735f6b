"""matplotlib.pyplot: charts, which the page shows as it gets them."""

import _late
import _screen
from matplotlib import rcParams
from matplotlib._axes import Axes
from matplotlib._svg import svg

# What has been drawn and not yet shown.
_figures = []


class Figure:
    """Charts side by side."""

    def __init__(self, size=None):
        self.size, self.axes, self.title, self.current = tuple(size or (6.4, 4.8)), [], "", None
        # The text of the picture that is on the page.
        self.shown = None

    def add_subplot(self, *given, **named):
        place = _place(given or (1, 1, 1))
        self.current = next((axes for axes in self.axes if axes.place == place), None) or Axes(self, place)
        if self.current not in self.axes:
            self.axes.append(self.current)
        return self.current

    def gca(self):
        return self.current or self.add_subplot()

    def clf(self, *given):
        self.axes, self.current, self.title = [], None, ""

    clear = clf

    def suptitle(self, text, **style): self.title = str(text)
    def savefig(self, fname, **style): _write(self, fname)
    def show(self, *given, **named): _hand(self)
    _ipython_display_ = show
    def tight_layout(self, **style): pass
    def subplots_adjust(self, **style): pass
    def set_size_inches(self, width, height=None): self.size = tuple(width) if height is None else (width, height)
    def colorbar(self, *given, **named): pass

    @property
    def canvas(self):
        return self

    def draw(self): pass
    def flush_events(self): pass
    draw_idle = draw

    def __getattr__(self, name):
        raise AttributeError(f"a figure has no {name} here: there are add_subplot, savefig, suptitle and clf")


def _place(given):
    rows, columns, index = (int(part) for part in str(given[0])) if len(given) == 1 else given
    return rows, columns, index - 1


def _hand(figure):
    """Gives a figure to the page, which shows it. Where there is no page, one line says what it shows."""
    if not any(axes.marks for axes in figure.axes):
        return
    figure.shown = svg(figure)
    if _screen.figure(figure.shown):
        return
    titles = [axes.texts["title"] or axes.texts["y"] for axes in figure.axes]
    print(f"[a figure: {', '.join(title for title in titles if title) or 'without a title'}]")


def _write(figure, name):
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
        return _hand(figure)
    with file:
        file.write(svg(figure))


def figure(num=None, figsize=None, clear=False, **style):
    found = next((made for made in _figures if num is not None and made.number == num), None)
    if found is None:
        found = Figure(figsize)
        found.number = num
    else:
        _figures.remove(found)
    if clear:
        found.clf()
    _figures.append(found)
    return found


def gcf():
    return _figures[-1] if _figures else figure()


def gca(): return gcf().gca()
def axes(*given, **named): return gca()
def subplot(*given, **named): return gcf().add_subplot(*given)


def subplots(nrows=1, ncols=1, figsize=None, squeeze=True, **style):
    made = figure(figsize=figsize)
    chart = lambda row, column: made.add_subplot(nrows, ncols, row * ncols + column + 1)
    table = [[chart(row, column) for column in range(ncols)] for row in range(nrows)]
    made.current = table[0][0]
    if not squeeze:
        return made, table
    if nrows == ncols == 1:
        return made, table[0][0]
    if 1 in (nrows, ncols):
        return made, [axes for row in table for axes in row]
    return made, _Table(table)


class _Table(list):
    """Rows of charts, of which `table[row, column]` is one."""

    def __getitem__(self, place):
        return list.__getitem__(self, place[0])[place[1]] if isinstance(place, tuple) else list.__getitem__(self, place)

    @property
    def flat(self):
        return [axes for row in self for axes in row]

    def ravel(self): return self.flat
    flatten = ravel


def show(*given, **named):
    """Shows all figures, and begins anew."""
    for made in _figures:
        _hand(made)
    _figures.clear()


def savefig(fname, **style): gcf().savefig(fname)
def suptitle(text, **style): gcf().suptitle(text)
def clf(): gcf().clf()
def cla(): gca().cla()


def close(which=None):
    if which == "all":
        _figures.clear()
    elif _figures:
        _figures.remove(which if which in _figures else _figures[-1])


def end_cell():
    """Shows at a cell's end what is not on the page yet, so that the next one begins without it."""
    for made in _figures:
        if made.shown is None or made.shown != svg(made):
            _hand(made)
    _figures.clear()


def forget_shown():
    """Takes note that nothing is on the page any more."""
    for made in _figures:
        made.shown = None


def pause(interval):
    """A chart that is drawn again and again is shown once, at the program's end."""


def draw(): pass
def ion(): pass


def ioff(): pass
def tight_layout(**style): pass
def subplots_adjust(**style): pass
def colorbar(*given, **named): pass
def get_fignums(): return list(range(1, len(_figures) + 1))
def xticks(*given, **named): pass
def yticks(*given, **named): pass


def _drawing(name):
    def call(*given, **named):
        return getattr(gca(), name)(*given, **named)

    call.__name__ = call.__qualname__ = name
    return call


plot, scatter, bar, hist = map(_drawing, ("plot", "scatter", "bar", "hist"))
fill_between, errorbar, hlines, vlines = map(_drawing, ("fill_between", "errorbar", "hlines", "vlines"))
axhline, axvline, imshow, text = map(_drawing, ("axhline", "axvline", "imshow", "text"))
annotate, legend, grid, axis, twinx = map(_drawing, ("annotate", "legend", "grid", "axis", "twinx"))
title, xlabel, ylabel = map(_drawing, ("set_title", "set_xlabel", "set_ylabel"))
xlim, ylim, xscale, yscale = map(_drawing, ("set_xlim", "set_ylim", "set_xscale", "set_yscale"))
semilogx, semilogy, loglog = map(_drawing, ("semilogx", "semilogy", "loglog"))


class style:
    """How charts look is the page's affair."""

    available = []

    @staticmethod
    def use(name): pass


def __getattr__(name):
    raise _late.refusal(
        "matplotlib.pyplot",
        name,
        "plot, scatter, bar, hist, fill_between, errorbar, hlines, "
        "vlines, axhline, axvline, imshow, semilogx, semilogy, loglog, subplots, title, xlabel, ylabel, xlim, ylim, "
        "xscale, yscale, legend, grid, savefig and show",
    )
