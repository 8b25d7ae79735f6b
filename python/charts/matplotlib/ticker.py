"""What is written along the sides of a chart: places, and words for them."""

import math

from matplotlib._sides import _round


class Formatter:
    """Words for a number. A subclass has `__call__(x, pos)`."""

    def __call__(self, x, pos=None): return f"{x:.6g}"
    def __getattr__(self, name):
        if name.startswith("set_"):
            return lambda *given, **named: None
        raise AttributeError(name)


class FuncFormatter(Formatter):
    def __init__(self, func): self.func = func
    def __call__(self, x, pos=None): return self.func(x, pos)


class FormatStrFormatter(Formatter):
    def __init__(self, fmt): self.fmt = fmt
    def __call__(self, x, pos=None): return self.fmt % x


class StrMethodFormatter(Formatter):
    def __init__(self, fmt): self.fmt = fmt
    def __call__(self, x, pos=None): return self.fmt.format(x=x, pos=pos)


class PercentFormatter(Formatter):
    def __init__(self, xmax=100, decimals=None, symbol="%", **unused): self.xmax, self.decimals, self.symbol = xmax, decimals, symbol
    def __call__(self, x, pos=None):
        share = 100 * x / self.xmax
        return (f"{share:g}" if self.decimals is None else f"{share:.{self.decimals}f}") + self.symbol


class EngFormatter(Formatter):
    """Numbers with the letters for thousands."""

    def __init__(self, unit="", places=None, sep=" ", **unused): self.unit, self.places, self.sep = unit, places, sep

    def __call__(self, x, pos=None):
        power = max(-8, min(8, math.floor(math.log10(abs(x)) / 3))) if x else 0
        number = x / 1000.0**power
        text = f"{number:g}" if self.places is None else f"{number:.{self.places}f}"
        letter = "yzafpnµm kMGTPEZY"[power + 8].strip()
        return text + (self.sep + letter + self.unit if letter or self.unit else "")


class ScalarFormatter(Formatter):
    def __init__(self, *given, **unused): pass


class NullFormatter(Formatter):
    def __call__(self, x, pos=None): return ""


class FixedFormatter(Formatter):
    def __init__(self, seq): self.seq = list(seq)
    def __call__(self, x, pos=None): return self.seq[pos] if pos is not None and pos < len(self.seq) else ""


LogFormatter = LogFormatterSciNotation = LogFormatterMathtext = ScalarFormatter


class Locator:
    """Places along a side. A subclass has `tick_values(low, high)`."""

    def __init__(self, *given, **unused): pass
    def tick_values(self, vmin, vmax): return _round(vmin, vmax)
    def set_params(self, **unused): pass


AutoLocator = AutoMinorLocator = LogLocator = Locator


class MaxNLocator(Locator):
    def __init__(self, nbins=9, integer=False, **unused): self.nbins, self.integer = 9 if nbins == "auto" else nbins, integer

    def tick_values(self, vmin, vmax):
        step = _nice((vmax - vmin) / max(1, self.nbins))
        step = max(1.0, float(round(step))) if self.integer else step
        return MultipleLocator(step).tick_values(vmin, vmax)


def _nice(rough):
    size = 10.0 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
    return next(size * part for part in (1, 2, 2.5, 5, 10) if size * part >= rough * 0.999) if rough > 0 else 1.0


class MultipleLocator(Locator):
    def __init__(self, base=1.0, offset=0.0): self.base, self.offset = float(base), float(offset)

    def tick_values(self, vmin, vmax):
        first, last = (math.ceil((vmin - self.offset) / self.base - 1e-9), math.floor((vmax - self.offset) / self.base + 1e-9))
        # Of thousands only every so many can be read.
        skip = max(1, math.ceil((last - first) / 40))
        return [self.offset + self.base * at for at in range(first, last + 1, skip)]


IndexLocator = MultipleLocator


class FixedLocator(Locator):
    def __init__(self, locs, nbins=None): self.locs = [float(place) for place in locs]
    def tick_values(self, vmin, vmax): return list(self.locs)


class NullLocator(Locator):
    def tick_values(self, vmin, vmax): return []


class LinearLocator(Locator):
    def __init__(self, numticks=11, presets=None): self.count = numticks
    def tick_values(self, vmin, vmax): return [vmin + (vmax - vmin) * at / (self.count - 1) for at in range(self.count)]
