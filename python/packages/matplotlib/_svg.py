"""Charts as SVG. Text and axes have the colour of the page's text."""

import math

from matplotlib._axes import is_number
from matplotlib._words import words

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
    """Returns the lowest and the highest number of an axis."""
    values, widths = [], 0.0
    for mark in axes.marks:
        values += [value for value in mark[side] if is_number(value)]
        if mark["kind"] == "band" and side == "y":
            values += [value for value in mark["upper"] if is_number(value)]
        if mark["kind"] == "bars":
            values += [0.0] if side == "y" else []
            widths = max(widths, mark["width"] / 2 if side == "x" else 0.0)
    low, high = min(values, default=0.0) - widths, max(values, default=1.0) + widths
    if low == high:
        low, high = low - 0.5, high + 0.5
    room = 0.04 * (high - low)
    given = axes.limits[side] or (None, None)
    return low - room if given[0] is None else float(given[0]), high + room if given[1] is None else float(given[1])


def _ticks(low, high):
    """Returns round numbers along an axis."""
    low, high = min(low, high), max(low, high)
    rough = (high - low) / 5 or 1.0
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * part for part in (1, 2, 5, 10) if size * part >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    ticks = [first * step + step * i for i in range(12)]
    return [0.0 if abs(tick) < step / 1e6 else tick for tick in ticks if tick <= high + step * 1e-9]


def _label(tick):
    return f"{tick:.6g}"


def _chart(axes, left, top, width, height):
    if not axes.is_shown and not axes.marks:
        return []
    left, right = left + 52, left + width - 12
    top, bottom = top + (26 if axes.texts["title"] else 10), top + height - (40 if axes.texts["x"] else 26)
    (x_low, x_high), (y_low, y_high) = _reach(axes, "x"), _reach(axes, "y")
    to_x = lambda x: left + (x - x_low) / (x_high - x_low) * (right - left)
    to_y = lambda y: bottom - (y - y_low) / (y_high - y_low) * (bottom - top)
    parts = []
    if axes.is_shown:
        parts += _frame(axes, left, top, right, bottom, _ticks(x_low, x_high), _ticks(y_low, y_high), to_x, to_y)
    # Several figures may stand on one page.
    name = f"in{id(axes)}"
    inside = f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"/>'
    parts.append(f'<clipPath id="{name}">{inside}</clipPath>')
    parts.append(f'<g clip-path="url(#{name})">')
    for mark in axes.marks:
        parts += _mark(mark, to_x, to_y, (left, top, right, bottom))
    parts.append("</g>")
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
    for tick in x_ticks:
        if axes.has_grid:
            parts.append(f'<path d="M{to_x(tick):.1f} {top:.1f}V{bottom:.1f}" {faint}/>')
        parts.append(_text(to_x(tick), bottom + 14, _label(tick), "middle"))
    for tick in y_ticks:
        if axes.has_grid:
            parts.append(f'<path d="M{left:.1f} {to_y(tick):.1f}H{right:.1f}" {faint}/>')
        parts.append(_text(left - 5, to_y(tick) + 4, _label(tick), "end"))
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
    if kind == "band":
        back = [(to_x(x), to_y(y)) for x, y in zip(mark["x"], mark["upper"])][::-1]
        whole = [(x, y) for x, y in points + back if is_number(x) and is_number(y)]
        return [f'<path d="{_path(whole)}Z" fill="{colour}" {look}/>']
    if kind == "bars":
        half = abs(to_x(mark["width"]) - to_x(0.0)) / 2
        bars = "".join(f"M{x - half:.1f} {to_y(0.0):.1f}V{y:.1f}H{x + half:.1f}V{to_y(0.0):.1f}Z" for x, y in known)
        return [f'<path d="{bars}" fill="{colour}" {look}/>']
    if kind == "across":
        return [f'<path d="M{left:.1f} {to_y(mark["y"][0]):.1f}H{right:.1f}" stroke="{colour}" {look}/>']
    if kind == "down":
        return [f'<path d="M{to_x(mark["x"][0]):.1f} {top:.1f}V{bottom:.1f}" stroke="{colour}" {look}/>']
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
