"""Charts of tables by seaborn's names, through matplotlib."""

import _late
from matplotlib import rcParams, rc_context, said
from seaborn._grids import FacetGrid, catplot, displot, jointplot, pairplot, relplot
from seaborn._palettes import color_palette, cubehelix_palette, dark_palette, diverging_palette, hls_palette, husl_palette, light_palette, palplot
from seaborn._plots import (
    barplot, boxenplot, boxplot, countplot, ecdfplot, heatmap, histplot, kdeplot, lineplot, lmplot, pointplot, regplot, scatterplot,
    stripplot, swarmplot, violinplot,
)
from seaborn._palettes import chosen as _chosen

__version__ = "0.13.2"
_STYLES = ("white", "dark", "whitegrid", "darkgrid", "ticks")


def set_theme(context="notebook", style="darkgrid", palette="deep", font="sans-serif", font_scale=1, color_codes=True, rc=None):
    """Takes a grid and colours; how charts look besides is the page's affair."""
    set_style(style)
    set_palette(palette)
    rcParams.update(rc or {})


set = set_theme


def set_style(style=None, rc=None):
    if isinstance(style, str) and style not in _STYLES:
        raise ValueError(f"style must be one of {', '.join(_STYLES)}")
    if isinstance(style, str):
        rcParams["axes.grid"] = style.endswith("grid")
    rcParams.update(rc or (style if isinstance(style, dict) else {}))


def set_palette(palette, n_colors=None, **unused): _chosen[0] = palette if palette not in ("deep", None) else None
def set_context(context=None, font_scale=1, rc=None): rcParams.update(rc or {})
def set_color_codes(palette="deep"): pass
def reset_defaults(): rcParams["axes.grid"] = False


reset_orig = reset_defaults
def axes_style(style=None, rc=None): return _Within({"axes.grid": str(style).endswith("grid"), **(rc or {})})
def plotting_context(context=None, font_scale=1, rc=None): return _Within(rc or {})


class _Within(dict):
    """Settings, which also hold within a `with`."""

    def __enter__(self):
        self._own = rc_context(dict(self))
        self._own.__enter__()

    def __exit__(self, *raised): self._own.__exit__(*raised)


def despine(fig=None, ax=None, top=True, right=True, left=False, bottom=False, **unused):
    """Takes lines beside charts away."""
    import matplotlib.pyplot as plt

    for chart in [ax] if ax is not None else (fig or plt.gcf()).axes:
        for name, is_gone in (("top", top), ("right", right), ("left", left), ("bottom", bottom)):
            if is_gone:
                chart.spines[name].set_visible(False)


def move_legend(obj, loc, title=None, **unused):
    if title is not None:
        getattr(obj, "ax", obj).legend_title = title


def load_dataset(name, **unused):
    raise OSError(f"seaborn's table {name!r} is on another server, from which a tab's Python cannot load: open the file in the scratchpad beside this one, and read it with pandas.read_csv")


def __getattr__(name):
    raise _late.refusal(
        "seaborn", name,
        "lineplot, scatterplot, barplot, boxplot, violinplot, histplot, kdeplot, countplot, heatmap, regplot, relplot, catplot, displot,"
        " pairplot, set_theme, set_style, set_palette, color_palette and despine",
    )
