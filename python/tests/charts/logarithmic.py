"""Logarithmic axes: where numbers stand, what is written along them, and what is said of numbers without a place."""

import matplotlib.pyplot as plt
from matplotlib._svg import svg


def lines(drawn):
    parts = [part.partition("/>")[0] for part in drawn.split('<path d="')[1:]]
    return [part.partition('"')[0] for part in parts if "stroke-linejoin" in part]


def points(line):
    return [tuple(map(float, pair.split())) for pair in line.replace("M", "L").split("L")[1:]]


def said(drawn):
    return drawn.partition("<desc>")[2].partition("</desc>")[0]


# A program that used to be drawn on a linear axis without a word.
fig, ax = plt.subplots()
ax.plot([1, 10, 100, 1000])
ax.set_yscale("log")
drawn = svg(fig)
heights = [y for _, y in points(lines(drawn)[0])]
steps = [low - high for low, high in zip(heights, heights[1:])]
assert max(steps) - min(steps) < 0.3 and min(steps) > 50, heights
assert all(f">{label}</text>" in drawn for label in ("10⁰", "10¹", "10²", "10³")) and "left out" not in drawn
assert said(drawn).startswith("A chart, y logarithmic: a line of 4"), said(drawn)
ax.set_yscale("linear")
assert "10³" not in svg(fig) and "logarithmic" not in svg(fig)

# What is not above 0 is a gap, and said; limits that are not either are not taken.
plt.close("all")
plt.semilogy([5.0, 0.0, -1.0, 50.0, 500.0])
plt.ylim(0, None)
drawn = svg(plt.gcf())
assert ">2 values not above 0 left out</text>" in drawn and said(drawn).endswith("; 2 values not above 0 left out")
assert [point[0] for point in points(lines(drawn)[0])] == sorted({point[0] for point in points(lines(drawn)[0])})
assert lines(drawn)[0].count("M") == 2 and len(points(lines(drawn)[0])) == 3

# Points on both axes; less than two powers of ten are marked between them.
plt.close("all")
plt.loglog([1e-5, 1e-3], [20.0, 60.0], "o")
drawn = svg(plt.gcf())
assert all(f">{label}</text>" in drawn for label in ("10⁻⁵", "10⁻⁴", "10⁻³", "20", "50")), drawn
plt.close("all")
plt.scatter([1, 100, 10000], [1, 2, 3])
plt.xscale("log")
dots = next(part for part in svg(plt.gcf()).split('<path d="') if "fill=" in part and "a2.2" in part)
places = [float(dot.split()[0]) for dot in dots.partition('"')[0].split("M")[1:]]
assert abs(places[2] - 2 * places[1] + places[0]) < 0.3, places

# Bars stand on the chart's edge, each as wide as its bin; a bin without a number is no value that was left out.
plt.close("all")
plt.hist([2.0, 3.0, 20.0, 2000.0], bins=[1.0, 10.0, 100.0, 1000.0, 10000.0], log=True)
plt.xscale("log")
drawn = svg(plt.gcf())
bars = next(part for part in drawn.split('<path d="') if "Z" in part.partition('"')[0]).partition('"')[0].split("Z")[:-1]
ends = [(float(bar[1:].split()[0]), float(bar.partition("H")[2].partition("V")[0])) for bar in bars]
assert len(ends) == 3 and max(end - start for start, end in ends) - min(end - start for start, end in ends) < 0.3, ends
assert "left out" not in drawn and said(drawn).startswith("A chart, x and y logarithmic: bars of 4")

# A band reaches down to the edge, and a line has no place beyond it.
plt.close("all")
plt.fill_between([1, 2, 3], [0.0, 1.0, 1.0], [10.0, 10.0, 10.0])
plt.axhline(0.0)
plt.yscale("log")
drawn = svg(plt.gcf())
band = points(next(part for part in drawn.split('<path d="') if "Z" in part.partition('"')[0]).partition("Z")[0])
assert len(band) == 6 and band[0][1] > band[1][1] and ">1 value not above 0 left out</text>" in drawn

# What is not known says so.
for refused in (lambda: plt.yscale("symlog"), lambda: (plt.imshow([[1.0]]), svg(plt.gcf()))):
    try:
        refused()
    except ValueError as error:
        assert " here" in str(error), error
    else:
        raise AssertionError("it did not raise")
