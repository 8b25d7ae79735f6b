"""Charts as SVG. Text and axes have the colour of the page's text."""

import math

from matplotlib._axes import is_number
from matplotlib._words import left_out, words

_INCH = 72


def svg(figure):
    """Returns a figure as the text of an SVG file."""
    width, height = (round(_INCH * side) for side in figure.size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" fill="none">',
        f"<desc>{_escaped(words(figure))}</desc>",
    ]
    top = 22 if figure.title else 0
    if figure.title:
        parts.append(_text(width / 2, 15, figure.title, "middle", size=14))
    for axes in figure.axes:
        rows, columns, place = axes.place
        row, column = divmod(place, columns)
        wide, high = width / columns, (height - top) / rows
        parts += _chart(axes, column * wide, top + row * high, wide, high)
    return "\n".join(parts) + "\n</svg>\n"


def _escaped(text):
    for letter, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(letter, code)
    return text


def _text(x, y, text, anchor="start", size=11, turn=""):
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}'
    return f'<text {place} font-size="{size}" fill="currentColor">{_escaped(text)}</text>'


def _reach(axes, side):
    """Returns the lowest and the highest number of an axis; of a logarithmic one, their powers of ten."""
    values = []
    for mark in axes.marks:
        if mark["kind"] == "bars":
            ends = [(x, width / 2) for x, width in zip(mark["x"], mark["widths"])]
            values += [x - half for x, half in ends] + [x + half for x, half in ends] if side == "x" else [0.0, *mark["y"]]
        else:
            values += mark[side]
        if mark["kind"] == "band" and side == "y":
            values += mark["upper"]
    on = _scale(axes, side)
    values = [value for value in map(on, values) if is_number(value)]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high:
        low, high = low - 0.5, high + 0.5
    room = 0.04 * (high - low)
    given = [math.nan if end is None else on(float(end)) for end in axes.limits[side] or (None, None)]
    return [end if is_number(end) else usual for end, usual in zip(given, (low - room, high + room))]


def _scale(axes, side):
    """Returns what places numbers along an axis; on a logarithmic one nothing but numbers above 0 has a place."""
    if side not in axes.logs:
        return lambda value: value
    if any(mark["kind"] == "picture" for mark in axes.marks):
        raise ValueError("imshow has no logarithmic axes here")
    return lambda value: math.log10(value) if value > 0.0 and is_number(value) else math.nan


def _ticks(low, high):
    """Returns round numbers along an axis."""
    low, high = min(low, high), max(low, high)
    rough = (high - low) / 5 or 1.0
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * part for part in (1, 2, 5, 10) if size * part >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    ticks = [first * step + step * i for i in range(12)]
    return [0.0 if abs(tick) < step / 1e6 else tick for tick in ticks if tick <= high + step * 1e-9]


def _marked(axes, side, low, high):
    """Returns numbers along an axis, with their labels."""
    if side not in axes.logs:
        return [(tick, f"{tick:.6g}") for tick in _ticks(low, high)]
    low, high = min(low, high), max(low, high)
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    if last - first >= 2:
        powers = range(first, last + 1, max(1, math.ceil((last - first) / 6)))
        return [(10.0**power, "10" + "".join(_RAISED[letter] for letter in str(power))) for power in powers]
    # Too few powers of ten to read by.
    parts = [part * 10.0**power for power in range(first - 1, last + 1) for part in (1, 2, 5)]
    ticks = [tick for tick in parts if low - 1e-9 <= math.log10(tick) <= high + 1e-9]
    ticks = ticks if len(ticks) > 1 else _ticks(10.0**low, 10.0**high)
    return [(tick, f"{tick:.6g}") for tick in ticks if tick > 0.0]


