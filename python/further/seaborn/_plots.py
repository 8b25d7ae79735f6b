"""Each kind of chart. All return the chart that they have drawn in."""

import math

import matplotlib.pyplot as plt
from pandas._values import known, listed, missing, quantile
from seaborn._data import band_of, grouped, order_of, rows, spread
from seaborn._palettes import color_palette


def _finished(ax, names, legend=None):
    for role, put, has in (("x", ax.set_xlabel, ax.texts["x"]), ("y", ax.set_ylabel, ax.texts["y"])):
        if names.get(role) is not None:
            put(str(names[role]))
    if legend is not None and legend is not False:
        ax.legend(title=None if legend is True else str(legend))
    return ax


def _colours(palette, groups, color=None):
    if isinstance(palette, dict):
        return {group: palette[group] for group in groups}
    if palette is None and color is not None and len(groups) < 2:
        return dict.fromkeys(groups, color)
    return dict(zip(groups, color_palette(palette, len(groups) if palette is not None or len(groups) > 10 else None)))


def _groups(columns, hue_order=None):
    """Returns the groups of a colour, each with its columns; without a colour, one."""
    if "hue" not in columns:
        return {None: columns}
    found = grouped(columns, "hue")
    return {group: found[group] for group in order_of(columns["hue"], hue_order) if group in found}


def _look(style): return {name: style[name] for name in ("linewidth", "lw", "linestyle", "ls", "marker", "alpha") if name in style}


def lineplot(data=None, *, x=None, y=None, hue=None, style=None, size=None, estimator="mean", errorbar=("ci", 95), ci="deprecated", n_boot=200,
             seed=0, palette=None, hue_order=None, color=None, label=None, legend="auto", ax=None, err_style="band", markers=None, dashes=True, units=None, sort=True, **look):
    """Lines of means, each within a band where there are several values for a place."""
    ax = ax if ax is not None else plt.gca()
    columns, names = rows(data, x, y, hue if hue is not None else style, **({"units": units} if units is not None else {}))
    groups, errorbar = _groups(columns, hue_order), band_of(ci, errorbar)
    colours = _colours(palette, list(groups), color)
    for group, own in groups.items():
        name = label if group is None else str(group)
        colour = colours[group] if group is not None or color is not None or palette is not None else None
        if "units" in own or estimator is None:
            parts = grouped(own, "units").values() if "units" in own else [own]
            for part in parts:
                line = ax.plot(part["x"], part["y"], color=colour, label=name, **_look(look))[0]
                colour, name = line["colour"], None
            continue
        places = {}
        for place, value in zip(own["x"], own["y"]):
            if not missing(place) and not missing(value):
                places.setdefault(place, []).append(value)
        order = (sorted(places) if sort and not any(isinstance(place, str) for place in places) else list(places))
        points = [spread(places[place], errorbar, estimator, n_boot, seed) for place in order]
        along = list(range(len(order))) if order and isinstance(order[0], str) else order
        look_of = _look(look) if not markers else {"marker": "o", **_look(look)}
        line = ax.plot(along, [point[0] for point in points], color=colour, label=name, **look_of)[0]
        if along is not order:
            ax.set_xticks(along, order)
        if errorbar is not None and any(len(values) > 1 for values in places.values()):
            low, high = [point[1] for point in points], [point[2] for point in points]
            if err_style == "bars":
                for place, down, up in zip(along, low, high):
                    ax.vlines([place], down, up, color=line["colour"])
            else:
                ax.fill_between(along, low, high, color=line["colour"], alpha=0.2)
    return _finished(ax, names, (names.get("hue") or True) if "hue" in columns and legend else True if label else None)


def scatterplot(data=None, *, x=None, y=None, hue=None, style=None, size=None, sizes=None, palette=None, hue_order=None, color=None, label=None, legend="auto", ax=None, s=36, alpha=0.8, **look):
    ax = ax if ax is not None else plt.gca()
    columns, names = rows(data, x, y, hue if hue is not None else style)
    numeric = "hue" in columns and len(set(columns["hue"])) > 10 and all(isinstance(value, (int, float)) for value in columns["hue"])
    if numeric:
        made = ax.scatter(columns["x"], columns["y"], c=columns["hue"], cmap=palette if isinstance(palette, str) else "viridis", s=s, alpha=alpha)
        ax.figure.colorbar(made, ax=ax, label=str(names.get("hue") or ""))
        return _finished(ax, names)
    groups = _groups(columns, hue_order)
    colours = _colours(palette, list(groups), color)
    for group, own in groups.items():
        colour = colours[group] if group is not None or color is not None else None
        ax.scatter(own["x"], own["y"], s=s, color=colour, label=label if group is None else str(group), alpha=alpha, marker=look.get("marker"))
    return _finished(ax, names, (names.get("hue") or True) if "hue" in columns and legend else None)


