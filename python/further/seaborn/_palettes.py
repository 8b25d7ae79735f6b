"""Rows of colours."""

from matplotlib._colours import CYCLE, blend, stops
from matplotlib.colors import to_rgb

# The palette for all charts: in a list, because changes to a module's names are told.
chosen = [None]
_NAMED = {
    "deep": CYCLE, "tab10": stops("tab10"), "Set1": stops("Set1"),
    "bright": ["#023eff", "#ff7c00", "#1ac938", "#e8000b", "#8b2be2", "#9f4800", "#f14cc1", "#a3a3a3", "#ffc400", "#00d7ff"],
    "muted": ["#4878d0", "#ee854a", "#6acc64", "#d65f5f", "#956cb4", "#8c613c", "#dc7ec0", "#797979", "#d5bb67", "#82c6e2"],
    "pastel": ["#a1c9f4", "#ffb482", "#8de5a1", "#ff9f9b", "#d0bbff", "#debb9b", "#fab0e4", "#cfcfcf", "#fffea3", "#b9f2f0"],
    "dark": ["#001c7f", "#b1400d", "#12711c", "#8c0800", "#591e71", "#592f0d", "#a23582", "#3c3c3c", "#b8850a", "#006374"],
    "colorblind": ["#0173b2", "#de8f05", "#029e73", "#d55e00", "#cc78bc", "#ca9161", "#fbafe4", "#949494", "#ece133", "#56b4e9"],
    "Set2": ["#66c2a5", "#fc8d62", "#8da0cb", "#e78ac3", "#a6d854", "#ffd92f", "#e5c494", "#b3b3b3"],
}


class Palette(list):
    """Colours in a row, also for a `with`."""

    def __enter__(self):
        self._before, chosen[0] = chosen[0], self
        return self

    def __exit__(self, *raised): chosen[0] = self._before
    def as_hex(self): return ["#" + "".join(f"{round(255 * part):02x}" for part in one) for one in self]


def color_palette(palette=None, n_colors=None, desat=None, as_cmap=False):
    palette = palette if palette is not None else chosen[0] if chosen[0] is not None else "deep"
    if as_cmap:
        from matplotlib import cm

        return cm.get_cmap(palette)
    if palette in ("hls", "husl"):
        return hls_palette(n_colors or 6)
    if not isinstance(palette, str):
        given = [one if isinstance(one, (tuple, list)) else to_rgb(one) for one in palette]
    elif palette in _NAMED:
        given = [tuple(part / 255 for part in one) if isinstance(one, tuple) else to_rgb(one) for one in _NAMED[palette]]
    else:
        count = n_colors or 6
        return Palette(tuple(part / 255 for part in blend(stops(palette), (at + 1) / (count + 1))) for at in range(count))
    count = n_colors or len(given)
    return Palette(tuple(given[at % len(given)]) for at in range(count))


def hls_palette(n_colors=6, h=0.01, l=0.6, s=0.65, as_cmap=False):
    import colorsys

    return Palette(colorsys.hls_to_rgb((h + at / n_colors) % 1, l, s) for at in range(n_colors))


husl_palette = hls_palette


def _between(one, two, n_colors): return Palette(tuple(a + (b - a) * at / max(1, n_colors - 1) for a, b in zip(one, two)) for at in range(n_colors))
def light_palette(color, n_colors=6, **unused): return _between((0.95, 0.95, 0.95), to_rgb(color), n_colors)
def dark_palette(color, n_colors=6, **unused): return _between((0.13, 0.13, 0.13), to_rgb(color), n_colors)
def cubehelix_palette(n_colors=6, **unused): return color_palette("magma_r", n_colors)
def diverging_palette(h_neg, h_pos, n=6, as_cmap=False, **unused): return color_palette("coolwarm", n, as_cmap=as_cmap)


def palplot(pal, size=1):
    import matplotlib.pyplot as plt

    fig, ax = plt.subplots(figsize=(len(pal) * size, size))
    ax.bar(range(len(pal)), [1] * len(pal), 1.0, color=list(pal))
    ax.axis("off")