_RAISED = dict(zip("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _chart(axes, left, top, width, height):
    if not axes.is_shown and not axes.marks:
        return []
    left, right = left + 52, left + width - 12
    top, bottom = top + (26 if axes.texts["title"] else 10), top + height - (40 if axes.texts["x"] else 26)
    (x_low, x_high), (y_low, y_high) = _reach(axes, "x"), _reach(axes, "y")
    x_on, y_on = _scale(axes, "x"), _scale(axes, "y")
    to_x = lambda x: left + (x_on(x) - x_low) / (x_high - x_low) * (right - left)
    to_y = lambda y: bottom - (y_on(y) - y_low) / (y_high - y_low) * (bottom - top)
    parts = []
    if axes.is_shown:
        x_ticks, y_ticks = _marked(axes, "x", x_low, x_high), _marked(axes, "y", y_low, y_high)
        parts += _frame(axes, left, top, right, bottom, x_ticks, y_ticks, to_x, to_y)
    # Several figures may stand on one page.
    name = f"in{id(axes)}"
    inside = f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"/>'
    parts.append(f'<clipPath id="{name}">{inside}</clipPath>')
    parts.append(f'<g clip-path="url(#{name})">')
    for mark in axes.marks:
        parts += _mark(mark, to_x, to_y, (left, top, right, bottom))
    parts.append("</g>")
    if axes.left_out():
        parts.append(_text(right - 4, top + 10, left_out(axes), "end", size=9))
    if axes.has_legend:
        named = [mark for mark in axes.marks if mark["label"] and not str(mark["label"]).startswith("_")]
        for row, mark in enumerate(named):
            y = top + 14 + 15 * row
            parts.append(f'<path d="M{left + 8:.1f} {y - 4:.1f}h18" stroke="{mark["colour"]}" stroke-width="3"/>')
            parts.append(_text(left + 31, y, str(mark["label"])))
    return parts


def _frame(axes, left, top, right, bottom, x_ticks, y_ticks, to_x, to_y):
    faint = 'stroke="currentColor" stroke-opacity="0.15"'
    parts = [f'<path d="M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}" stroke="currentColor" stroke-opacity="0.5"/>']
    names = next((mark["names"] for mark in axes.marks if mark.get("names")), None)
    if names:
        parts += [_text(to_x(place), bottom + 14, name, "middle") for place, name in enumerate(names)]
        x_ticks = []
    for tick, label in x_ticks:
        if axes.has_grid:
            parts.append(f'<path d="M{to_x(tick):.1f} {top:.1f}V{bottom:.1f}" {faint}/>')
        parts.append(_text(to_x(tick), bottom + 14, label, "middle"))
    for tick, label in y_ticks:
        if axes.has_grid:
            parts.append(f'<path d="M{left:.1f} {to_y(tick):.1f}H{right:.1f}" {faint}/>')
        parts.append(_text(left - 5, to_y(tick) + 4, label, "end"))
    middle = (top + bottom) / 2
    turn = f' transform="rotate(-90 {left - 40:.1f} {middle:.1f})"'
    parts.append(_text((left + right) / 2, top - 8, axes.texts["title"], "middle", size=13))
    parts.append(_text((left + right) / 2, bottom + 31, axes.texts["x"], "middle"))
    parts.append(_text(left - 40, middle, axes.texts["y"], "middle", turn=turn))
    return parts


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


def _mark(mark, to_x, to_y, box):
    kind, colour, left, top, right, bottom = mark["kind"], mark["colour"], *box
    look = f'opacity="{mark["alpha"]}"'
    points = [(to_x(x), to_y(y)) for x, y in zip(mark["x"], mark["y"])]
    known = [(x, y) for x, y in points if is_number(x) and is_number(y)]
    if kind == "line":
        dashes = f' stroke-dasharray="{mark["dashes"]}"' if mark.get("dashes") else ""
        width = f'stroke-width="{mark["width"]}" stroke-linejoin="round"{dashes}'
        parts = [f'<path d="{_path(points)}" stroke="{colour}" {width} {look}/>'] if mark.get("is_line", True) else []
        return parts + (_dots(known, 2.5, colour, look) if mark.get("marker") else [])
    if kind == "points":
        return _dots(known, mark["radius"], colour, look)
    # Where a logarithmic axis has no place for a number, it is beyond the chart's edge.
    within = lambda place, edge: place if is_number(place) else edge
    if kind == "band":
        edge = lambda side: [(to_x(x), within(to_y(y), bottom)) for x, y in zip(mark["x"], mark[side]) if is_number(y)]
        whole = [(x, y) for x, y in edge("y") + edge("upper")[::-1] if is_number(x)]
        return [f'<path d="{_path(whole)}Z" fill="{colour}" {look}/>']
    if kind == "bars":
        ground, bars = within(to_y(0.0), bottom), ""
        for x, y, width in zip(mark["x"], mark["y"], mark["widths"]):
            start, end, y = within(to_x(x - width / 2), left), to_x(x + width / 2), to_y(y)
            if is_number(end) and is_number(y):
                bars += f"M{start:.1f} {ground:.1f}V{y:.1f}H{end:.1f}V{ground:.1f}Z"
        return [f'<path d="{bars}" fill="{colour}" {look}/>']
    if kind == "across":
        places = [y for y in (to_y(mark["y"][0]),) if is_number(y)]
        return [f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="{colour}" {look}/>' for y in places]
    if kind == "down":
        places = [x for x in (to_x(mark["x"][0]),) if is_number(x)]
        return [f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{colour}" {look}/>' for x in places]
    if kind == "text":
        return [_text(*known[0], mark["words"])] if known else []
    return _pixels(mark, box)


def _dots(points, radius, colour, look):
    arc = f"a{radius:.1f} {radius:.1f} 0 1 0"
    dots = "".join(f"M{x - radius:.1f} {y:.1f}{arc} {2 * radius:.1f} 0{arc} {-2 * radius:.1f} 0" for x, y in points)
    return [f'<path d="{dots}" fill="{colour}" {look}/>']


def _pixels(mark, box):
    """Returns a picture as runs of one colour; of a large one, not every pixel."""
    left, top, right, bottom = box
    rows = mark["rows"]
    skip = max(1, math.ceil(max(len(rows), len(rows[0])) / 120))
    rows = [row[::skip] for row in rows[::skip]]
    high, wide, parts = (bottom - top) / len(rows), (right - left) / len(rows[0]), []
    for y, row in enumerate(rows):
        colours, start = [_shade(value, mark) for value in row], 0
        for x in range(1, len(colours) + 1):
            if x == len(colours) or colours[x] != colours[start]:
                place = f'x="{left + start * wide:.1f}" y="{top + y * high:.1f}"'
                size = f'width="{(x - start) * wide + 0.3:.1f}" height="{high + 0.3:.1f}"'
                parts.append(f'<rect {place} {size} fill="{colours[start]}"/>')
                start = x
    return parts


def _shade(value, mark):
    if isinstance(value, list):
        scale = 255 if all(part <= 1.0 and isinstance(part, float) for part in value) else 1
        return "rgb(" + ",".join(str(round(part * scale)) for part in value[:3]) + ")"
    share = (value - mark["low"]) / (mark["high"] - mark["low"]) if mark["high"] > mark["low"] else 0.0
    return "rgb(" + ",".join(str(round(a + share * (b - a))) for a, b in zip((38, 40, 92), (245, 219, 99))) + ")"