def _categories(columns, names, order, orient):
    """Returns the categories, where their values stand, and whether bars lie."""
    x, y = columns.get("x"), columns.get("y")
    words = lambda values: values is not None and any(isinstance(value, str) for value in values)
    lies = orient in ("h", "y") or words(y) and not words(x) and orient is None
    key, value = ("y", "x") if lies else ("x", "y")
    if value not in columns:
        key, value, lies = None, key, not lies if "y" not in columns else lies
        lies = "x" in columns and "y" not in columns
        value = "x" if lies else "y"
        columns = {**columns, "one": [""] * len(columns[value])}
        key = "one"
    return columns, key, value, lies, order_of(columns[key], order)


def _each_category(data, x, y, hue, order, hue_order, orient, palette, color):
    """Yields for each category and colour where it stands, how wide it is, its values, colour and group."""
    if data is not None and x is None and y is None:
        columns, names = rows(data, None, None)
        columns["x"] = columns.pop("hue", [""] * len(columns["y"]))
    else:
        columns, names = rows(data, x, y, hue)
        if "y" not in columns or x is None:
            columns = {role: values for role, values in columns.items() if role != "x" or x is not None}
    columns, key, value, lies, order = _categories(columns, names, order, orient)
    split = order_of(columns["hue"], hue_order) if "hue" in columns and columns["hue"] != columns[key] else [None]
    colours = _colours(palette, split if split != [None] else order, color)
    width, marks = 0.8 / len(split), []
    for at, category in enumerate(order):
        for number, group in enumerate(split):
            picked = [columns[value][row] for row, own in enumerate(columns[key]) if own == category and (group is None or columns["hue"][row] == group)]
            place = at + (number - (len(split) - 1) / 2) * width
            one = colours[group] if group is not None else colours[category] if palette is not None or color is not None else color_palette()[0]
            marks.append((place, width, known(picked), one, group if at == 0 else None))
    return marks, order, names, lies, "hue" in columns and split != [None]


def _labelled(ax, order, names, lies, has_hue):
    (ax.set_yticks if lies else ax.set_xticks)(list(range(len(order))), [str(name) for name in order])
    return _finished(ax, names, (names.get("hue") or True) if has_hue else None)


def barplot(data=None, *, x=None, y=None, hue=None, order=None, hue_order=None, estimator="mean", errorbar=("ci", 95), ci="deprecated", n_boot=200, seed=0,
            orient=None, color=None, palette=None, ax=None, alpha=1.0, **look):
    """Bars of means, each with a line from end to end of where it is thought to lie."""
    ax, errorbar = ax if ax is not None else plt.gca(), band_of(ci, errorbar)
    marks, order, names, lies, has_hue = _each_category(data, x, y, hue, order, hue_order, orient, palette, color)
    for place, width, values, colour, group in marks:
        middle, low, high = spread(values, errorbar, estimator, n_boot, seed)
        label = None if group is None else str(group)
        (ax.barh if lies else ax.bar)([place], [middle], width, color=colour, label=label, alpha=alpha)
        if high > low:
            ends = ([low, high], [place] * 2) if lies else ([place] * 2, [low, high])
            ax._add("line", *map(list, ends), "currentColor", None, 0.8, width=1.5)
    return _labelled(ax, order, names, lies, has_hue)


def pointplot(data=None, *, x=None, y=None, hue=None, order=None, errorbar=("ci", 95), ax=None, palette=None, color=None, hue_order=None, estimator="mean", **look):
    ax = ax if ax is not None else plt.gca()
    marks, order, names, lies, has_hue = _each_category(data, x, y, hue, order, hue_order, None, palette, color)
    by_colour = {}
    for place, _, values, colour, group in marks:
        by_colour.setdefault(tuple(colour) if isinstance(colour, (list, tuple)) else colour, []).append((round(place), spread(values, errorbar, estimator), group))
    for colour, points in by_colour.items():
        label = next((str(group) for _, _, group in points if group is not None), None)
        ax.errorbar([p for p, _, _ in points], [s[0] for _, s, _ in points], yerr=[[s[0] - s[1] for _, s, _ in points], [s[2] - s[0] for _, s, _ in points]], color=colour, marker="o", label=label)
    return _labelled(ax, order, names, lies, has_hue)


