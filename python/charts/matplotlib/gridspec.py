"""Charts that take several cells of a table."""


class GridSpec:
    """A table: `fig.add_subplot(table[0, :])`."""

    def __init__(self, nrows=1, ncols=1, figure=None, **style): self.nrows, self.ncols, self.figure = nrows, ncols, figure

    def __getitem__(self, key):
        row, column = key if isinstance(key, tuple) else divmod(key, self.ncols) if isinstance(key, int) else (key, slice(None))
        ends = lambda given, size: (range(size)[given][0], range(size)[given][-1]) if isinstance(given, slice) else (range(size)[given],) * 2
        (top, bottom), (left, right) = ends(row, self.nrows), ends(column, self.ncols)
        return SubplotSpec((self.nrows, self.ncols, (top * self.ncols + left, bottom * self.ncols + right)))

    def subplots(self, **style): return self.figure.subplots(self.nrows, self.ncols, **style)
    def update(self, **style): pass
    tight_layout = update


class SubplotSpec:
    """Some cells of a table."""

    def __init__(self, place): self.place = place
