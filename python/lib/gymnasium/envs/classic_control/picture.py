"""Pictures of environments: arrays of colours, or poses that the page draws."""

import math
import time

import _lab
import numpy as np
from gymnasium import logger

try:
    import _screen
except ImportError:
    # Outside the page there is none.
    _screen = None

# When the next pose is due, in seconds: in a list, because a cell's changes to a module's names are told.
_due = [0.0]

BLACK, BROWN, BLUE, GREEN, YELLOW, RED = (
    [0, 0, 0], [202, 152, 101], [129, 132, 203], [0, 204, 204], [204, 204, 0], [204, 77, 77]
)


def show(name, pose, drawn, fps):
    """Hands a pose to the page, which draws it, and waits until the next picture is due: who watches sees the time that passes
    in the environment."""
    if not (_screen and _screen.pose(name, list(pose), [*map(float, pose.values())], [*map(float, drawn)])):
        logger.warn_once(f"there is no screen here to draw {name} on: render_mode='rgb_array' gives its picture as an array")
        return
    now = time.monotonic()
    if now < _due[0]:
        time.sleep(_due[0] - now)
    _due[0] = max(now, _due[0]) + 1 / fps


class Picture:
    """Shapes on white. Their places are decimals, from the lower left corner."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self._kinds, self._shapes = [], []

    def _add(self, kind, colour, *places):
        self._kinds.append(kind)
        self._shapes.append([float(number) for number in (*colour, *places)])

    def polygon(self, corners, colour):
        """Fills a shape whose outline goes round its corners."""
        self._add("polygon", colour, *(place for corner in corners for place in corner))

    def bar(self, x, y, angle, length, width, colour, behind=0.0):
        """Fills a bar that begins at a point and goes up, or to the right for positive angles."""
        sine, cosine = math.sin(angle), math.cos(angle)
        corners = [(-width / 2, -behind), (-width / 2, length), (width / 2, length), (width / 2, -behind)]
        self.polygon([(x + a * cosine + b * sine, y - a * sine + b * cosine) for a, b in corners], colour)

    def disc(self, x, y, radius, colour):
        self._add("disc", colour, x, y, radius)

    def box(self, left, bottom, right, top, colour):
        self.polygon([(left, bottom), (left, top), (right, top), (right, bottom)], colour)

    def curve(self, points, colour):
        """Draws a line through points from left to right."""
        self._add("curve", colour, *(place for point in points for place in point))

    def array(self):
        """Returns rows of pixels of red, green and blue, the upper row first."""
        return np.ndarray(_lab.picture(self.width, self.height, self._kinds, self._shapes))