def boxplot(data=None, *, x=None, y=None, hue=None, order=None, hue_order=None, orient=None, color=None, palette=None, ax=None, width=0.8, showfliers=True, showmeans=False, **look):
    return _boxes("boxplot", data, x, y, hue, order, hue_order, orient, color, palette, ax, {"showfliers": showfliers, "showmeans": showmeans})


def violinplot(data=None, *, x=None, y=None, hue=None, order=None, hue_order=None, orient=None, color=None, palette=None, ax=None, inner="box", **look):
    return _boxes("violinplot", data, x, y, hue, order, hue_order, orient, color, palette, ax, {"showmedians": inner is not None})


def _boxes(kind, data, x, y, hue, order, hue_order, orient, color, palette, ax, more):
    ax = ax if ax is not None else plt.gca()
    marks, order, names, lies, has_hue = _each_category(data, x, y, hue, order, hue_order, orient, palette, color)
    for place, width, values, colour, group in marks:
        if not values:
            continue
        more = {**more, "vert": not lies} if kind == "boxplot" else more
        made = getattr(ax, kind)([values], positions=[place], widths=width * 0.9, color=colour, **more)
        if group is not None:
            first = (made["boxes"] if kind == "boxplot" else made["bodies"])[0]
            first["label"] = str(group)
    return _labelled(ax, order, names, lies, has_hue)


boxenplot = boxplot


def stripplot(data=None, *, x=None, y=None, hue=None, order=None, hue_order=None, orient=None, color=None, palette=None, ax=None, size=5, alpha=0.8, jitter=True, **look):
    import random

    ax, stream = ax if ax is not None else plt.gca(), random.Random(0)
    marks, order, names, lies, has_hue = _each_category(data, x, y, hue, order, hue_order, orient, palette, color)
    for place, width, values, colour, group in marks:
        off = [place + (stream.random() - 0.5) * 0.25 * bool(jitter) for _ in values]
        ax.scatter(*((values, off) if lies else (off, values)), s=size**2, color=colour, alpha=alpha, label=None if group is None else str(group))
    return _labelled(ax, order, names, lies, has_hue)


swarmplot = stripplot


def countplot(data=None, *, x=None, y=None, hue=None, order=None, **style):
    values, name = (rows(data, x, None)[0]["x"], x) if x is not None else (rows(data, y, None)[0]["x"], y)
    ones = {"value": values, "count": [1] * len(values)}
    if hue is not None:
        ones["hue"] = rows(data, hue, None)[0]["x"]
    order = order if order is not None else order_of(values)
    roles = {"x": "value", "y": "count"} if x is not None else {"x": "count", "y": "value"}
    ax = barplot(ones, **roles, hue="hue" if hue is not None else None, order=order, estimator="sum", errorbar=None, orient="v" if x is not None else "h", **style)
    return _finished(ax, {"x": name if isinstance(name, str) else "", "y": "count"} if x is not None else {"x": "count", "y": name if isinstance(name, str) else ""})


