"""Charts in space, which the page draws flat, and says so."""

from matplotlib._axes import Axes as Axes3D
