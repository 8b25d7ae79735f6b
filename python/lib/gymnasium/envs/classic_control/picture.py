"""Pictures of environments: arrays of colours, or poses that the page draws."""

import math
import time

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


def show(name, pose, fps):
    """Hands a pose to the page, which draws it, and waits until the next picture is due: who watches sees the time that passes
    in the environment."""
    if not (_screen and _screen.pose(name, list(pose), [float(number) for number in pose.values()])):
        logger.warn_once(f"there is no screen here to draw {name} on: render_mode='rgb_array' gives its picture as an array")
        return
    now = time.monotonic()
    if now < _due[0]:
        time.sleep(_due[0] - now)
    _due[0] = max(now, _due[0]) + 1 / fps


class Picture:
    """A white picture. Shapes have decimals as places, from its lower left corner."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self._pixels = np.full((height, width, 3), 255, dtype=_kind())

    def _run(self, row, left, right, colour):
        left, right = max(0, math.ceil(left)), min(self.width - 1, math.floor(right))
        if 0 <= row < self.height and left <= right:
            self._pixels[self.height - 1 - row, left : right + 1] = np.array(colour, dtype=self._pixels.dtype)

    def polygon(self, corners, colour):
        """Fills a shape whose outline goes round its corners."""
        heights = [y for _, y in corners]
        for row in range(max(0, math.ceil(min(heights))), min(self.height - 1, math.floor(max(heights))) + 1):
            crossings = []
            for (x, y), (other_x, other_y) in zip(corners, corners[1:] + corners[:1]):
                if (y <= row) != (other_y <= row):
                    crossings.append(x + (row - y) / (other_y - y) * (other_x - x))
            crossings.sort()
            for left, right in zip(crossings[::2], crossings[1::2]):
                self._run(row, left, right, colour)

    def bar(self, x, y, angle, length, width, colour, behind=0.0):
        """Fills a bar that begins at a point and goes up, or to the right for positive angles."""
        sine, cosine = math.sin(angle), math.cos(angle)
        corners = [(-width / 2, -behind), (-width / 2, length), (width / 2, length), (width / 2, -behind)]
        self.polygon([(x + a * cosine + b * sine, y - a * sine + b * cosine) for a, b in corners], colour)

    def disc(self, x, y, radius, colour):
        for row in range(math.ceil(y - radius), math.floor(y + radius) + 1):
            half = math.sqrt(max(0.0, radius * radius - (row - y) ** 2))
            self._run(row, x - half, x + half, colour)

    def box(self, left, bottom, right, top, colour):
        self.polygon([(left, bottom), (left, top), (right, top), (right, bottom)], colour)

    def curve(self, points, colour):
        """Draws a line through points from left to right."""
        for (x, y), (other_x, other_y) in zip(points, points[1:]):
            for column in range(round(x), round(other_x) + 1):
                share = (column - x) / (other_x - x) if other_x > x else 0.0
                self._run(round(y + share * (other_y - y)), column, column, colour)

    def array(self):
        """Returns rows of pixels of red, green and blue from 0 to 255, the upper row first."""
        return self._pixels


def _kind():
    """Returns the type of pixels: bytes, or whole numbers where there are none."""
    try:
        np.zeros(1, dtype=np.uint8)
        return np.uint8
    except (AttributeError, TypeError, ValueError, RuntimeError, NotImplementedError):
        return np.int32
