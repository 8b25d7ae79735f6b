"""What is drawn."""

from matplotlib._artists import Artist