def histplot(data=None, *, x=None, y=None, hue=None, bins="auto", binwidth=None, binrange=None, stat="count", kde=False, multiple="layer", element="bars",
             fill=True, cumulative=False, discrete=False, palette=None, hue_order=None, color=None, label=None, legend=True, ax=None, alpha=None, log_scale=None, common_norm=True, **look):
    """Bars of how many values lie within each bin."""
    ax = ax if ax is not None else plt.gca()
    columns, names = rows(data, x, y, hue) if x is not None or y is not None else rows(data, None, None)
    if x is None and y is None:
        columns["x"] = columns.pop("y")
    role = "x" if x is not None or y is None else "y"
    everything = [float(value) for value in known(columns[role])]
    edges = _edges(everything, bins, binwidth, binrange, discrete)
    groups = _groups(columns, hue_order)
    colours = _colours(palette, list(groups), color)
    below = [0.0] * (len(edges) - 1)
    for group, own in groups.items():
        values = [float(value) for value in known(own[role])]
        counts = [0.0] * (len(edges) - 1)
        for value in values:
            at = _bin(edges, value)
            if at is not None:
                counts[at] += 1
        widths = [b - a for a, b in zip(edges, edges[1:])]
        whole = sum(counts) if not common_norm or len(groups) == 1 else len(everything)
        scale = {"count": 1, "frequency": 1, "probability": whole, "proportion": whole, "percent": whole / 100, "density": whole}[stat] or 1
        heights = [count / scale / (wide if stat in ("density", "frequency") else 1) for count, wide in zip(counts, widths)]
        if cumulative:
            heights = [sum(heights[: at + 1]) for at in range(len(heights))]
        middles = [(a + b) / 2 for a, b in zip(edges, edges[1:])]
        colour = colours[group] if group is not None or color is not None or palette is not None else color_palette()[0]
        name = label if group is None else str(group)
        more = {"bottom": list(below)} if multiple == "stack" and any(below) else {}
        solid = alpha if alpha is not None else 0.75 if len(groups) == 1 or multiple == "stack" else 0.5
        if element == "step":
            ax.step(edges, [*heights, heights[-1]], where="post", color=colour, label=name)
        else:
            (ax.bar if role == "x" else ax.barh)(middles, heights, [wide * 0.97 for wide in widths] if role == "x" else widths[0] * 0.97, color=colour, label=name, alpha=solid, **more)
        below = [low + height for low, height in zip(below, heights)] if multiple == "stack" else below
        if kde and len(set(values)) > 1:
            _density(ax, values, colour, None, len(values) * widths[0] / (scale if stat != "density" else len(values) * widths[0]) if stat != "density" else 1.0)
    word = {"count": "Count", "percent": "Percent", "density": "Density", "probability": "Probability", "proportion": "Proportion", "frequency": "Frequency"}[stat]
    if log_scale:
        ax.set_xscale("log")
    names = {"x": names.get("x"), "y": word, "hue": names.get("hue")} if role == "x" else {"x": word, "y": names.get("y"), "hue": names.get("hue")}
    return _finished(ax, names, (names.get("hue") or True) if "hue" in columns and legend else True if label else None)


def _bin(edges, value):
    if not edges[0] <= value <= edges[-1]:
        return None
    for at, (low, high) in enumerate(zip(edges, edges[1:])):
        if low <= value < high:
            return at
    return len(edges) - 2


def _edges(values, bins, binwidth, binrange, discrete):
    """Returns the ends of bins: as many as numpy's rule "auto" takes, where none are asked for."""
    if hasattr(bins, "__len__") and not isinstance(bins, str):
        return [float(edge) for edge in listed(bins)]
    low, high = binrange or (min(values, default=0.0), max(values, default=1.0))
    if discrete:
        return [math.floor(low) - 0.5 + at for at in range(math.floor(high) - math.floor(low) + 2)]
    if high == low:
        low, high = low - 0.5, high + 0.5
    if binwidth is not None:
        return [low + at * binwidth for at in range(max(2, math.ceil((high - low) / binwidth - 1e-9) + 1))]
    if isinstance(bins, str):
        n = len(values)
        sturges = (high - low) / (math.log2(n) + 1)
        box = 2 * (quantile(values, 0.75) - quantile(values, 0.25)) / n ** (1 / 3)
        wide = min(box, sturges) if box else sturges
        bins = min(200, max(1, math.ceil((high - low) / wide - 1e-9)))
    return [low + (high - low) * at / bins for at in range(bins + 1)]


def _density(ax, values, colour, label, scale=1.0, fill=False, bw_adjust=1.0, cut=0.0, alpha=None):
    from scipy.stats import gaussian_kde

    bell = gaussian_kde(values)
    bell.spread *= bw_adjust
    low, high = min(values) - cut * bell.spread, max(values) + cut * bell.spread
    along = [low + (high - low) * at / 199 for at in range(200)]
    heights = [scale * height for height in listed(bell(along))]
    line = ax.plot(along, heights, color=colour, label=label)[0]
    if fill:
        ax.fill_between(along, heights, color=line["colour"], alpha=alpha or 0.25)


def kdeplot(data=None, *, x=None, y=None, hue=None, fill=False, shade=None, palette=None, hue_order=None, color=None, label=None, ax=None, bw_adjust=1, cut=3, common_norm=True, alpha=None, legend=True, **look):
    ax = ax if ax is not None else plt.gca()
    columns, names = rows(data, x, None, hue) if x is not None else rows(data, None, None)
    if x is None:
        columns["x"] = columns.pop("y")
    groups = _groups(columns, hue_order)
    colours = _colours(palette, list(groups), color)
    whole = len(known(columns["x"]))
    for group, own in groups.items():
        values = [float(value) for value in known(own["x"])]
        share = len(values) / whole if common_norm and len(groups) > 1 else 1.0
        if len(set(values)) > 1:
            _density(ax, values, colours[group] if group is not None or color else None, label if group is None else str(group), share, fill or bool(shade), bw_adjust, cut, alpha)
    names = {"x": names.get("x"), "y": "Density", "hue": names.get("hue")}
    return _finished(ax, names, (names["hue"] or True) if "hue" in columns and legend else True if label else None)


