"""Charts as pixels, which the page does not make."""

from matplotlib._figure import Figure


class FigureCanvasAgg:
    """What a figure is drawn on."""

    def __init__(self, figure=None): self.figure = figure
    def draw(self): pass
    def __getattr__(self, name): return getattr(self.figure, name)
