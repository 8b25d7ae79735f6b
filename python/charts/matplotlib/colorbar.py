"""The scale of colours beside a chart."""

from matplotlib._figure import _Bar as Colorbar