def ecdfplot(data=None, *, x=None, hue=None, ax=None, palette=None, label=None, **look):
    ax = ax if ax is not None else plt.gca()
    columns, names = rows(data, x, None, hue) if x is not None else rows({"x": listed(data)}, "x", None)
    for group, own in _groups(columns).items():
        ax.ecdf(known(own["x"]), label=label if group is None else str(group))
    return _finished(ax, {"x": names.get("x"), "y": "Proportion"}, True if "hue" in columns else None)


def regplot(data=None, *, x=None, y=None, ax=None, color=None, scatter=True, order=1, ci=95, label=None, **look):
    """Points, and the line that is nearest to them."""
    import numpy as np

    ax = ax if ax is not None else plt.gca()
    columns, names = rows(data, x, y)
    colour = color or color_palette()[0]
    if scatter:
        ax.scatter(columns["x"], columns["y"], color=colour, label=label, alpha=0.8)
    low, high = min(columns["x"]), max(columns["x"])
    along = [low + (high - low) * at / 50 for at in range(51)]
    ax.plot(along, listed(np.polyval(np.polyfit(columns["x"], columns["y"], order), along)), color=colour)
    return _finished(ax, names)


def lmplot(data=None, *, x=None, y=None, **style):
    from seaborn._grids import FacetGrid

    grid = FacetGrid(data)
    regplot(data, x=x, y=y, ax=grid.ax)
    return grid


def heatmap(data, *, vmin=None, vmax=None, cmap=None, center=None, robust=False, annot=None, fmt=".2g", linewidths=0, cbar=True, cbar_kws=None, annot_kws=None, square=False,
            xticklabels="auto", yticklabels="auto", mask=None, ax=None, **look):
    """A table of numbers as colours, the first row at the top."""
    ax = ax if ax is not None else plt.gca()
    is_table = hasattr(data, "_table")
    table = data._rows() if is_table else listed(data)
    hidden = listed(mask) if mask is not None and not hasattr(mask, "_rows") else mask._rows() if mask is not None else None
    table = [[math.nan if missing(value) or hidden and hidden[r][c] else float(value) for c, value in enumerate(row)] for r, row in enumerate(table)]
    there = known([value for row in table for value in row])
    low = (quantile(there, 0.02) if robust else min(there, default=0.0)) if vmin is None else vmin
    high = (quantile(there, 0.98) if robust else max(there, default=1.0)) if vmax is None else vmax
    if center is not None:
        off = max(abs(high - center), abs(low - center))
        low, high = center - off, center + off
    tall, wide = len(table), len(table[0])
    made = ax.imshow(table, cmap=cmap or ("coolwarm" if center is not None else "rocket"), vmin=low, vmax=high, extent=(0, wide, tall, 0))
    if annot is not None and annot is not False:
        words = table if annot is True else annot._rows() if hasattr(annot, "_rows") else listed(annot)
        for r, row in enumerate(words):
            for c, value in enumerate(row):
                if table[r][c] == table[r][c]:
                    text = format(value, fmt) if not isinstance(value, str) else value
                    is_dark = high > low and (table[r][c] - low) / (high - low) < 0.5
                    ax.text(c + 0.5, r + 0.5, text, ha="center", va="center", color="white" if is_dark and cmap is None else "k", fontsize=(annot_kws or {}).get("size", 10))
    ticks = lambda given, names, count: [] if given is False else list(given) if isinstance(given, (list, tuple)) else names
    names = (list(data._table), list(data.index)) if is_table else (list(range(wide)), list(range(tall)))
    for labels, own, count, put in ((xticklabels, names[0], wide, ax.set_xticks), (yticklabels, names[1], tall, ax.set_yticks)):
        shown = ticks(labels, own, count)
        skip = labels if isinstance(labels, int) and not isinstance(labels, bool) else max(1, count // 20)
        put([at + 0.5 for at in range(0, len(shown), skip)], [str(shown[at]) for at in range(0, len(shown), skip)])
    if cbar:
        ax.figure.colorbar(made, ax=ax, label=(cbar_kws or {}).get("label", ""))
    named = {"x": data._column_name, "y": data.index.name} if is_table else {}
    return _finished(ax, named)
