"""Colours: names and letters, the ones that take turns, and scales from low to high."""

CYCLE = ("#3b78c3", "#e0803a", "#4a9d58", "#c8484b", "#8a68b5", "#8d6a5b", "#cf7fb8", "#7d7d7d", "#b0ac3a", "#3aabb8")
LETTERS = {
    "b": "#3b78c3", "g": "#4a9d58", "r": "#c8484b", "c": "#3aabb8", "m": "#8a68b5", "y": "#b0ac3a", "k": "currentColor",
    "w": "white", "black": "currentColor",
}
# Each scale by a few of its colours, as red, green and blue.
_SCALES = {
    None: "26285c f5db63",
    "viridis": "440154 3b528b 21918c 5ec962 fde725",
    "plasma": "0d0887 7e03a8 cc4778 f89540 f0f921",
    "inferno": "000004 57106e bc3754 f98e09 fcffa4",
    "magma": "000004 51127c b73779 fc8961 fcfdbf",
    "gray": "000000 ffffff", "hot": "0b0000 ff0000 ffff00 ffffff", "cool": "00ffff ff00ff",
    "Greys": "ffffff 000000", "Blues": "f7fbff 6baed6 08306b", "Reds": "fff5f0 fb6a4a 67000d", "Greens": "f7fcf5 74c476 00441b",
    "coolwarm": "3b4cc0 dddddd b40426", "RdBu": "67001f f7f7f7 053061", "bwr": "0000ff ffffff ff0000",
    "RdYlGn": "a50026 ffffbf 006837", "YlGnBu": "ffffd9 41b6c4 081d58", "YlOrRd": "ffffcc fd8d3c 800026",
    "jet": "000080 0000ff 00ffff ffff00 ff0000 800000", "rainbow": "8000ff 00b5eb 80ffb4 ffb360 ff0000",
    "Set1": "e41a1c 377eb8 4daf4a 984ea3 ff7f00", "tab10": "1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf",
}
_SAME = {"grey": "gray", "binary": "Greys", "seismic": "bwr", "Spectral": "RdYlGn", "bone": "gray", "cividis": "viridis", "turbo": "jet", "hsv": "rainbow", "rocket": "magma", "mako": "YlGnBu_r", "crest": "YlGnBu", "RdGy": "RdBu"}


def stops(name):
    """Returns a scale's colours. `name_r` is the other way round."""
    name = getattr(name, "name", name)
    name = _SAME.get(name, name)
    plain = name[:-2] if name and name.endswith("_r") else name
    plain = _SAME.get(plain, plain)
    if plain not in _SCALES:
        raise ValueError(f"{name!r} is not a known value for cmap here: there are {', '.join(sorted(filter(None, _SCALES)))}, and each with _r")
    made = [tuple(int(code[at : at + 2], 16) for at in (0, 2, 4)) for code in _SCALES[plain].split()]
    return made[::-1] if plain != name else made


def blend(colours, share):
    """Returns the colour at a share of the way from the first one to the last."""
    place = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    at = min(int(place), len(colours) - 2)
    return tuple(round(a + (place - at) * (b - a)) for a, b in zip(colours[at], colours[at + 1]))


def colour(given):
    """Returns a colour as SVG names it."""
    if isinstance(given, (tuple, list)) or hasattr(given, "tolist"):
        parts = given.tolist() if hasattr(given, "tolist") else list(given)
        return "rgb(" + ", ".join(str(round(255 * part)) for part in parts[:3]) + ")"
    given = str(given)
    if given[:1] == "C" and given[1:].isdigit():
        return CYCLE[int(given[1:]) % len(CYCLE)]
    if given[:1].isdigit() or given[:1] == ".":
        return "rgb(" + ", ".join([str(round(255 * float(given)))] * 3) + ")"
    return LETTERS.get(given, given.replace("tab:", "").replace("xkcd:", ""))
