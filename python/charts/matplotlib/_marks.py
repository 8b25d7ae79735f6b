"""Each mark of a chart as parts of an SVG file."""

import math

from matplotlib._axes import is_number
from matplotlib._colours import blend, stops


def escaped(text):
    for letter, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(letter, code)
    return text


def text(x, y, text, anchor="start", size=11, turn="", colour="currentColor"):
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}'
    return f'<text {place} font-size="{size}" fill="{colour}">{escaped(str(text))}</text>'


def _path(points):
    """Returns a line through points, with gaps where there is no number."""
    path, pen = [], "M"
    for x, y in points:
        if is_number(x) and is_number(y):
            path.append(f"{pen}{x:.1f} {y:.1f}")
            pen = "L"
        else:
            pen = "M"
    return "".join(path)


def mark_svg(mark, to_x, to_y, box):
    """Returns a mark as parts of an SVG file."""
    kind, colour, left, top, right, bottom = mark["kind"], mark["colour"], *box
    look = f'opacity="{mark["alpha"]}"'
    points = [(to_x(x), to_y(y)) for x, y in zip(mark["x"], mark["y"])]
    known = [(x, y) for x, y in points if is_number(x) and is_number(y)]
    if kind == "line":
        dashes = f' stroke-dasharray="{mark["dashes"]}"' if mark.get("dashes") else ""
        width = f'stroke-width="{mark["width"]}" stroke-linejoin="round"{dashes}'
        parts = [f'<path d="{_path(points)}" stroke="{colour}" {width} {look}/>'] if mark.get("is_line", True) else []
        return parts + (_dots(known, 2.5, colour, look, mark["marker"]) if mark.get("marker") else [])
    if kind == "points":
        if mark.get("colours") or mark.get("values") or mark.get("radii"):
            return _each_dot(mark, points, look)
        return _dots(known, mark["radius"], colour, look, mark.get("marker"))
    # Where a logarithmic axis has no place for a number, it is beyond the chart's edge.
    within = lambda place, edge: place if is_number(place) else edge
    if kind == "band":
        edge = lambda side: [(to_x(x), within(to_y(y), bottom)) for x, y in zip(mark["x"], mark[side]) if is_number(y)]
        whole = [(x, y) for x, y in edge("y") + edge("upper")[::-1] if is_number(x)]
        return [f'<path d="{_path(whole)}Z" fill="{colour}" {look}/>']
    if kind == "bars":
        count = len(mark["y"])
        grounds = [within(to_y(low), bottom) for low in mark.get("base") or [0.0] * count]
        paths = {}
        for x, y, width, ground, fill in zip(mark["x"], mark["y"], mark["widths"], grounds, mark.get("colours") or [colour] * count):
            start, end, y = within(to_x(x - width / 2), left), to_x(x + width / 2), to_y(y)
            if is_number(end) and is_number(y):
                paths[fill] = paths.get(fill, "") + f"M{start:.1f} {ground:.1f}V{y:.1f}H{end:.1f}V{ground:.1f}Z"
        return [f'<path d="{path}" fill="{fill}" {look}/>' for fill, path in paths.items()]
    if kind == "shape":
        outline = "".join(f"{'L' if at else 'M'}{x:.1f} {y:.1f}" for at, (x, y) in enumerate(known)) + ("Z" if mark["is_closed"] else "")
        edge = f'stroke="{mark["edge"]}" stroke-width="{mark["width"]}"' if mark["edge"] else ""
        return [f'<path d="{outline}" fill="{colour if mark["is_filled"] else "none"}" {edge} {look}/>']
    if kind == "across":
        places = [y for y in (to_y(mark["y"][0]),) if is_number(y)]
        return [f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="{colour}" {look}/>' for y in places]
    if kind == "down":
        places = [x for x in (to_x(mark["x"][0]),) if is_number(x)]
        return [f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{colour}" {look}/>' for x in places]
    if kind == "text":
        if mark.get("apart"):
            known = [(left + x * (right - left), bottom - y * (bottom - top)) for x, y in zip(mark["x"], mark["y"])]
        return [_words(mark, *known[0])] if known else []
    return _pixels(mark, to_x, to_y)


def _words(mark, x, y):
    anchor = {"center": "middle", "right": "end"}.get(mark["ha"], "start")
    y += {"center": 0.35, "top": 0.8}.get(mark["va"], 0.0) * mark["size"]
    turn = f' transform="rotate({-mark["turn"]} {x:.1f} {y:.1f})"' if mark["turn"] else ""
    return text(x, y, mark["words"], anchor, mark["size"], turn, mark["colour"])


def _dot(x, y, radius, marker):
    r = radius
    if marker == "s":
        return f"M{x - r:.1f} {y - r:.1f}h{2 * r:.1f}v{2 * r:.1f}h{-2 * r:.1f}Z"
    if marker in ("^", "v"):
        r = r if marker == "^" else -r
        return f"M{x:.1f} {y - r:.1f}L{x + r:.1f} {y + r:.1f}H{x - r:.1f}Z"
    if marker in ("D", "d", "*"):
        return f"M{x:.1f} {y - r:.1f}L{x + r:.1f} {y:.1f}L{x:.1f} {y + r:.1f}L{x - r:.1f} {y:.1f}Z"
    if marker in ("x", "X", "+"):
        bars = ((0.7, 0.7), (0.7, -0.7)) if marker != "+" else ((1, 0), (0, 1))
        return "".join(f"M{x - a * r:.1f} {y - b * r:.1f}L{x + a * r:.1f} {y + b * r:.1f}" for a, b in bars)
    arc = f"a{r:.1f} {r:.1f} 0 1 0"
    return f"M{x - r:.1f} {y:.1f}{arc} {2 * r:.1f} 0{arc} {-2 * r:.1f} 0"


def _dots(points, radius, colour, look, marker=None):
    dots = "".join(_dot(x, y, radius, marker) for x, y in points)
    lined = f' stroke="{colour}" stroke-width="1.5"' if marker in ("x", "X", "+") else ""
    return [f'<path d="{dots}" fill="{colour}" {look}{lined}/>']


def _each_dot(mark, points, look):
    """Returns points whose colours or sizes differ."""
    count = len(points)
    fills = mark.get("colours") or [mark["colour"]] * count
    if mark.get("values"):
        there = [value for value in mark["values"] if is_number(value)]
        low = min(there, default=0.0) if mark.get("low") is None else mark["low"]
        high = max(there, default=1.0) if mark.get("high") is None else mark["high"]
        colours = stops(mark.get("cmap"))
        fills = ["rgb(%d,%d,%d)" % blend(colours, (value - low) / (high - low) if high > low else 0.0) for value in mark["values"]]
    parts = []
    for (x, y), fill, radius in zip(points, fills * (count if len(fills) == 1 else 1), mark.get("radii") or [mark["radius"]] * count):
        if is_number(x) and is_number(y):
            parts += _dots([(x, y)], radius, fill, look, mark.get("marker"))
    return parts


def _pixels(mark, to_x, to_y):
    """Returns a picture as runs of one colour; of a large one, not every pixel."""
    (start_x, end_x), (last, first) = mark["ends"]
    (left, right), (top, bottom) = sorted((to_x(start_x), to_x(end_x))), sorted((to_y(last), to_y(first)))
    rows = mark["rows"][::-1] if to_y(first) > to_y(last) else mark["rows"]
    skip = max(1, math.ceil(max(len(rows), len(rows[0])) / 120))
    rows = [row[::skip] for row in rows[::skip]]
    high, wide, parts = (bottom - top) / len(rows), (right - left) / len(rows[0]), []
    colours_of = stops(mark.get("cmap"))
    for y, row in enumerate(rows):
        colours, start = [_shade(value, mark, colours_of) for value in row], 0
        for x in range(1, len(colours) + 1):
            if x == len(colours) or colours[x] != colours[start]:
                place = f'x="{left + start * wide:.1f}" y="{top + y * high:.1f}"'
                size = f'width="{(x - start) * wide + 0.3:.1f}" height="{high + 0.3:.1f}"'
                parts.append(f'<rect {place} {size} fill="{colours[start]}"/>')
                start = x
    return parts


def _shade(value, mark, colours):
    if isinstance(value, list):
        scale = 255 if all(part <= 1.0 and isinstance(part, float) for part in value) else 1
        return "rgb(" + ",".join(str(round(part * scale)) for part in value[:3]) + ")"
    if not is_number(value):
        return "none"
    share = (value - mark["low"]) / (mark["high"] - mark["low"]) if mark["high"] > mark["low"] else 0.0
    return "rgb(%d,%d,%d)" % blend(colours, share)
