"""The sides of a chart: how far they reach, and what is written along them."""

import math

from matplotlib._axes import is_number


class Side:
    """`axes.xaxis` or `axes.yaxis`."""

    def __init__(self, axes, name):
        self._axes, self._name = axes, name

    def set_major_formatter(self, formatter): self._axes.ticks[self._name]["format"] = formatter
    def set_major_locator(self, locator): self._axes.ticks[self._name]["locator"] = locator
    def set_ticks(self, ticks, labels=None, **style): self._axes._set_ticks(self._name, ticks, labels)
    def set_ticklabels(self, labels, **style): self._axes._set_labels(self._name, labels)
    def set_label_text(self, label, **style): self._axes.texts[self._name] = str(label)
    def set_visible(self, visible): self._axes._set_ticks(self._name, None if visible else [], None)
    def get_label(self): return self._axes.texts[self._name]
    def get_ticklocs(self): return self._axes._get_ticks(self._name)
    def grid(self, visible=True, *given, **style): self._axes.grid(visible)

    def __getattr__(self, name):
        if name.startswith(("set_", "tick", "axis_", "label")):
            return lambda *given, **named: None
        raise AttributeError(f"the side of a chart has no {name} here")


class Spines(dict):
    """The four lines around a chart: `axes.spines["top"].set_visible(False)`."""

    def __init__(self):
        super().__init__({name: Spine(name in ("left", "bottom")) for name in ("left", "right", "top", "bottom")})

    def __getitem__(self, names):
        if isinstance(names, (list, tuple, slice)):
            chosen = self.values() if isinstance(names, slice) else [dict.__getitem__(self, name) for name in names]
            return _Several(list(chosen))
        return dict.__getitem__(self, names)

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"a chart has no side {name!r}: there are left, right, top and bottom")


class Spine:
    """A line beside a chart."""

    def __init__(self, is_shown):
        self.is_shown = is_shown

    def set_visible(self, visible): self.is_shown = bool(visible)
    def get_visible(self): return self.is_shown
    def set_color(self, value): self.is_shown = self.is_shown and value != "none"
    def __getattr__(self, name):
        if name.startswith("set"):
            return lambda *given, **named: None
        raise AttributeError(name)


class _Several:
    def __init__(self, parts): self._parts = parts
    def __getattr__(self, name): return lambda *given, **named: [getattr(part, name)(*given, **named) for part in self._parts]


def reach(axes, side, room=0.04):
    """Returns the lowest and the highest number of an axis; of a logarithmic one, their powers of ten."""
    values = []
    for mark in axes.marks:
        if mark.get("apart"):
            continue
        if mark["kind"] == "bars":
            ends = [(x, width / 2) for x, width in zip(mark["x"], mark["widths"])]
            values += [x - half for x, half in ends] + [x + half for x, half in ends] if side == "x" else [0.0, *mark["y"]]
        else:
            values += mark[side]
        if mark["kind"] == "band" and side == "y":
            values += mark["upper"]
    values = [value for value in map(scale(axes, side), values) if is_number(value)]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high:
        low, high = low - 0.5, high + 0.5
    room *= high - low
    on = scale(axes, side)
    given = [math.nan if end is None else on(float(end)) for end in axes.limits[side] or (None, None)]
    found = [end if is_number(end) else usual for end, usual in zip(given, (low - room, high + room))]
    return found[::-1] if side in axes.turned else found


def scale(axes, side):
    """Returns what places numbers along an axis; on a logarithmic one nothing but numbers above 0 has a place."""
    if side not in axes.logs:
        return lambda value: value
    if any(mark["kind"] == "picture" for mark in axes.marks):
        raise ValueError("imshow has no logarithmic axes here")
    return lambda value: math.log10(value) if value > 0.0 and is_number(value) else math.nan


def _round(low, high):
    """Returns round numbers along an axis."""
    low, high = min(low, high), max(low, high)
    rough = (high - low) / 5 or 1.0
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * part for part in (1, 2, 5, 10) if size * part >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    ticks = [first * step + step * i for i in range(12)]
    return [0.0 if abs(tick) < step / 1e6 else tick for tick in ticks if tick <= high + step * 1e-9]


_RAISED = dict(zip("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def marked(axes, side, low, high):
    """Returns numbers along an axis, with their labels."""
    own = axes.ticks[side]
    on, ends = scale(axes, side), sorted((low, high))
    if own["places"] is not None or own["locator"] is not None:
        places = own["places"]
        if places is None:
            places = own["locator"].tick_values(*ends)
        labels = own["labels"] or [None] * len(places)
        pairs = [(tick, label) for tick, label in zip(places, labels) if ends[0] - 1e-9 <= on(tick) <= ends[1] + 1e-9]
        return [(tick, _label(own, tick, at) if label is None else label) for at, (tick, label) in enumerate(pairs)]
    ticks = _usual(axes, side, low, high)
    if own["labels"] is not None:
        return [(tick, text) for (tick, _), text in zip(ticks, own["labels"])]
    return [(tick, _label(own, tick, at) if own["format"] else text) for at, (tick, text) in enumerate(ticks)]


def _label(own, tick, at):
    form = own["format"]
    if form is None:
        return f"{tick:.6g}"
    if isinstance(form, str):
        return form.format(x=tick, pos=at) if "{" in form else form % tick
    return str(form(tick, at))


def _usual(axes, side, low, high):
    if side not in axes.logs:
        return [(tick, f"{tick:.6g}") for tick in _round(low, high)]
    low, high = min(low, high), max(low, high)
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    if last - first >= 2:
        powers = range(first, last + 1, max(1, math.ceil((last - first) / 6)))
        return [(10.0**power, "10" + "".join(_RAISED[letter] for letter in str(power))) for power in powers]
    # Too few powers of ten to read by.
    parts = [part * 10.0**power for power in range(first - 1, last + 1) for part in (1, 2, 5)]
    ticks = [tick for tick in parts if low - 1e-9 <= math.log10(tick) <= high + 1e-9]
    ticks = ticks if len(ticks) > 1 else _round(10.0**low, 10.0**high)
    return [(tick, f"{tick:.6g}") for tick in ticks if tick > 0.0]
