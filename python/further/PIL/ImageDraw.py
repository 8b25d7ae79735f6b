"""Drawing on pictures: boxes and lines."""


class ImageDraw:
    """`Draw(image).rectangle(box, fill=colour)`."""

    def __init__(self, im): self._image = im

    def _colour(self, given):
        from PIL.Image import new

        return new(self._image.mode, (1, 1), given if given is not None else "white").getpixel((0, 0))

    def rectangle(self, xy, fill=None, outline=None, width=1):
        flat = [int(part) for pair in xy for part in (pair if isinstance(pair, (tuple, list)) else [pair])]
        left, top, right, bottom = max(0, flat[0]), max(0, flat[1]), flat[2] + 1, flat[3] + 1
        if fill is not None:
            self._fill(slice(top, bottom), slice(left, right), fill)
        if outline is not None:
            for rows, columns in ((slice(top, top + width), slice(left, right)), (slice(bottom - width, bottom), slice(left, right)), (slice(top, bottom), slice(left, left + width)), (slice(top, bottom), slice(right - width, right))):
                self._fill(rows, columns, outline)

    def _fill(self, rows, columns, colour):
        import numpy as np

        colour = self._colour(colour)
        self._image._pixels[rows, columns] = np.array(colour, dtype=np.uint8) if isinstance(colour, tuple) else colour

    def line(self, xy, fill=None, width=1):
        points = [pair if isinstance(pair, (tuple, list)) else (pair, xy[at + 1]) for at, pair in enumerate(xy) if isinstance(pair, (tuple, list)) or at % 2 == 0]
        for (a, b), (c, d) in zip(points, points[1:]):
            steps = int(max(abs(c - a), abs(d - b))) or 1
            for at in range(steps + 1):
                x, y = round(a + (c - a) * at / steps), round(b + (d - b) * at / steps)
                if 0 <= x < self._image.width and 0 <= y < self._image.height:
                    self._fill(slice(y, y + width), slice(x, x + width), fill)

    def text(self, xy, text, fill=None, font=None, **unused):
        from PIL.Image import _said

        _said("words are not drawn on a picture here")

    def textsize(self, text, font=None): return 6 * len(text), 11
    def textbbox(self, xy, text, font=None): return (*xy, xy[0] + 6 * len(text), xy[1] + 11)
    def textlength(self, text, font=None): return 6.0 * len(text)


def Draw(im, mode=None): return ImageDraw(im)
