"""Colours by name and number."""

from matplotlib._colours import CYCLE
from matplotlib.cm import Colormap

_NAMED = {
    "black": "000000", "white": "ffffff", "red": "ff0000", "green": "008000", "blue": "0000ff", "yellow": "ffff00", "cyan": "00ffff",
    "magenta": "ff00ff", "gray": "808080", "grey": "808080", "orange": "ffa500", "purple": "800080", "brown": "a52a2a", "pink": "ffc0cb",
    "olive": "808000", "navy": "000080", "teal": "008080", "lime": "00ff00", "gold": "ffd700", "crimson": "dc143c", "darkblue": "00008b",
    "darkgreen": "006400", "darkred": "8b0000", "lightblue": "add8e6", "lightgreen": "90ee90", "skyblue": "87ceeb", "steelblue": "4682b4",
    "k": "000000", "w": "ffffff", "r": "ff0000", "g": "008000", "b": "0000ff", "y": "bfbf00", "c": "00bfbf", "m": "bf00bf",
}
CSS4_COLORS = {name: "#" + code for name, code in _NAMED.items() if len(name) > 1}
BASE_COLORS = {name: code for name, code in _NAMED.items() if len(name) == 1}
_TAB = "1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf".split()
TABLEAU_COLORS = dict(zip([f"tab:{name}" for name in "blue orange green red purple brown pink gray olive cyan".split()], ["#" + code for code in _TAB]))


def to_rgba(c, alpha=None):
    if isinstance(c, str):
        code = CYCLE[int(c[1:]) % len(CYCLE)] if c[:1] == "C" and c[1:].isdigit() else TABLEAU_COLORS.get(c, c)
        code = code[1:] if code.startswith("#") else _NAMED.get(code)
        if code is None:
            try:
                return (float(c),) * 3 + (1.0 if alpha is None else alpha,)
            except ValueError:
                raise ValueError(f"Invalid RGBA argument: {c!r}") from None
        code = "".join(letter * 2 for letter in code) if len(code) == 3 else code
        c = [int(code[at : at + 2], 16) / 255 for at in range(0, len(code), 2)]
    parts = [float(part) for part in c]
    return (*parts[:3], alpha if alpha is not None else parts[3] if len(parts) > 3 else 1.0)


def to_rgb(c): return to_rgba(c)[:3]
def to_hex(c, keep_alpha=False): return "#" + "".join(f"{round(255 * part):02x}" for part in to_rgba(c)[: 4 if keep_alpha else 3])
rgb2hex = to_hex


class Normalize:
    """Puts numbers between two ends on the way from 0 to 1."""

    def __init__(self, vmin=None, vmax=None, clip=False): self.vmin, self.vmax = vmin, vmax
    def __call__(self, value): return (value - self.vmin) / (self.vmax - self.vmin)


class LogNorm(Normalize):
    def __call__(self, value):
        from math import log

        return (log(value) - log(self.vmin)) / (log(self.vmax) - log(self.vmin))


class ListedColormap(Colormap):
    """A scale of colours that are given."""

    def __init__(self, colors, name="given", N=None):
        self.name, self.N = name, len(colors)
        self._stops = [tuple(round(255 * part) for part in to_rgb(one)) for one in colors]
        self._stops = self._stops * 2 if len(self._stops) == 1 else self._stops
        from matplotlib import _colours

        _colours._SCALES[name] = " ".join("%02x%02x%02x" % stop for stop in self._stops)


class LinearSegmentedColormap(ListedColormap):
    @classmethod
    def from_list(cls, name, colors, N=256, **unused): return cls([one[1] if isinstance(one, tuple) and len(one) == 2 else one for one in colors], name)
