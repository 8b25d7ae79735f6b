"""Charts whose parts are changed after they were drawn, and what stands along their sides."""

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import animation, cm, colors, gridspec, lines, patches, ticker
from matplotlib._svg import svg


def texts(figure):
    return [part.partition(">")[2].partition("<")[0] for part in svg(figure).split("<text ")[1:]]


fig, ax = plt.subplots()
(line,) = ax.plot([0, 1, 2], [1, 2, 3], "C1-.", label="first")
assert isinstance(line, matplotlib.lines.Line2D.__mro__[1]) and not line["marker"] and line["dashes"] == "6 2 1.5 2"
line.set_data([0, 1], [5, 7])
line.set_ydata(np.array([6, 8]))
assert line.get_ydata().tolist() == [6.0, 8.0] and ax.lines == [line] and ax.get_lines()[0].get_label() == "first"
line.set_color("green")
assert 'stroke="green"' in svg(fig) and " of 2, first 6, last 8" in svg(fig)
low, high = ax.get_ylim()
assert low < 6 < 8 < high and ax.get_xlim()[0] < 0
picture = ax.imshow(np.zeros((2, 2)), vmin=0, vmax=1, cmap="gray")
assert "rgb(0,0,0)" in svg(fig)
picture.set_data(np.ones((2, 2)))
assert "rgb(255,255,255)" in svg(fig) and "rgb(0,0,0)" not in svg(fig)
picture.remove()
assert ax.images == []

# Sides: ticks, words for numbers, lines beside the chart, and the other way round.
plt.close("all")
fig, ax = plt.subplots()
ax.plot([0, 10], [0, 0.5])
ax.set_xticks([0, 5, 10], ["none", "half", "all"])
ax.yaxis.set_major_formatter(ticker.PercentFormatter(1.0))
ax.spines["top"].set_visible(True)
ax.spines[["right", "left"]].set_visible(False)
shown = texts(fig)
assert {"none", "half", "all", "0%", "20%"} <= set(shown), shown
ax.xaxis.set_major_locator(ticker.MultipleLocator(2.5))
ax.xaxis.set_major_formatter("{x:.1f} s")
ax.set_xticks([2.5, 7.5])
assert "2.5 s" in texts(fig) and ax.get_xticks() == [2.5, 7.5]
ax.invert_yaxis()
assert ax.get_ylim()[0] > ax.get_ylim()[1]

# A second chart in the same place, and a table of charts.
plt.close("all")
fig, ax = plt.subplots()
ax.plot([1, 2], label="left")
other = ax.twinx()
other.plot([100, 300], label="right")
other.set_ylabel("other")
ax.legend()
assert {"left", "right", "other", "300"} <= set(texts(fig)), texts(fig)
assert ax.marks[0]["colour"] != other.marks[0]["colour"]
fig = plt.figure(figsize=(6, 6))
table = gridspec.GridSpec(2, 2, figure=fig)
wide, small = fig.add_subplot(table[0, :]), fig.add_subplot(table[1, 1])
wide.plot([1]), small.plot([1])
assert wide.place == (2, 2, (0, 1)) and small.place == (2, 2, (3, 3)) and svg(fig).count("<clipPath") == 2
fig, table = plt.subplots(2, 3, sharex=True)
assert table.shape == (2, 3) and len(table[:, 0]) == 2 and table[1, 2] is table.flat[5] and len(table.ravel()) == 6

# Ways to draw.
plt.close("all")
fig, ax = plt.subplots()
(steps,) = ax.step([0, 1, 2], [1, 3, 2], where="post")
assert steps["y"] == [1.0, 1.0, 3.0, 3.0, 2.0] and steps["x"] == [0.0, 1.0, 1.0, 2.0, 2.0]
bars = ax.barh(["a", "b"], [3, 4])
assert len(bars) == 2 and {"a", "b"} <= set(texts(fig))
up = ax.bar([0, 1], [1, 2], bottom=[1, 1], yerr=0.1)
assert up["y"] == [2.0, 3.0] and [bar.get_height() for bar in up] == [2.0, 3.0]
up[0].set_color("red")
assert 'fill="red"' in svg(fig)
box = ax.boxplot([[1, 2, 3, 4, 100], [2, 3, 4]], labels=["one", "two"])
assert len(box["fliers"]) == 1 and box["fliers"][0]["y"] == [100.0] and box["medians"][0]["y"] == [3.0, 3.0]
circle = ax.add_patch(patches.Circle((0, 0), 1, color="blue"))
circle.center = 1, 0
circle.set_radius(2)
assert max(circle.marks[0]["x"]) == 3.0
ax.add_patch(plt.Rectangle((0, 0), 1, 2, fill=False, edgecolor="red"))
assert 'stroke="red"' in svg(fig)
dots = ax.scatter([1, 2, 3], [1, 2, 3], c=[0.0, 0.5, 1.0], s=[10, 20, 30], cmap="viridis")
assert "rgb(68,1,84)" in svg(fig) and "rgb(253,231,37)" in svg(fig)
bar = fig.colorbar(dots, ax=ax, label="size")
assert "size" in texts(fig)
dots.set_offsets([[5, 6]])
assert dots["x"] == [5.0]
fig, ax = plt.subplots()
wedges, words, shares = ax.pie([1, 3], labels=["a", "b"], autopct="%.0f%%")
assert [share.get_text() for share in shares] == ["25%", "75%"] and len(wedges) == 2 and {"a", "75%"} <= set(texts(fig))
text = ax.text(0.5, 0.5, "here", transform=ax.transAxes, ha="center", rotation=45)
text.set_text("there")
assert "there" in texts(fig) and "rotate(-45" in svg(fig)
ax.axvspan(0, 1, color="gray", alpha=0.2)
ax.legend(handles=[patches.Patch(color="red", label="patch"), lines.Line2D([], [], label="line")])

# Settings, colours, and what is only about looks.
plt.rcParams["figure.figsize"] = (3, 2)
plt.rcParams.update({"font.size": 12, "axes.grid": True})
assert plt.figure().size == (3, 2) and plt.gca().has_grid
with plt.rc_context({"figure.figsize": (1, 1)}), plt.style.context("ggplot"):
    assert plt.figure().size == (1, 1)
plt.rc("figure", figsize=(6.4, 4.8))
plt.rcdefaults()
assert plt.figure().size == (6.4, 4.8)
plt.setp(plt.plot([1, 2]), linewidth=3, color="red")
assert plt.gca().lines[0]["width"] == 3
assert colors.to_hex("tab:blue") == "#1f77b4" and colors.to_rgba("k") == (0.0, 0.0, 0.0, 1.0)
assert cm.viridis(0.0)[:3] == (68 / 255, 1 / 255, 84 / 255) and plt.cm.get_cmap("gray")(1.0) == (1.0, 1.0, 1.0, 1.0)
assert plt.get_cmap("viridis")(np.linspace(0, 1, 3)).shape == (3, 4)
plt.tick_params(axis="both"), plt.margins(0), fig.autofmt_xdate(), ax.set_aspect("equal")

# What moves.
fig, ax = plt.subplots()
(line,) = ax.plot([], [])
film = animation.FuncAnimation(fig, lambda at: line.set_data(range(at + 1), range(at + 1)), frames=4, interval=100)
drawn = film.film()
assert drawn.count("<animate ") == 4 and 'dur="0.4s"' in drawn and drawn.startswith("<svg ")
plt.close("all")
