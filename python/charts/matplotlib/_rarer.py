"""Ways to draw that few charts need. Each is a method of a chart."""

import math

from matplotlib._axes import numbers
from matplotlib._colours import CYCLE, colour

_STEPS = {"pre": 0, "post": 1, "mid": 2}


def _shape(axes, points, fill, label=None, alpha=1.0, edge=None, width=1.0, is_filled=True, is_closed=True, **more):
    x, y = [float(point[0]) for point in points], [float(point[1]) for point in points]
    return axes._add("shape", x, y, fill, label, alpha, edge=edge, width=width, is_filled=is_filled, is_closed=is_closed, **more)


def step(axes, x, y, *given, where="pre", **style):
    x, y = numbers(x), numbers(y)
    points = [(x[0], y[0])]
    for (a, b), (c, d) in zip(zip(x, y), zip(x[1:], y[1:])):
        corner = [(a, d)] if where == "pre" else [(c, b)] if where == "post" else [((a + c) / 2, b), ((a + c) / 2, d)]
        points += [*corner, (c, d)]
    return axes.plot([p[0] for p in points], [p[1] for p in points], *given, **style)


def stairs(axes, values, edges=None, **style):
    values = numbers(values)
    edges = numbers(edges) if edges is not None else [float(at) for at in range(len(values) + 1)]
    return step(axes, edges, [values[0], *values], **style)[0]


def barh(axes, y, width, height=0.8, left=0.0, color=None, label=None, alpha=1.0, **style):
    y = y.tolist() if hasattr(y, "tolist") else list(y)
    names = y if y and isinstance(y[0], str) else None
    places = [float(at) for at in range(len(y))] if names else numbers(y)
    widths = numbers(width) if hasattr(width, "__len__") else [float(width)] * len(places)
    starts = numbers(left) if hasattr(left, "__len__") else [float(left)] * len(places)
    several = isinstance(color, (list, tuple)) and color and not isinstance(color[0], (int, float))
    fill = axes._colour(color[0] if several else color)
    made = []
    for at, (place, wide, start) in enumerate(zip(places, widths, starts)):
        low, high = place - height / 2, place + height / 2
        own = colour(color[at % len(color)]) if several else fill
        corners = [(start, low), (start + wide, low), (start + wide, high), (start, high)]
        made.append(_shape(axes, corners, own, label if at == 0 else None, alpha))
    if names:
        axes._set_ticks("y", places, names)
    return made


def pie(axes, x, labels=None, autopct=None, colors=None, startangle=0, explode=None, counterclock=True, **style):
    values = numbers(x)
    whole, turn = math.fsum(values), math.radians(startangle)
    wedges, words, shares = [], [], []
    for at, value in enumerate(values):
        sweep = 2 * math.pi * value / whole * (1 if counterclock else -1)
        middle, off = turn + sweep / 2, (numbers(explode)[at] if explode is not None else 0.0)
        cx, cy = off * math.cos(middle), off * math.sin(middle)
        count = max(2, math.ceil(abs(sweep) / 0.1))
        arc = [(cx + math.cos(turn + sweep * n / count), cy + math.sin(turn + sweep * n / count)) for n in range(count + 1)]
        label = None if labels is None else str(list(labels)[at])
        own = colour(list(colors)[at % len(colors)]) if colors is not None else CYCLE[at % len(CYCLE)]
        wedges.append(_shape(axes, [(cx, cy), *arc], own, label))
        if label is not None:
            side = "left" if math.cos(middle) >= 0 else "right"
            words.append(axes.text(cx + 1.1 * math.cos(middle), cy + 1.1 * math.sin(middle), label, ha=side, va="center"))
        if autopct is not None:
            share = 100 * value / whole
            text = autopct(share) if callable(autopct) else autopct % share
            shares.append(axes.text(cx + 0.6 * math.cos(middle), cy + 0.6 * math.sin(middle), text, ha="center", va="center"))
        turn += sweep
    axes.is_shown, axes.is_even = False, True
    axes.limits = {"x": (-1.3, 1.3), "y": (-1.3, 1.3)}
    return (wedges, words, shares) if autopct is not None else (wedges, words)


def _groups(x):
    x = x.T if hasattr(x, "ndim") and x.ndim == 2 else x
    rows = x.tolist() if hasattr(x, "tolist") else list(x)
    if rows and not hasattr(rows[0], "__len__"):
        rows = [rows]
    return [[value for value in numbers(row) if value == value] for row in rows]


