"""Charts in words, for readers who do not see them."""

from matplotlib._axes import is_number

_NAMES = {
    "points": "points", "band": "a band", "bars": "bars", "across": "a level line", "down": "an upright line",
    "shape": "a shape",
}
# Of more marks than this the others are counted.
_MOST = 8


def words(figure):
    """Says what is drawn in a figure: its title, then each chart."""
    charts = [_chart(axes) for axes in figure.axes if axes.marks]
    return ". ".join(([figure.title] if figure.title else []) + charts) or "Nothing is drawn"


def _chart(axes):
    title, x, y = axes.texts["title"], axes.texts["x"], axes.texts["y"]
    head = ", ".join(part for part in (title, " over ".join(name for name in (y, x) if name)) if part)
    if axes.logs:
        head += ("" if head else "A chart") + ", " + " and ".join(sorted(axes.logs)) + " logarithmic"
    shown = [mark for mark in axes.marks if not mark.get("hidden")]
    marks = [_mark(mark) for mark in shown[:_MOST]]
    if len(shown) > _MOST:
        marks.append(f"and {len(shown) - _MOST} more")
    if axes.left_out():
        marks.append(left_out(axes))
    return (head or "A chart") + ": " + "; ".join(marks)


def left_out(axes):
    """Says how many numbers have no place on a logarithmic axis."""
    count = axes.left_out()
    return f"{count} value{'s' if count > 1 else ''} not above 0 left out"


def _mark(mark):
    kind, label = mark["kind"], mark["label"]
    if kind == "text":
        return "the words " + mark["words"]
    if kind == "picture":
        return f"a picture of {len(mark['rows'])} rows and {len(mark['rows'][0])} columns"
    name = _NAMES.get(kind, "a line")
    if label and not str(label).startswith("_"):
        name += f" called {label}"
    if kind == "shape":
        return name
    if kind in ("across", "down"):
        return f"{name} at {mark['y' if kind == 'across' else 'x'][0]:.4g}"
    values = [value for value in mark["y"] + mark.get("upper", []) if is_number(value)]
    if not values:
        return f"{name} without a number"
    if mark.get("names"):
        return f"{name}, " + ", ".join(f"{side} {value:.4g}" for side, value in zip(mark["names"], mark["y"]))
    ends = "" if kind == "band" else f", first {values[0]:.4g}, last {values[-1]:.4g}"
    return f"{name} of {len(mark['y'])}{ends}, lowest {min(values):.4g}, highest {max(values):.4g}"
