"""Charts."""

from matplotlib._axes import Axes

Subplot = Axes
