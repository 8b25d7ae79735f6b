"""Figures."""

from matplotlib._figure import Figure