def _share(ordered, q):
    place = q * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def boxplot(axes, x, labels=None, positions=None, widths=0.5, vert=True, showfliers=True, showmeans=False, patch_artist=False, tick_labels=None, whis=1.5, **style):
    """A box from the first to the third quarter, with the middle, and whiskers as far as numbers within one and a half boxes."""
    groups = _groups(x)
    places = numbers(positions) if positions is not None else [float(at + 1) for at in range(len(groups))]
    made = {"boxes": [], "medians": [], "whiskers": [], "caps": [], "fliers": [], "means": []}
    fill = style.get("color")
    for at, (place, values) in enumerate(zip(places, groups)):
        if not values:
            continue
        ordered = sorted(values)
        low, middle, high = (_share(ordered, q) for q in (0.25, 0.5, 0.75))
        near = [value for value in ordered if low - whis * (high - low) <= value <= high + whis * (high - low)]
        half = (widths[at] if isinstance(widths, (list, tuple)) else widths) / 2
        turned = (lambda points: points) if vert else (lambda points: [(b, a) for a, b in points])
        box = turned([(place - half, low), (place + half, low), (place + half, high), (place - half, high)])
        several = isinstance(fill, (list, tuple)) and not isinstance(fill[0], (int, float))
        own = "none" if fill is None and not patch_artist else colour(fill[at % len(fill)] if several else fill or CYCLE[0])
        made["boxes"].append(_shape(axes, box, own, None, 0.8, edge="currentColor", is_filled=own != "none"))
        line = lambda points, width=1.0, color="currentColor": _shape(axes, turned(points), color, edge=color, width=width, is_filled=False, is_closed=False)
        made["medians"].append(line([(place - half, middle), (place + half, middle)], 1.8, CYCLE[1]))
        for end, edge in ((near[0], low), (near[-1], high)):
            made["whiskers"].append(line([(place, edge), (place, end)]))
            made["caps"].append(line([(place - half / 2, end), (place + half / 2, end)]))
        off = [value for value in ordered if not near[0] <= value <= near[-1]]
        if showfliers and off:
            points = turned([(place, value) for value in off])
            made["fliers"].append(axes._add("points", [p[0] for p in points], [p[1] for p in points], "currentColor", None, 0.6, radius=2.0))
        if showmeans:
            point = turned([(place, math.fsum(values) / len(values))])[0]
            made["means"].append(axes._add("points", [point[0]], [point[1]], CYCLE[2], None, 1.0, radius=3.0, marker="^"))
    names = labels if labels is not None else tick_labels
    shown = [str(name) for name in names] if names is not None else [f"{place:g}" for place in places]
    axes._set_ticks("x" if vert else "y", places, shown)
    return made


def violinplot(axes, dataset, positions=None, widths=0.5, showmeans=False, showmedians=False, **style):
    """A shape as wide as numbers are frequent."""
    from scipy.stats import gaussian_kde

    groups = _groups(dataset)
    places = numbers(positions) if positions is not None else [float(at + 1) for at in range(len(groups))]
    bodies = []
    for at, (place, values) in enumerate(zip(places, groups)):
        low, high = min(values), max(values)
        ys = [low + (high - low) * n / 60 for n in range(61)]
        dense = numbers(gaussian_kde(values)(ys)) if high > low else [1.0] * 61
        half = [widths / 2 * value / max(dense) for value in dense]
        outline = [(place - w, y) for w, y in zip(half, ys)] + [(place + w, y) for w, y in reversed(list(zip(half, ys)))]
        bodies.append(_shape(axes, outline, axes._colour(style.get("color")), None, 0.5))
        if showmedians or showmeans:
            middle = _share(sorted(values), 0.5) if showmedians else math.fsum(values) / len(values)
            _shape(axes, [(place - widths / 4, middle), (place + widths / 4, middle)], "currentColor", edge="currentColor", is_filled=False, is_closed=False)
    return {"bodies": bodies}


def add_patch(axes, patch):
    """Draws a shape of matplotlib.patches."""
    for points, is_closed in patch.outlines():
        mark = _shape(axes, points, patch.face, patch.label, patch.alpha, patch.edge, patch.width, patch.face != "none", is_closed)
        patch.marks.append(mark)
    patch.axes = axes
    return patch


def add_line(axes, line):
    mark = axes.plot(line.get("x"), line.get("y"), color=line.get("colour"), label=line.get("label"))[0]
    line.axes = axes
    return mark


def add_artist(axes, artist): return add_patch(axes, artist) if hasattr(artist, "outlines") else add_line(axes, artist) if isinstance(artist, dict) else artist


def add_collection(axes, collection, autolim=True):
    for patch in getattr(collection, "patches", ()):
        add_patch(axes, patch)
    return collection


def axvspan(axes, xmin, xmax, ymin=0, ymax=1, color=None, alpha=0.3, label=None, facecolor=None, **style):
    low, high = axes.get_ylim()
    axes.limits["y"] = axes.limits["y"] or (low, high)
    return _shape(axes, [(xmin, low), (xmax, low), (xmax, high), (xmin, high)], axes._colour(color or facecolor), label, alpha)


def axhspan(axes, ymin, ymax, xmin=0, xmax=1, color=None, alpha=0.3, label=None, facecolor=None, **style):
    low, high = axes.get_xlim()
    axes.limits["x"] = axes.limits["x"] or (low, high)
    return _shape(axes, [(low, ymin), (high, ymin), (high, ymax), (low, ymax)], axes._colour(color or facecolor), label, alpha)


