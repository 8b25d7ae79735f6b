"""Charts as matplotlib draws them: what is in them, where it stands, and what is not known."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib._svg import svg



fig, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
left.plot([1, 3, 2], label="a < b")
left.plot([0, 1, 2], [3, 2, float("nan")], "r--")
left.set_title("Return")
left.legend()
right.hist(np.array([0.0, 1.0, 1.0, 2.0]), bins=2)
drawn = svg(fig)
assert drawn.startswith("<svg ") and drawn.endswith("</svg>\n") and 'width="720" height="288"' in drawn
assert ">Return</text>" in drawn and ">a &lt; b</text>" in drawn and drawn.count("<clipPath") == 2
said = drawn.partition("<desc>")[2].partition("</desc>")[0]
assert said == (
    "Return: a line called a &lt; b of 3, first 1, last 2, lowest 1, highest 3; a line of 3, first 3, last 2, lowest 2, highest 3. "
    "A chart: bars of 2, first 1, last 3, lowest 1, highest 3"
), said
# The line of three points: its highest one is higher than the others, and they stand at equal distances.
lines = [part.partition('"')[0] for part in drawn.split('<path d="')[1:] if 'stroke-linejoin' in part.partition("/>")[0]]
points = [tuple(map(float, pair.split())) for pair in lines[0][1:].split("L")]
assert len(points) == 3 and points[1][1] < points[2][1] < points[0][1]
assert abs(points[2][0] - 2 * points[1][0] + points[0][0]) < 0.2
# What is no number leaves a gap.
assert len(lines) == 2 and lines[1].count("L") == 1 and 'stroke-dasharray="4 3"' in drawn
# Two bars, of heights 1 and 3.
bars = next(part for part in drawn.split('<path d="') if "Z" in part.partition('"')[0])
heights = []
for bar in bars.partition('"')[0].split("Z")[:-1]:
    ground, top = float(bar.split("V")[0].split()[1]), float(bar.split("V")[1].split("H")[0])
    heights.append(ground - top)
assert len(heights) == 2 and abs(heights[1] - 3 * heights[0]) < 0.3, heights

plt.show()
assert not plt.get_fignums()
plt.figure(figsize=(4, 3))
plt.bar(["x", "y"], [3, -1])
plt.ylim(-2, 5)
plt.imshow([[0.0, 1.0], [0.5, 0.25]])
picture = svg(plt.gcf())
assert picture.count("<rect ") >= 4 and "rgb(38,40,92)" in picture and "rgb(245,219,99)" in picture
said = picture.partition("<desc>")[2].partition("</desc>")[0]
assert said == "A chart: bars, x 3, y -1; a picture of 2 rows and 2 columns", said
plt.clf()
assert not plt.gcf().axes
assert "<desc>Nothing is drawn</desc>" in svg(plt.gcf())
for step in range(10):
    plt.axhline(step / 4)
plt.title("Levels")
plt.ylabel("loss")
said = svg(plt.gcf()).partition("<desc>")[2].partition("</desc>")[0]
assert said.startswith("Levels, loss: a level line at 0; a level line at 0.25; ") and said.endswith("; and 2 more"), said
plt.clf()
plt.plot([1], [float("nan")])
assert "<desc>A chart: a line without a number</desc>" in svg(plt.gcf())
plt.close("all")

fig, table = plt.subplots(2, 2)
assert table[1][0] is table[1, 0] and len(table.flat) == 4
for call in (lambda: plt.contourf, lambda: table[0, 0].quiver, lambda: fig.axes3d):
    try:
        call()
    except AttributeError as error:
        assert " here: there are " in str(error), error
    else:
        raise AssertionError("it did not raise")
try:
    plt.plot([1, 2], [1, 2, 3])
except ValueError as error:
    assert "(2,) and (3,)" in str(error)
else:
    raise AssertionError("it did not raise")
