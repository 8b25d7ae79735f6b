"""Several charts side by side, one for each group."""

import matplotlib.pyplot as plt
from seaborn import _plots
from seaborn._data import order_of


class FacetGrid:
    """Charts for the values of a column, side by side or below each other."""

    def __init__(self, data, *, col=None, row=None, hue=None, col_wrap=None, height=3, aspect=1, **unused):
        self.data, self._hue = data, hue
        self._keys = [(name, order_of(list(data[name]))) for name in (row, col) if name is not None]
        rows = order_of(list(data[row])) if row is not None else [None]
        columns = order_of(list(data[col])) if col is not None else [None]
        wide = min(col_wrap or len(columns), len(columns))
        tall = len(rows) * -(-len(columns) // wide)
        self.figure = plt.figure(figsize=(height * aspect * wide, height * tall))
        self.axes_dict, self._parts = {}, []
        for r, one in enumerate(rows):
            for c, two in enumerate(columns):
                chart = self.figure.add_subplot(tall, wide, r * len(columns) + c + 1)
                part = data
                for name, value in ((row, one), (col, two)):
                    if name is not None:
                        part = part[part[name] == value]
                title = " | ".join(f"{name} = {value}" for name, value in ((row, one), (col, two)) if name is not None)
                chart.set_title(title)
                self._parts.append((chart, part))
                self.axes_dict[two if row is None else one if col is None else (one, two)] = chart
        self.figure.current = self._parts[0][0]

    fig = property(lambda self: self.figure)
    ax = property(lambda self: self._parts[0][0])
    axes = property(lambda self: [chart for chart, _ in self._parts])

    def map_dataframe(self, function, *given, **named):
        for chart, part in self._parts:
            if len(part):
                self.figure.sca(chart)
                function(*given, data=part, ax=chart, **({"hue": self._hue} if self._hue is not None else {}), **named)
        return self

    def map(self, function, *names, **named):
        for chart, part in self._parts:
            self.figure.sca(chart)
            function(*[part[name] for name in names], **named)
        return self

    def add_legend(self, **unused):
        for chart in self.axes:
            chart.has_legend = True
        return self

    def set_axis_labels(self, x=None, y=None):
        for chart in self.axes:
            chart.set_xlabel(x or ""), chart.set_ylabel(y or "")
        return self

    def set_titles(self, template=None, **unused): return self
    def set(self, **settings):
        for chart in self.axes:
            chart.set(**settings)
        return self

    def savefig(self, *given, **named): self.figure.savefig(*given, **named)
    def tight_layout(self, **unused): return self
    despine = refline = tight_layout


def _figure(kinds, usual):
    def draw(data=None, *, kind=usual, col=None, row=None, col_wrap=None, height=4, aspect=1, **named):
        if kind not in kinds:
            raise ValueError(f"kind must be one of {', '.join(kinds)}, and is {kind!r}")
        function = getattr(_plots, kinds[kind])
        if col is None and row is None:
            grid = FacetGrid.__new__(FacetGrid)
            grid.data, grid._hue, grid.figure = data, None, plt.figure(figsize=(height * aspect * 1.2, height))
            chart = grid.figure.add_subplot(1, 1, 1)
            grid._parts, grid.axes_dict = [(chart, data)], {}
            function(data, ax=chart, **named)
            return grid
        return FacetGrid(data, col=col, row=row, col_wrap=col_wrap, height=height, aspect=aspect).map_dataframe(function, **named)

    return draw


relplot = _figure({"scatter": "scatterplot", "line": "lineplot"}, "scatter")
displot = _figure({"hist": "histplot", "kde": "kdeplot", "ecdf": "ecdfplot"}, "hist")
catplot = _figure({"strip": "stripplot", "swarm": "swarmplot", "box": "boxplot", "violin": "violinplot", "bar": "barplot", "point": "pointplot", "count": "countplot", "boxen": "boxenplot"}, "strip")


def pairplot(data, *, hue=None, vars=None, height=2, **unused):
    """Each column over each other one, and how often its values come."""
    names = list(vars) if vars is not None else [name for name in data._numeric()._table if name != hue]
    fig, table = plt.subplots(len(names), len(names), figsize=(height * len(names),) * 2, squeeze=False)
    for r, one in enumerate(names):
        for c, two in enumerate(names):
            chart = table[r][c]
            if r == c:
                _plots.histplot(data, x=one, hue=hue, ax=chart, legend=False)
            else:
                _plots.scatterplot(data, x=two, y=one, hue=hue, ax=chart, legend=False, s=12)
            chart.set_xlabel(two if r == len(names) - 1 else "")
            chart.set_ylabel(one if c == 0 else "")
    return fig


def jointplot(data=None, *, x=None, y=None, hue=None, height=5, **unused):
    fig = plt.figure(figsize=(height, height))
    _plots.scatterplot(data, x=x, y=y, hue=hue, ax=fig.add_subplot(2, 2, 3))
    _plots.histplot(data, x=x, hue=hue, ax=fig.add_subplot(2, 2, 1), legend=False)
    _plots.histplot(data, y=y, hue=hue, ax=fig.add_subplot(2, 2, 4), legend=False)
    return fig
