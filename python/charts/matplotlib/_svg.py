"""Charts as SVG. Text and axes have the colour of the page's text."""

from matplotlib._marks import escaped, mark_svg, text
from matplotlib._sides import marked, reach, scale
from matplotlib._words import left_out, words

_INCH = 72


def svg(figure):
    """Returns a figure as the text of an SVG file."""
    width, height = (round(_INCH * side) for side in figure.size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" fill="none">',
        f"<desc>{escaped(words(figure))}</desc>",
    ]
    top = 22 if figure.title else 0
    if figure.title:
        parts.append(text(width / 2, 15, figure.title, "middle", size=14))
    for axes in figure.axes:
        left, high, wide, tall = _box(axes, width, height - top)
        parts += _chart(axes, left, top + high, wide, tall)
    return "\n".join(parts) + "\n</svg>\n"


def _box(axes, width, height):
    """Returns where a chart lies: a cell of a table, several of them, or shares of the figure."""
    if len(axes.place) == 4:
        left, bottom, wide, tall = axes.place
        return left * width - 52, (1 - bottom - tall) * height - 10, wide * width + 64, tall * height + 36
    rows, columns, place = axes.place
    first, last = place if isinstance(place, tuple) else (place, place)
    (row, column), (last_row, last_column) = divmod(first, columns), divmod(last, columns)
    wide, tall = width / columns, height / rows
    return column * wide, row * tall, (last_column - column + 1) * wide, (last_row - row + 1) * tall


def _chart(axes, left, top, width, height):
    if not axes.is_shown and not axes.marks:
        return []
    has_right = axes.scale_bar is not None or axes.over is not None or any(other.over is axes for other in axes.figure.axes)
    left, right = left + 52, left + width - (56 if has_right else 12)
    base = axes.over or axes
    top, bottom = top + (26 if base.texts["title"] else 10), top + height - (40 if base.texts["x"] else 26)
    (x_low, x_high), (y_low, y_high) = reach(base, "x"), reach(axes, "y")
    if base.is_even and not base.logs:
        x_low, x_high, y_low, y_high = _even(x_low, x_high, y_low, y_high, (right - left) / (bottom - top))
    x_on, y_on = scale(base, "x"), scale(axes, "y")
    to_x = lambda x: left + (x_on(x) - x_low) / (x_high - x_low) * (right - left)
    to_y = lambda y: bottom - (y_on(y) - y_low) / (y_high - y_low) * (bottom - top)
    box = left, top, right, bottom
    parts = []
    if axes.is_shown:
        x_ticks = [] if axes.over else marked(axes, "x", x_low, x_high)
        parts = _frame(axes, box, x_ticks, marked(axes, "y", y_low, y_high), to_x, to_y)
    elif axes.texts["title"]:
        parts = [text((left + right) / 2, top - 8, axes.texts["title"], "middle", size=13)]
    # Several figures may stand on one page.
    name = f"in{id(axes)}"
    inside = f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"/>'
    parts.append(f'<clipPath id="{name}">{inside}</clipPath>')
    parts.append(f'<g clip-path="url(#{name})">')
    shown = [mark for mark in axes.marks if not mark.get("hidden")]
    for mark in shown:
        if mark["kind"] != "text":
            parts += mark_svg(mark, to_x, to_y, box)
    parts.append("</g>")
    # Words may reach beyond the chart.
    for mark in shown:
        if mark["kind"] == "text":
            parts += mark_svg(mark, to_x, to_y, box)
    if axes.left_out():
        parts.append(text(right - 4, top + 10, left_out(axes), "end", size=9))
    if axes.scale_bar is not None:
        parts += _bar(axes.scale_bar, right + 8, top, bottom)
    if axes.has_legend:
        parts += _legend(axes, left, top)
    return parts


def _even(x_low, x_high, y_low, y_high, shape):
    """Widens the side that has more room, so that a circle is round."""
    wide, tall = abs(x_high - x_low), abs(y_high - y_low)
    more_x, more_y = max(0.0, tall * shape - wide) / 2, max(0.0, wide / shape - tall) / 2
    more_x, more_y = (more_x if x_high > x_low else -more_x), (more_y if y_high > y_low else -more_y)
    return x_low - more_x, x_high + more_x, y_low - more_y, y_high + more_y


