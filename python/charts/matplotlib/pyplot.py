"""matplotlib.pyplot: charts, which the page shows as it gets them."""

import _late
import matplotlib
from matplotlib import rcParams
from matplotlib._axes import Axes
from matplotlib._figure import Figure, hand
from matplotlib._svg import svg

# What has been drawn and not yet shown.
_figures = []


def figure(num=None, figsize=None, clear=False, **style):
    found = next((made for made in _figures if num is not None and made.number == num), None)
    if found is None:
        found = Figure(figsize)
        found.number = len(_figures) + 1 if num is None else num
    else:
        _figures.remove(found)
    if clear:
        found.clf()
    _figures.append(found)
    return found


def gcf():
    return _figures[-1] if _figures else figure()


def gca(): return gcf().gca()
def axes(arg=None, **named): return gca() if arg is None else gcf().add_axes(arg)
def sca(ax): ax.figure.sca(ax)
def delaxes(ax=None): gcf().delaxes(ax)
def gci(): return gcf().current_image
def fignum_exists(num): return any(made.number == num for made in _figures)
def subplot(*given, **named): return gcf().add_subplot(*given)


def subplots(nrows=1, ncols=1, figsize=None, squeeze=True, num=None, sharex=False, sharey=False, **style):
    made = figure(num, figsize)
    return made, made.subplots(nrows, ncols, squeeze=squeeze)


def subplot2grid(shape, loc, rowspan=1, colspan=1, **style):
    first = loc[0] * shape[1] + loc[1]
    return gcf().add_subplot(*shape, (first + 1, first + (rowspan - 1) * shape[1] + colspan))


def show(*given, **named):
    """Shows all figures, and begins anew."""
    for made in _figures:
        hand(made)
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
    try:
        for made in _figures:
            if made.film is not None or made.shown is None or made.shown != svg(made):
                hand(made)
    finally:
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
def tight_layout(*given, **style): pass
def subplots_adjust(**style): pass
def colorbar(mappable=None, cax=None, ax=None, **style): return gcf().colorbar(mappable, cax, ax, **style)
def figlegend(*given, **style): gcf().legend(*given, **style)
def isinteractive(): return False
def switch_backend(newbackend): pass
def get_current_fig_manager(): return gcf()
def get_fignums(): return list(range(1, len(_figures) + 1))
def rc(group, **settings): matplotlib.rc(group, **settings)
def rcdefaults(): matplotlib.rcdefaults()
def rc_context(rc=None, fname=None): return matplotlib.rc_context(rc)
def xticks(ticks=None, labels=None, **style): return _ticks("x", ticks, labels)
def yticks(ticks=None, labels=None, **style): return _ticks("y", ticks, labels)


def _ticks(side, ticks, labels):
    chart = gca()
    if ticks is not None:
        chart._set_ticks(side, ticks, labels)
    elif labels is not None:
        chart._set_labels(side, labels)
    return chart._get_ticks(side), []


def setp(obj, *given, **settings):
    """Changes the looks of one mark or several."""
    settings.update(zip(given[::2], given[1::2]))
    for one in obj if isinstance(obj, (list, tuple)) else [obj]:
        one.set(**settings)


def get_cmap(name=None, lut=None):
    return matplotlib.colormaps[name or "viridis"]


def clim(vmin=None, vmax=None):
    gci().set_clim(vmin, vmax)


def imread(fname, **unused):
    from PIL import Image

    return Image.open(fname).array()


def imsave(fname, arr, **unused):
    from PIL import Image

    Image.fromarray(arr).save(fname)


def _drawing(name):
    def call(*given, **named):
        return getattr(gca(), name)(*given, **named)

    call.__name__ = call.__qualname__ = name
    return call


plot, scatter, bar, hist = map(_drawing, ("plot", "scatter", "bar", "hist"))
fill_between, errorbar, hlines, vlines = map(_drawing, ("fill_between", "errorbar", "hlines", "vlines"))
axhline, axvline, imshow, text = map(_drawing, ("axhline", "axvline", "imshow", "text"))
annotate, legend, grid, axis, twinx = map(_drawing, ("annotate", "legend", "grid", "axis", "twinx"))
step, barh, pie, boxplot, violinplot, stem, stackplot, axvspan, axhspan, axline, fill, hist2d, matshow, pcolormesh = map(
    _drawing, "step barh pie boxplot violinplot stem stackplot axvspan axhspan axline fill hist2d matshow pcolormesh".split()
)
invert_xaxis, tick_params, margins, autoscale, locator_params, ticklabel_format = map(
    _drawing, "invert_xaxis tick_params margins autoscale locator_params ticklabel_format".split()
)
title, xlabel, ylabel = map(_drawing, ("set_title", "set_xlabel", "set_ylabel"))
xlim, ylim, xscale, yscale = map(_drawing, ("set_xlim", "set_ylim", "set_xscale", "set_yscale"))
semilogx, semilogy, loglog = map(_drawing, ("semilogx", "semilogy", "loglog"))


class style:
    """How charts look is the page's affair."""

    available = ["default", "ggplot", "seaborn-v0_8", "fivethirtyeight", "bmh", "dark_background"]

    @staticmethod
    def use(name): pass

    @staticmethod
    def context(name, after_reset=False): return matplotlib.rc_context()


def xkcd(*given, **named): return matplotlib.rc_context()


def __getattr__(name):
    if name in ("Circle", "Rectangle", "Polygon", "Line2D", "Arrow", "cm", "Normalize", "FuncFormatter", "MaxNLocator", "MultipleLocator"):
        import matplotlib._named as named

        return getattr(named, name)
    raise _late.refusal(
        "matplotlib.pyplot",
        name,
        "plot, scatter, bar, hist, fill_between, errorbar, hlines, "
        "vlines, axhline, axvline, imshow, semilogx, semilogy, loglog, subplots, title, xlabel, ylabel, xlim, ylim, "
        "xscale, yscale, legend, grid, savefig and show",
    )
