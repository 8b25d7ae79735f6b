"""Lines, also such that only a legend shows."""

from matplotlib import _artists
from matplotlib._colours import CYCLE, colour


class Line2D(_artists.Line2D):
    """A line that is not in a chart yet."""

    def __init__(self, xdata, ydata, linewidth=None, linestyle=None, color=None, marker=None, label=None, lw=None, ls=None, alpha=1.0, **style):
        line = linestyle or ls or "-"
        super().__init__(kind="line", colour=CYCLE[0] if color is None else colour(color), label=label, alpha=alpha, width=linewidth or lw or 1.5)
        self.update(marker=marker, dashes=_artists.dashes(line), is_line=line != "None", x=[], y=[])
        self.set_data(xdata, ydata)