def _legend(axes, left, top):
    named = axes._handles() + [mark for other in axes.figure.axes if other.over is axes and not other.has_legend for mark in other._handles()]
    rows = [(None, axes.legend_title)] if axes.legend_title else []
    parts = []
    for row, (mark, label) in enumerate(rows + [(mark, mark["label"]) for mark in named]):
        y = top + 14 + 15 * row + (16 * len(axes.over._handles()) if axes.over and axes.over.has_legend else 0)
        if mark is not None:
            dashed = f' stroke-dasharray="{mark["dashes"]}"' if mark.get("dashes") else ""
            parts.append(f'<path d="M{left + 8:.1f} {y - 4:.1f}h18" stroke="{mark["colour"]}" stroke-width="3"{dashed}/>')
        parts.append(text(left + (8 if mark is None else 31), y, str(label)))
    return parts


def _bar(bar, left, top, bottom):
    """Returns the scale of colours beside a picture."""
    mark, label = bar
    steps, parts = 32, []
    from matplotlib._colours import blend, stops

    colours = stops(mark.get("cmap"))
    low, high = mark["low"] or 0.0, mark["high"] if mark["high"] is not None else 1.0
    tall = (bottom - top) / steps
    for at in range(steps):
        red, green, blue = blend(colours, (at + 0.5) / steps)
        parts.append(f'<path d="M{left:.1f} {bottom - (at + 1) * tall:.1f}h9v{tall + 0.3:.1f}h-9Z" fill="rgb({red},{green},{blue})"/>')
    for share in (0.0, 0.5, 1.0):
        parts.append(text(left + 12, bottom - share * (bottom - top) + 4, f"{low + share * (high - low):.3g}", size=9))
    return parts + ([text(left + 4, top - 4, label, "middle", size=9)] if label else [])


def _frame(axes, box, x_ticks, y_ticks, to_x, to_y):
    left, top, right, bottom = box
    faint = 'stroke="currentColor" stroke-opacity="0.15"'
    sides = {"left": f"M{left:.1f} {top:.1f}V{bottom:.1f}", "bottom": f"M{left:.1f} {bottom:.1f}H{right:.1f}", "right": f"M{right:.1f} {top:.1f}V{bottom:.1f}", "top": f"M{left:.1f} {top:.1f}H{right:.1f}"}
    if axes.over:
        outline = sides["right"]
    elif axes._spines is None:
        outline = f"M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}"
    else:
        outline = "".join(path for name, path in sides.items() if axes.spines[name].is_shown)
    parts = [f'<path d="{outline}" stroke="currentColor" stroke-opacity="0.5"/>']
    names = next((mark["names"] for mark in axes.marks if mark.get("names")), None)
    if names and axes.ticks["x"]["places"] is None:
        x_ticks = list(enumerate(axes.ticks["x"]["labels"] or names))
        faint_x = ""
    else:
        faint_x = faint
    # Names that would run into each other are turned.
    wide = (right - left) / max(1, len(x_ticks))
    leans = any(len(str(label)) * 6 > wide + 8 for _, label in x_ticks) and len(x_ticks) > 1
    for tick, label in x_ticks:
        if axes.has_grid and faint_x:
            parts.append(f'<path d="M{to_x(tick):.1f} {top:.1f}V{bottom:.1f}" {faint}/>')
        turn = f' transform="rotate(-25 {to_x(tick):.1f} {bottom + 10:.1f})"' if leans else ""
        parts.append(text(to_x(tick), bottom + (12 if leans else 14), label, "end" if leans else "middle", turn=turn))
    for tick, label in y_ticks:
        if axes.has_grid:
            parts.append(f'<path d="M{left:.1f} {to_y(tick):.1f}H{right:.1f}" {faint}/>')
        parts.append(text(right + 5 if axes.over else left - 5, to_y(tick) + 4, label, "start" if axes.over else "end"))
    middle, beside = (top + bottom) / 2, right + 44 if axes.over else left - 40
    turn = f' transform="rotate(-90 {beside:.1f} {middle:.1f})"'
    parts.append(text((left + right) / 2, top - 8, axes.texts["title"], "middle", size=13))
    parts.append(text((left + right) / 2, bottom + 31, axes.texts["x"], "middle"))
    parts.append(text(beside, middle, axes.texts["y"], "middle", turn=turn))
    return parts