def axline(axes, xy1, xy2=None, slope=None, color=None, label=None, **style):
    (low, high), (x, y) = axes.get_xlim(), xy1
    slope = (xy2[1] - y) / (xy2[0] - x) if slope is None else slope
    return axes.plot([low, high], [y + slope * (low - x), y + slope * (high - x)], color=color or "gray", label=label)[0]


def fill(axes, x, y, color=None, alpha=1.0, label=None, **style):
    color = color if not isinstance(color, str) or color else None
    return [_shape(axes, list(zip(numbers(x), numbers(y))), axes._colour(color or style.get("facecolor")), label, alpha)]


def fill_betweenx(axes, y, x1, x2=0.0, color=None, alpha=0.3, label=None, **style):
    y = numbers(y)
    one, two = (numbers(x) if hasattr(x, "__len__") else [float(x)] * len(y) for x in (x1, x2))
    return _shape(axes, [*zip(one, y), *reversed(list(zip(two, y)))], axes._colour(color), label, alpha)


def stem(axes, *given, label=None, **style):
    y = numbers(given[-1])
    x = numbers(given[0]) if len(given) > 1 else [float(at) for at in range(len(y))]
    own = axes._colour(None)
    for place, value in zip(x, y):
        axes._add("line", [place] * 2, [0.0, value], own, None, width=1.2)
    return axes._add("points", x, y, own, label, radius=3.0)


def stackplot(axes, x, *given, labels=(), colors=None, alpha=0.8, **style):
    rows = list(given[0]) if len(given) == 1 and hasattr(given[0][0], "__len__") else given
    x, made = numbers(x), []
    below = [0.0] * len(x)
    for at, row in enumerate(rows):
        above = [low + value for low, value in zip(below, numbers(row))]
        name = list(labels)[at] if at < len(labels) else None
        made.append(axes._add("band", x, below, axes._colour(colors[at % len(colors)] if colors else None), name, alpha, upper=above))
        below = above
    return made


def _table(axes, rows, edges_x=None, edges_y=None, **style):
    """Draws a table of numbers whose first row is the lowest."""
    wide, tall = len(rows[0]), len(rows)
    x = numbers(edges_x) if edges_x is not None else [0.0, float(wide)]
    y = numbers(edges_y) if edges_y is not None else [0.0, float(tall)]
    look = {name: style[name] for name in ("cmap", "vmin", "vmax") if name in style}
    return axes.imshow(rows, origin="lower", extent=(x[0], x[-1], y[0], y[-1]), **look)


def pcolormesh(axes, *given, **style):
    table = given[-1].tolist() if hasattr(given[-1], "tolist") else [list(row) for row in given[-1]]
    flat = lambda side, at: None if len(given) < 3 else [row[at] if hasattr(row, "__len__") else row for row in (side.tolist() if hasattr(side, "tolist") else side)]
    x = None
    if len(given) > 2:
        x = given[0].tolist() if hasattr(given[0], "tolist") else list(given[0])
        x = x[0] if hasattr(x[0], "__len__") else x
    return _table(axes, table, x, flat(given[1], 0) if len(given) > 2 else None, **{"cmap": "viridis", **style})


pcolor = pcolormesh


def hist2d(axes, x, y, bins=10, range=None, cmap="viridis", **style):
    x, y = numbers(x), numbers(y)
    wide, tall = bins if isinstance(bins, (tuple, list)) else (bins, bins)
    (x0, x1), (y0, y1) = range or ((min(x), max(x)), (min(y), max(y)))
    counts = [[0.0] * wide for _ in [None] * tall]
    for a, b in zip(x, y):
        if x0 <= a <= x1 and y0 <= b <= y1:
            counts[min(int((b - y0) / ((y1 - y0) or 1) * tall), tall - 1)][min(int((a - x0) / ((x1 - x0) or 1) * wide), wide - 1)] += 1
    made = _table(axes, counts, [x0, x1], [y0, y1], cmap=cmap)
    return counts, [x0, x1], [y0, y1], made


def matshow(axes, Z, **style): return axes.imshow(Z, **{"cmap": "viridis", **style})


def ecdf(axes, x, **style):
    values = sorted(numbers(x))
    return step(axes, values, [(at + 1) / len(values) for at in range(len(values))], where="post", **style)[0]


def bar_label(axes, container, labels=None, fmt="%g", **style):
    made = []
    for at, bar in enumerate(container):
        height = bar.get_height()
        text = str(labels[at]) if labels is not None else fmt.format(height) if "{" in fmt else fmt % height
        made.append(axes.text(bar.get_x() + bar.get_width() / 2, height, text, ha="center"))
    return made


def plot_date(axes, x, y, fmt="o", **style): return axes.plot(x, y, fmt, **style)


def eventplot(axes, positions, **style):
    rows = list(positions) if hasattr(positions[0], "__len__") else [positions]
    for at, row in enumerate(rows):
        axes.vlines(row, at - 0.5, at + 0.5)
