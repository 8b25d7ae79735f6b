"""Charts of columns, through matplotlib."""

from pandas._values import is_row, known, listed


class Plot:
    """`plot(...)` and `plot.line(...)`, and so on."""

    def __init__(self, owner):
        self._owner = owner

    def __call__(self, x=None, y=None, kind="line", ax=None, title=None, figsize=None, legend=True, xlabel=None, ylabel=None, grid=False,
                 subplots=False, logy=False, logx=False, loglog=False, xlim=None, ylim=None, rot=None, fontsize=None, colormap=None,
                 secondary_y=False, xticks=None, yticks=None, layout=None, sharex=None, sharey=None, use_index=True, stacked=False, **style):
        import matplotlib.pyplot as plt

        owner = self._owner
        columns = self._columns(x, y)
        if subplots:
            fig, table = plt.subplots(len(columns), 1, figsize=figsize, squeeze=False)
            charts = [row[0] for row in table]
        else:
            if ax is None:
                ax = plt.figure(figsize=figsize).add_subplot() if figsize is not None or owner.ndim == 2 else plt.gca()
            charts = [ax] * len(columns)
        places = listed(owner[x]) if x is not None else list(owner.index) if use_index else list(range(len(owner)))
        names = places if kind not in ("bar", "barh") and any(isinstance(place, (str, tuple)) for place in places) else None
        places = list(range(len(places))) if names else places
        if kind in ("scatter", "hexbin"):
            charts[0].scatter(places, listed(owner[y]), **{"label": style.pop("label", None), **style})
            xlabel, ylabel = xlabel or str(x), ylabel or str(y)
        elif kind == "pie":
            own = next(iter(columns.values()))
            charts[0].pie(own, labels=[str(label) for label in owner.index], **style)
        elif kind == "box":
            charts[0].boxplot([known(values) for values in columns.values()], labels=[str(name) for name in columns], **style)
        elif kind in ("bar", "barh"):
            self._bars(charts[0], kind, columns, owner, x, style)
        else:
            for chart, (name, values) in zip(charts, columns.items()):
                self._draw(chart, kind, places, name, values, style)
        for chart in dict.fromkeys(charts):
            if legend and owner.ndim == 2 and kind not in ("scatter", "pie", "box") or legend and subplots:
                chart.legend()
            if names and kind == "line":
                chart.set_xticks(range(len(names)), [str(name) for name in names])
            self._finish(chart, title, xlabel if xlabel is not None or kind != "line" else x if x is not None else owner.index.name, ylabel, grid, (logx or loglog, logy or loglog), (xlim, ylim))
        return charts if subplots else charts[0]

    def _columns(self, x, y):
        owner = self._owner
        if owner.ndim == 1:
            return {owner.name: owner._data}
        if y is not None:
            return {name: listed(owner[name]) for name in (y if isinstance(y, (list, tuple)) else [y])}
        table = {name: own._data for name, own in owner._numeric()._table.items() if name != x}
        if not table:
            raise TypeError("no numeric data to plot")
        return table

    def _draw(self, chart, kind, places, name, values, style):
        label = style.get("label", None if name is None else str(name))
        rest = {key: value for key, value in style.items() if key not in ("label", "bins", "style")}
        if isinstance(rest.get("color"), (list, tuple)) and rest["color"] and isinstance(rest["color"][0], str):
            rest["color"] = rest["color"][len(chart.get_lines()) % len(rest["color"])]
        if kind == "hist":
            chart.hist(known(values), bins=style.get("bins", 10), label=label, **rest)
        elif kind in ("kde", "density"):
            from scipy.stats import gaussian_kde

            there = known(values)
            low, high = min(there), max(there)
            xs = [low + (high - low) * (at / 100 - 0.5) for at in range(201)]
            chart.plot(xs, listed(gaussian_kde(there)(xs)), label=label, **rest)
        elif kind == "area":
            chart.fill_between(places, values, label=label, **rest)
        else:
            manner = [style["style"]] if isinstance(style.get("style"), str) else []
            chart.plot(places, values, *manner, label=label, **rest)

    def _bars(self, chart, kind, columns, owner, x, style):
        labels = [str(label) for label in (listed(owner[x]) if x is not None else owner.index)]
        width = style.pop("width", 0.5) / len(columns)
        draw = chart.bar if kind == "bar" else chart.barh
        for number, (name, values) in enumerate(columns.items()):
            shift = (number - (len(columns) - 1) / 2) * width
            draw([at + shift for at in range(len(values))], values, width, label=None if name is None else str(name), **style)
        (chart.set_xticks if kind == "bar" else chart.set_yticks)(range(len(labels)), labels)

    def _finish(self, chart, title, xlabel, ylabel, grid, logs, limits):
        for text, put in ((title, chart.set_title), (xlabel, chart.set_xlabel), (ylabel, chart.set_ylabel)):
            if text is not None:
                put(text if isinstance(text, str) else str(text))
        if grid:
            chart.grid(True)
        for is_log, put in zip(logs, (chart.set_xscale, chart.set_yscale)):
            if is_log:
                put("log")
        for limit, put in zip(limits, (chart.set_xlim, chart.set_ylim)):
            if limit is not None:
                put(*limit)

    def scatter(self, x, y, **style): return self(x, y, kind="scatter", **style)


for _name in "line bar barh hist box kde density area pie".split():
    setattr(Plot, _name, lambda self, x=None, y=None, _n=_name, **style: self(x, y, kind=_n, **style))
