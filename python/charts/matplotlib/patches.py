"""Shapes: `axes.add_patch(Rectangle((x, y), width, height))`."""

import math

from matplotlib._colours import CYCLE, colour


class Patch:
    """A shape. A subclass says where its outlines go."""

    axes = None

    def __init__(self, color=None, facecolor=None, edgecolor=None, fc=None, ec=None, alpha=None, label=None, linewidth=None, lw=None, fill=True, **style):
        face, edge = color or facecolor or fc, color or edgecolor or ec
        self.face = "none" if not fill or face == "none" else colour(face) if face is not None else CYCLE[0]
        self.edge = None if edge in (None, "none") else colour(edge)
        self.alpha, self.label, self.width, self.marks = 1.0 if alpha is None else alpha, label, linewidth or lw or 1.0, []
        if not fill and self.edge is None:
            self.edge = "currentColor"

    def outlines(self): return []
    # For legends, which ask what a mark is called and which colour it has.
    def __getitem__(self, name): return {"label": self.label, "colour": self.face if self.face != "none" else self.edge, "dashes": None}[name]
    def __setitem__(self, name, value): self.label = value if name == "label" else self.label
    def get(self, name, default=None): return {"label": self.label}.get(name, default)

    def _changed(self):
        """Takes a change over to what is drawn already."""
        for mark, (points, _) in zip(self.marks, self.outlines()):
            mark["x"], mark["y"] = [float(p[0]) for p in points], [float(p[1]) for p in points]
            mark["colour"], mark["edge"], mark["alpha"] = self.face, self.edge, self.alpha

    def remove(self):
        for mark in self.marks:
            mark.remove()

    def set_visible(self, visible):
        for mark in self.marks:
            mark.set_visible(visible)

    def set_facecolor(self, value): self._set(face=colour(value))
    def set_edgecolor(self, value): self._set(edge=colour(value))
    def set_color(self, value): self._set(face=colour(value), edge=colour(value))
    def set_alpha(self, alpha): self._set(alpha=alpha)

    def _set(self, **settings):
        self.__dict__.update(settings)
        self._changed()

    def __getattr__(self, name):
        if name.startswith("set_"):
            return lambda *given, **named: None
        raise AttributeError(f"a shape has no {name} here")


class Polygon(Patch):
    """A shape through points."""

    def __init__(self, xy, closed=True, **style):
        super().__init__(**style)
        self.points, self.closed = [tuple(map(float, point)) for point in xy], closed

    def outlines(self): return [(self.points, self.closed)]
    def set_xy(self, xy): self._set(points=[tuple(map(float, point)) for point in xy])


class Rectangle(Patch):
    """A box, by a corner."""

    def __init__(self, xy, width, height, angle=0.0, **style):
        super().__init__(**style)
        self.xy, self.wide, self.tall, self.angle = tuple(xy), width, height, angle

    def outlines(self):
        (x, y), sine, cosine = self.xy, math.sin(math.radians(self.angle)), math.cos(math.radians(self.angle))
        corners = [(0, 0), (self.wide, 0), (self.wide, self.tall), (0, self.tall)]
        return [([(x + a * cosine - b * sine, y + a * sine + b * cosine) for a, b in corners], True)]

    def set_xy(self, xy): self._set(xy=tuple(xy))
    def set_x(self, x): self._set(xy=(x, self.xy[1]))
    def set_y(self, y): self._set(xy=(self.xy[0], y))
    def set_width(self, w): self._set(wide=w)
    def set_height(self, h): self._set(tall=h)
    def get_x(self): return self.xy[0]
    def get_y(self): return self.xy[1]
    def get_xy(self): return self.xy
    def get_width(self): return self.wide
    def get_height(self): return self.tall


class FancyBboxPatch(Rectangle):
    """A box, here without round corners."""

    def __init__(self, xy, width, height, boxstyle=None, **style): super().__init__(xy, width, height, **style)


class Ellipse(Patch):
    """An ellipse around a point."""

    def __init__(self, xy, width, height, angle=0.0, **style):
        super().__init__(**style)
        self.center, self.wide, self.tall, self.angle = tuple(xy), width, height, angle

    ends = 0.0, 360.0

    def _arc(self):
        (x, y), turn = self.center, math.radians(self.angle)
        start, end = map(math.radians, self.ends)
        count = max(8, math.ceil(abs(end - start) / 0.15))
        for n in range(count + 1):
            at = start + (end - start) * n / count
            a, b = self.wide / 2 * math.cos(at), self.tall / 2 * math.sin(at)
            yield x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn)

    def outlines(self): return [(list(self._arc()), True)]
    def set_center(self, xy): self._set(center=tuple(xy))
    def get_center(self): return self.center


class Circle(Ellipse):
    """A disc around a point."""

    def __init__(self, xy, radius=5, **style): super().__init__(xy, 2 * radius, 2 * radius, **style)
    radius = property(lambda self: self.wide / 2, lambda self, radius: self.set_radius(radius))
    def set_radius(self, radius): self._set(wide=2 * radius, tall=2 * radius)


class Arc(Ellipse):
    """A part of an ellipse's line."""

    def __init__(self, xy, width, height, angle=0.0, theta1=0.0, theta2=360.0, **style):
        super().__init__(xy, width, height, angle, **{"fill": False, **style})
        self.ends = theta1, theta2

    def outlines(self): return [(list(self._arc()), False)]


class Wedge(Ellipse):
    """A piece of a cake."""

    def __init__(self, center, r, theta1, theta2, **style):
        super().__init__(center, 2 * r, 2 * r, **style)
        self.ends = theta1, theta2

    def outlines(self): return [([self.center, *self._arc()], True)]


class Arrow(Patch):
    """An arrow from a point."""

    def __init__(self, x, y, dx, dy, width=1.0, **style):
        super().__init__(**style)
        self.given = x, y, dx, dy, width

    def outlines(self):
        x, y, dx, dy, width = self.given
        long = math.hypot(dx, dy) or 1.0
        side = (-dy / long * width * 0.1, dx / long * width * 0.1)
        neck = (x + dx * 0.8, y + dy * 0.8)
        head = [(neck[0] + 3 * side[0], neck[1] + 3 * side[1]), (x + dx, y + dy), (neck[0] - 3 * side[0], neck[1] - 3 * side[1])]
        start = [(x + side[0], y + side[1]), (neck[0] + side[0], neck[1] + side[1])]
        back = [(neck[0] - side[0], neck[1] - side[1]), (x - side[0], y - side[1])]
        return [([*start, *head, *back], True)]


class FancyArrow(Arrow):
    """An arrow whose width is given as it is."""

    def __init__(self, x, y, dx, dy, width=0.001, head_width=None, **style): super().__init__(x, y, dx, dy, (head_width or 3 * width) / 0.6, **style)


class FancyArrowPatch(Arrow):
    """An arrow between two points."""

    def __init__(self, posA, posB, arrowstyle=None, **style): super().__init__(*posA, posB[0] - posA[0], posB[1] - posA[1], 0.5, **style)
